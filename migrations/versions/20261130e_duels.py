"""practice duels."""

from alembic import op
import sqlalchemy as sa

from marketplace.db import UtcDateTime

revision = "20261130e_duels"
down_revision = "20261130d_decks"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "duel",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("request_key", sa.String(length=64), nullable=True),
        sa.Column("ruleset", sa.String(length=40), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("agent", sa.String(length=20), nullable=False),
        sa.Column("agent_seed", sa.BigInteger(), nullable=False),
        sa.Column("my_deck", sa.String(length=120), nullable=False),
        sa.Column("their_deck", sa.String(length=120), nullable=False),
        sa.Column("decks", sa.LargeBinary(), nullable=False),
        sa.Column("snapshot", sa.LargeBinary(), nullable=True),
        sa.Column("transcript", sa.LargeBinary(), nullable=True),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("waiting", sa.String(length=10), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("result", sa.String(length=10), nullable=False),
        sa.Column("reason", sa.String(length=80), nullable=False),
        sa.Column("mode", sa.String(length=10), nullable=False),
        sa.Column("stops", sa.String(length=200), nullable=False),
        sa.Column("speed", sa.String(length=10), nullable=False),
        sa.Column("rematch_of", sa.Integer(), nullable=True),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("updated_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("finished_at", UtcDateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["rematch_of"], ["duel.id"], name=op.f("fk_duel_rematch_of_duel"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_duel_user_id_user_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_duel")),
        sa.UniqueConstraint("user_id", "request_key", name=op.f("uq_duel_user_id_request_key")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_duel_user", "duel", ["user_id", "status", "updated_at"])


def downgrade() -> None:
    op.drop_table("duel")
