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
