"""The tables of the database. Alembic migrations (``migrations``) make and change them."""

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

people = sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("handle", sa.String(48), nullable=True, unique=True),  # a claimed name
    sa.Column("passphrase", sa.String(200), nullable=True),  # argon2id
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("seen", sa.BigInteger, nullable=False),
)

tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),  # SHA-256; the token itself is not kept
    sa.Column("person", sa.String(22), nullable=False, index=True),
    sa.Column("created", sa.BigInteger, nullable=False),
)

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column("header", sa.Text, nullable=False),
    sa.Column("secret", sa.LargeBinary, nullable=False),
    sa.Column("links", sa.LargeBinary, nullable=False),
    sa.Column("host", sa.String(22), nullable=False, index=True),
    # What lists of tables show; it follows from the log and is written with it.
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Column("summary", sa.Text, nullable=False),
    sa.Index("ix_tables_lobby", "listed", "status", "changed"),
)

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("table", sa.String(22), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    # Whose command it was, so that a resend is known. It needs no index of its own: a table has
    # few entries, and only a resend looks for it.
    sa.Column("command", sa.String(64), nullable=True),
    sa.Column("body", sa.Text, nullable=False),
    sqlite_with_rowid=False,
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table", sa.String(22), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("person", sa.String(22), nullable=False, index=True),
)

channels = sa.Table(
    "channels",
    metadata,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column("owner", sa.String(22), nullable=False, index=True),  # a person or a tournament
    sa.Column("kind", sa.String(8), nullable=False),  # discord, slack, json or push
    sa.Column("target", sa.Text, nullable=False),  # the address to post to
    sa.Column("keys", sa.Text, nullable=False),  # of a browser, for push; else empty
    sa.Column("language", sa.String(2), nullable=False),
    sa.Column("remind", sa.Integer, nullable=False),  # after so many hours; 0 for never
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("failures", sa.Integer, nullable=False),  # since the last success
)

notices = sa.Table(
    "notices",
    metadata,
    sa.Column("channel", sa.String(22), primary_key=True),
    sa.Column("table", sa.String(22), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),  # of the position whose turn it tells of
    sa.Column("due", sa.BigInteger, nullable=False, index=True),
    sa.Column("sent", sa.Integer, nullable=False),  # so often for this turn
    sa.Column("attempts", sa.Integer, nullable=False),  # that failed since
)

keys = sa.Table(
    "keys",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.LargeBinary, nullable=False),
)

tournaments = sa.Table(
    "tournaments",
    metadata,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column("host", sa.String(22), nullable=False, index=True),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("plan", sa.Text, nullable=False),  # the game, the format and so on
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
)

entrants = sa.Table(
    "entrants",
    metadata,
    sa.Column("tournament", sa.String(22), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("person", sa.String(22), nullable=True, index=True),  # none for a bot
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("level", sa.String(32), nullable=False),  # of a bot; else empty
    sa.UniqueConstraint("tournament", "person"),
)

pairings = sa.Table(
    "pairings",
    metadata,
    sa.Column("tournament", sa.String(22), primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("board", sa.Integer, primary_key=True, autoincrement=False),
    # 0: the two meet. 1, 2: the first or the second plays the same deal against a bot.
    sa.Column("part", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("first", sa.Integer, nullable=False),
    sa.Column("second", sa.Integer, nullable=False),  # 0 for a bye
    sa.Column("table", sa.String(22), nullable=True, index=True),
    sa.Column("points", sa.Float, nullable=True),  # of the first, or of who plays the bot
    sa.Column("margin", sa.Integer, nullable=True),  # by how much the game was won or lost
)

ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("game", sa.String(60), primary_key=True),
    sa.Column("member", sa.String(40), primary_key=True),  # a person's id, or bot:LEVEL
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
)

rated = sa.Table(  # the tables that have been counted
    "rated",
    metadata,
    sa.Column("table", sa.String(22), primary_key=True),
)

days = sa.Table(  # how people did with the deal of a day
    "days",
    metadata,
    sa.Column("day", sa.String(10), primary_key=True),
    sa.Column("game", sa.String(60), primary_key=True),
    sa.Column("person", sa.String(22), primary_key=True, index=True),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("margin", sa.Integer, nullable=False),
    sa.Column("moves", sa.Integer, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)

notebooks = sa.Table(  # the records that people with a passphrase keep of their own games
    "notebooks",
    metadata,
    sa.Column("person", sa.String(22), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
)
