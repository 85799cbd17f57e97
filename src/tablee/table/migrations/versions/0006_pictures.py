"""Pictures of a campaign: portraits, grounds of maps, handouts."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "pictures",
        sa.Column("campaign", sa.String(32), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("large", sa.LargeBinary, nullable=False),
        sa.Column("small", sa.LargeBinary, nullable=False),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"], name="fk_pictures_campaign", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("campaign", "digest", name="pk_pictures"),
    )
