"""What is under way in a scene written by hand, judged: the fight, trials, traps, chase, battle, spells."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tablee.kernel.faults import Faults, among, between, named, once, present, there
from tablee.kernel.sentence import Id, One, Said, Typed, chain

from ..book.c18_epreuves.epreuves import issue_de_l_epreuve
from ..model.batailles import BATAILLES, GUERRE, Bataille
from ..model.catalogue import COMPETENCES
from ..model.combat import Combat, Declared
from ..model.epreuves import Epreuve, Piege
from ..model.manoeuvres import MANOEUVRES
from ..model.runes import PUISSANCE_PAR_RUNE, RUNES, Sort, combinaison
from ..model.scene import Scene
from ..model.tables import IMPOSSIBLE, NOMS
from ..model.things import objets_de

POINTS_MAX = 999


ND_MAX = 60


LOIN = 100_000


def cle_et_nom(ici: str, cle: str, id: str, kind: Callable[[str], One] = Typed) -> Faults:
    if cle != id:
        yield f"{ici}.{cle}", Said("le même nom que la clé, pas « {} »", (kind(id),))


# ---------------------------------------------------------------- trials, traps, chase, battle


def fautes_des_epreuves(scene: Scene) -> Faults:
    for cle, e in scene.epreuves.items():
        yield from cle_et_nom("epreuves", cle, e.id)
        yield from fautes_de_l_epreuve(e, f"epreuves.{cle}")
    for cle, p in scene.pieges.items():
        yield from cle_et_nom("pieges", cle, p.id)
        yield from fautes_du_piege(p, f"pieges.{cle}")
    if scene.poursuite is not None:
        c = scene.poursuite
        yield from present("poursuite", (c.poursuivant, c.fuyard), scene.people)
        for champ in ("avance", "parcouru", "but"):
            yield from between(f"poursuite.{champ}", getattr(c, champ), 0, LOIN)
        yield from among("poursuite.issue", c.issue, ("", "rattrapé", "hors d'atteinte"))
    if scene.bataille is not None:
        yield from fautes_de_la_bataille(scene, scene.bataille)


def fautes_de_l_epreuve(e: Epreuve, ici: str) -> Faults:
    yield from named(ici, e.id)
    yield from among(f"{ici}.competence", e.competence, [*NOMS, *COMPETENCES])
    yield from between(f"{ici}.nd", e.nd, 0, ND_MAX)
    yield from between(f"{ici}.nd_test", e.nd_test, 0, ND_MAX)
    yield from between(f"{ici}.reussites", e.reussites, 0, POINTS_MAX)
    yield from between(f"{ici}.echecs", e.echecs, 0, POINTS_MAX)
    attendue = issue_de_l_epreuve(e)
    if e.issue != attendue:
        yield (
            f"{ici}.issue",
            Said("ces marges donnent « {} », pas « {} »", (attendue or "en cours", e.issue or "en cours")),
        )


def fautes_du_piege(p: Piege, ici: str) -> Faults:
    yield from named(ici, p.id)
    yield from between(f"{ici}.etapes", len(p.etapes), 1, 20)
    for i, etape in enumerate(p.etapes):
        if etape.nd != IMPOSSIBLE:
            yield from between(f"{ici}.etapes[{i}].nd", etape.nd, 0, ND_MAX)
    yield from between(f"{ici}.degats", p.degats, 0, 200)
    yield from among(f"{ici}.issue", p.issue, ("", "désamorcé", "déclenché"))


def fautes_de_la_bataille(scene: Scene, b: Bataille) -> Faults:
    yield from present("bataille.generaux", b.generaux, scene.people)
    for who in b.generaux:
        p = scene.people.get(who)
        if p is not None and not p.competence(GUERRE):
            yield "bataille.generaux", Said("« {} » n'a pas acquis Art de la guerre", (Id(who),))
    if b.engagements not in range(3, 22, 2):
        yield "bataille.engagements", Said("un nombre impair de 3 à 21, pas {}", (b.engagements,))
    for champ in ("gagnes", "elans"):
        for n in getattr(b, champ):
            yield from between(f"bataille.{champ}", n, 0, POINTS_MAX)
    yield from between("bataille.joues", b.joues, 0, POINTS_MAX)
    for who, manoeuvre in b.faites:
        yield from there("bataille.faites", who, b.generaux)
        yield from among("bataille.faites", manoeuvre, BATAILLES)
    yield from there("bataille.vainqueur", b.vainqueur, ("", *b.generaux))


# ---------------------------------------------------------------- spells


def fautes_de_la_magie(scene: Scene) -> Faults:
    for cle, s in scene.sorts.items():
        yield from cle_et_nom("sorts", cle, s.id)
        yield from fautes_du_sort(scene, s, f"sorts.{cle}")
    for cle, z in scene.zones.items():
        yield from named(f"zones.{cle}.nom", z.nom)
        yield from between(f"zones.{cle}.rayon", z.rayon, 0, LOIN)
        for rune, rang in z.resistances.items():
            yield from among(f"zones.{cle}.resistances", rune, [r.id for r in RUNES.values() if r.oppose])
            yield from between(f"zones.{cle}.resistances.{rune}", rang, 0, POINTS_MAX)
    for cle, e in scene.enchantements.items():
        yield from cle_et_nom("enchantements", cle, e.objet)
        yield from between(f"enchantements.{cle}.resistance", e.resistance, 0, POINTS_MAX)
        yield from between(f"enchantements.{cle}.vide", e.vide, 0, POINTS_MAX)
        if e.sort is not None:
            yield from fautes_du_sort(scene, e.sort, f"enchantements.{cle}.sort")


def fautes_du_sort(scene: Scene, s: Sort, ici: str) -> Faults:
    yield from there(f"{ici}.par", s.par, scene.people)
    yield from among(f"{ici}.pouvoir", s.pouvoir, ("", *scene.own.pouvoirs))
    for e in s.elements:
        yield from among(f"{ici}.elements", e, RUNES)
    yield from between(f"{ici}.elements", len(s.elements), 1, 2)
    if len(s.elements) == 2 and combinaison(*s.elements) is None:
        yield f"{ici}.elements", Said("{} ne se combinent pas", (chain("{} et {}", map(Typed, s.elements)),))
    yield from between(f"{ici}.runes", s.runes, 1, POINTS_MAX)
    yield from between(f"{ici}.aire", s.aire, 1, max(1, PUISSANCE_PAR_RUNE * s.runes - (1 if s.pouvoir else 0)))
    yield from between(f"{ici}.rang", s.rang, 1, POINTS_MAX)
    yield from between(f"{ici}.reserve", s.reserve, 0, POINTS_MAX)
    yield from present(f"{ici}.cibles", s.cibles, scene.people)
    if s.contre:
        yield from among(f"{ici}.contre", s.contre, scene.sorts)


# ---------------------------------------------------------------- the fight


def fautes_du_combat(scene: Scene, c: Combat) -> Faults:
    yield from between("combat.tour", c.tour, 1, POINTS_MAX)
    yield from present("combat.file", c.file, scene.people)
    for who in c.file:
        p = scene.people.get(who)
        if p is not None and not p.side:  # whoever fell before he could declare is still there, and passes
            yield "combat.file", Said("« {} » n'a pas de camp", (Id(who),))
    for champ in ("faits", "touches", "parades", "luttes", "prises", "lachers"):
        for paire in getattr(c, champ):
            yield from present(f"combat.{champ}", paire, scene.people)
    yield from present("combat.luttes", [w for paire in (*c.luttes, *c.prises) for w in paire], scene.people)
    for clef in c.clefs:
        yield from present("combat.clefs", (clef.par, clef.sur), scene.people)
    for blocage in c.blocages:
        yield from present("combat.blocages", (blocage.par, blocage.sur), scene.people)
    yield from armes_bloquees(scene, c)
    for champ in ("projetes", "eblouis"):
        yield from present(f"combat.{champ}", getattr(c, champ), scene.people)
    for who, jet in c.jets.items():
        yield from there("combat.jets", who, scene.people)
        yield from cle_et_nom("combat.jets", who, jet.qui, Id)
    if c.avant is not None:
        yield "combat.avant", Said("ne s'écrit pas : les actions d'un même rang sont en cours")
    yield from fautes_des_declarations(scene, c)


def armes_bloquees(scene: Scene, c: Combat) -> Faults:
    for b in c.blocages:
        for who, arme in ((b.par, b.arme_par), (b.sur, b.arme_sur)):
            p = scene.people.get(who)
            portees: Iterable[str] = [a.id for a in p.equipement.armes] if p is not None else []
            yield from among("combat.blocages", arme, portees)


def fautes_des_declarations(scene: Scene, c: Combat) -> Faults:
    """Each was declared by the one it is noted for, who has not to declare again."""
    for who, a in c.declarations.items():
        ici = f"combat.declarations.{who}"
        yield from cle_et_nom("combat.declarations", who, a.actor, Id)
        yield from there("combat.declarations", who, scene.people)
        if who in c.file:
            yield ici, Said("« {} » a déjà déclaré et doit encore le faire", (Id(who),))
        if who in scene.people:
            yield from fautes_de_la_declaration(scene, a, ici)
    if c.declarations and not c.file:
        yield "combat.file", Said("il faut quelqu'un qui doive encore déclarer")


def fautes_de_la_declaration(scene: Scene, a: Declared, ici: str) -> Faults:
    """Whom and what it names. Whether it can still be done is seen when its initiative comes."""
    autres = [w for w in scene.people if w != a.actor]
    cible = getattr(a, "cible", "")
    if cible:
        yield from there(f"{ici}.cible", cible, autres if a.hostile else scene.people)
    yield from present(f"{ici}.contre", getattr(a, "contre", ()), autres)
    portees = ["mains_nues", *(x.id for x in objets_de(scene[a.actor]))]
    for champ in ("arme", "seconde"):
        if getattr(a, champ, ""):
            yield from among(f"{ici}.{champ}", getattr(a, champ), portees)
    yield from once(f"{ici}.manoeuvres", getattr(a, "manoeuvres", ()), MANOEUVRES)
    if cible in autres and hasattr(a, "membre"):
        yield from among(f"{ici}.membre", a.membre, scene[cible].fiche.membres)
