"""Rixes: what each brings into one, the order of groups, scores and how they wear, lines, markers, who is out.

A rixe is a game of its own beside confrontations: four tests made once, and scores that are spent.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Option, Oracle, Question
from tablee.kernel.sentence import Said, Someone, Typed
from tablee.kernel.tally import Terms, total

from ...model.attributs import nature
from ...model.competences import GROUPES, Lot, lots
from ...model.effects import Essai
from ...model.people import Personnage
from ...model.plan import CORPS, ESPRIT
from ...model.plan import Genre as Nature
from ...model.rixe import Choix, Notion, Rixe, Vide
from ...model.scene import Scene
from ...model.things import Objet
from ..c0_tests import Figures, figures_d_essai, mesurer
from ..c0_tests.figures import modificateurs_de
from ..c8_confrontation.armes import ATTAQUE, arme_de

USURE, MARQUE, RETRAIT, USABLE = 5, 5, 5, 5  # TN-10.61, TN-10.62, TN-10.55, TN-10.63
COMPTES = 4  # strategy results that count (TN-10.43)
INITIATIVE = "initiative"
MARTIALES = ("combat", "corps_a_corps", "arme_de_trait", "arme_a_feu", "arme_de_siege", "arme_de_jet")
TACTIQUES = ("tactique", "inspiration")  # TN-10.44: for any notion, and never encouraged
DEFAUTS: dict[Choix, tuple[str, ...]] = {  # TN-10.41: the groups whose skills go without saying
    "resolution": (*MARTIALES, "communication", *TACTIQUES),
    "contournement": ("defense", "representation", *TACTIQUES),
    "aide": TACTIQUES,
    "strategie": ("sagacite",),
}
NOMS: dict[Choix, str] = {
    "resolution": "résolution",
    "contournement": "contournement",
    "aide": "aide",
    "strategie": "stratégie",
}


def la_rixe(scene: Scene) -> Rixe:
    """The one under way."""
    assert scene.rixe is not None
    return scene.rixe


def camps(scene: Scene) -> dict[str, str]:
    """The side of everybody who is up."""
    return {p.id: p.side for p in scene.debout()}


def en_jeu(scene: Scene, camp: str) -> list[str]:
    return la_rixe(scene).en_jeu(camps(scene), camp)


def present(scene: Scene, who: str) -> bool:
    """Whether somebody is still in it."""
    r = la_rixe(scene)
    return who in r.protagonistes and scene[who].up and not r.hors_jeu(who)


def groupes(scene: Scene) -> list[str]:
    """The sides that still have somebody in it, in their order."""
    r = la_rixe(scene)
    return [camp for camp in r.ordre if en_jeu(scene, camp)]


# ---------------------------------------------------------------- what each brings into it


class Moyen(Struct, frozen=True):
    """A skill in the service of a notion."""

    attribut: str
    competence: str
    groupe: str
    objet: Objet | None = None
    de_loin: bool = False  # it reaches from the rear line, or into it

    @property
    def genre(self) -> Nature:
        return "mental" if nature(self.attribut) == "mental" else "physique"


@rule("TN-10.41", "TN-10.44")
def va_de_soi(notion: Choix, moyen: Moyen) -> bool:
    """Whether a skill is one of those a notion has by default: attack, defence, tactic, initiative."""
    if notion == "strategie":
        return moyen.competence == INITIATIVE
    return moyen.groupe in DEFAUTS[notion]


def objet_de(p: Personnage, groupe: str, competence: str) -> Objet | None:
    """What a skill is used with: the weapon in hand to strike or parry, the armour one wears to bear a blow."""
    if competence == "armure" and groupe == "defense":
        return p.equipement.armure
    armes = p.equipement.armes
    manie = groupe in MARTIALES[:1] or (groupe, competence) == ("defense", "parade")
    tire = bool(armes) and armes[0].sorte.groupe == groupe
    return armes[0] if armes and (manie or tire) else None


def attribut_de(p: Personnage, x: Lot, objet: Objet | None) -> str:
    """The attribute a skill is used with here: that of the weapon, else of those it is linked to the strongest."""
    if x.de_l_arme and objet is not None:
        return ATTAQUE.get(objet.sorte.prise, "FOR")
    return max([a for a in x.naturels if a in p.fiche.valeurs], key=lambda a: p.fiche.valeurs[a])


def moyen_de(p: Personnage, x: Lot) -> Moyen:
    """A skill of a group as somebody uses it: social ones reach everybody, and so do arms that shoot."""
    objet = objet_de(p, x.groupe, x.id)
    attribut = attribut_de(p, x, objet)
    tir = x.groupe in MARTIALES[2:]
    return Moyen(attribut, x.id, x.groupe, objet, tir or nature(attribut) == "mental")


@rule("TN-10.41")
def moyens_par_defaut(p: Personnage, notion: Choix) -> list[Moyen]:
    """All that somebody may use for a notion without a word: of the body and of the mind."""
    if notion == "resolution":
        corps, esprit = arme_de(p, CORPS, 0, ""), arme_de(p, ESPRIT, 0, "")
        return [
            Moyen(corps.attribut, corps.competence, corps.groupe, corps.objet, not corps.melee),
            Moyen(esprit.attribut, esprit.competence, esprit.groupe, None, True),
        ]
    if notion == "strategie":
        return [Moyen(a, INITIATIVE, "sagacite") for a in ("AGI", "RUS")]
    propres = DEFAUTS[notion] if notion == "aide" else DEFAUTS[notion][:2]
    return [moyen_de(p, x) for g in propres for x in GROUPES[g].competences if not x.limitante]


def choisi(scene: Scene, p: Personnage, notion: Choix, competence: str) -> Moyen:
    """The skill that was named, in the group that goes with the notion or that he knows best; else his best default."""
    if not competence:
        return max(moyens_par_defaut(p, notion), key=lambda m: apport(scene, p, m))
    if notion == "strategie" and competence == INITIATIVE:
        return choisi(scene, p, notion, "")
    possibles = [moyen_de(p, x) for x in lots(competence) if not x.limitante]
    return max(possibles, key=lambda m: (m.groupe in DEFAUTS[notion], apport(scene, p, m)))


def apport(scene: Scene, p: Personnage, m: Moyen) -> int:
    """What is added to the dice of a test made so."""
    la = scene.encounter.circonstances if scene.encounter is not None else ()
    c = Essai(p, scene, None, m.attribut, m.competence, m.groupe, circonstances=la, objet=m.objet)
    return total(modificateurs_de(c))


@rule("TN-10.42")
def figures_de_notion(scene: Scene, p: Personnage, m: Moyen, net: Terms = (), bonus: Terms = ()) -> Figures:
    """The test of a notion: weapons and tools count, karma and prouesses are open; endurance buys nothing here."""
    essai = Essai(p, scene, None, m.attribut, m.competence, m.groupe, objet=m.objet)
    return figures_d_essai(essai, net=net, bonus=bonus)


@rule("TN-10.42", "TN-10.44")
def eprouver_la_notion(
    scene: Scene, oracle: Oracle, who: str, notion: Choix, m: Moyen, avantage: bool, bonus: int
) -> tuple[Scene, int]:
    """One test of a notion: its score is noted."""
    net: Terms = (("Usage bien trouvé", 1, "TN-10.44"),) if avantage else ()
    plus: Terms = (("Magie", bonus, "TN-10.69"),) if bonus else ()
    scene, mesure = mesurer(scene, oracle, figures_de_notion(scene, scene[who], m, net, plus))
    facts = ("notion", NOMS[notion]), ("quoi", mesure.f.quoi), ("score", mesure.score)
    oracle.tell(Event("rixe_test", who, "", "TN-10.42", mesure.terms, facts))
    return scene, mesure.score


def inconnue(competence: str) -> Closed | None:
    if not competence or any(not x.limitante for x in lots(competence)):
        return None
    return Closed("TN-10.41", "Compétence inconnue : {}", (Typed(competence),))


# ---------------------------------------------------------------- scores


@rule("TN-10.49", "TN-10.50", "TN-10.59")
def appuis(scene: Scene, who: str, notion: Notion) -> Terms:
    """What others add to a score of his and take off it: of each the greatest alone."""
    la = [a.n for a in la_rixe(scene).appuis if a.sur == who and a.notion == notion]
    plus, moins = max(la, default=0), min(la, default=0)
    terms: Terms = (("Soutien", plus, "TN-10.49"),) if plus > 0 else ()
    return (*terms, ("Gêne", moins, "TN-10.50")) if moins < 0 else terms


@rule("TN-10.59", "TN-10.61", "TN-10.62")
def score(scene: Scene, who: str, notion: Notion) -> Terms:
    """A score as it stands: the test, worn by use, 5 less for each marker that counts, with what others do to it."""
    p = la_rixe(scene).protagonistes[who]
    s = p.scores[notion]
    terms: Terms = ((NOMS[notion].capitalize(), s.test, "TN-10.42"),)
    terms += (("Usure", -s.usure, "TN-10.61"),) if s.usure else ()
    terms += (("Pénalités", -MARQUE * p.comptes, "TN-10.62"),) if p.comptes else ()
    return terms + appuis(scene, who, notion)


@rule("TN-10.53", "TN-10.55")
def score_employe(scene: Scene, who: str, notion: Notion, cible: str = "") -> Terms:
    """A score as he uses it: from the rear line at 5 less, at somebody of a rear line at 5 less; after a swap 5 too."""
    r = la_rixe(scene)
    p = r.protagonistes[who]
    terms = score(scene, who, notion)
    terms += (("Ligne arrière", -RETRAIT, "TN-10.55"),) if p.arriere else ()
    if notion == "resolution" and cible and r.protagonistes[cible].arriere:
        terms += (("Cible en ligne arrière", -RETRAIT, "TN-10.55"),)
    return (*terms, ("Place échangée", -RETRAIT, "TN-10.53")) if p.entrant else terms


@rule("TN-10.63")
def trop_faible(scene: Scene, who: str, notion: Notion, cible: str = "") -> Closed | None:
    """A score serves only while it is above 5."""
    n = total(score_employe(scene, who, notion, cible))
    if n > USABLE:
        return None
    return Closed("TN-10.63", "{} : il faut plus de {}, pas {}", (NOMS[notion].capitalize(), USABLE, n))


@rule("TN-10.61")
def user_le_score(scene: Scene, who: str, notion: Notion) -> Scene:
    """What was used is 5 lower from now on."""
    r = la_rixe(scene)
    p = r.protagonistes[who]
    s = p.scores[notion]
    return replace(scene, rixe=r.avec(who, scores={**p.scores, notion: replace(s, usure=s.usure + USURE)}))


# ---------------------------------------------------------------- markers


@rule("TN-10.60")
def marquer(scene: Scene, oracle: Oracle, who: str, n: int) -> Scene:
    """So many markers more; enough of them, and he is out: he neither acts nor can be aimed at."""
    r = la_rixe(scene)
    r = r.avec(who, marqueurs=r.protagonistes[who].marqueurs + n)
    scene = replace(scene, rixe=r)
    facts = ("marqueurs", n), ("total_marqueurs", r.protagonistes[who].marqueurs), ("seuil", r.seuil(who))
    oracle.tell(Event("rixe_marqueur", who, "", "TN-10.47", (), facts))
    if not r.hors_jeu(who):
        return scene
    oracle.tell(Event("rixe_hors_jeu", who, "", "TN-10.60"))
    gardes = tuple([g for g in r.gardes if who not in (g.qui, g.pour)])
    scene = replace(scene, rixe=replace(r, gardes=gardes))
    return scene if r.protagonistes[who].arriere else laisser_un_vide(scene, oracle, scene[who].side)


@rule("TN-10.57")
def laisser_un_vide(scene: Scene, oracle: Oracle, camp: str) -> Scene:
    """His place stays empty until the end of the next adverse turn; a line without anybody is filled at once."""
    r = la_rixe(scene)
    tours = 1 if r.camp == camp else 2  # the adverse turn under way is not the next one
    scene = replace(scene, rixe=replace(r, vides=(*r.vides, Vide(camp, tours))))
    return combler(scene, oracle, camp) if not devant(scene, camp) else scene


def devant(scene: Scene, camp: str) -> list[str]:
    r = la_rixe(scene)
    return [who for who in en_jeu(scene, camp) if not r.protagonistes[who].arriere]


def derriere(scene: Scene, camp: str) -> list[str]:
    r = la_rixe(scene)
    return [who for who in en_jeu(scene, camp) if r.protagonistes[who].arriere]


@rule("TN-10.57")
def combler(scene: Scene, oracle: Oracle, camp: str) -> Scene:
    """Somebody of the rear line takes a place of the front: whom its strategist sends."""
    r = la_rixe(scene)
    vide = next((v for v in r.vides if v.camp == camp), None)
    if vide is not None:
        r = replace(r, vides=tuple([v for v in r.vides if v is not vide]))
        scene = replace(scene, rixe=r)
    candidats = sorted(derriere(scene, camp), key=lambda who: -total(score(scene, who, "contournement")))
    if not candidats:
        return scene
    who = candidats[0]
    if len(candidats) > 1:
        stratege = max(en_jeu(scene, camp), key=lambda w: r.protagonistes[w].strategie)
        options = tuple([Option(w, Said("{}", (Someone(w),))) for w in candidats])
        who = str(oracle.ask(Question(stratege, "tn.rixe_combler", "TN-10.57", options)).id)
    oracle.tell(Event("rixe_monte", who, "", "TN-10.57"))
    return replace(scene, rixe=r.avec(who, arriere=False))


# ---------------------------------------------------------------- its course


@rule("TN-10.43")
def total_de_strategie(resultats: list[int]) -> int:
    """The four highest results; the lowest counts again for each that is missing."""
    hauts = sorted(resultats, reverse=True)[:COMPTES]
    return sum(hauts) + (COMPTES - len(hauts)) * hauts[-1]


@rule("TN-10.46")
def aligner(scene: Scene) -> Scene:
    """As many in front as the place allows: those who want to stand there, the best at taking blows first."""
    r = la_rixe(scene)
    for camp in r.ordre:
        rangs = sorted(
            en_jeu(scene, camp),
            key=lambda w: (r.protagonistes[w].arriere, -total(score(scene, w, "contournement"))),
        )
        for i, who in enumerate(rangs):
            r = r.avec(who, arriere=i >= r.front)
    return replace(scene, rixe=r)


@rule("TN-10.43", "TN-10.45")
def commencer(scene: Scene, oracle: Oracle) -> Scene:
    """Everybody is ready: groups act by their strategy, the players' first of equal ones."""
    r = la_rixe(scene)
    membres: dict[str, list[int]] = {}
    for who, p in r.protagonistes.items():
        membres.setdefault(scene[who].side, []).append(p.strategie)
    totaux = {camp: total_de_strategie(found) for camp, found in membres.items()}
    ordre = tuple(sorted(totaux, key=lambda camp: (-totaux[camp], camp != r.joueurs)))
    for camp in ordre:
        facts = ("camp", camp), ("n", totaux[camp])
        oracle.tell(Event("rixe_strategie", "", "", "TN-10.43", (), facts))
    scene = aligner(replace(scene, rixe=replace(r, phase="jeu", ordre=ordre, camp=ordre[0], tour=1)))
    oracle.tell(Event("rixe_tour", "", "", "TN-10.45", (), (("camp", ordre[0]), ("tour", 1))))
    return avancer(scene, oracle)


