"""remember which source lists a printing."""

from alembic import op
import sqlalchemy as sa


revision = "20261130c_catalogue_sources"
down_revision = "20261130b_search"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "card_source",
        sa.Column("card_id", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(length=20), nullable=False),
        sa.Column("facts", sa.String(length=40), nullable=False),
        sa.Column("printings", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(["card_id"], ["card.id"], name=op.f("fk_card_source_card_id_card"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("card_id", "source", name=op.f("pk_card_source")),
    )
    op.add_column("printing", sa.Column("sources", sa.Integer(), server_default=sa.text("0"), nullable=False))


def downgrade() -> None:
    # Not in batch mode: SQLite would rebuild the table, and dropping the old one cascades to everything people own.
    op.drop_column("printing", "sources")
    op.drop_table("card_source")
