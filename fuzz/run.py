"""Fuzz one target, led by coverage, until it fails or the time is over: atheris, which libFuzzer drives.

    python fuzz/run.py documents -max_total_time=300

What it finds is written beside it as `crash-…`; make it a test in tests/trust, and mend the root.
"""  # noqa: INP001 - programs, no package

import sys

import atheris

with atheris.instrument_imports(include=["epigraph"]):
    import targets


def main() -> None:
    """Fuzz the target that is named first; the rest is for libFuzzer."""
    name = sys.argv.pop(1) if len(sys.argv) > 1 else ""
    if name not in targets.TARGETS:
        sys.exit(f"found {name!r}, expected one of {', '.join(targets.TARGETS)}")
    atheris.Setup(sys.argv, targets.TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
