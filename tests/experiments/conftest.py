"""A workspace with small strategies, made once."""

from pathlib import Path

import pytest

from tests.experiments.samples import make_workspace


@pytest.fixture(scope="session")
def workspace(tmp_path_factory) -> Path:
    return make_workspace(tmp_path_factory.mktemp("workspace"))
