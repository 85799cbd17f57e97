"""Invitations by which a member comes back on another device."""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # in words, for Alembic would write the whole table anew on SQLite
    op.execute(
        "ALTER TABLE invitations ADD COLUMN member VARCHAR(32)"
        " CONSTRAINT fk_invitations_member REFERENCES members (id) ON DELETE CASCADE"
    )
