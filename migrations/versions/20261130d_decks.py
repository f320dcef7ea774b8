"""decks, their cards, lists of limits; numbers simulators use for cards without one."""

from alembic import op
import sqlalchemy as sa

from marketplace.db import UtcDateTime

revision = "20261130d_decks"
down_revision = "20261130c_catalogue_sources"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("card", sa.Column("placeholder_passcode", sa.BigInteger(), nullable=True))
    op.create_index(op.f("ix_card_placeholder_passcode"), "card", ["placeholder_passcode"])
    op.create_table(
        "deck_list",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("dated", sa.String(length=10), nullable=False),
        sa.Column("file_name", sa.String(length=200), nullable=False),
        sa.Column("entries", sa.Integer(), nullable=False),
        sa.Column("is_whitelist", sa.Boolean(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("remarks", sa.JSON(), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_deck_list_user_id_user_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deck_list")),
        sa.UniqueConstraint("user_id", "name", name=op.f("uq_deck_list_user_id_name")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "deck",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("author", sa.String(length=100), nullable=False),
        sa.Column("ruleset", sa.String(length=20), nullable=False),
        sa.Column("list_kind", sa.String(length=10), nullable=False),
        sa.Column("list_name", sa.String(length=200), nullable=False),
        sa.Column("list_id", sa.Integer(), nullable=True),
        sa.Column("only_owned", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("partner_id", sa.Integer(), nullable=True),
        sa.Column("copy_for_duels_of_id", sa.Integer(), nullable=True),
        sa.Column("is_duel_copy", sa.Boolean(), nullable=False),
        sa.Column("unread", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("recent_keys", sa.JSON(), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("updated_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", UtcDateTime(timezone=True), nullable=True),
        sa.CheckConstraint("state IN ('idea', 'built')", name=op.f("ck_deck_state")),
        sa.ForeignKeyConstraint(
            ["copy_for_duels_of_id"], ["deck.id"], name=op.f("fk_deck_copy_for_duels_of_id_deck"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["list_id"], ["deck_list.id"], name=op.f("fk_deck_list_id_deck_list"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["partner_id"], ["deck.id"], name=op.f("fk_deck_partner_id_deck"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_deck_user_id_user_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deck")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_deck_user", "deck", ["user_id", "deleted_at", "updated_at"])
    op.create_table(
        "deck_card",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("deck_id", sa.Integer(), nullable=False),
        sa.Column("pile", sa.String(length=5), nullable=False),
        sa.Column("written", sa.String(length=270), nullable=False),
        sa.Column("passcode", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.String(length=250), nullable=False),
        sa.Column("card_id", sa.Integer(), nullable=True),
        sa.Column("copies", sa.Integer(), nullable=False),
        sa.CheckConstraint("copies > 0", name=op.f("ck_deck_card_copies")),
        sa.CheckConstraint("pile IN ('main', 'extra', 'side')", name=op.f("ck_deck_card_pile")),
        sa.ForeignKeyConstraint(["card_id"], ["card.id"], name=op.f("fk_deck_card_card_id_card"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["deck_id"], ["deck.id"], name=op.f("fk_deck_card_deck_id_deck"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deck_card")),
        sa.UniqueConstraint("deck_id", "pile", "written", name=op.f("uq_deck_card_deck_id_pile_written")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_deck_card_card_id"), "deck_card", ["card_id"])


def downgrade() -> None:
    op.drop_table("deck_card")
    op.drop_table("deck")
    op.drop_table("deck_list")
    # Not in batch mode: SQLite would rebuild the table, and dropping the old one cascades to everything people own.
    op.drop_index(op.f("ix_card_placeholder_passcode"), table_name="card")
    op.drop_column("card", "placeholder_passcode")
