"""The subcommands of `epigraph`, one file each."""
