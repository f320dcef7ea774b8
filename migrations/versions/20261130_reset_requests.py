"""remember who asked for a new password."""

from alembic import op
import sqlalchemy as sa

import marketplace.db

revision = "20261130_reset_requests"
down_revision = "20261130_first_schema"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("user_account", schema=None) as batch_op:
        batch_op.add_column(sa.Column("reset_requested_at", marketplace.db.UtcDateTime(timezone=True), nullable=True))


def downgrade() -> None:
    # Not in batch mode: SQLite would rebuild the table, and dropping the old one cascades to everything people own.
    op.drop_column("user_account", "reset_requested_at")
