"""matches of practice duels, and house rules."""

from alembic import op
import sqlalchemy as sa

from marketplace.db import UtcDateTime

revision = "20261130i_matches"
down_revision = "20261130h_want_acts"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "house_ruleset",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("request_key", sa.String(length=64), nullable=True),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("base", sa.String(length=40), nullable=False),
        sa.Column("changes", sa.JSON(), nullable=False),
        sa.Column("share_token", sa.String(length=40), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("updated_at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_house_ruleset_user_id_user_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_house_ruleset")),
        sa.UniqueConstraint("share_token", name=op.f("uq_house_ruleset_share_token")),
        sa.UniqueConstraint("user_id", "request_key", name=op.f("uq_house_ruleset_user_id_request_key")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_house_ruleset_user", "house_ruleset", ["user_id", "updated_at"])
    op.create_table(
        "duel_match",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("ruleset", sa.String(length=40), nullable=False),
        sa.Column("house", sa.JSON(), nullable=True),
        sa.Column("agent", sa.String(length=20), nullable=False),
        sa.Column("my_deck", sa.String(length=120), nullable=False),
        sa.Column("their_deck", sa.String(length=120), nullable=False),
        sa.Column("cards", sa.LargeBinary(), nullable=False),
        sa.Column("limits", sa.JSON(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("stage", sa.String(length=10), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.Column("tied", sa.Integer(), nullable=False),
        sa.Column("result", sa.String(length=10), nullable=False),
        sa.Column("reason", sa.String(length=80), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("updated_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("finished_at", UtcDateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_duel_match_user_id_user_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_duel_match")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_duel_match_user", "duel_match", ["user_id", "status", "updated_at"])
    with op.batch_alter_table("duel") as batch:
        batch.add_column(sa.Column("house", sa.JSON(), nullable=True))
        batch.add_column(sa.Column("match_id", sa.Integer(), nullable=True))
        batch.add_column(sa.Column("match_number", sa.Integer(), nullable=True))
        batch.create_foreign_key(op.f("fk_duel_match_id_duel_match"), "duel_match", ["match_id"], ["id"], ondelete="CASCADE")
        batch.create_index(op.f("ix_duel_match_id"), ["match_id"])


def downgrade() -> None:
    with op.batch_alter_table("duel") as batch:
        batch.drop_index(op.f("ix_duel_match_id"))
        batch.drop_constraint(op.f("fk_duel_match_id_duel_match"), type_="foreignkey")
        batch.drop_column("match_number")
        batch.drop_column("match_id")
        batch.drop_column("house")
    op.drop_table("duel_match")
    op.drop_table("house_ruleset")
