# Two commands set everything up on a machine with Python >= 3.11 and make:
#   make run    analyses the bundled tournament game
#   make test   runs the tests
# `make check` does what continuous integration does.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check

.PHONY: run test test-slow lint types contracts format docs modes check clean

run: $(VENV)/run.stamp
	$(BIN)/outflank analyze murakami-logistello-1997-1

test: $(VENV)/test.stamp
	$(BIN)/python -m pytest -m "not slow" --numprocesses auto --dist loadfile

test-slow: $(VENV)/test.stamp
	$(BIN)/python -m pytest

lint: $(VENV)/dev.stamp
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(VENV)/dev.stamp
	$(BIN)/mypy

contracts: $(VENV)/dev.stamp
	$(BIN)/lint-imports

format: $(VENV)/dev.stamp
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

docs: $(VENV)/dev.stamp
	$(BIN)/sphinx-build -W -q -b html docs docs/_build

# The kernels again with every address checked, and without any instruction
# that only some processors have.
modes: $(VENV)/test.stamp
	OUTFLANK_CHECKED=1 $(BIN)/python -m pytest -m "core and not slow" tests/core tests/test_arrays.py
	NUMBA_CPU_NAME=generic NUMBA_CPU_FEATURES= $(BIN)/python -m pytest -m "core and not slow" tests/core tests/test_arrays.py

check:
	bash .ci/run

# Each stamp stands for an environment that can do one thing more than the last.
$(VENV)/run.stamp: requirements/run.lock pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) install --quiet -r requirements/run.lock
	$(PIP) install --quiet --no-deps --editable .
	touch $@

$(VENV)/test.stamp: requirements/test.lock $(VENV)/run.stamp
	$(PIP) install --quiet -r requirements/test.lock
	touch $@

$(VENV)/dev.stamp: requirements/dev.lock $(VENV)/test.stamp
	$(PIP) install --quiet -r requirements/dev.lock
	touch $@

clean:
	rm -rf $(VENV) build dist docs/_build .pytest_cache .mypy_cache .ruff_cache .hypothesis
