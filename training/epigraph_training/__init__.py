"""From corpora to context-quote pairs to trained encoders. Never imported by the server."""
