# `make play` to play, `make test` to test. Both install what they need.
PYTHON ?= python3
BIN := .venv/bin
RUN_STAMP := .venv/.run-$(shell cksum requirements.lock | cut -d' ' -f1)
DEV_STAMP := .venv/.dev-$(shell cksum requirements-dev.lock | cut -d' ' -f1)
DOCS := var/docs-venv
DOCS_STAMP := $(DOCS)/.docs-$(shell cksum requirements-docs.lock | cut -d' ' -f1)

# Let Python write bytecode. Otherwise each process compiles the bot again, and each test worker its tests.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help setup play test test-postgresql test-pythons coverage wheel image release check style types imports language lock audit bench gauntlet gallery documents docs

help:  ## show this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 18

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Knossos needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv

$(RUN_STAMP): $(BIN)/python requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

$(DEV_STAMP): $(BIN)/python requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@ $(RUN_STAMP)

setup: $(DEV_STAMP)  ## install everything for playing and developing into .venv, and the hook for commit subjects
	@if [ -e .git ]; then git config core.hooksPath .ci/hooks; fi

play: $(RUN_STAMP)  ## run the bot, on Discord with a token in .env, else in the sandbox on this machine
	@$(BIN)/python bot.py

check: $(DEV_STAMP)  ## check style, types and import contracts, in half a minute
	@$(MAKE) --no-print-directory --jobs 3 --output-sync style types imports

style:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types:
	$(BIN)/mypy --num-workers 2

imports:
	$(BIN)/lint-imports

# Processes that draw or think lower their priority, so tests would wait long for them next to busy workers. At the
# lowest priority, all processes are equal.
LOWEST := nice -n 19

test: check  ## run the checks and every test
	$(LOWEST) $(BIN)/python -m pytest -n 4 --dist loadgroup --durations 8

test-postgresql: $(DEV_STAMP)  ## test sessions, the store and one game over the wire with a real PostgreSQL
	$(LOWEST) $(BIN)/python -m pytest -n 2 --dist loadfile --durations 8 --store postgresql \
		tests/sessions tests/db/test_contract.py tests/db/test_postgresql.py tests/db/test_places.py tests/db/test_stored_tables.py \
		tests/db/test_stored_ladders.py tests/db/test_past_games.py \
		tests/wire/test_minerva.py

test-pythons: $(DEV_STAMP)  ## run the fast half of the tests on each installed Python, or on those in PYTHONS
	@$(BIN)/python .ci/pythons.py $(PYTHONS)

WORKERS ?= 3
coverage: $(DEV_STAMP)  ## measure which branches the tests reach, by package; fails below the floors in pyproject.toml
	rm -rf var/coverage && mkdir -p var/coverage
	$(LOWEST) $(BIN)/coverage run -m pytest -n $(WORKERS) --dist loadgroup --ignore tests/db
	$(LOWEST) $(BIN)/coverage run --concurrency thread,greenlet -m pytest -n $(WORKERS) --dist loadgroup tests/db
	$(LOWEST) $(BIN)/coverage run --concurrency thread,greenlet -m pytest -n $(WORKERS) --dist loadfile --store postgresql \
		tests/db/test_contract.py tests/db/test_postgresql.py tests/db/test_places.py tests/db/test_pooler.py
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage json --quiet
	@$(BIN)/python .ci/floors.py var/coverage/report.json

wheel: $(DEV_STAMP)  ## build the wheel with the command `knossos` into dist
	$(BIN)/python -m hatchling build --target wheel

release: $(DEV_STAMP)  ## check, build and tag VERSION; TESTED=commit is needed, OPTIONS=--dry-run only prints the steps
	@$(BIN)/python .ci/release.py $(VERSION) --tested=$(TESTED) $(OPTIONS)

image:  ## build the container image `knossos`
	docker build --tag knossos .

language: $(DEV_STAMP)  ## write the files for translators of a language, such as LANG=de
	$(BIN)/python -m locales begin $(LANG)

lock: $(DEV_STAMP)  ## compile the three lock files from pyproject.toml
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--custom-compile-command 'make lock' pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--custom-compile-command 'make lock' --extra dev pyproject.toml -o requirements-dev.lock
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--custom-compile-command 'make lock' --fork-strategy fewest --group docs -o requirements-docs.lock

audit: $(DEV_STAMP)  ## check the locked packages for known vulnerabilities; fails if it can't
	@$(BIN)/python .ci/audit.py

bench: $(DEV_STAMP)  ## measure the ratios in benchmarks/README.md
	$(BIN)/python -m benchmarks

DOSE ?= pr
gauntlet: $(DEV_STAMP)  ## run the reliability tests of docs/reliability.md; DOSE=pr, night or release
	$(BIN)/python -m gauntlet --dose $(DOSE)

gallery: $(RUN_STAMP)  ## draw chosen positions into var/gallery, and all components into var/sheets
	$(BIN)/python -m render.gallery --out var/gallery
	$(BIN)/python -m render.gallery --sheet --out var/sheets

documents: $(DEV_STAMP)  ## write docs/commands.md and docs/settings.md from the commands and settings
	$(BIN)/python -m pytest -q -n 0 tests/wire/test_documents.py --write-documents -k up_to_date

$(DOCS_STAMP): requirements-docs.lock
	$(PYTHON) -m venv $(DOCS)
	$(DOCS)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-docs.lock
	@touch $@

# No --quiet: it would hide warnings from strict mode.
docs: $(DOCS_STAMP)  ## build the documentation site into var/site, and check its links
	@NO_MKDOCS_2_WARNING=1 $(DOCS)/bin/mkdocs build --config-file .ci/site/mkdocs.yml
