"""The log on disk: SQLite by default, PostgreSQL when several servers serve the same tables."""

from sidings.store.bus import Bus, Hint
from sidings.store.database import InUse, Unavailable
from sidings.store.lobby import ListedTable, Listing
from sidings.store.log import Lost, NewTable, Row, Won
from sidings.store.notices import NEVER, Channel, DueNotice
from sidings.store.store import Store, check_not_in_use, open_store
from sidings.store.supervision import keep_running
from sidings.store.upkeep import KeptPerson, KeptTable

__all__ = [
    "NEVER",
    "Bus",
    "Channel",
    "DueNotice",
    "Hint",
    "InUse",
    "KeptPerson",
    "KeptTable",
    "ListedTable",
    "Listing",
    "Lost",
    "NewTable",
    "Row",
    "Store",
    "Unavailable",
    "Won",
    "check_not_in_use",
    "keep_running",
    "open_store",
]
