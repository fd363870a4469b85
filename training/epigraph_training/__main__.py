"""`python -m epigraph_training`: what `accelerate launch -m` starts in every process."""

import sys

from epigraph_training.cli import main

sys.exit(main())
