"""The language server: the only code that knows LSP types, columns and clients."""
