# Two commands: `make play` and `make test`. Each sets everything up on a machine that has only Python.
PYTHON ?= python3
# Tests start many processes; each would read all sources anew if none kept what it compiled.
unexport PYTHONDONTWRITEBYTECODE
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
# The page is built by the package's build hook, anew whenever something in it has changed: that is
# also the games, which it plays in the browser.
FILES_IN = $(shell find $(1) \( -name node_modules -o -name __pycache__ -o -name engines \) -prune -o -type f -print)
GAMES := $(call FILES_IN,$(patsubst %,src/sidings/%,kernel games bots tables offline))
PAGE := hatch_build.py $(call FILES_IN,web docs/rules)

.PHONY: play test games engine lab server store web screens plain lint types style bench gallery docs dist lock clean

# While packages are fetched the page is built: -j2.
play: $(VENV)/built
	@$(MAKE) --no-print-directory -j2 $(VENV)/installed
	@$(BIN)/sidings

# Five at a time, also on two processors: browsers and databases often wait. First what needs no
# page, while that is built, then what takes longest. A part that fails holds up no other.
test: $(VENV)/built
	@$(MAKE) --no-print-directory -j5 --keep-going --output-sync=target \
		games plain types web screens server lab engine store style

# What needs no page needs nothing installed but other packages.
plain types $(VENV)/browser: export PYTHONPATH := $(CURDIR)/src$(if $(PYTHONPATH),:$(PYTHONPATH))

# The games are compiled once for all tests, also those that the tests install beside ours; after
# they were compiled for browsers, since half of the work is the same.
games: $(VENV)/dev $(VENV)/engines
	@PYTHONPATH=src:tests/installed:tests $(BIN)/python -m sidings.testing.compile_games

# The tests in six parts that take about as long.
SCREENS := $(patsubst %,tests/web/test_%.py,analysis everybody fit package plain words)
SERVER := tests/server
STORE := tests/store tests/tables tests/test_fourth_game.py
LAB := tests/agents tests/bots tests/envs tests/lab
web: FILES := tests/web $(patsubst %,--ignore=%,$(SCREENS))
screens: FILES := $(SCREENS)
server: FILES := $(SERVER)
store: FILES := $(STORE)
lab: FILES := $(LAB)
engine: FILES := $(patsubst %,--ignore=%,tests/web $(SERVER) $(STORE) $(LAB))
web screens: $(VENV)/browser
web screens server store lab engine: games $(VENV)/ready
	$(BIN)/python -m pytest -q -m "not plain" $(FILES)

# The same tests of the engine in plain Python, where every branch must be taken.
PLAIN := tests/kernel tests/games tests/tables tests/test_testing.py
plain: $(VENV)/dev
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m coverage run -m pytest -q -m "not compiled" $(PLAIN)
	$(BIN)/python -m coverage report

lint: types style

types: $(VENV)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

style: $(VENV)/page
	$(BIN)/python hatch_build.py check

bench: $(VENV)/ready
	$(BIN)/python benchmarks/engine.py
	$(BIN)/python benchmarks/envs.py

# Pictures of every page and of the states of each game that matter, in docs/gallery.
gallery: $(VENV)/ready
	$(BIN)/python tests/web/gallery.py

# The docs site, in src/sidings/docs; with an environment of its own, since nothing else needs it.
docs: build/docs-venv/ready
	build/docs-venv/bin/python docs_site/build.py

build/docs-venv/ready: requirements/docs.txt
	$(PYTHON) -m venv build/docs-venv
	build/docs-venv/bin/python -m pip install --quiet --require-hashes -r requirements/docs.txt
	@touch $@

# Wheel and sdist, as they are published; tests/installed_wheel.py tries them in an empty environment.
dist: $(VENV)/built docs
	rm -rf dist
	$(BIN)/python -m hatchling build -d dist

# What is installed is locked, with hashes; Sidings itself is built without fetching anything else.
# pip installs uv alone, which installs the rest in a quarter of the time.
INSTALL := $(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes
SELF := $(PIP) install --no-deps --no-build-isolation -e .

$(VENV)/built: requirements/build.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Setting up (once) ..."
	@sed -n '/^uv==/,/[^\\]$$/p' $< > $(VENV)/uv.txt
	@$(PIP) install --no-compile --require-hashes -r $(VENV)/uv.txt
	@$(INSTALL) -r $<
	@touch $@

$(VENV)/engines: $(VENV)/built hatch_build.py $(GAMES)
	@$(BIN)/python hatch_build.py engines
	@touch $@

$(VENV)/page: $(VENV)/engines $(PAGE)
	@$(BIN)/python hatch_build.py
	@touch $@

$(VENV)/run $(VENV)/dev: $(VENV)/%: $(VENV)/built requirements/%.txt
	@$(INSTALL) -r requirements/$*.txt
	@touch $@

$(VENV)/browser: $(VENV)/dev tests/web/package-lock.json
	@$(BIN)/python -m sidings.testing.browser
	@touch $@

$(VENV)/installed: pyproject.toml $(VENV)/run $(VENV)/page
	@$(SELF)
	@touch $@

$(VENV)/ready: pyproject.toml $(VENV)/dev $(VENV)/page
	@$(SELF)
	@touch $@ $(VENV)/run $(VENV)/installed

# Bring every lock file up to date: dev has everything, the others are parts of it.
LOCK := $(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes --no-header --no-annotate
BUILD_NEEDS := $(BIN)/python -c "import tomllib; print('uv', *tomllib.load(open('pyproject.toml', 'rb'))['build-system']['requires'], sep='\n')"
lock: $(VENV)/ready
	$(LOCK) pyproject.toml --extra dev -o requirements/dev.txt
	$(LOCK) pyproject.toml --extra postgresql --extra push -c requirements/dev.txt -o requirements/run.txt
	$(BUILD_NEEDS) | $(LOCK) - -c requirements/dev.txt -o requirements/build.txt
	$(LOCK) --group docs -o requirements/docs.txt
	$(BIN)/python hatch_build.py lock

clean:
	rm -rf $(VENV) dist build .coverage .pytest_cache .mypy_cache .ruff_cache .hypothesis
