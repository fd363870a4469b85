"""Quotations: the value, the shipped collections, a person's own files."""
