"""Up to which entry a campaign was written elsewhere: its states are judged before they are used."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("campaigns", sa.Column("elsewhere", sa.Integer, nullable=False, server_default="0"))
