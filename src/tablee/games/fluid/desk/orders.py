"""What everybody is taken to have said, until he says otherwise: a table must not drown in questions."""

from __future__ import annotations

from tablee.kernel.orders import Order

ORDERS = (
    Order("flu.points_ou_des", 0),  # FLU-3.11: all as dice
    Order("flu.en_points", 0),
)
