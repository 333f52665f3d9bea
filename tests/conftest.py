"""What holds for all tests: properties are tried on the same examples in every run, and may take their time."""

from hypothesis import settings

settings.register_profile("knossos", deadline=None, derandomize=True, database=None)
settings.load_profile("knossos")
