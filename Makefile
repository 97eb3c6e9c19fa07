# ElderZoo: everything a checkout needs. Each target first installs what it uses into .venv, here in the checkout.
#   make demo                             train a first agent and see what it learned
#   make PYTHON=/path/to/python3.12 demo  the same, with a Python of your choice

PYTHON ?= python3
VENV = .venv
BIN = $(VENV)/bin
PIP = $(BIN)/python -m pip install -qq --disable-pip-version-check --constraint constraints.txt
SAY = @printf '==> %s\n'

# One numerical thread a process: small networks run slower on several threads that wait for each other.
export OMP_NUM_THREADS ?= 1

# What the targets run.
DEMO = $(BIN)/elderzoo train age_of_madness-v0 --config demo
TEST = $(BIN)/python -m pytest -n 2 --durations 15
BENCH = $(BIN)/python -m benchmarks.speed
GOLDEN = $(BIN)/python -m tests.golden.record
PAGES = $(BIN)/python -m benchmarks.pages

.DEFAULT_GOAL = help
.NOTPARALLEL:
.PHONY: help venv demo test test-rest test-full browser lint format bench golden pages clean

help: ## list the targets
	@echo 'ElderZoo: make TARGET, where TARGET is one of'
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1|\2/p' Makefile | while IFS='|' read -r target text; do printf '%-14s%s\n' "$$target" "$$text"; done

venv: $(VENV)/.stamp-dev ## install the library and all that is needed to train, test and lint

demo: $(VENV)/.stamp-train ## train an agent for two-seat Age of Madness and measure it (some minutes)
	$(SAY) 'Training and measuring an agent: $(DEMO)'
	@$(DEMO)

test: $(VENV)/.stamp-dev $(VENV)/.stamp-peers ## run the tests, without the largest matrices
	$(SAY) 'Running the tests without the largest matrices (make test-full runs those too)'
	@$(TEST) -m 'not full'

test-rest: $(VENV)/.stamp-dev $(VENV)/.stamp-peers $(VENV)/.stamp-ray $(VENV)/.stamp-npm browser ## run what `make test` leaves out
	$(SAY) 'Running the largest matrices'
	@$(TEST) -m full

test-full: $(VENV)/.stamp-dev $(VENV)/.stamp-peers $(VENV)/.stamp-ray $(VENV)/.stamp-npm browser ## run all tests
	$(SAY) 'Running all tests'
	@$(TEST)

browser: $(VENV)/.stamp-dev ## install a browser for the tests of the page, on Debian and as root
	$(SAY) 'Looking for the browser of the page tests: tests/page/install.sh'
	@tests/page/install.sh $(BIN)/python || echo 'No browser could be installed: the tests that need one are skipped, by name.'

lint: $(VENV)/.stamp-dev $(VENV)/.stamp-node ## check style, format and types
	$(SAY) 'Checking style: ruff check'
	@$(BIN)/ruff check .
	$(SAY) 'Checking format: ruff format --check'
	@$(BIN)/ruff format --check .
	$(SAY) 'Checking types: pyright'
	@$(BIN)/pyright

format: $(VENV)/.stamp-dev ## put imports and code in the form that lint asks for
	$(SAY) 'Sorting imports and formatting: ruff'
	@$(BIN)/ruff check --quiet --select I --fix .
	@$(BIN)/ruff format .

bench: $(VENV)/.stamp-train $(VENV)/.stamp-peers ## measure speed by layer, beside peers where they install
	$(SAY) 'Measuring speed by layer: $(BENCH)'
	@$(BENCH)

golden: $(VENV)/.stamp-dev ## record the golden play-throughs again
	$(SAY) 'Recording the golden play-throughs: $(GOLDEN)'
	@$(GOLDEN)

pages: $(VENV)/.stamp-train ## write the generated parts of the pages again
	$(SAY) 'Writing the generated parts of the pages: $(PAGES)'
	@$(PAGES)

clean: ## remove caches and build output (.venv and runs stay)
	$(SAY) 'Removing caches and build output'
	@rm -rf build dist *.egg-info .pytest_cache .ruff_cache .hypothesis .coverage htmlcov
	@find . -path ./$(VENV) -prune -o -path ./.git -prune -o -type d -name __pycache__ -prune -exec rm -rf {} +

# Stamps: a step is repeated when what it depends on has changed.

$(VENV)/.stamp-venv:
	@command -v $(PYTHON) >/dev/null 2>&1 || { \
	  echo "ElderZoo needs Python 3.11 or newer and found no '$(PYTHON)'. Name one: make PYTHON=/path/to/python3.11 ..."; exit 1; } >&2
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "ElderZoo needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) --version 2>&1). Name one: make PYTHON=/path/to/python3.11 ..."; exit 1; } >&2
	@test -x $(BIN)/python || { echo '==> Creating the virtual environment $(VENV)'; $(PYTHON) -m venv $(VENV); }
	@touch $@

# A type checker does not follow the import hook of an editable install; these links show it the same names.
$(VENV)/.stamp-names: $(VENV)/.stamp-venv pyproject.toml
	@rm -rf $(VENV)/names && mkdir -p $(VENV)/names/elderzoo
	@for part in envs agents training configs benchmarks elderzoo/__init__.py elderzoo/py.typed; do \
	  ln -s "../../../$$part" $(VENV)/names/elderzoo/; done
	@touch $@

$(VENV)/.stamp-train: $(VENV)/.stamp-venv pyproject.toml setup.py constraints.txt
	$(SAY) 'Installing PyTorch into $(VENV) (the largest download; minutes the first time)'
	@$(PIP) torch
	$(SAY) 'Installing ElderZoo and what training needs into $(VENV)'
	@$(PIP) --editable '.[train,eval]'
	@touch $@

$(VENV)/.stamp-dev: $(VENV)/.stamp-train $(VENV)/.stamp-names
	$(SAY) 'Installing the test and lint tools into $(VENV)'
	@$(PIP) --editable '.[train,eval,dev]'
	@touch $@

# pyright runs on Node.js: the machine's own, or else one from the package registry.
$(VENV)/.stamp-node: $(VENV)/.stamp-dev
	@command -v node >/dev/null 2>&1 || { echo '==> Installing Node.js for pyright into $(VENV)'; $(PIP) 'pyright[nodejs]'; }
	@touch $@

# A client in TypeScript is generated from the service's OpenAPI document; without Node.js its test is skipped.
$(VENV)/.stamp-npm: $(VENV)/.stamp-venv samples/typescript/package.json
	$(SAY) 'Installing the tools of the TypeScript client into $(VENV)/node'
	@rm -rf $(VENV)/node && mkdir -p $(VENV)/node && cp samples/typescript/package.json $(VENV)/node/
	@npm install --prefix $(VENV)/node --no-audit --no-fund --no-package-lock --silent || echo 'They could not be installed.'
	@touch $@

# Other libraries: what the benchmarks compare with and the yardsticks are judged by; the executor of clusters.
$(VENV)/.stamp-peers: $(VENV)/.stamp-train
	$(SAY) 'Installing the libraries to compare with into $(VENV)'
	@$(PIP) --editable '.[peers]' || echo 'No build of them for this Python: the comparison is left out.'
	@touch $@

$(VENV)/.stamp-ray: $(VENV)/.stamp-train
	$(SAY) 'Installing Ray into $(VENV)'
	@$(PIP) --editable '.[ray]' || echo 'No build of it for this Python: its tests are left out.'
	@touch $@
