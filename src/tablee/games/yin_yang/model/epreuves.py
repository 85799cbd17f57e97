"""What may be under way beside a fight: trials, traps, chases."""

from __future__ import annotations

import msgspec

from tablee.kernel.refs import WithWho

# ---------------------------------------------------------------- trials


class Epreuve(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A trial under way (YY-18.1): what has been gained and lost."""

    id: str
    competence: str
    nd: int
    nd_test: int
    reussites: int = 0
    echecs: int = 0
    issue: str = ""  # « gagnée », « perdue »


# ---------------------------------------------------------------- traps


class Etape(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    nd: int
    secret: bool = False
    faite: bool | None = None  # None: not tried yet


class Piege(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A trap being disarmed (YY-18.2): its steps, and what the mechanism allows."""

    id: str
    etapes: tuple[Etape, ...]
    reprise: bool = True  # a single step may be tried again; else all must be begun again
    degats: int = 0  # what it inflicts when it is triggered fully
    issue: str = ""


# ---------------------------------------------------------------- chases


class Poursuite(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A chase (YY-18.3): what each has covered, in half metres, and the lead that is enough."""

    fuyard: WithWho
    poursuivant: WithWho
    avance: int  # of the pursued
    parcouru: int = 0  # by the pursuer
    but: int = 200  # the lead, in half metres, at which he is out of reach
    issue: str = ""
