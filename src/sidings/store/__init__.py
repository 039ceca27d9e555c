"""The log on disk: SQLite by default, PostgreSQL when several servers serve the same tables."""

from sidings.store.batch import Unavailable
from sidings.store.bus import Bus, Hint
from sidings.store.log import Listing, Lost, NewTable, Row, Store, Won
from sidings.store.open import open_store

__all__ = [
    "Bus",
    "Hint",
    "Listing",
    "Lost",
    "NewTable",
    "Row",
    "Store",
    "Unavailable",
    "Won",
    "open_store",
]
