"""Rank quotations for a query: one file a channel, then fusion and folding. No LSP types; I/O only in crm and team."""