@rule("TN-10.64")
def finie(scene: Scene) -> bool:
    """Over when the players are out, or everybody else is."""
    r = la_rixe(scene)
    return not en_jeu(scene, r.joueurs) or not any(camp != r.joueurs for camp in groupes(scene))


@rule("TN-10.64")
def conclure(scene: Scene, oracle: Oracle) -> Scene:
    """The rixe ends: it remains to be seen what it has cost everybody."""
    r = la_rixe(scene)
    debout = tuple([camp for camp in r.ordre if en_jeu(scene, camp)])
    vainqueur = debout[0] if len(debout) == 1 else ""
    facts = ("camp", vainqueur or "personne"), ("tours", r.tour)
    oracle.tell(Event("rixe_fin", "", "", "TN-10.64", (), facts))
    return replace(scene, rixe=replace(r, phase="conclusion", gardes=(), appuis=(), vides=()))


@rule("TN-10.45")
def avancer(scene: Scene, oracle: Oracle) -> Scene:
    """Until somebody may act: the next group once all of one have, the next tour once all groups have, or the end."""
    while la_rixe(scene).phase == "jeu":
        if finie(scene):
            return conclure(scene, oracle)
        if scene.turn():
            return scene
        scene = finir_le_tour(scene, oracle)
    return scene


