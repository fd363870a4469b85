"""The small encoders on which the systems are tested too."""

from unit.training.baselines.conftest import few_quotations, lively_base  # noqa: F401 - fixtures
