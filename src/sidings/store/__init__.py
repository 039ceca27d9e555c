"""The log on disk: SQLite by default, PostgreSQL when several servers serve the same tables."""

from sidings.store.bus import Bus, Hint
from sidings.store.database import Unavailable
from sidings.store.lobby import ListedTable, Listing
from sidings.store.log import Lost, NewTable, Row, Won
from sidings.store.store import Store, open_store

__all__ = [
    "Bus",
    "Hint",
    "ListedTable",
    "Listing",
    "Lost",
    "NewTable",
    "Row",
    "Store",
    "Unavailable",
    "Won",
    "open_store",
]
