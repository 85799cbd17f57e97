# Each target sets up all it needs: a machine with Python 3.11 and make is enough.
PYTHON ?= python3
unexport PYTHONDONTWRITEBYTECODE  # hundreds of processes are started by the tests: each would compile all of it again
BIN := .venv/bin
VENV := .venv/.made
PLAY := .venv/.play
WHEN := .venv/.installed
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check
LOCK := UV_CUSTOM_COMPILE_COMMAND='make lock' $(BIN)/uv pip compile --quiet --universal --python-version 3.11 \
	--fork-strategy fewest --generate-hashes $(OPTIONS)

.PHONY: play page test browser crash rules bench bench-lab bench-server bench-page openapi about reference docs check lock upgrade-deps postgres chromium
.DEFAULT_GOAL := play

$(VENV): $(wildcard requirements/*.txt)  # made anew when versions move: nothing is left of the old ones
	@echo 'Installing into .venv…'
	@$(PYTHON) -m venv --clear .venv
	@$(INSTALL) --require-hashes --requirement requirements/play.txt
	@touch $(VENV)

$(PLAY): $(VENV) pyproject.toml  # what it takes to play
	@TABLEE_PAGE=no $(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $(PLAY)

$(WHEN): $(PLAY)  # and to work on it
	@$(INSTALL) --require-hashes --requirement requirements/dev.txt
	@touch $(WHEN)

play: $(PLAY)  ## the live table on demonstrations, in the browser; e.g. OPTIONS='--lang en'
	@$(BIN)/python hatch_build.py || test -f src/tablee/web/page/index.html \
	|| { echo 'The table in the terminal needs no page: $(BIN)/tablee play'; exit 1; }
	@$(BIN)/tablee demo $(OPTIONS)

page: $(PLAY)  ## build the page into the package, if its sources have changed
	@$(BIN)/python hatch_build.py

check: $(WHEN)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python hatch_build.py check budget test  # the page: types, svelte-check, biome, size, vitest

test: check postgres chromium  ## everything
	$(BIN)/python -m pytest -n auto --dist worksteal

browser: $(WHEN) page chromium  ## the page alone, driven by people in a real browser
	$(BIN)/python -m pytest -n auto --dist worksteal tests/browser

crash: $(WHEN) postgres  ## kill the server 300 times on SQLite and 100 on PostgreSQL, under load: nothing may be lost
	@$(BIN)/python -m tests.table.crash $(OPTIONS)

postgres:  # tests start a server of their own; its programs are installed where that can be done
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null \
	|| { [ "$$(id -u)" = 0 ] && apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql; } \
	|| echo 'PostgreSQL is not installed'

chromium:  # tests drive the page in it; it is installed where that can be done
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null \
	|| { [ "$$(id -u)" = 0 ] && apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium; } \
	|| echo 'Chromium is not installed'

rules: $(WHEN)  ## which rules of the books are covered by a test; of one alone: GAME=fluid
	@$(BIN)/python -m pytest $(if $(GAME),--rules=$(GAME),--rules) -p no:cacheprovider

bench: $(WHEN)  ## ratios measured in one run
	@$(BIN)/python -m bench
	@$(BIN)/python -m bench.lab

bench-lab: $(WHEN)  ## the lab over processes and Dask beside one process, and what pairing spares; OPTIONS='FIGHTS PAIRS'
	@$(BIN)/python -m bench.lab $(OPTIONS)

bench-server: $(WHEN)  ## many tables on one server, and a long log beside a short one; e.g. OPTIONS='--seconds 15'
	@$(BIN)/python -m bench.server $(OPTIONS)

bench-page: $(WHEN) page chromium  ## the page in a browser: usable, a roll seen, a long log beside a short one
	@$(BIN)/python -m bench.page $(OPTIONS)

openapi: $(WHEN)  ## write the schema of the API again
	@$(BIN)/python -m tablee.web.schema docs/openapi.json

about: $(WHEN)  ## write again what is told of each game without loading it
	@$(BIN)/python -m tablee.games

reference: $(WHEN)  ## write the reference of each game again, from its code
	@mkdir -p docs/reference && $(BIN)/python -m tablee.games docs/reference

docs: $(WHEN)  ## the documents as a site, in build/docs; a link that leads nowhere stops it
	@$(INSTALL) --require-hashes --requirement requirements/docs.txt
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@echo 'build/docs/index.html'

lock: $(WHEN)  ## write the exact versions again: what fits pyproject.toml stays; e.g. OPTIONS='--upgrade-package rich'
	@$(LOCK) pyproject.toml --group build --extra dev --output-file requirements/dev.txt
	@$(LOCK) pyproject.toml --group build --constraint requirements/dev.txt --output-file requirements/play.txt
	@$(LOCK) --group node --output-file requirements/node.txt
	@$(LOCK) --group docs --constraint requirements/dev.txt --output-file requirements/docs.txt

upgrade-deps:  ## move all to the newest versions that pyproject.toml and package.json allow, and run the tests
	@$(MAKE) lock OPTIONS=--upgrade
	@$(BIN)/python hatch_build.py upgrade
	@$(MAKE) test
