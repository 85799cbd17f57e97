"""A rixe under way: groups in two lines, everybody's scores, the markers they gather, whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from tablee.kernel.refs import Who, WithWho

from .plan import Genre

Notion = Literal["resolution", "contournement", "aide"]
Choix = Literal["resolution", "contournement", "aide", "strategie"]
Importance = Literal["joueur", "classique", "important", "tres_important"]
NOTIONS: tuple[Notion, ...] = ("resolution", "contournement", "aide")
FRONT = 4  # TN-10.46


class Score(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What a notion came to, and how far it is worn."""

    test: int
    usure: int = 0
    genre: Genre = "physique"
    de_loin: bool = False  # it reaches further than one's line
    competence: str = ""
    groupe: str = ""
    attribut: str = ""
    avantage: bool = False
    bonus: int = 0  # that magic gave it (TN-10.69)


class Protagoniste(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Somebody in a rixe."""

    scores: dict[Notion, Score] = {}  # empty: he has not chosen yet
    strategie: int = 0
    arriere: bool = False
    marqueurs: int = 0
    ralliements: int = 0  # as many markers he ignores
    agi: Literal["", "front", "arriere"] = ""  # in this turn of his group, and from where
    entrant: bool = False  # he was given somebody's place in this turn: he acts at 5 less
    conclu: bool = False
    magies: int = 0  # notions that rest on magic, where the campaign knows it (TN-10.69)
    renforts: int = 0  # PM he has spent on them already

    @property
    def pret(self) -> bool:
        return bool(self.scores)

    @property
    def comptes(self) -> int:
        """The markers that weigh on him."""
        return self.marqueurs - self.ralliements


class Garde(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Somebody who draws the next adverse résolution on himself: any, or the one that is aimed at an ally."""

    qui: WithWho
    pour: WithWho = ""


class Appui(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A score of somebody's that is raised, or lowered, for a while."""

    sur: WithWho
    notion: Notion
    n: int
    de: WithWho
    fin: int  # the count of turns of groups at the end of which it is over


class Vide(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A place of a front line that nobody holds, until this many adverse turns have ended."""

    camp: str
    tours: int


class Encouragement(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A skill that the game master finds fit for a notion, in somebody's hands."""

    qui: WithWho
    notion: Choix
    competence: str = ""  # "": magic


class Rixe(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    protagonistes: dict[Who, Protagoniste] = {}
    joueurs: str = ""  # the side of the players
    front: int = FRONT
    importances: dict[Who, Importance] = {}  # of whom they are not three markers
    phase: Literal["preparation", "jeu", "conclusion"] = "preparation"
    ordre: tuple[str, ...] = ()  # sides, by their strategy
    camp: str = ""  # whose turn it is
    tour: int = 0
    joues: int = 0  # turns of groups that have ended
    oisif: bool = True  # nobody has done anything in this tour
    gardes: tuple[Garde, ...] = ()
    appuis: tuple[Appui, ...] = ()
    vides: tuple[Vide, ...] = ()
    encouragements: tuple[Encouragement, ...] = ()

    def avec(self, who: str, **changes: Any) -> Rixe:
        """With somebody in it as he is now."""
        p = replace(self.protagonistes[who], **changes)
        return replace(self, protagonistes={**self.protagonistes, who: p})

    def seuil(self, who: str) -> int:
        """Markers that put somebody out (TN-10.60)."""
        return MARQUEURS[self.importances.get(who, "joueur")]

    def hors_jeu(self, who: str) -> bool:
        return self.protagonistes[who].comptes >= self.seuil(who)

    def en_jeu(self, camps: Mapping[str, str], camp: str) -> list[str]:
        """Who of a side is still in it; `camps`: the side of everybody who is up."""
        return [who for who in self.protagonistes if camps.get(who) == camp and not self.hors_jeu(who)]

    def actifs_en_arriere(self, camps: Mapping[str, str], camp: str) -> int:
        """How many may act from the rear line: half of those in front, rounded up (TN-10.56)."""
        return -(-sum([not self.protagonistes[who].arriere for who in self.en_jeu(camps, camp)]) // 2)

    def a_jouer(self, camps: Mapping[str, str]) -> list[str]:
        """Who may act now, the front line first; at the end, whoever has not settled what it cost him."""
        if self.phase == "preparation":
            return []
        if self.phase == "conclusion":
            return [who for who, p in self.protagonistes.items() if not p.conclu and who in camps]
        ici = self.en_jeu(camps, self.camp)
        libres = [who for who in ici if not self.protagonistes[who].agi]
        places = self.actifs_en_arriere(camps, self.camp) - sum([self.protagonistes[w].agi == "arriere" for w in ici])
        devant = [who for who in libres if not self.protagonistes[who].arriere]
        return devant + ([who for who in libres if self.protagonistes[who].arriere] if places > 0 else [])


MARQUEURS: dict[Importance, int] = {"joueur": 3, "classique": 2, "important": 3, "tres_important": 4}  # TN-10.60
