"""Chapter 2: skills. Their groups, the attributes they are used with, what limits them, and languages."""

from __future__ import annotations

from tablee.kernel.game import Switch

from .actions import ACTIONS as ACTIONS
from .actions import offers as offers
from .limites import de_la_mauvaise_main as de_la_mauvaise_main
from .limites import limitees as limitees
from .limites import mauvaise_main as mauvaise_main
from .limites import represailles as represailles
from .usages import Usage as Usage
from .usages import attribut_d_affliction as attribut_d_affliction
from .usages import bonus as bonus
from .usages import choisi as choisi
from .usages import groupe_inconnu as groupe_inconnu
from .usages import inconnue as inconnue
from .usages import limite as limite
from .usages import limite_de_groupe as limite_de_groupe
from .usages import titre as titre
from .usages import titre_de_groupe as titre_de_groupe
from .usages import usages as usages

SWITCHES = (
    Switch("defausse_d_enquete", "TN-2.56.1"),
    Switch("competences_supplementaires", "TN-2.70"),
)
