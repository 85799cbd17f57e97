"""The tables of the database. A campaign's log is one row per accepted command; its state is stored with it."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
)

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}
metadata = MetaData(naming_convention=NAMING)

campaigns = Table(
    "campaigns",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(80), nullable=False),
    Column("title", String(80), nullable=False),
    Column("rules_version", String(40), nullable=False),
    Column("created", Float, nullable=False),
    Column("last", Integer, nullable=False),  # the number of the last entry
    Column("at", Integer, nullable=False),  # the last thing done that was not taken back
    Column("keyframe", Integer, nullable=False),  # the last entry whose state is stored whole
    Column("elsewhere", Integer, nullable=False, server_default="0"),  # the last entry that was not written here
)

members = Table(
    "members",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("campaign", ForeignKey("campaigns.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", String(80), nullable=False),
    Column("role", String(10), nullable=False),
    Column("lang", String(2), nullable=False),
    Column("passphrase", String(200)),  # argon2
    Column("joined", Float, nullable=False),
    Column("removed", Float),
)

invitations = Table(
    "invitations",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("campaign", ForeignKey("campaigns.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("digest", String(64), nullable=False, unique=True),  # SHA-256 of the secret
    Column("role", String(10), nullable=False),
    Column("made", Float, nullable=False),
    Column("expires", Float),
    Column("uses", Integer),  # how many may still join by it; none: any number
    Column("revoked", Float),
    Column("member", ForeignKey("members.id", ondelete="CASCADE")),  # who comes back by it; none: somebody new
    Column("code", String(64), index=True),  # SHA-256 of the code that may be typed in place of the secret
    Column("code_until", Float),
)

devices = Table(
    "devices",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("digest", String(64), nullable=False, unique=True),  # SHA-256 of the token
    Column("made", Float, nullable=False),
    Column("seen", Float, nullable=False),
)

seats = Table(  # a device may sit at several tables
    "seats",
    metadata,
    Column("device", ForeignKey("devices.id", ondelete="CASCADE"), primary_key=True),
    Column("member", ForeignKey("members.id", ondelete="CASCADE"), primary_key=True, index=True),
)

entries = Table(
    "entries",
    metadata,
    Column("campaign", ForeignKey("campaigns.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("member", String(32), nullable=False),
    Column("client", String(80)),  # the client's own id for the command: a retry finds it again
    Column("kind", String(40), nullable=False),
    Column("command", LargeBinary, nullable=False),
    Column("transcript", LargeBinary, nullable=False),
    Column("told", LargeBinary, nullable=False),
    Column("time", Float, nullable=False),
    Column("rules_version", String(40), nullable=False),
    Column("parent", Integer),  # of a thing done: what was done before it. Nothing else has a parent
    Column("undone", Integer),  # the entry that took it back
    Column("act", Integer),  # the entry that began the action it belongs to
    Column("encounter", Integer),  # the entry that began the encounter it belongs to
    Column("reveals", Boolean, nullable=False),
    Column("stands", Integer, nullable=False),  # the entry with which the state after it is stored; mostly its own
    Column("state", LargeBinary),
    Column("keyframe", Integer),  # the entry against whose state this one is compressed; its own number: whole
    UniqueConstraint("campaign", "member", "client"),
    Index("ix_entries_campaign_parent", "campaign", "parent"),
    Index("ix_entries_campaign_act", "campaign", "act"),
    Index("ix_entries_campaign_encounter", "campaign", "encounter"),
)

pictures = Table(  # what was sent from a device, as it was encoded anew; which of them is what, the state says
    "pictures",
    metadata,
    Column("campaign", ForeignKey("campaigns.id", ondelete="CASCADE"), primary_key=True),
    Column("digest", String(64), primary_key=True),  # SHA-256 of both
    Column("large", LargeBinary, nullable=False),  # WebP, as is the small one
    Column("small", LargeBinary, nullable=False),
)

figures = Table(  # what the rules made of a campaign, to tell what others change
    "figures",
    metadata,
    Column("campaign", ForeignKey("campaigns.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, nullable=False),  # of which state
    Column("figures", LargeBinary, nullable=False),
)
