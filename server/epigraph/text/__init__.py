"""Find the context of a quotation in a document and format what is inserted. Pure functions, no I/O."""
