"""From corpora to context-quote pairs: one file a stage, joined by `pipeline.mine`."""
