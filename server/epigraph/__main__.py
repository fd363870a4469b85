"""Run the command line as `python -m epigraph`."""

import sys

from epigraph.cli import main

sys.exit(main())
