"""Epigraph: quotations that fit what a person is writing, offline."""

__version__ = "0.1.0"
