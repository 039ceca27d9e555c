"""The Python client keeps a view by following changes."""

from sidings.client import View


def test_a_change_that_does_not_fit_is_not_followed() -> None:
    view = View("t")
    assert not view.change({"version": 5, "since": 4})
    assert view.change({"version": -1, "since": -1})
