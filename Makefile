# Everything sets itself up in .venv; needs make, gcc, python3, python3-venv and python3-dev.
.DEFAULT_GOAL := help
.PHONY: help demo test check format lint types imports accept bench clean

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
BASE   := $(VENV)/.base-installed
DEV    := $(VENV)/.dev-installed
BENCH  := .venv-bench/.installed

help: ## what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-8s %s\n", $$1, $$2}'

$(VENV)/bin/python:
	@echo "== Making the virtual environment $(VENV)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Zetlicht needs Python 3.11 or later; $(PYTHON) is older. Try: make PYTHON=python3.11" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "Could not make $(VENV); on Debian: sudo apt install python3-venv" >&2; exit 1; }
	@$(BIN)/python -m pip install --quiet --upgrade pip

$(BASE): pyproject.toml | $(VENV)/bin/python
	@echo "== Installing zetlicht into $(VENV)"
	@$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(DEV): pyproject.toml | $(BASE)
	@echo "== Installing the tools for tests and checks into $(VENV)"
	@$(BIN)/python -m pip install --quiet --group dev
	@touch $@

$(BENCH): pyproject.toml | $(BASE)
	@echo "== Making .venv-bench with the programs we measure against"
	@$(PYTHON) -m venv .venv-bench && .venv-bench/bin/python -m pip install --quiet --upgrade pip
	@.venv-bench/bin/python -m pip install --quiet --editable . --group bench
	@touch $@

demo: $(BASE) ## a whole game on a simulated board, lights and all
	@$(BIN)/zetlicht demo $(ARGS)

test: $(DEV) ## the tests, heavy ones as a seeded sample
	@echo "== Running the tests"
	@$(BIN)/python -m pytest $(ARGS)

format: $(DEV)
	@echo "== Format"; $(BIN)/ruff format --check .

lint: $(DEV)
	@echo "== Lint"; $(BIN)/ruff check .

types: $(DEV)
	@echo "== Types"; $(BIN)/mypy

imports: $(DEV)
	@echo "== Import rule"; $(BIN)/lint-imports

check: format lint types imports test ## everything that CI runs

accept: $(DEV) $(BENCH) ## every heavy check in full (an hour or more)
	@echo "== Running everything in full"
	@ZETLICHT_ACCEPT=1 $(BIN)/python -m pytest --timeout 7200 -m "heavy" -rA --durations 25 $(ARGS)

bench: $(DEV) $(BENCH) ## speed, delay, start-up, memory, load
	@echo "== Rules against py-draughts"; .venv-bench/bin/python tests/bench/bench_rules.py
	@echo "== The daemon"; $(BIN)/python tests/bench/bench_daemon.py
	@echo "== The hearing"; $(BIN)/python tests/bench/bench_hearing.py
	@echo "== A Raspberry Pi's own pins"; $(BIN)/python tests/bench/bench_pi.py

clean: ## remove what was made
	rm -rf $(VENV) .venv-bench build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
