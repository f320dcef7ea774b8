"""wants and seen lists, conversations, trades; copies promised by an agreed trade."""

from alembic import op
import sqlalchemy as sa

from marketplace.db import UtcDateTime

revision = "20261130g_trades"
down_revision = "20261130f_ended_sessions"
branch_labels = None
depends_on = None

PROMISED = "promised >= 0 AND for_trade + lent + promised <= quantity"


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        # In one statement, without making the table anew: that would drop its partial index, and with foreign keys
        # switched on take the rows along that point at it.
        op.execute(
            f"ALTER TABLE stack ADD COLUMN promised INTEGER NOT NULL DEFAULT 0 CONSTRAINT ck_stack_promised CHECK ({PROMISED})"
        )
    else:
        op.add_column("stack", sa.Column("promised", sa.Integer(), server_default=sa.text("0"), nullable=False))
        op.create_check_constraint(op.f("ck_stack_promised"), "stack", PROMISED)
    op.create_table(
        "conversation",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("subject", sa.String(length=60), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("last_message_id", sa.Integer(), nullable=False),
        sa.Column("last_message_at", UtcDateTime(timezone=True), nullable=True),
        sa.CheckConstraint("kind IN ('private', 'trade')", name=op.f("ck_conversation_kind")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_conversation")),
        sa.UniqueConstraint("subject", name=op.f("uq_conversation_subject")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "block",
        sa.Column("blocker_id", sa.Integer(), nullable=False),
        sa.Column("blocked_id", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["blocked_id"], ["user_account.id"], name=op.f("fk_block_blocked_id_user_account"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["blocker_id"], ["user_account.id"], name=op.f("fk_block_blocker_id_user_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("blocker_id", "blocked_id", name=op.f("pk_block")),
    )
    op.create_index(op.f("ix_block_blocked_id"), "block", ["blocked_id"], unique=False)
    op.create_table(
        "conversation_participant",
        sa.Column("conversation_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("read_to_id", sa.Integer(), nullable=False),
        sa.Column("muted", sa.Boolean(), nullable=False),
        sa.Column("hidden_to_id", sa.Integer(), nullable=False),
        sa.Column("mailed_to_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["conversation_id"],
            ["conversation.id"],
            name=op.f("fk_conversation_participant_conversation_id_conversation"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_conversation_participant_user_id_user_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("conversation_id", "user_id", name=op.f("pk_conversation_participant")),
    )
    op.create_index(
        "ix_conversation_participant_user", "conversation_participant", ["user_id", "conversation_id"], unique=False
    )
    op.create_table(
        "live_mark",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_live_mark_user_id_user_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_live_mark")),
    )
    op.create_table(
        "message",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("conversation_id", sa.Integer(), nullable=False),
        sa.Column("author_id", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(length=6), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("event", sa.String(length=40), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("request_key", sa.String(length=64), nullable=True),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.CheckConstraint("kind IN ('text', 'event')", name=op.f("ck_message_kind")),
        sa.ForeignKeyConstraint(
            ["author_id"], ["user_account.id"], name=op.f("fk_message_author_id_user_account"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["conversation_id"], ["conversation.id"], name=op.f("fk_message_conversation_id_conversation"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_message")),
        sa.UniqueConstraint("author_id", "request_key", name=op.f("uq_message_author_id_request_key")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_message_thread", "message", ["conversation_id", "id"], unique=False)
    op.create_table(
        "nothing_seen",
        sa.Column("viewer_id", sa.Integer(), nullable=False),
        sa.Column("owner_id", sa.Integer(), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("said_at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["owner_id"], ["user_account.id"], name=op.f("fk_nothing_seen_owner_id_user_account"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["viewer_id"], ["user_account.id"], name=op.f("fk_nothing_seen_viewer_id_user_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("viewer_id", "owner_id", name=op.f("pk_nothing_seen")),
    )
    op.create_index(op.f("ix_nothing_seen_owner_id"), "nothing_seen", ["owner_id"], unique=False)
    op.create_table(
        "notice_choice",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("mail_trades", sa.Boolean(), nullable=False),
        sa.Column("mail_messages", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_notice_choice_user_id_user_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_notice_choice")),
    )
    op.create_table(
        "postal_address",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("label", sa.String(length=60), nullable=False),
        sa.Column("lines", sa.Text(), nullable=False),
        sa.Column("country", sa.String(length=2), nullable=True),
        sa.Column("note", sa.String(length=300), nullable=False),
        sa.Column("is_default", sa.Boolean(), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_postal_address_user_id_user_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_postal_address")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_postal_address_user_id"), "postal_address", ["user_id"], unique=False)
    op.create_table(
        "seen_list",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("viewer_id", sa.Integer(), nullable=False),
        sa.Column("owner_id", sa.Integer(), nullable=False),
        sa.Column("raw", sa.Text(), nullable=False),
        sa.Column("updated_at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["owner_id"], ["user_account.id"], name=op.f("fk_seen_list_owner_id_user_account"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["viewer_id"], ["user_account.id"], name=op.f("fk_seen_list_viewer_id_user_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seen_list")),
        sa.UniqueConstraint("viewer_id", "owner_id", name=op.f("uq_seen_list_viewer_id_owner_id")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_seen_list_owner_id"), "seen_list", ["owner_id"], unique=False)
    op.create_table(
        "trade_profile",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("haves_note", sa.String(length=1000), nullable=False),
        sa.Column("wants_note", sa.String(length=1000), nullable=False),
        sa.Column("visibility", sa.String(length=8), nullable=False),
        sa.Column("list_language", sa.String(length=8), nullable=False),
        sa.Column("away_until", UtcDateTime(timezone=True), nullable=True),
        sa.Column("only_with_wanted", sa.Boolean(), nullable=False),
        sa.Column("most_open", sa.Integer(), nullable=False),
        sa.Column("updated_at", UtcDateTime(timezone=True), nullable=False),
        sa.CheckConstraint("visibility IN ('members', 'nobody')", name=op.f("ck_trade_profile_visibility")),
        sa.CheckConstraint("most_open BETWEEN 0 AND 50", name=op.f("ck_trade_profile_most_open")),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_trade_profile_user_id_user_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_trade_profile")),
    )
    op.create_table(
        "want_group",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("typed", sa.Text(), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_want_group_user_id_user_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_want_group")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_want_group_user_id"), "want_group", ["user_id"], unique=False)
    op.create_table(
        "message_photo",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["message_id"], ["message.id"], name=op.f("fk_message_photo_message_id_message"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_message_photo")),
        sa.UniqueConstraint("message_id", "digest", name=op.f("uq_message_photo_message_id_digest")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_message_photo_digest"), "message_photo", ["digest"], unique=False)
    op.create_index(op.f("ix_message_photo_message_id"), "message_photo", ["message_id"], unique=False)
    op.create_table(
        "trade",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("proposer_id", sa.Integer(), nullable=True),
        sa.Column("partner_id", sa.Integer(), nullable=True),
        sa.Column("proposer_name", sa.String(length=80), nullable=False),
        sa.Column("partner_name", sa.String(length=80), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("latest", sa.Integer(), nullable=False),
        sa.Column("agreed", sa.Integer(), nullable=True),
        sa.Column("amendment", sa.Integer(), nullable=True),
        sa.Column("awaiting_id", sa.Integer(), nullable=True),
        sa.Column("needs_change", sa.Boolean(), nullable=False),
        sa.Column("manner", sa.String(length=4), nullable=False),
        sa.Column("request_key", sa.String(length=64), nullable=True),
        sa.Column("expires_at", UtcDateTime(timezone=True), nullable=True),
        sa.Column("nudged_at", UtcDateTime(timezone=True), nullable=True),
        sa.Column("agreed_at", UtcDateTime(timezone=True), nullable=True),
        sa.Column("ended_at", UtcDateTime(timezone=True), nullable=True),
        sa.Column("end_reason", sa.String(length=20), nullable=False),
        sa.Column("end_note", sa.String(length=1000), nullable=False),
        sa.Column("conversation_id", sa.Integer(), nullable=True),
        sa.Column("operation_id", sa.Integer(), nullable=True),
        sa.Column("proposer_address", sa.Text(), nullable=True),
        sa.Column("partner_address", sa.Text(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("updated_at", UtcDateTime(timezone=True), nullable=False),
        sa.CheckConstraint("manner IN ('', 'post', 'hand')", name=op.f("ck_trade_manner")),
        sa.CheckConstraint(
            "state IN ('open', 'agreed', 'done', 'declined', 'withdrawn', 'lapsed', 'cancelled', 'recorded')",
            name=op.f("ck_trade_state"),
        ),
        sa.CheckConstraint("proposer_id <> partner_id", name=op.f("ck_trade_two_people")),
        sa.ForeignKeyConstraint(
            ["awaiting_id"], ["user_account.id"], name=op.f("fk_trade_awaiting_id_user_account"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["conversation_id"], ["conversation.id"], name=op.f("fk_trade_conversation_id_conversation"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["operation_id"], ["operation.id"], name=op.f("fk_trade_operation_id_operation"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["partner_id"], ["user_account.id"], name=op.f("fk_trade_partner_id_user_account"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["proposer_id"], ["user_account.id"], name=op.f("fk_trade_proposer_id_user_account"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_trade")),
        sa.UniqueConstraint("proposer_id", "request_key", name=op.f("uq_trade_proposer_id_request_key")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_trade_expires", "trade", ["state", "expires_at"], unique=False)
    op.create_index("ix_trade_partner", "trade", ["partner_id", "state"], unique=False)
    op.create_index("ix_trade_proposer", "trade", ["proposer_id", "state"], unique=False)
    op.create_table(
        "private_value",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("printing_id", sa.Integer(), nullable=False),
        sa.Column("value", sa.Numeric(precision=10, scale=2), nullable=False),
        sa.Column("updated_at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["printing_id"], ["printing.id"], name=op.f("fk_private_value_printing_id_printing"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_private_value_user_id_user_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "printing_id", name=op.f("pk_private_value")),
    )
    op.create_table(
        "trade_consent",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("trade_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("subject", sa.String(length=40), nullable=False),
        sa.Column("given_at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["trade_id"], ["trade.id"], name=op.f("fk_trade_consent_trade_id_trade"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_trade_consent_user_id_user_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_trade_consent")),
        sa.UniqueConstraint("trade_id", "user_id", "subject", name=op.f("uq_trade_consent_trade_id_user_id_subject")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "trade_correction",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("trade_id", sa.Integer(), nullable=False),
        sa.Column("author_id", sa.Integer(), nullable=True),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("changes", sa.JSON(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("decided_at", UtcDateTime(timezone=True), nullable=True),
        sa.CheckConstraint("state IN ('proposed', 'agreed', 'declined', 'withdrawn')", name=op.f("ck_trade_correction_state")),
        sa.ForeignKeyConstraint(
            ["author_id"], ["user_account.id"], name=op.f("fk_trade_correction_author_id_user_account"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["trade_id"], ["trade.id"], name=op.f("fk_trade_correction_trade_id_trade"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_trade_correction")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_trade_correction_trade_id"), "trade_correction", ["trade_id"], unique=False)
    op.create_table(
        "trade_event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("trade_id", sa.Integer(), nullable=False),
        sa.Column("actor_id", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(length=24), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["actor_id"], ["user_account.id"], name=op.f("fk_trade_event_actor_id_user_account"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["trade_id"], ["trade.id"], name=op.f("fk_trade_event_trade_id_trade"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_trade_event")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_trade_event_trade", "trade_event", ["trade_id", "id"], unique=False)
    op.create_table(
        "trade_parcel",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("trade_id", sa.Integer(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("waits", sa.Boolean(), nullable=False),
        sa.Column("sender", sa.String(length=8), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("planned_for", sa.Date(), nullable=True),
        sa.Column("tracking", sa.String(length=120), nullable=False),
        sa.Column("note", sa.String(length=500), nullable=False),
        sa.Column("sent_at", UtcDateTime(timezone=True), nullable=True),
        sa.Column("received_at", UtcDateTime(timezone=True), nullable=True),
        sa.CheckConstraint("sender IN ('proposer', 'partner')", name=op.f("ck_trade_parcel_sender")),
        sa.CheckConstraint("state IN ('planned', 'sent', 'received', 'missing')", name=op.f("ck_trade_parcel_state")),
        sa.ForeignKeyConstraint(["trade_id"], ["trade.id"], name=op.f("fk_trade_parcel_trade_id_trade"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_trade_parcel")),
        sa.UniqueConstraint("trade_id", "step", name=op.f("uq_trade_parcel_trade_id_step")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "trade_version",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("trade_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("author_id", sa.Integer(), nullable=True),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("request_key", sa.String(length=64), nullable=True),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "kind IN ('offer', 'counter', 'top_up', 'settle', 'amendment', 'record')", name=op.f("ck_trade_version_kind")
        ),
        sa.ForeignKeyConstraint(
            ["author_id"], ["user_account.id"], name=op.f("fk_trade_version_author_id_user_account"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["trade_id"], ["trade.id"], name=op.f("fk_trade_version_trade_id_trade"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_trade_version")),
        sa.UniqueConstraint("trade_id", "number", name=op.f("uq_trade_version_trade_id_number")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "want",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("group_id", sa.Integer(), nullable=True),
        sa.Column("deck_id", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("card_id", sa.Integer(), nullable=True),
        sa.Column("printing_id", sa.Integer(), nullable=True),
        sa.Column("product_id", sa.Integer(), nullable=True),
        sa.Column("item", sa.String(length=120), nullable=False),
        sa.Column("quantity", sa.Integer(), nullable=False),
        sa.Column("languages", sa.JSON(), nullable=False),
        sa.Column("editions", sa.JSON(), nullable=False),
        sa.Column("condition", sa.String(length=2), nullable=False),
        sa.Column("rarities", sa.JSON(), nullable=False),
        sa.Column("not_rarities", sa.JSON(), nullable=False),
        sa.Column("artwork", sa.String(length=40), nullable=False),
        sa.Column("note", sa.String(length=500), nullable=False),
        sa.Column("urgency", sa.Integer(), nullable=False),
        sa.Column("visibility", sa.String(length=8), nullable=False),
        sa.Column("typed", sa.Text(), nullable=False),
        sa.Column("want_key", sa.String(length=64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("updated_at", UtcDateTime(timezone=True), nullable=False),
        sa.CheckConstraint("kind IN ('card', 'printing', 'set', 'item')", name=op.f("ck_want_kind")),
        sa.CheckConstraint("visibility IN ('members', 'holders', 'nobody')", name=op.f("ck_want_visibility")),
        sa.CheckConstraint("quantity > 0", name=op.f("ck_want_quantity")),
        sa.CheckConstraint("urgency BETWEEN 1 AND 3", name=op.f("ck_want_urgency")),
        sa.ForeignKeyConstraint(["card_id"], ["card.id"], name=op.f("fk_want_card_id_card"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["deck_id"], ["deck.id"], name=op.f("fk_want_deck_id_deck"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["group_id"], ["want_group.id"], name=op.f("fk_want_group_id_want_group"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(
            ["printing_id"], ["printing.id"], name=op.f("fk_want_printing_id_printing"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["product_id"], ["product.id"], name=op.f("fk_want_product_id_product"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_want_user_id_user_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_want")),
        sa.UniqueConstraint("user_id", "want_key", name=op.f("uq_want_user_id_want_key")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_want_card", "want", ["card_id", "user_id"], unique=False)
    op.create_index(op.f("ix_want_deck_id"), "want", ["deck_id"], unique=False)
    op.create_index(op.f("ix_want_group_id"), "want", ["group_id"], unique=False)
    op.create_index(op.f("ix_want_printing_id"), "want", ["printing_id"], unique=False)
    op.create_index("ix_want_product", "want", ["product_id"], unique=False)
    op.create_table(
        "promise",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("stack_id", sa.Integer(), nullable=False),
        sa.Column("quantity", sa.Integer(), nullable=False),
        sa.Column("from_trade", sa.Integer(), nullable=False),
        sa.Column("holder", sa.String(length=12), nullable=False),
        sa.Column("holder_id", sa.Integer(), nullable=False),
        sa.Column("line_id", sa.Integer(), nullable=False),
        sa.Column("to_name", sa.String(length=80), nullable=False),
        sa.Column("made_at", UtcDateTime(timezone=True), nullable=False),
        sa.CheckConstraint("quantity > 0", name=op.f("ck_promise_quantity")),
        sa.ForeignKeyConstraint(["stack_id"], ["stack.id"], name=op.f("fk_promise_stack_id_stack"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_promise_user_id_user_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_promise")),
        sa.UniqueConstraint("holder", "holder_id", "line_id", name=op.f("uq_promise_holder_holder_id_line_id")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_promise_stack_id"), "promise", ["stack_id"], unique=False)
    op.create_index(op.f("ix_promise_user_id"), "promise", ["user_id"], unique=False)
    op.create_table(
        "seen_line",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("seen_list_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("stack_id", sa.Integer(), nullable=True),
        sa.Column("quantity", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.CheckConstraint("quantity > 0", name=op.f("ck_seen_line_quantity")),
        sa.ForeignKeyConstraint(
            ["seen_list_id"], ["seen_list.id"], name=op.f("fk_seen_line_seen_list_id_seen_list"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["stack_id"], ["stack.id"], name=op.f("fk_seen_line_stack_id_stack"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seen_line")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_seen_line_seen_list_id"), "seen_line", ["seen_list_id"], unique=False)
    op.create_table(
        "trade_line",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=32), nullable=False),
        sa.Column("giver", sa.String(length=8), nullable=False),
        sa.Column("kind", sa.String(length=6), nullable=False),
        sa.Column("stack_id", sa.Integer(), nullable=True),
        sa.Column("card_id", sa.Integer(), nullable=True),
        sa.Column("quantity", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(length=300), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("description", sa.JSON(), nullable=True),
        sa.CheckConstraint("giver IN ('proposer', 'partner')", name=op.f("ck_trade_line_giver")),
        sa.CheckConstraint(
            "kind <> 'copies' OR stack_id IS NOT NULL OR description IS NOT NULL", name=op.f("ck_trade_line_copies")
        ),
        sa.CheckConstraint("kind IN ('copies', 'open', 'item', 'money')", name=op.f("ck_trade_line_kind")),
        sa.CheckConstraint("quantity > 0", name=op.f("ck_trade_line_quantity")),
        sa.ForeignKeyConstraint(["card_id"], ["card.id"], name=op.f("fk_trade_line_card_id_card"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["stack_id"], ["stack.id"], name=op.f("fk_trade_line_stack_id_stack"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(
            ["version_id"], ["trade_version.id"], name=op.f("fk_trade_line_version_id_trade_version"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_trade_line")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_trade_line_card_id"), "trade_line", ["card_id"], unique=False)
    op.create_index("ix_trade_line_stack", "trade_line", ["stack_id"], unique=False)
    op.create_index(op.f("ix_trade_line_version_id"), "trade_line", ["version_id"], unique=False)
    op.create_table(
        "trade_parcel_line",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("parcel_id", sa.Integer(), nullable=False),
        sa.Column("line_id", sa.Integer(), nullable=False),
        sa.Column("quantity", sa.Integer(), nullable=False),
        sa.Column("as_described", sa.Boolean(), nullable=True),
        sa.Column("remark", sa.String(length=300), nullable=False),
        sa.Column("new_stack_id", sa.Integer(), nullable=True),
        sa.CheckConstraint("quantity > 0", name=op.f("ck_trade_parcel_line_quantity")),
        sa.ForeignKeyConstraint(
            ["line_id"], ["trade_line.id"], name=op.f("fk_trade_parcel_line_line_id_trade_line"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["new_stack_id"], ["stack.id"], name=op.f("fk_trade_parcel_line_new_stack_id_stack"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["parcel_id"], ["trade_parcel.id"], name=op.f("fk_trade_parcel_line_parcel_id_trade_parcel"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_trade_parcel_line")),
        sa.UniqueConstraint("parcel_id", "line_id", name=op.f("uq_trade_parcel_line_parcel_id_line_id")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_trade_parcel_line_line_id"), "trade_parcel_line", ["line_id"], unique=False)


def downgrade() -> None:
    for table in (
        "trade_parcel_line",
        "trade_line",
        "seen_line",
        "promise",
        "want",
        "trade_version",
        "trade_parcel",
        "trade_event",
        "trade_correction",
        "trade_consent",
        "private_value",
        "trade",
        "message_photo",
        "want_group",
        "trade_profile",
        "seen_list",
        "postal_address",
        "notice_choice",
        "nothing_seen",
        "message",
        "live_mark",
        "conversation_participant",
        "block",
        "conversation",
    ):
        op.drop_table(table)
    op.drop_column("stack", "promised")
