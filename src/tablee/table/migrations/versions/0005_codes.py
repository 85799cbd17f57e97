"""Invitations that can be typed: a short code beside the secret, good for a day."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("invitations", sa.Column("code", sa.String(64)))
    op.add_column("invitations", sa.Column("code_until", sa.Float))
    op.create_index("ix_invitations_code", "invitations", ["code"])
