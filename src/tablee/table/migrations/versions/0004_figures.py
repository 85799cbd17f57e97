"""What the sheets of a campaign said under the rules it was played by last, to tell what other rules change."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "figures",
        sa.Column("campaign", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("figures", sa.LargeBinary, nullable=False),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"], name="fk_figures_campaign", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("campaign", name="pk_figures"),
    )
