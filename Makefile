# Each target sets up all it needs: a machine with Python 3.11 and make is enough.
PYTHON ?= python3
BIN := .venv/bin
WHEN := .venv/.installed

.PHONY: play page test browser crash rules bench bench-server openapi check postgres chromium
.DEFAULT_GOAL := play

$(WHEN): pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(WHEN)

play: $(WHEN)  ## the table in the terminal, on a demonstration scene
	@$(BIN)/tablee play

page: $(WHEN)  ## build the page into the package, if its sources have changed
	@$(BIN)/python hatch_build.py

check: $(WHEN)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python hatch_build.py check budget test  # the page: types, svelte-check, biome, size, vitest

test: check postgres  ## everything
	$(BIN)/python -m pytest -n auto --ignore=tests/browser

browser: $(WHEN) page chromium  ## the page, driven by people in a real browser
	$(BIN)/python -m pytest -n auto tests/browser

crash: $(WHEN) postgres  ## kill the server 200 times on SQLite and 50 on PostgreSQL, under load: nothing may be lost
	@$(BIN)/python -m tests.table.crash $(OPTIONS)

postgres:  # tests start a server of their own; its programs are installed where that can be done
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null \
	|| { [ "$$(id -u)" = 0 ] && apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql; } \
	|| echo 'PostgreSQL is not installed'

chromium:  # tests drive the page in it; it is installed where that can be done
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null \
	|| { [ "$$(id -u)" = 0 ] && apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium; } \
	|| echo 'Chromium is not installed'

rules: $(WHEN)  ## which rules of the books are covered by a test
	@$(BIN)/python -m pytest --rules --collect-only -q -p no:cacheprovider

bench: $(WHEN)  ## ratios measured in one run
	@$(BIN)/python -m bench

bench-server: $(WHEN)  ## many tables on one server, and a long log beside a short one; e.g. OPTIONS='--seconds 15'
	@$(BIN)/python -m bench.server $(OPTIONS)

openapi: $(WHEN)  ## write the schema of the API again
	@$(BIN)/python -m tablee.web.schema docs/openapi.json
