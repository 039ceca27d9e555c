"""The former name of ``runtime``, until all callers have been changed."""

from sidings.tables.runtime import runtime_of as kit_of

__all__ = ["kit_of"]
