"""The mark that ties a test to the numbered rule it shows."""

import pytest


def rule(*numbers: str) -> pytest.MarkDecorator:
    """``@rule("MT-14")``: this test shows rule MT-14 and would fail without it."""
    return pytest.mark.rule(*numbers)
