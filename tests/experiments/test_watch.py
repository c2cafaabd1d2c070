"""The watchdog, with a clock that the test sets."""

import numpy as np
import pytest

from simcards.experiments.tasks import Pulse
from simcards.experiments.watch import Watch, decision_of


@pytest.fixture
def clock(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr("simcards.experiments.watch.time.monotonic", lambda: now[0])
    return now


def pulse(*numbers):
    return Pulse(np.array(numbers, np.int64))


def test_a_worker_that_stands_still_at_work_is_found_after_the_patience(clock):
    watch, worker = Watch(10), pulse(1, 2048, 0, 1, 5)
    for second in range(11):
        clock[0] = 1000.0 + second
        assert watch.stuck(lambda: {"a": worker}) is None
    clock[0] = 1010.5
    assert watch.stuck(lambda: {"a": worker}) == (1, 2048, 0, 1, 5)


def test_a_slow_worker_that_moves_at_every_step_is_left_alone(clock):
    watch, worker = Watch(10), pulse(1, 0, 0, 0, 0)
    for step in range(20):
        clock[0] += 9
        worker.beat[4] = step
        assert watch.stuck(lambda: {"a": worker}) is None


def test_an_idle_worker_is_never_stuck(clock):
    watch, worker = Watch(10), pulse(0, 0, 0, 0, 0)
    for _ in range(20):
        clock[0] += 9
        assert watch.stuck(lambda: {"a": worker}) is None


def test_one_that_stands_still_is_found_beside_others_that_move(clock):
    watch, still, moving = Watch(10), pulse(1, 0, 2, 0, 3), pulse(1, 0, 2, 0, 3)
    found = None
    for step in range(30):
        clock[0] += 1
        moving.beat[1] = step
        found = watch.stuck(lambda: {"a": moving, "b": still})
        if found:
            break
    assert found == (1, 0, 2, 0, 3)
    assert 10 <= step <= 12


def test_every_number_of_a_step_names_a_decision_of_strategies():
    exchange = ["discard", "give", "choose"]
    assert [decision_of(k) for k in range(8)] == ["bid", "name_trump", "play", *exchange, "bid", "play"]
