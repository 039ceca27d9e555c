"""Tournaments and the ladder."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("host", sa.String(22), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("plan", sa.Text, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_tournaments_host", "tournaments", ["host"])
    op.create_table(
        "entrants",
        sa.Column("tournament", sa.String(22), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(22), nullable=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("level", sa.String(32), nullable=False),
        sa.UniqueConstraint("tournament", "person", name="uq_entrants_tournament_person"),
    )
    op.create_index("ix_entrants_person", "entrants", ["person"])
    op.create_table(
        "pairings",
        sa.Column("tournament", sa.String(22), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("board", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("part", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("second", sa.Integer, nullable=False),
        sa.Column("table", sa.String(22), nullable=True),
        sa.Column("points", sa.Float, nullable=True),
        sa.Column("margin", sa.Integer, nullable=True),
    )
    op.create_index("ix_pairings_table", "pairings", ["table"])
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(60), primary_key=True),
        sa.Column("member", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
    op.create_table("rated", sa.Column("table", sa.String(22), primary_key=True))
