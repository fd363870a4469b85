"""What all tests share."""

from hypothesis import settings

# no deadlines: these machines are noisy, and speed is bench/'s business
settings.register_profile("epigraph", deadline=None)
settings.load_profile("epigraph")
