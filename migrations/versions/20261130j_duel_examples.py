"""duels that begin with an example of the rulebook."""

from alembic import op
import sqlalchemy as sa

revision = "20261130j_duel_examples"
down_revision = "20261130i_matches"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("duel", schema=None) as batch_op:
        batch_op.add_column(sa.Column("example", sa.String(length=120), nullable=True))


def downgrade() -> None:
    # Not in batch mode: SQLite would rebuild the table, and dropping the old one cascades to everything people own.
    op.drop_column("duel", "example")
