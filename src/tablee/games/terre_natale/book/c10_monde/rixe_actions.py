"""What one does in a rixe: open it, get ready, resolve, draw blows on oneself, help, change places, try again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.game import Switch
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who, WhoOrNobody
from tablee.kernel.sentence import Someone, Typed
from tablee.kernel.tally import total

from ...model.competences import COMPETENCES
from ...model.effects import Essai
from ...model.people import Personnage
from ...model.rixe import (
    FRONT,
    NOTIONS,
    Appui,
    Choix,
    Encouragement,
    Garde,
    Importance,
    Notion,
    Protagoniste,
    Rixe,
    Score,
)
from ...model.scene import Scene
from ..c0_tests.actions import absent, hors_bornes, refuse
from .rixe import (
    NOMS,
    Moyen,
    avancer,
    avoir_agi,
    camps,
    choisi,
    commencer,
    conclure,
    derriere,
    devant,
    en_jeu,
    eprouver_la_notion,
    groupes,
    inconnue,
    la_rixe,
    marquer,
    present,
    score,
    score_employe,
    trop_faible,
    user_le_score,
    va_de_soi,
)

MAGIE = "magie_en_rixe"
SWITCHES = (Switch(MAGIE, "TN-10.69"),)
PIRE = 4  # PM a notion may cost (TN-10.69)
RALLIER = 10  # TN-10.52
COMPETENCES_NOMMEES = {id: c.nom for id, c in COMPETENCES.items()}
CHOIX: tuple[Choix, ...] = (*NOTIONS, "strategie")


# ---------------------------------------------------------------- before it


@rule("TN-10.40", "TN-10.46", "TN-10.60", "TN-10.68")
class OuvrirRixe(Action, frozen=True, tag="ouvrir_rixe"):
    """A rixe among all who have a side, the actor's being the players'; then everybody gets ready."""

    front: Annotated[int, Meta(ge=1, le=20)] = FRONT
    classiques: tuple[Who, ...] = ()  # out at two markers: quidam, sbire
    tres_importants: tuple[Who, ...] = ()  # out at four: némésis or worse
    exclus: tuple[Who, ...] = ()

    master = True
    rank = 98

    def closed(self, scene: Scene) -> Closed | None:
        nommes = (*self.classiques, *self.tres_importants, *self.exclus)
        for who in (self.actor, *nommes):
            found = absent(scene, who)
            if found is not None:
                return found
        if scene.encounter is not None or scene.rixe is not None:
            return Closed("TN-10.40", "Une confrontation ou une rixe est déjà en cours")
        if len(set(nommes)) < len(nommes):
            return Closed("TN-10.60", "Chacun n'est nommé qu'une fois")
        if not scene[self.actor].side or len({p.side for p in self.membres(scene)}) < 2:
            return Closed(
                "TN-10.40", "Il faut deux camps en état de se mesurer, dont celui de {}", (Someone(self.actor),)
            )
        return hors_bornes("TN-10.46", "Ligne de front", self.front, 1, 20)

    def membres(self, scene: Scene) -> list[Personnage]:
        return [p for p in scene.debout() if p.side and p.id not in self.exclus]

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        importances: dict[str, Importance] = dict.fromkeys(self.classiques, "classique")
        importances |= dict.fromkeys(self.tres_importants, "tres_important")
        protagonistes = {p.id: Protagoniste() for p in self.membres(scene)}
        joueurs = scene[self.actor].side
        oracle.tell(Event("rixe", self.actor, "", "TN-10.40", (), (("camp", joueurs), ("n", self.front))))
        return replace(scene, rixe=Rixe(protagonistes, joueurs, self.front, importances))


def en_preparation(scene: Scene, who: str) -> Closed | None:
    """Somebody who takes part in a rixe that has not begun."""
    r = scene.rixe
    if r is None or r.phase != "preparation":
        return Closed("TN-10.42", "Aucune rixe ne se prépare")
    if who not in r.protagonistes:
        return absent(scene, who) or Closed("TN-10.42", "{} n'est pas de cette rixe", (Someone(who),))
    return None


@rule("TN-10.44")
class EncouragerUsage(Action, frozen=True, tag="encourager_usage"):
    """The game master finds a skill that does not go without saying especially fit: its test has an avantage."""

    notion: Choix
    competence: str

    master = True
    rank = 40
    offers: ClassVar[dict[str, dict[str, str]]] = {"competence": COMPETENCES_NOMMEES}

    def closed(self, scene: Scene) -> Closed | None:
        found = en_preparation(scene, self.actor) or inconnue(self.competence)
        if found is not None or not self.competence:
            return found or Closed("TN-10.44", "Il faut une compétence")
        p = scene[self.actor]
        if va_de_soi(self.notion, choisi(scene, p, self.notion, self.competence)):
            return Closed(
                "TN-10.44", "{} va de soi ici : pas d'avantage", (COMPETENCES_NOMMEES.get(self.competence, ""),)
            )
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        r = la_rixe(scene)
        facts = ("notion", NOMS[self.notion]), ("quoi", COMPETENCES_NOMMEES.get(self.competence, self.competence))
        oracle.tell(Event("rixe_encourage", self.actor, "", "TN-10.44", (), facts))
        plus = Encouragement(self.actor, self.notion, self.competence)
        return replace(scene, rixe=replace(r, encouragements=(*r.encouragements, plus)))


@rule("TN-10.41", "TN-10.42", "TN-10.44", "TN-10.46", "TN-10.69")
class SePreparer(Action, frozen=True, tag="se_preparer"):
    """Choose a skill for each notion (one's best by default) and make its test; say in which line one would stand.

    `magie`: notions that rest on magic, where the campaign knows it: `mana` is what one has of it, `renforts` what one
    spends more on each, up to the highest spell one knows.
    """

    resolution: str = ""
    contournement: str = ""
    aide: str = ""
    strategie: str = ""
    raison: str = ""  # of a skill that does not go without saying
    ligne: Literal["front", "arriere"] = "front"
    magie: tuple[Choix, ...] = ()
    mana: Annotated[int, Meta(ge=0, le=999)] = 0
    renforts: Annotated[int, Meta(ge=0, le=20)] = 0
    sort: Annotated[int, Meta(ge=0, le=20)] = 0

    rank = 1
    offers: ClassVar[dict[str, dict[str, str]]] = dict.fromkeys(CHOIX, COMPETENCES_NOMMEES)

    def moyen(self, scene: Scene, notion: Choix) -> Moyen:
        return choisi(scene, scene[self.actor], notion, getattr(self, notion))

    def closed(self, scene: Scene) -> Closed | None:
        found = en_preparation(scene, self.actor)
        if found is not None:
            return found
        if la_rixe(scene).protagonistes[self.actor].pret:
            return Closed("TN-10.42", "{} est déjà prêt", (Someone(self.actor),))
        for notion in CHOIX:
            found = inconnue(getattr(self, notion)) or self.injustifie(scene, notion)
            if found is not None:
                return found
        return self.sans_magie(scene)

    def injustifie(self, scene: Scene, notion: Choix) -> Closed | None:
        p, m = scene[self.actor], self.moyen(scene, notion)
        if not va_de_soi(notion, m) and not self.raison.strip():
            return Closed(
                "TN-10.44", "{} ne va pas de soi pour la {} : dites pourquoi", (Typed(m.competence), NOMS[notion])
            )
        of = m.attribut, m.competence, m.groupe
        return refuse(scene, p, *of, Essai(p, scene, None, *of))

    @rule("TN-10.69")
    def sans_magie(self, scene: Scene) -> Closed | None:
        """Magic must be there, and enough of it for the worst case."""
        if not self.magie:
            return Closed("TN-10.69", "Des renforts sans magie") if self.renforts else None
        if MAGIE not in scene.options:
            return Closed("TN-10.69", "La campagne n'admet pas la magie dans les rixes")
        if len(set(self.magie)) < len(self.magie):
            return Closed("TN-10.69", "Chaque notion une seule fois")
        if self.renforts > self.sort:
            return Closed(
                "TN-10.69", "Renforts : {} au plus, le niveau de ses sorts, pas {}", (self.sort, self.renforts)
            )
        pire = len(self.magie) * (PIRE + self.renforts)
        if self.mana < pire:
            return Closed("TN-10.69", "Il faut {} PM pour le pire des cas, il y en a {}", (pire, self.mana))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        r, who = la_rixe(scene), self.actor
        scores: dict[Notion, Score] = {}
        strategie = 0
        for notion in CHOIX:
            m, magique = self.moyen(scene, notion), notion in self.magie
            fit = any((e.qui, e.notion, e.competence) == (who, notion, m.competence) for e in r.encouragements)
            bonus = 2 * self.renforts if magique else 0
            scene, n = eprouver_la_notion(scene, oracle, who, notion, m, fit or magique, bonus)
            if notion == "strategie":
                strategie = n
            else:
                of = m.genre, m.de_loin or magique, m.competence, m.groupe, m.attribut, fit or magique, bonus
                scores[notion] = Score(n, 0, *of)
        magies = len(self.magie)
        arriere = self.ligne == "arriere"
        p = Protagoniste(scores, strategie, arriere, magies=magies, renforts=magies * self.renforts)
        r = la_rixe(scene)
        return replace(scene, rixe=replace(r, protagonistes={**r.protagonistes, who: p}))


@rule("TN-10.42", "TN-10.43", "TN-10.45")
class LancerRixe(Action, frozen=True, tag="lancer_rixe"):
    """The rixe begins: whoever has not said how he goes about it does so as goes without saying."""

    master = True
    rank = 2

    def closed(self, scene: Scene) -> Closed | None:
        found = en_preparation(scene, self.actor)
        if found is not None:
            return found
        for who in la_rixe(scene).protagonistes:
            pas_pret = not la_rixe(scene).protagonistes[who].pret
            if pas_pret and scene[who].up and (barre := SePreparer(who).closed(scene)) is not None:
                return barre
        r = la_rixe(scene)
        autres = {scene[who].side for who in r.protagonistes if scene[who].up}
        if r.joueurs not in autres or len(autres) < 2:
            return Closed(
                "TN-10.40", "Il faut deux camps en état de se mesurer, dont celui de {}", (Someone(self.actor),)
            )
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        r = la_rixe(scene)
        presents = {who: p for who, p in r.protagonistes.items() if scene[who].up}
        scene = replace(scene, rixe=replace(r, protagonistes=presents))
        for who, p in presents.items():
            scene = scene if p.pret else SePreparer(who).resolve(scene, oracle)
        return commencer(scene, oracle)


@rule("TN-10.64", "TN-10.68")
class RompreRixe(Action, frozen=True, tag="rompre_rixe"):
    """The game master breaks it off: it is settled as it stands; before it has begun, it is called off."""

    master = True
    rank = 97

    def closed(self, scene: Scene) -> Closed | None:
        if scene.rixe is None or scene.rixe.phase == "conclusion":
            return Closed("TN-10.64", "Aucune rixe n'est en cours")
        return absent(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        if la_rixe(scene).phase == "jeu":
            return conclure(scene, oracle)
        oracle.tell(Event("rixe_annulee", self.actor, "", "TN-10.40"))
        return replace(scene, rixe=None)


# ---------------------------------------------------------------- on one's turn


def pas_la_main(scene: Scene, who: str) -> Closed | None:
    """Who acts in a rixe: somebody of the group whose turn it is, who has not yet and stands where he can."""
    r = scene.rixe
    if r is None or r.phase != "jeu":
        return Closed("TN-10.45", "Aucune rixe n'est en cours")
    if who not in r.protagonistes:
        return absent(scene, who) or Closed("TN-10.42", "{} n'est pas de cette rixe", (Someone(who),))
    if who in scene.turn():
        return None
    p = r.protagonistes[who]
    if r.hors_jeu(who):
        return Closed("TN-10.60", "{} est hors-jeu", (Someone(who),))
    if scene[who].side != r.camp:
        return Closed("TN-10.45", "C'est le tour du camp « {} »", (Typed(r.camp),))
    if p.agi:
        return Closed("TN-10.45", "{} a déjà agi ce tour-ci", (Someone(who),))
    places = r.actifs_en_arriere(camps(scene), r.camp)
    return Closed("TN-10.56", "De la ligne arrière, {} au plus agissent", (places,))


def cible_absente(scene: Scene, who: str) -> Closed | None:
    """Somebody who is in it and can be aimed at."""
    if who not in scene.people:
        return absent(scene, who)
    if not present(scene, who):
        return Closed("TN-10.60", "{} n'est pas, ou plus, de cette rixe", (Someone(who),))
    return None


def pas_allie(scene: Scene, who: str, autre: str) -> Closed | None:
    if autre != who and scene[autre].side == scene[who].side:
        return None
    return Closed("TN-10.45", "{} n'est pas un allié de {}", (Someone(autre), Someone(who)))


def pas_adversaire(scene: Scene, who: str, autre: str) -> Closed | None:
    if scene[autre].side != scene[who].side:
        return None
    return Closed("TN-10.45", "{} n'est pas un adversaire de {}", (Someone(autre), Someone(who)))


@rule("TN-10.55")
def hors_de_portee(scene: Scene, who: str, cible: str) -> Closed | None:
    """Whether a résolution gets there: from or into a rear line only from afar, or with words."""
    r = la_rixe(scene)
    p, q = r.protagonistes[who], r.protagonistes[cible]
    if p.scores["resolution"].de_loin or not (p.arriere or q.arriere):
        return None
    return Closed("TN-10.55", "Il faut une arme à distance ou des mots pour atteindre {} d'ici", (Someone(cible),))


@rule("TN-10.48")
def impose(scene: Scene, who: str) -> list[str]:
    """Those whom the next résolution must be aimed at, as far as it gets there."""
    gardes = [g.qui for g in la_rixe(scene).gardes if not g.pour and scene[g.qui].side != scene[who].side]
    return [q for q in gardes if present(scene, q) and hors_de_portee(scene, who, q) is None]


class EnRixe(Action, frozen=True, tag="en_rixe"):
    """What one does on one's turn in a rixe."""

    def closed(self, scene: Scene) -> Closed | None:
        return pas_la_main(scene, self.actor) or self.refus(scene)

    def refus(self, scene: Scene) -> Closed | None:
        """Why not, for who has the turn."""
        return None

    def arriere(self, scene: Scene) -> bool:
        return la_rixe(scene).protagonistes[self.actor].arriere


@rule("TN-10.47", "TN-10.48", "TN-10.55", "TN-10.61", "TN-10.63")
class Resoudre(EnRixe, frozen=True, tag="resoudre"):
    """Attack: one's résolution against the contournement of an adversary."""

    cible: Who

    rank = 3

    def refus(self, scene: Scene) -> Closed | None:
        found = cible_absente(scene, self.cible) or pas_adversaire(scene, self.actor, self.cible)
        found = found or hors_de_portee(scene, self.actor, self.cible)
        if found is not None:
            return found
        imposes = impose(scene, self.actor)
        if imposes and self.cible not in imposes:
            return Closed("TN-10.48", "La prochaine résolution doit viser {}", (Someone(imposes[0]),))
        return trop_faible(scene, self.actor, "resolution", self.cible)

    @rule("TN-10.48")
    def visee(self, scene: Scene) -> str:
        """Whom it really meets: who guards the target, if anybody does."""
        for g in la_rixe(scene).gardes:
            if g.pour == self.cible and present(scene, g.qui):
                return g.qui
        return self.cible

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        cible, arriere = self.visee(scene), self.arriere(scene)
        portee = score_employe(scene, self.actor, "resolution", self.cible)
        garde = (
            score_employe(scene, cible, "contournement")
            if cible != self.cible
            else score(scene, cible, "contournement")
        )
        n, contre = total(portee), total(garde)
        marqueurs = 2 if n > contre and n >= 2 * contre else int(n > contre)
        if cible != self.cible:
            oracle.tell(Event("rixe_interpose", cible, self.cible, "TN-10.48"))
        facts = (
            ("score", n),
            ("contre", contre),
            ("contres", garde),
            ("marqueurs", marqueurs),
            ("reussi", marqueurs > 0),
        )
        oracle.tell(Event("rixe_resout", self.actor, cible, "TN-10.47", portee, facts))
        r = la_rixe(scene)
        gardes = tuple([g for g in r.gardes if g.qui != cible or g.pour not in ("", self.cible)])
        scene = user_le_score(replace(scene, rixe=replace(r, gardes=gardes)), self.actor, "resolution")
        if marqueurs:
            scene = marquer(scene, oracle, cible, marqueurs)
        elif not arriere:
            scene = marquer(scene, oracle, self.actor, 1)
        return avoir_agi(scene, oracle, self.actor, arriere)


@rule("TN-10.48", "TN-10.55", "TN-10.61")
class Contourner(EnRixe, frozen=True, tag="contourner"):
    """Defend: the next adverse résolution must be aimed at oneself, or the one aimed at an ally meets oneself."""

    pour: WhoOrNobody = ""

    rank = 4

    def refus(self, scene: Scene) -> Closed | None:
        found = cible_absente(scene, self.pour) or pas_allie(scene, self.actor, self.pour) if self.pour else None
        p = la_rixe(scene).protagonistes[self.actor]
        if found is None and p.arriere and not p.scores["contournement"].de_loin:
            found = Closed("TN-10.55", "Pas depuis la ligne arrière, si ce n'est par des mots")
        return found or trop_faible(scene, self.actor, "contournement")

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        r, arriere = la_rixe(scene), self.arriere(scene)
        oracle.tell(Event("rixe_contourne", self.actor, self.pour, "TN-10.48"))
        gardes = (*(g for g in r.gardes if g.qui != self.actor), Garde(self.actor, self.pour))
        scene = user_le_score(replace(scene, rixe=replace(r, gardes=gardes)), self.actor, "contournement")
        return avoir_agi(scene, oracle, self.actor, arriere)


class Aider(EnRixe, frozen=True, tag="aider_en_rixe"):
    """Help one's group with one's aide score."""

    def refus(self, scene: Scene) -> Closed | None:
        return self.sans_objet(scene) or trop_faible(scene, self.actor, "aide")

    def sans_objet(self, scene: Scene) -> Closed | None:
        """Why there is nothing to help with."""
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        arriere = self.arriere(scene)
        n = total(score_employe(scene, self.actor, "aide"))
        scene = user_le_score(self.effet(scene, oracle, n), self.actor, "aide")
        return avoir_agi(scene, oracle, self.actor, arriere)

    def effet(self, scene: Scene, oracle: Oracle, n: int) -> Scene:
        """What so much of it does."""
        raise TypeError(f"{type(self).__name__} does not say what it does")


def appuyer(scene: Scene, oracle: Oracle, de: str, sur: str, notion: Notion, n: int, regle: str) -> Scene:
    """A score raised or lowered until the end of the adverse turn."""
    r = la_rixe(scene)
    facts = ("notion", NOMS[notion]), ("n", n)
    oracle.tell(Event("rixe_soutient" if n > 0 else "rixe_gene", de, sur, regle, (), facts))
    a = Appui(sur, notion, n, de, r.joues + len(groupes(scene)))
    return replace(scene, rixe=replace(r, appuis=(*r.appuis, a)))


@rule("TN-10.49", "TN-10.59")
class Supporter(Aider, frozen=True, tag="supporter"):
    """Raise a score of an ally by one's aide; or those of two by half of it each."""

    cible: Who
    notion: Literal["resolution", "contournement"] = "resolution"
    aussi: WhoOrNobody = ""

    rank = 5

    def sans_objet(self, scene: Scene) -> Closed | None:
        for who in (self.cible, *((self.aussi,) if self.aussi else ())):
            found = cible_absente(scene, who) or pas_allie(scene, self.actor, who)
            if found is not None:
                return found
        return Closed("TN-10.49", "Deux alliés différents") if self.aussi == self.cible else None

    def effet(self, scene: Scene, oracle: Oracle, n: int) -> Scene:
        for who in (self.cible, *((self.aussi,) if self.aussi else ())):
            scene = appuyer(scene, oracle, self.actor, who, self.notion, n // 2 if self.aussi else n, "TN-10.49")
        return scene


@rule("TN-10.50", "TN-10.59")
class Gener(Aider, frozen=True, tag="gener"):
    """Lower a score of an adversary by one's aide."""

    cible: Who
    notion: Notion = "contournement"

    rank = 5

    def sans_objet(self, scene: Scene) -> Closed | None:
        return cible_absente(scene, self.cible) or pas_adversaire(scene, self.actor, self.cible)

    def effet(self, scene: Scene, oracle: Oracle, n: int) -> Scene:
        return appuyer(scene, oracle, self.actor, self.cible, self.notion, -n, "TN-10.50")


@rule("TN-10.51")
class Analyser(Aider, frozen=True, tag="analyser"):
    """One's group learns every score of the others in a notion that does not exceed one's aide."""

    notion: Notion = "contournement"

    rank = 6

    def effet(self, scene: Scene, oracle: Oracle, n: int) -> Scene:
        autres = [who for camp in groupes(scene) if camp != scene[self.actor].side for who in en_jeu(scene, camp)]
        valeurs = [(who, total(score(scene, who, self.notion))) for who in autres]
        sus = tuple([(who, v) for who, v in valeurs if v <= n])
        for membre in en_jeu(scene, scene[self.actor].side):
            facts = ("notion", NOMS[self.notion]), ("sus", sus), ("caches", len(valeurs) - len(sus))
            oracle.tell(Event("rixe_analyse", self.actor, "", "TN-10.51", (), facts, membre))
        return scene


@rule("TN-10.52")
class Rallier(Aider, frozen=True, tag="rallier"):
    """An ally ignores one of his markers until the end; harder each time he is rallied."""

    cible: Who

    rank = 6

    def sans_objet(self, scene: Scene) -> Closed | None:
        found = cible_absente(scene, self.cible) or pas_allie(scene, self.actor, self.cible)
        if found is not None:
            return found
        q = la_rixe(scene).protagonistes[self.cible]
        if q.comptes <= 0:
            return Closed("TN-10.52", "{} n'a pas de marqueur à oublier", (Someone(self.cible),))
        n, requis = total(score_employe(scene, self.actor, "aide")), RALLIER + 5 * q.ralliements
        return None if n >= requis else Closed("TN-10.52", "Rallier demande {} d'aide, pas {}", (requis, n))

    def effet(self, scene: Scene, oracle: Oracle, n: int) -> Scene:
        r = la_rixe(scene)
        oracle.tell(Event("rixe_rallie", self.actor, self.cible, "TN-10.52"))
        return replace(scene, rixe=r.avec(self.cible, ralliements=r.protagonistes[self.cible].ralliements + 1))


@rule("TN-10.58")
class Intervertir(Aider, frozen=True, tag="intervertir"):
    """Force an adversary of the rear line to take the place of one of the front, if one's aide exceeds his guard."""

    cible: Who
    contre: Who

    rank = 7

    def sans_objet(self, scene: Scene) -> Closed | None:
        for who in (self.cible, self.contre):
            found = cible_absente(scene, who) or pas_adversaire(scene, self.actor, who)
            if found is not None:
                return found
        camp = scene[self.cible].side
        if self.cible in derriere(scene, camp) and self.contre in devant(scene, camp):
            return None
        return Closed("TN-10.58", "Il faut un adversaire de la ligne arrière et un de la ligne de front du même camp")

    def effet(self, scene: Scene, oracle: Oracle, n: int) -> Scene:
        garde = score(scene, self.cible, "contournement")
        reussi = n > total(garde)
        facts = ("score", n), ("contre", total(garde)), ("contres", garde), ("reussi", reussi)
        oracle.tell(Event("rixe_intervertit", self.actor, self.cible, "TN-10.58", (), facts))
        r = la_rixe(scene)
        return (
            replace(scene, rixe=r.avec(self.cible, arriere=False).avec(self.contre, arriere=True)) if reussi else scene
        )


@rule("TN-10.53")
class Echanger(EnRixe, frozen=True, tag="echanger"):
    """Give one's place in front to an ally of the rear line who has not acted: he may act at once, at 5 less."""

    cible: Who

    rank = 8

    def refus(self, scene: Scene) -> Closed | None:
        found = cible_absente(scene, self.cible) or pas_allie(scene, self.actor, self.cible)
        if found is not None:
            return found
        r = la_rixe(scene)
        p, q = r.protagonistes[self.actor], r.protagonistes[self.cible]
        if p.arriere or not q.arriere:
            return Closed("TN-10.53", "On échange du front à la ligne arrière")
        return Closed("TN-10.53", "{} a déjà agi ce tour-ci", (Someone(self.cible),)) if q.agi else None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        r = la_rixe(scene)
        oracle.tell(Event("rixe_echange", self.actor, self.cible, "TN-10.53"))
        r = r.avec(self.actor, arriere=True).avec(self.cible, arriere=False, entrant=True)
        return avoir_agi(replace(scene, rixe=r), oracle, self.actor, False)


@rule("TN-10.54")
class Relancer(EnRixe, frozen=True, tag="relancer_en_rixe"):
    """Make one or several of one's three tests again, and keep the better of each; what is worn stays worn."""

    notions: tuple[Notion, ...] = NOTIONS

    rank = 9

    def refus(self, scene: Scene) -> Closed | None:
        if not self.notions or len(set(self.notions)) < len(self.notions):
            return Closed("TN-10.54", "Une notion au moins, chacune une fois")
        p = scene[self.actor]
        for notion in self.notions:
            s = la_rixe(scene).protagonistes[self.actor].scores[notion]
            of = s.attribut, s.competence, s.groupe
            found = refuse(scene, p, *of, Essai(p, scene, None, *of))
            if found is not None:
                return found
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        who, arriere = self.actor, self.arriere(scene)
        for notion in self.notions:
            s = la_rixe(scene).protagonistes[who].scores[notion]
            m = replace(choisi(scene, scene[who], notion, s.competence), attribut=s.attribut, groupe=s.groupe)
            scene, n = eprouver_la_notion(scene, oracle, who, notion, m, s.avantage, s.bonus)
            r = la_rixe(scene)
            scores = {**r.protagonistes[who].scores, notion: replace(s, test=max(s.test, n))}
            scene = replace(scene, rixe=r.avec(who, scores=scores))
        return avoir_agi(scene, oracle, who, arriere)


@rule("TN-10.45")
class Attendre(EnRixe, frozen=True, tag="attendre"):
    """Do nothing on one's turn."""

    rank = 10

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("rixe_attend", self.actor, "", "TN-10.45"))
        return avoir_agi(scene, oracle, self.actor, self.arriere(scene), oisif=True)


ACTIONS = (
    OuvrirRixe,
    EncouragerUsage,
    SePreparer,
    LancerRixe,
    RompreRixe,
    Resoudre,
    Contourner,
    Supporter,
    Gener,
    Analyser,
    Rallier,
    Intervertir,
    Echanger,
    Relancer,
    Attendre,
)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    r = scene.rixe
    if r is None:
        if scene.encounter is None and p.side and len({q.side for q in scene.debout() if q.side}) > 1:
            yield OuvrirRixe(p.id)
        return
    if r.phase != "conclusion":
        yield RompreRixe(p.id)
    if p.id not in r.protagonistes:
        return
    if r.phase == "preparation":
        yield SePreparer(p.id)
        yield LancerRixe(p.id)
    elif r.phase == "jeu":
        yield from du_tour(scene, p)


def du_tour(scene: Scene, p: Personnage) -> Iterator[Action]:
    """What one may do on one's turn: each adversary, each ally."""
    yield Attendre(p.id)
    yield Relancer(p.id)
    yield Contourner(p.id)
    yield from (Analyser(p.id, notion) for notion in NOTIONS)
    for camp in groupes(scene):
        for who in en_jeu(scene, camp):
            if camp != p.side:
                yield Resoudre(p.id, who)
                yield from (Gener(p.id, who, notion) for notion in NOTIONS)
            elif who != p.id:
                yield Contourner(p.id, who)
                yield Supporter(p.id, who, "resolution")
                yield Supporter(p.id, who, "contournement")
                yield Rallier(p.id, who)
                yield Echanger(p.id, who)
        if camp != p.side:
            front = devant(scene, camp)
            yield from (Intervertir(p.id, who, front[0]) for who in derriere(scene, camp) if front)


__all__ = ["ACTIONS", "SWITCHES", "avancer", "offers"]
