"""Campaigns, members, invitations, devices, and the log."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "campaigns",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(80), nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("rules_version", sa.String(40), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
        sa.Column("at", sa.Integer, nullable=False),
        sa.Column("keyframe", sa.Integer, nullable=False),
    )
    op.create_table(
        "members",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("campaign", sa.String(32), sa.ForeignKey("campaigns.id", ondelete="CASCADE"), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("lang", sa.String(2), nullable=False),
        sa.Column("passphrase", sa.String(200)),
        sa.Column("joined", sa.Float, nullable=False),
        sa.Column("removed", sa.Float),
    )
    op.create_index("ix_members_campaign", "members", ["campaign"])
    op.create_table(
        "invitations",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("campaign", sa.String(32), sa.ForeignKey("campaigns.id", ondelete="CASCADE"), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("expires", sa.Float),
        sa.Column("uses", sa.Integer),
        sa.Column("revoked", sa.Float),
        sa.UniqueConstraint("digest", name="uq_invitations_digest"),
    )
    op.create_index("ix_invitations_campaign", "invitations", ["campaign"])
    op.create_table(
        "devices",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.UniqueConstraint("digest", name="uq_devices_digest"),
    )
    op.create_table(
        "seats",
        sa.Column("device", sa.String(32), sa.ForeignKey("devices.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("member", sa.String(32), sa.ForeignKey("members.id", ondelete="CASCADE"), primary_key=True),
    )
    op.create_index("ix_seats_member", "seats", ["member"])
    op.create_table(
        "entries",
        sa.Column("campaign", sa.String(32), sa.ForeignKey("campaigns.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("member", sa.String(32), nullable=False),
        sa.Column("client", sa.String(80)),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("command", sa.LargeBinary, nullable=False),
        sa.Column("transcript", sa.LargeBinary, nullable=False),
        sa.Column("told", sa.LargeBinary, nullable=False),
        sa.Column("time", sa.Float, nullable=False),
        sa.Column("rules_version", sa.String(40), nullable=False),
        sa.Column("parent", sa.Integer),
        sa.Column("undone", sa.Integer),
        sa.Column("act", sa.Integer),
        sa.Column("encounter", sa.Integer),
        sa.Column("reveals", sa.Boolean, nullable=False),
        sa.Column("stands", sa.Integer, nullable=False),
        sa.Column("state", sa.LargeBinary),
        sa.Column("keyframe", sa.Integer),
        sa.UniqueConstraint("campaign", "member", "client", name="uq_entries_campaign_member_client"),
    )
    op.create_index("ix_entries_campaign_parent", "entries", ["campaign", "parent"])
    op.create_index("ix_entries_campaign_act", "entries", ["campaign", "act"])
    op.create_index("ix_entries_campaign_encounter", "entries", ["campaign", "encounter"])
