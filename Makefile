# Each target has a "##" line: `make help` prints them. README names the same commands without make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000

.DEFAULT_GOAL := help
.PHONY: help run setup dev-setup front test thorough test-postgresql browser check format bench translations starter proofs compiled fuzz clean

help: ## list what make can do
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

run: setup front ## everything up to a working site on PORT (8000)
	@PORT=$(PORT) $(BIN)/python -m marketplace.serve

setup: $(VENV)/.runtime ## the virtual environment with what the site needs
dev-setup: $(VENV)/.dev ## the same with what tests and checks need
front: static/dist/manifest.json ## style sheets, scripts and icons, built into static/dist

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Duelfolio needs Python 3.11 or newer; set PYTHON=..." >&2; exit 2; }
	$(PYTHON) -m venv $(VENV) || { echo "Python's venv module is missing: on Debian, apt-get install python3-venv" >&2; exit 2; }

$(VENV)/.runtime: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[postgres,redis]'
	@touch $@

$(VENV)/.dev: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[postgres,redis,dev]'
	@touch $@ $(VENV)/.runtime

static/dist/manifest.json: package-lock.json tools/build_front.mjs tools/front.sh $(shell find static/src -type f 2>/dev/null) | $(VENV)/.runtime
	@VENV=$(VENV) sh tools/front.sh build

test: dev-setup front ## the whole test suite on SQLite, with two walks through the site in a browser
	@sh tools/need_chromium.sh
	$(BIN)/python -m pytest -n 2 --dist loadgroup -m '(not browser or walk) and not thorough' $(ARGS)

thorough: dev-setup front ## what `make test` leaves out: the other browser tests, races, kills, real servers, long random duels
	@sh tools/need_chromium.sh
	$(BIN)/python -m pytest -n 2 --dist loadgroup -m '(browser and not walk) or thorough' $(ARGS)

test-postgresql: dev-setup front ## the suite on PostgreSQL (DUELFOLIO_TEST_POSTGRESQL names the server)
	DUELFOLIO_TEST_DATABASE=postgresql $(BIN)/python -m pytest -n 2 --dist loadgroup -m 'not browser' $(ARGS)

browser: dev-setup front ## all tests that drive a browser
	@sh tools/need_chromium.sh
	$(BIN)/python -m pytest -n 2 --dist loadgroup -m browser $(ARGS)

check: dev-setup front ## lint, types, import contracts, translations, front-end types and unit tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy engine marketplace app.py
	$(BIN)/lint-imports
	$(BIN)/python -m marketplace.i18n check
	@VENV=$(VENV) sh tools/front.sh check

format: dev-setup ## lay out the code and sort imports
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: dev-setup ## measured figures with their floors (CATALOGUE=path of the full card file)
	$(BIN)/python -m tests.bench

translations: dev-setup ## collect new sentences into the catalogues
	$(BIN)/python -m marketplace.i18n update

starter: dev-setup ## renew the starter catalogue from FROM=path of a full card file
	$(BIN)/python tools/make_starter.py $(FROM)

proofs: dev-setup ## collect what proves each rule, for the site and docs/rulebook.md
	$(BIN)/python tools/make_proofs.py

compiled: dev-setup ## the engine compiled by mypyc into build/compiled: the same duels, faster; nothing needs it
	$(BIN)/python tools/make_compiled.py

fuzz: dev-setup ## random duels that look for faults (SEED=, MINUTES= or DUELS=, EVERY=, JOBS=, RESUME=file)
	$(BIN)/python -m engine fuzz --seed $(or $(SEED),1) --minutes $(or $(MINUTES),5) --duels $(or $(DUELS),0) --jobs $(or $(JOBS),1) --every $(or $(EVERY),50) $(if $(RESUME),--resume $(RESUME))

clean: ## remove what was built or installed (never the instance folder)
	rm -rf $(VENV) node_modules static/dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
