"""Settings for all tests."""

from hypothesis import settings

# The same examples every time, and no clock: a test fails for a reason or not at all.
settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.load_profile("repeatable")
