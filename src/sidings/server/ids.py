"""Names of tables and the like that nobody can guess."""

import secrets

BYTES = 16


def new_id() -> str:
    """Letters, digits, ``_`` and ``-``; a leading ``-`` would look like an option to a command."""
    while (made := secrets.token_urlsafe(BYTES)).startswith("-"):
        pass
    return made
