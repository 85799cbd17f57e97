# Each target sets up all it needs: a machine with Python 3.11 and make is enough.
PYTHON ?= python3
BIN := .venv/bin
WHEN := .venv/.installed

.PHONY: play test rules bench check
.DEFAULT_GOAL := play

$(WHEN): pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(WHEN)

play: $(WHEN)  ## the table in the terminal, on a demonstration scene
	@$(BIN)/tablee play

check: $(WHEN)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: check  ## everything
	$(BIN)/python -m pytest -n auto

rules: $(WHEN)  ## which rules of the books are covered by a test
	@$(BIN)/python -m pytest --rules --collect-only -q -p no:cacheprovider

bench: $(WHEN)  ## ratios measured in one run
	@$(BIN)/python -m bench
