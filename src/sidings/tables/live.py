"""The former place of ``rebuild``, until all callers have been changed."""

from sidings.tables.apply import rebuild

__all__ = ["rebuild"]
