"""Rank quotations for a query: one file a channel, then fusion and folding. No LSP types, no I/O."""