@rule("TN-10.45", "TN-10.49", "TN-10.50", "TN-10.57")
def finir_le_tour(scene: Scene, oracle: Oracle) -> Scene:
    """The turn of a group ends: what lasted until now is over, empty places are filled, the next group acts."""
    r = la_rixe(scene)
    fini, joues = r.camp, r.joues + 1
    protagonistes = {
        who: replace(p, agi="", entrant=False) if scene[who].side == fini else p for who, p in r.protagonistes.items()
    }
    vides = tuple([v if v.camp == fini else replace(v, tours=v.tours - 1) for v in r.vides])
    appuis = tuple([a for a in r.appuis if a.fin > joues])
    r = replace(r, protagonistes=protagonistes, vides=vides, appuis=appuis, joues=joues)
    scene = replace(scene, rixe=r)
    for v in vides:
        scene = combler(scene, oracle, v.camp) if v.tours <= 0 else scene
    return donner_la_main(scene, oracle, fini)


def donner_la_main(scene: Scene, oracle: Oracle, fini: str) -> Scene:
    """To the next group that has anybody left; when all have played, another tour, unless nobody did anything in it."""
    r = la_rixe(scene)
    i = r.ordre.index(fini)
    suivants = [camp for camp in r.ordre[i + 1 :] if en_jeu(scene, camp)]
    if suivants:
        r = replace(r, camp=suivants[0])
    elif r.oisif:
        return conclure(scene, oracle)
    else:
        r = replace(r, camp=groupes(scene)[0], tour=r.tour + 1, oisif=True)
    oracle.tell(Event("rixe_tour", "", "", "TN-10.45", (), (("camp", r.camp), ("tour", r.tour))))
    return replace(scene, rixe=r)


@rule("TN-10.45", "TN-10.56")
def avoir_agi(scene: Scene, oracle: Oracle, who: str, arriere: bool, oisif: bool = False) -> Scene:
    """Somebody has had his action of this turn, from where he stood."""
    r = la_rixe(scene)
    r = replace(r.avec(who, agi="arriere" if arriere else "front", entrant=False), oisif=r.oisif and oisif)
    return avancer(replace(scene, rixe=r), oracle)
