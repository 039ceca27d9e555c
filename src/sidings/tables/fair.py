"""The former name of ``fairness``, until all callers have been changed."""

from sidings.tables.fairness import SECRET_BYTES, hash_of_secret, mix

__all__ = ["SECRET_BYTES", "hash_of_secret", "mix"]
