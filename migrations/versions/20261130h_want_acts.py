"""acts on a want list: sent once, and undone."""

from alembic import op
import sqlalchemy as sa

from marketplace.db import UtcDateTime

revision = "20261130h_want_acts"
down_revision = "20261130g_trades"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "want_act",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("summary", sa.JSON(), nullable=False),
        sa.Column("request_key", sa.String(length=64), nullable=True),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("undone_at", UtcDateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_want_act_user_id_user_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_want_act")),
        sa.UniqueConstraint("user_id", "request_key", name=op.f("uq_want_act_user_id_request_key")),
        sqlite_autoincrement=True,
    )


def downgrade() -> None:
    op.drop_table("want_act")
