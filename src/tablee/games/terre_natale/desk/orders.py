"""What everybody is taken to have said, until he says otherwise: a table must not drown in questions."""

from __future__ import annotations

from tablee.kernel.orders import Order, When

AU_COMBAT = (When("en_confrontation", low=1),)

ORDERS = (
    Order("tn.initiative", "forme"),
    Order("tn.aide", "aide/prepare"),  # help and protect if that is what one waits for, else not
    Order("tn.aide", "rien"),
    Order("tn.proteger", "proteger/prepare"),
    Order("tn.proteger", "rien"),
    Order("tn.double_tactique", "rien"),
    Order("tn.elan", "non"),
    Order("tn.partage", "absorber"),
    Order("tn.effort", 0),
    Order("tn.appel_chance", "garder", AU_COMBAT),
    Order("tn.prouesse", 0, AU_COMBAT),
    Order("tn.privilege", 0, AU_COMBAT),
    Order("tn.payer_sauvegarde", 0, AU_COMBAT),
)
