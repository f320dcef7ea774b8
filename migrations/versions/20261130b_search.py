"""index of card names."""

from alembic import op

from marketplace.catalogue import search_index

revision = "20261130b_search"
down_revision = "20261130_reset_requests"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # The index is derived data: whatever the code of today makes is right for every database.
    search_index.create(op.get_bind())


def downgrade() -> None:
    search_index.drop(op.get_bind())
