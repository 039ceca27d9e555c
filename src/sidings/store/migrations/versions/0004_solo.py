"""The deal of the day, and people's own records."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "days",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(60), primary_key=True),
        sa.Column("person", sa.String(22), primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("margin", sa.Integer, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_days_person", "days", ["person"])
    op.create_table(
        "notebooks",
        sa.Column("person", sa.String(22), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
