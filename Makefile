# Every target does its own set-up in .venv (that needs a network; running does not).
# A second call finds the stamp and starts at once. Another interpreter: make test PYTHON=python3.12

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.simcards-installed
WORKERS ?= auto
DEMO_DEALS ?= 5e6
DEMO_STRATEGIES ?= basic cautious
DEMO_HAND = AS JS 2S r r r
DEMO_GAMES ?= canadian_smear hasenpfeffer king_pedro charlemagne cutthroat_pitch

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test lint bench prove clean requirements

help:
	@echo "make demo          play $(DEMO_DEALS) deals of each game, ask what to bid, draw plots (in reports/)"
	@echo "make test          run the tests"
	@echo "make lint          check style, types and the floors of the code"
	@echo "make bench         measure the speed of this machine, beside a yardstick in C"
	@echo "make prove         run the long proofs (tests marked prove)"
	@echo "make requirements  pin the newest versions of all dependencies in requirements/"
	@echo "make clean         remove the environment, caches and demo folders"

$(STAMP): requirements/dev.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "simcards needs Python 3.11 or newer, but '$(PYTHON)' is $$($(PYTHON) -V 2>/dev/null || echo 'not there'); name another with: make PYTHON=python3.12" >&2; \
	  exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@touch $@

demo: $(STAMP)
	rm -rf reports/demo
	mkdir -p reports/demo
	@set -e; for game in $(DEMO_GAMES); do \
	  echo "simcards simulate $$game $(DEMO_STRATEGIES) --deals $(DEMO_DEALS) --out reports/demo/$$game"; \
	  $(BIN)/simcards simulate $$game $(DEMO_STRATEGIES) --deals $(DEMO_DEALS) --out reports/demo/$$game; \
	  echo; \
	done
	$(BIN)/simcards bid canadian_smear $(DEMO_HAND) --order 3 --out reports/demo/bid
	@echo
	@echo "Pictures to open (make rate by bid, and what each call comes to with $(DEMO_HAND)):"
	@find reports/demo -name '*.png' | sort | sed 's/^/  /'

test: $(STAMP)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

lint: $(STAMP)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(STAMP)
	$(BIN)/python benchmarks/yardstick.py
	$(BIN)/simcards bench

prove: $(STAMP)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m prove

requirements:
	$(PYTHON) -m venv $(VENV)-pin
	$(VENV)-pin/bin/python -m pip install --quiet --disable-pip-version-check --upgrade uv
	rm -f requirements/dev.txt requirements/run.txt
	$(VENV)-pin/bin/uv pip compile pyproject.toml --group dev $(PIN) --output-file requirements/dev.txt
	$(VENV)-pin/bin/uv pip compile pyproject.toml --constraint requirements/dev.txt $(PIN) --output-file requirements/run.txt

# One list for every platform and every Python from 3.11 on; hashes, but no addresses of package indexes.
PIN := --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --annotation-style line \
  --custom-compile-command "make requirements"

clean:
	rm -rf $(VENV) $(VENV)-pin build dist reports/demo
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src strategies tests benchmarks -name __pycache__ -type d -exec rm -rf {} + 2>/dev/null || true
