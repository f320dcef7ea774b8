"""sign-ins that ended, so that a copy of their cookie ends, too."""

from alembic import op
import sqlalchemy as sa

from marketplace.db import UtcDateTime

revision = "20261130f_ended_sessions"
down_revision = "20261130e_duels"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "ended_session",
        sa.Column("key_hash", sa.String(length=64), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("ended_at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_ended_session_user_id_user_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("key_hash", name=op.f("pk_ended_session")),
    )
    op.create_index(op.f("ix_ended_session_user_id"), "ended_session", ["user_id"])
    op.create_index(op.f("ix_ended_session_ended_at"), "ended_session", ["ended_at"])


def downgrade() -> None:
    op.drop_table("ended_session")
