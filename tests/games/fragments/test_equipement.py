"""The catalogues of what is bought, ridden, suffered and walked on: rows the book names, balance, effects at work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise, permutations
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import asdict, replace

from tablee.games.fragments.book.c2_systeme.figures import carac, immunise, interdit, mouvement, vision
from tablee.games.fragments.book.c2_systeme.plateau import cout
from tablee.games.fragments.book.c3_combat.agir import Vise, declencher, produire
from tablee.games.fragments.book.c3_combat.vie import affecter, guerir, perdre
from tablee.games.fragments.book.c4_attaque.attaque import Passe, botte, porter
from tablee.games.fragments.book.c4_attaque.calculs import Tir, efficacite, issue_du_jet
from tablee.games.fragments.model import catalogue
from tablee.games.fragments.model.catalogue import (
    AFFLICTIONS,
    ARMES,
    BOUCLIERS,
    CHOSES,
    ENCHANTEMENTS,
    ETATS,
    MAUX,
    MONTURES,
    OBJETS,
    PACKAGE,
    TERRAINS,
    TOMES,
    Arme,
    Chose,
    verifier,
)
from tablee.games.fragments.model.effects import Assaut, bonus_de, termes_de, types_de
from tablee.games.fragments.model.langage import AUTRE, COUP, INTERDITS, Effet, fautes, passif
from tablee.games.fragments.model.people import JT_MAX, Equipement, Fiche, MalActif, Survie, Unite
from tablee.games.fragments.model.scene import Carte, Combat, Scene, Tour
from tablee.games.fragments.model.tables import BLESSURES, DEGATS, ELEMENTS, TYPES_UNITES
from tablee.kernel.ledger import ledger_of
from tablee.kernel.live import Scripted
from tablee.kernel.simulated import Simulated

from .chiffres import esquive

LEDGER = ledger_of(PACKAGE)
TYPES = ("Épée", "Hast", "Angle", "Arc", "Dague", "Art")
GRIMOIRES = [t for t in TOMES.values() if t.tome]
SOUTIEN = [t for t in TOMES.values() if t.type == "Soutien"]
PORTES: list[Arme] = [*ARMES.values(), *GRIMOIRES]  # what strikes
ENCRES = {"debut": 400, "milieu": 1500}  # the dearest of the first purse, and of the middle
CONNUS = frozenset({*MAUX, *TERRAINS})
COMBAT = {"PV": 20, "FOR": 5, "MAG": 5, "DEF": 2, "RES": 2, "HAB": 5, "AGI": 4, "CHA": 3, "CON": 10, "MOV": 5}


def unite(id: str, camp: str, x: int, **kw: Any) -> Unite:
    return Unite(id, Fiche(id.title(), points=COMBAT), side=camp, x=x, **kw)


def trois(**bob: Any) -> Scene:
    """Ana and Bob of one side, Cyr of the other, in a row; Ana's tour."""
    unites = (unite("ana", "A", 0), unite("bob", "A", 1, **bob), unite("cyr", "B", 3))
    combat = Combat(initiatives={"ana": 12, "bob": 9, "cyr": 7}, file=("ana", "bob", "cyr"), tours={"ana": Tour()})
    return Scene(people={u.id: u for u in unites}, encounter=combat)


def avec(*choses: Chose, **kw: Any) -> Equipement:
    return Equipement(actif=choses, **kw)


def ana(scene: Scene, equipement: Equipement) -> Scene:
    return scene.put(replace(scene["ana"], equipement=equipement))


def moyenne(a: Arme) -> float:
    return a.pui.n * (a.pui.faces + 1) / 2 + a.pui.fixe


def coup_moyen(a: Arme) -> float:
    """What an attack takes on average from a target of the first levels, effects left out."""
    touche, critique, force, defense = (a.pre - 3) / 100, a.crit / 100, 5, 2
    plein = moyenne(a) + force
    return (touche - critique) * (plein - defense) + critique * (2 * plein - defense)


def niveau(prix: int) -> int:
    return 0 if prix <= ENCRES["debut"] else 1 if prix <= ENCRES["milieu"] else 2


# ---------------------------------------------------------------- the files


@pytest.mark.rule("FD-9.1")
def test_every_effect_is_one_the_engine_knows() -> None:
    verifier()


@pytest.mark.rule("FD-9.1")
@pytest.mark.parametrize(
    ("effet", "actif"),
    [
        (Effet("bonus", "courage", 2), False),
        (Effet("bonus", "DEF"), False),
        (Effet("inflige", "rhume", quand="touche"), False),
        (Effet("soin", n=3), False),
        (Effet("partage", n=1), True),
        (Effet("interdit", "rire"), False),
        (Effet("bonus", "DEF", 1, si="demain"), False),
        (Effet("degats", n=1, des=2, quand="debut"), False),
        (Effet("efficace", "Chat"), False),
        (Effet("guerit", "ennui"), True),
    ],
)
def test_an_effect_nobody_understands_is_a_fault(effet: Effet, actif: bool) -> None:
    assert fautes(effet, actif, CONNUS)


@pytest.mark.parametrize(
    "fichier", ["maux", "terrains", "armes", "tomes", "boucliers", "objets", "enchantements", "montures"]
)
def test_the_catalogues_are_ours(fichier: str) -> None:
    assert catalogue.lire(fichier).origin == "tablee"


@pytest.mark.rule("FD-9.5", "FD-9.6", "FD-9.7", "FD-9.8", "FD-9.9", "FD-9.10", "FD-9.11", "FD-9.15")
def test_no_two_rows_are_the_same_but_for_the_name() -> None:
    tout: list[Iterable[Any]] = [ARMES.values(), TOMES.values(), BOUCLIERS.values(), ENCHANTEMENTS.values()]
    tout += [AFFLICTIONS.values(), ETATS.values(), MONTURES.values(), TERRAINS.values()]
    tout.append(o for o in OBJETS.values() if o.sorte == "combat")
    for rangs in tout:
        vus: dict[str, str] = {}
        for rang in rangs:
            reste = {k: v for k, v in asdict(rang).items() if k not in ("id", "nom", "prix", "signe")}
            cle = repr(reste)
            assert cle not in vus, (rang.id, vus.get(cle))
            vus[cle] = rang.id


def test_names_are_distinct() -> None:
    assert len(CHOSES) == len(ARMES) + len(TOMES) + len(BOUCLIERS) + len(OBJETS)
    for noms in (
        [c.nom for c in CHOSES.values()],
        [m.nom for m in MAUX.values()],
        [t.nom for t in TERRAINS.values()],
        [e.nom for e in ENCHANTEMENTS.values()],
    ):
        assert [n for n, k in Counter(noms).items() if k > 1] == []


def tous() -> list[tuple[str, tuple[Effet, ...], bool]]:
    """The effects of each row of these catalogues, and whether it is used rather than borne."""
    armes = (*ARMES.values(), *TOMES.values())
    rangs = [(a.id, a.effets, a.type == "Soutien") for a in armes]
    rangs += [(o.id, o.effets, True) for o in OBJETS.values()]
    rangs += [(e.id, d.effets, e.activable) for e in ENCHANTEMENTS.values() for d in e.degres]
    bornes = (*BOUCLIERS.values(), *MAUX.values(), *TERRAINS.values(), *MONTURES.values())
    return rangs + [(x.id, x.effets, False) for x in bornes]


FIGURES_D_ATTAQUE = {"precision", "critique", "degats", "bruts", "FOR", "MAG", "vol_de_vie"}


@pytest.mark.rule("FD-9.1")
def test_conditions_on_a_blow_stand_only_where_there_is_one() -> None:
    """A condition on the target or the blow would never hold for a figure that is no part of an attack."""
    for _, effets, _ in tous():
        for e in effets:
            if passif(e) and e.fait == "bonus" and (e.si in (*AUTRE, *COUP) or e.si.partition(":")[0] == "contre"):
                assert e.sur in FIGURES_D_ATTAQUE | {"DEF", "RES", "ESQ", "defense_brute"}, e


# ---------------------------------------------------------------- weapons


@pytest.mark.rule("FD-9.5", "FD-6.12")
@pytest.mark.parametrize("type_", TYPES)
def test_each_type_has_weapons_for_every_purse(type_: str) -> None:
    armes = [a for a in ARMES.values() if a.type == type_]
    assert len(armes) >= 12
    par_niveau = Counter(niveau(a.prix) for a in armes)
    assert par_niveau[0] >= 4
    assert par_niveau[1] >= 4
    assert par_niveau[2] >= 3
    assert all(200 <= a.prix <= 400 or 600 <= a.prix <= 1500 or a.prix >= 2500 for a in armes)


@pytest.mark.rule("FD-9.5", "FD-6.9", "FD-6.12")
def test_weapons_have_all_their_fields() -> None:
    assert len(ARMES) >= 80
    assert {a.type for a in ARMES.values()} == set(TYPES)
    for a in ARMES.values():
        assert a.degats in DEGATS
        assert 70 <= a.pre <= 95
        assert 1 <= a.crit <= 25
        assert a.pui.n >= 1
        assert 0 <= a.poids <= 16
        assert 0 <= a.portee[0] <= a.portee[1] <= 5
        assert a.crit + sum(n for _, n in (*a.afflictions, *a.etats)) < a.pre - 20
        assert set(a.efficace) <= set(TYPES_UNITES)
    assert all(a.portee[1] >= 2 for a in ARMES.values() if a.type == "Arc")
    assert all(a.portee[1] == 1 for a in ARMES.values() if a.type == "Art")


@pytest.mark.rule("FD-9.5", "FD-9.6")
@pytest.mark.parametrize("type_", [*TYPES, *ELEMENTS])
def test_dearer_weapons_strike_harder(type_: str) -> None:
    par_niveau: dict[int, list[float]] = {0: [], 1: [], 2: []}
    for a in PORTES:
        if a.type == type_:
            par_niveau[niveau(a.prix)].append(coup_moyen(a))
    bas, milieu, haut = (sum(v) / len(v) for v in par_niveau.values())
    assert bas < milieu < haut
    assert 5 <= bas <= 8
    assert 10.5 <= haut <= 15


@pytest.mark.rule("FD-9.5", "FD-9.6")
def test_no_plain_weapon_is_worse_than_a_cheaper_one_in_everything() -> None:
    for a, b in permutations(PORTES, 2):
        if a.type != b.type or a.magique != b.magique or b.efficace or b.afflictions or b.etats or b.effets:
            continue
        mieux = (
            a.prix <= b.prix
            and moyenne(a) >= moyenne(b)
            and a.pre >= b.pre
            and a.crit >= b.crit
            and a.poids <= b.poids
            and a.portee[0] <= b.portee[0]
            and a.portee[1] >= b.portee[1]
        )
        assert not mieux, (a.id, b.id)


@pytest.mark.rule("FD-9.5", "FD-4.5")
@pytest.mark.parametrize(
    ("types", "attendu"), [((), 0), (("Blindée",), 1), (("Montée",), 1), (("Blindée", "Montée"), 1), (("Volante",), 0)]
)
def test_rapiere(types: tuple[str, ...], attendu: int) -> None:
    rapiere = ARMES["rapiere"]
    assert rapiere.nom == "Rapière"
    assert rapiere.type == "Épée"
    assert efficacite(types, "", rapiere.degats, rapiere.type, rapiere.efficace, False, False) == attendu


@pytest.mark.rule("FD-9.5", "FD-6.15")
def test_epee_du_vent_cuts_in_melee_and_blows_from_afar() -> None:
    epee = ARMES["epee_du_vent"]
    assert (epee.type, epee.degats, epee.magique, epee.portee) == ("Épée", "TRA", False, (1, 1))
    assert epee.a_distance is not None
    assert epee.a_distance.degats == "VEN"
    assert epee.a_distance.portee[0] == 2


@pytest.mark.rule("FD-9.5", "FD-6.15", "FD-6.25")
def test_arc_obscur_is_a_bow_that_strikes_with_darkness() -> None:
    arc = ARMES["arc_obscur"]
    assert (arc.nom, arc.type, arc.degats, arc.magique) == ("Arc Obscur", "Arc", "OBS", True)
    assert efficacite(("Volante",), "", arc.degats, arc.type, arc.efficace, False, False) == 1
    assert efficacite(("Construction",), "", arc.degats, arc.type, arc.efficace, False, False) == 1


@pytest.mark.rule("FD-9.5", "FD-6.15")
def test_there_are_magic_weapons_of_every_type_and_element() -> None:
    magiques = [a for a in ARMES.values() if a.magique or a.a_distance is not None]
    assert len(magiques) >= 8
    assert {a.type for a in magiques} == set(TYPES)
    assert {a.degats if a.magique else a.a_distance.degats for a in magiques if a.magique or a.a_distance} == set(
        ELEMENTS
    )
    assert min(a.prix for a in magiques) >= 2500


# ---------------------------------------------------------------- tomes and support spells


@pytest.mark.rule("FD-9.6", "FD-6.13", "FD-6.26")
@pytest.mark.parametrize("element", ELEMENTS)
def test_each_element_has_tomes_with_an_effect_of_their_own(element: str) -> None:
    tomes = sorted((t for t in GRIMOIRES if t.type == element), key=lambda t: t.prix)
    assert [niveau(t.prix) for t in tomes] == [0, 1, 2]
    for t in tomes:
        assert t.degats == element
        assert t.magique
        assert t.afflictions or t.etats or t.effets
        assert 70 <= t.pre <= 95
        assert t.portee[1] >= 2


@pytest.mark.rule("FD-9.6", "FD-4.9")
def test_boule_de_feu_burns_six_times_in_a_hundred() -> None:
    boule = TOMES["boule_de_feu"]
    assert (boule.nom, boule.afflictions) == ("Boule de Feu", (("brulure", 6),))
    tir = Tir(boule.pre, boule.crit, boule.afflictions)
    assert sum(issue_du_jet(tir, de) == "brulure" for de in range(1, 101)) == 6


@pytest.mark.rule("FD-9.6", "FD-4.23")
def test_life_stolen_by_vampirisme_does_not_add_up() -> None:
    scene = ana(trois(), avec(TOMES["vampirisme"], talisman=True, enchantements=(("lierre", 3),)))
    (effet,) = TOMES["vampirisme"].effets
    assert effet.famille == "vol_de_vie"
    assert bonus_de(scene, scene["ana"], "vol_de_vie") == 40
    sans = ana(trois(), avec(TOMES["murmure_noir"], talisman=True, enchantements=(("lierre", 3),)))
    assert bonus_de(sans, sans["ana"], "vol_de_vie") == 20


@pytest.mark.rule("FD-9.6", "FD-6.12")
def test_support_spells() -> None:
    assert len(SOUTIEN) >= 16
    assert {"soin", "remede", "illumine"} <= {s.id for s in SOUTIEN}
    assert [s.id for s in SOUTIEN if not s.effets or s.pui.n or s.degats or s.tome] == []
    assert {s.cible for s in SOUTIEN} == {"allie", "ennemi", "case"}
    assert all(60 <= s.pre <= 99 for s in SOUTIEN)


def sort(scene: Scene, id: str, cible: str, *des: int) -> Scene:
    """A spell that works, cast by Ana."""
    sources = tuple((TOMES[id].nom, e, "FD-9.6") for e in TOMES[id].effets)
    case = scene[cible].case if TOMES[id].cible == "case" else None
    return produire(scene, Scripted(dice=des), "ana", sources, Vise(cible, case))


@pytest.mark.rule("FD-9.6")
def test_soin_gives_pv_back() -> None:
    assert sort(trois(perdus=15), "soin", "bob", 5)["bob"].pv == 5 + 9


@pytest.mark.rule("FD-9.6", "FD-4.12")
@pytest.mark.parametrize("mal", AFFLICTIONS)
def test_remede_cures_any_affliction(mal: str) -> None:
    scene = affecter(trois(), Simulated(0), "bob", mal)
    assert scene["bob"].a(mal)
    assert not sort(scene, "remede", "bob")["bob"].a(mal)


@pytest.mark.rule("FD-9.6", "FD-3.44")
def test_illumine_lets_those_around_see_further() -> None:
    scene = sort(trois(), "illumine", "bob")
    assert [vision(scene, scene[u]) for u in ("ana", "bob", "cyr")] == [8, 8, 5]


@pytest.mark.rule("FD-9.6", "FD-9.15")
def test_sol_beni_lies_on_seven_cells() -> None:
    scene = sort(trois(perdus=10), "sol_beni", "bob")
    assert len(scene.zones[-1].cases) == 7
    assert scene.terrain((1, 0)).id == "sanctuaire"
    assert declencher(scene, Simulated(0), "bob", "debut")["bob"].pv == 12


@pytest.mark.rule("FD-9.6", "FD-3.12")
@pytest.mark.parametrize("blessure", BLESSURES)
def test_only_fil_renoue_mends_a_lethal_wound(blessure: str) -> None:
    scene = trois(survie=Survie(2000, blessure), perdus=20)
    assert sort(scene, "fil_renoue", "bob")["bob"].pv == 5
    assert sort(scene, "soin", "bob", 6)["bob"].conscient == (blessure != "Létale")


# ---------------------------------------------------------------- the first purse


@pytest.mark.rule("FD-6.1", "FD-9.5", "FD-9.6", "FD-9.7", "FD-9.8")
@pytest.mark.parametrize("type_", [*TYPES, *ELEMENTS])
def test_a_thousand_ecus_equip_a_beginner(type_: str) -> None:
    """Any first weapon of the type, a shield, a backpack, a potion, food and water; never a weapon of the great."""
    autres = BOUCLIERS["ecu_de_bois"].prix + OBJETS["sac_a_dos"].prix + OBJETS["fiole_vermeille"].prix
    autres += OBJETS["gourde"].prix + 7 * OBJETS["ration"].prix
    du_type = [a for a in PORTES if a.type == type_]
    assert all(a.prix + autres <= 1000 for a in du_type if niveau(a.prix) == 0)
    assert all(a.prix > 1000 for a in du_type if niveau(a.prix) == 2)


@pytest.mark.rule("FD-6.1", "FD-9.6", "FD-9.8")
def test_a_thousand_ecus_equip_a_healer() -> None:
    kit = OBJETS["catalyseur"].prix + TOMES["soin"].prix + TOMES["remede"].prix
    assert kit + min(a.prix for a in ARMES.values()) <= 1000
    assert OBJETS["talisman"].prix + min(e.degres[0].prix for e in ENCHANTEMENTS.values()) <= 600


# ---------------------------------------------------------------- shields


def _bonus(effets: Iterable[Effet], sur: str) -> int:
    return sum(e.n for e in effets if e.fait == "bonus" and e.sur == sur and passif(e) and not e.si)


@pytest.mark.rule("FD-9.7", "FD-6.20")
def test_shields_protect_at_a_cost() -> None:
    assert len(BOUCLIERS) >= 10
    for b in BOUCLIERS.values():
        assert _bonus(b.effets, "DEF") + _bonus(b.effets, "RES") >= 1
        assert b.poids >= 2
        assert [e for e in b.effets if (e.fait == "bonus" and e.n < 0) or e.fait == "vulnerable"], b.id
        if b.enchantement is not None:
            id, n = b.enchantement
            assert 1 <= n <= len(ENCHANTEMENTS[id].degres)
    assert sum(b.enchantement is not None for b in BOUCLIERS.values()) >= 2
    gardes = sorted(BOUCLIERS.values(), key=lambda b: b.prix)
    protege = [_bonus(b.effets, "DEF") + _bonus(b.effets, "RES") for b in gardes]
    assert sum(protege[:4]) < sum(protege[4:8]) < sum(protege[8:])


@pytest.mark.rule("FD-9.7", "FD-6.20", "FD-6.21")
def test_a_shield_worn_counts_and_so_does_its_enchantment() -> None:
    nu = trois()
    scene = ana(nu, avec(ARMES["epee_courte"], BOUCLIERS["bouclier_du_veilleur"]))
    u, avant = scene["ana"], nu["ana"]
    assert carac(scene, u, "DEF") == carac(nu, avant, "DEF") + 3
    assert carac(scene, u, "RES") == carac(nu, avant, "RES") + 2
    assert vision(scene, u) == 6
    assert u.equipement.poids == 12
    assert mouvement(scene, u) == 4


@pytest.mark.rule("FD-9.7")
def test_spikes_hurt_who_strikes_at_close_range_only() -> None:
    scene = ana(trois(), avec(BOUCLIERS["bouclier_a_pointes"]))
    for portee, perdus in ((1, 2), (2, 0)):
        coup = Assaut("Épée", "TRA", False, portee)
        assert declencher(scene, Simulated(0), "ana", "blesse", "cyr", coup)["cyr"].perdus == perdus


# ---------------------------------------------------------------- things


@pytest.mark.rule("FD-9.8", "FD-6.6", "FD-6.7")
def test_things_of_combat_act_and_those_of_the_road_do_not() -> None:
    assert len(OBJETS) >= 30
    for o in OBJETS.values():
        assert bool(o.effets) == (o.sorte == "combat" and o.id != "pierre_de_resurrection"), o.id
        assert o.prix > 0
        assert all(e.qui == "cible" for e in o.effets)


@pytest.mark.rule("FD-9.8")
def test_things_the_rules_name_are_sold() -> None:
    nommes = {"ration", "gourde", "sac_a_dos", "talisman", "catalyseur", "selle", "magister", "poussiere_d_etoile"}
    assert {o.id for o in OBJETS.values() if o.sorte == "role"} > nommes | {"pierre_a_aiguiser", "outils"}
    assert OBJETS["ration"].usages == 1
    assert OBJETS["gourde"].usages == 0


@pytest.mark.rule("FD-9.8", "FD-9.10", "FD-4.12")
@pytest.mark.parametrize("mal", AFFLICTIONS)
def test_each_affliction_has_a_remedy_of_its_own(mal: str) -> None:
    remedes = [o for o in OBJETS.values() if any(e.fait == "guerit" and e.sur == mal for e in o.effets)]
    assert remedes
    tout = OBJETS["tisane_des_neuf"]
    assert min(o.prix for o in remedes) < tout.prix
    for o in (*remedes, tout):
        scene = affecter(trois(), Simulated(0), "bob", mal)
        sources = tuple((o.nom, e, "FD-9.8") for e in o.effets)
        assert not produire(scene, Simulated(0), "ana", sources, Vise("bob"))["bob"].a(mal)


@pytest.mark.rule("FD-9.8", "FD-3.18")
def test_the_resurrection_stone_serves_three_times() -> None:
    pierre = OBJETS["pierre_de_resurrection"]
    assert (pierre.usages, pierre.sorte) == (3, "combat")
    assert pierre.prix > 2 * max(c.prix for c in CHOSES.values() if c.id != pierre.id)
    scene = ana(trois(), avec(pierre))
    for reste in (2, 1, 0):
        scene = perdre(scene, Simulated(0), "ana", 50, "FD-4.24")
        assert scene["ana"].pv == 20
        assert (
            sum(o.usages for o in scene["ana"].equipement.actif if not isinstance(o, Arme) and hasattr(o, "usages"))
            == reste
        )
    assert not perdre(scene, Simulated(0), "ana", 50, "FD-4.24")["ana"].conscient


@pytest.mark.rule("FD-9.8")
def test_better_potions_heal_more_and_cost_more() -> None:
    def rend(id: str) -> float:
        (e,) = (e for e in OBJETS[id].effets if e.fait == "soin")
        return 40 * e.n / 100 if e.sur == "pct" else e.n + e.des * (e.faces + 1) / 2

    potions = ["fiole_vermeille", "flacon_vermeil", "carafe_vermeille"]
    assert [OBJETS[a].prix < OBJETS[b].prix and rend(a) < rend(b) for a, b in pairwise(potions)] == [True, True]


# ---------------------------------------------------------------- enchantments


@pytest.mark.rule("FD-9.9", "FD-6.31")
def test_enchantments_grow_with_their_price() -> None:
    assert len(ENCHANTEMENTS) >= 20
    for e in ENCHANTEMENTS.values():
        assert 1 <= len(e.degres) <= 3
        assert all(a.prix < b.prix and a.effets != b.effets for a, b in pairwise(e.degres))
        for a, b in pairwise(e.degres):
            assert sum(x.n + x.des * x.faces for x in a.effets) < sum(x.n + x.des * x.faces for x in b.effets) or len(
                a.effets
            ) < len(b.effets), e.id
            assert b.recharge <= a.recharge
        assert all(bool(d.recharge) == e.activable for d in e.degres), e.id
    assert sum(e.activable for e in ENCHANTEMENTS.values()) >= 4


@pytest.mark.rule("FD-9.9", "FD-6.33")
def test_inflexible_recharges_in_one_tour_at_its_third_level() -> None:
    inflexible = ENCHANTEMENTS["inflexible"]
    assert inflexible.activable
    assert [d.recharge for d in inflexible.degres] == [3, 2, 1]


@pytest.mark.rule("FD-9.9", "FD-4.23")
@pytest.mark.parametrize("n", [1, 2, 3])
def test_un_pour_tous_reaches_as_far_as_its_level(n: int) -> None:
    scene = ana(trois(), avec(talisman=True, enchantements=(("un_pour_tous", n), ("un_pour_tous", 1))))
    assert [porte for _, porte, _ in termes_de(scene, scene["ana"], "partage")] == [n]


# ---------------------------------------------------------------- afflictions and states


@pytest.mark.rule("FD-9.10")
def test_afflictions_pass_and_belong_to_damage() -> None:
    assert len(AFFLICTIONS) == 10
    assert (AFFLICTIONS["brulure"].nom, AFFLICTIONS["paralysie"].nom) == ("Brûlure", "Paralysie")
    assert all(1 <= a.tours <= 4 and a.effets and a.degats for a in AFFLICTIONS.values())
    assert {d for a in AFFLICTIONS.values() for d in a.degats} == set(DEGATS)


@pytest.mark.rule("FD-9.10", "FD-9.5", "FD-9.6")
def test_weapons_inflict_what_goes_with_their_damage() -> None:
    for a in PORTES:
        types = {a.degats, a.a_distance.degats if a.a_distance is not None else a.degats}
        for id, n in a.afflictions:
            assert types & set(AFFLICTIONS[id].degats), (a.id, id)
            assert 1 <= n <= 20
    assert {id for a in PORTES for id, _ in a.afflictions} == set(AFFLICTIONS)


def afflige(mal: str) -> Scene:
    return affecter(trois(), Simulated(0), "bob", mal)


@pytest.mark.rule("FD-9.10")
def test_brulure_burns_as_the_tour_begins() -> None:
    scene = afflige("brulure")
    assert declencher(scene, Scripted(dice=[3]), "bob", "debut")["bob"].perdus == 4
    assert declencher(scene, Simulated(0), "bob", "fin") == scene


@pytest.mark.rule("FD-9.10")
def test_poison_takes_a_tenth_as_the_tour_ends() -> None:
    assert declencher(afflige("poison"), Simulated(0), "bob", "fin")["bob"].perdus == 2


@pytest.mark.rule("FD-9.10")
@pytest.mark.parametrize(("pas", "perdus"), [(0, 2), (2, 2), (3, 4)])
def test_saignement_is_worse_for_those_who_run(pas: int, perdus: int) -> None:
    scene = afflige("saignement")
    assert scene.encounter is not None
    scene = replace(scene, encounter=replace(scene.encounter, tours={"bob": Tour(pas=pas)}))
    assert declencher(scene, Simulated(0), "bob", "fin")["bob"].perdus == perdus


@pytest.mark.rule("FD-9.10")
def test_paralysie_holds_fast() -> None:
    scene = afflige("paralysie")
    bob = scene["bob"]
    assert mouvement(scene, bob) == 0
    assert interdit(scene, bob, "esquiver")
    assert not interdit(scene, bob, "attaquer")
    assert esquive(scene, bob) == 0


@pytest.mark.rule("FD-9.10")
def test_a_blow_wakes_the_sleeper() -> None:
    scene = afflige("sommeil")
    assert interdit(scene, scene["bob"], "tour")
    assert not declencher(scene, Simulated(0), "bob", "blesse", "cyr")["bob"].a("sommeil")


@pytest.mark.rule("FD-9.10")
@pytest.mark.parametrize(
    ("mal", "sur", "n"),
    [
        ("gel", "MOV", -3),
        ("aveuglement", "precision", -25),
        ("effroi", "FOR", -2),
        ("effroi", "jt", 2 - 1),
        ("malediction", "DEF", -2),
        ("malediction", "jets", -10),
        ("silence", "sociales", -20),
    ],
)
def test_what_an_affliction_takes(mal: str, sur: str, n: int) -> None:
    scene = afflige(mal)
    assert bonus_de(scene, scene["bob"], sur) == n


@pytest.mark.rule("FD-9.10", "FD-3.44")
def test_a_light_does_not_open_the_eyes_of_the_blind() -> None:
    scene = afflige("aveuglement")
    assert vision(scene, scene["bob"]) == 2
    eclaire = produire(scene, Simulated(0), "ana", (("Flambeau", OBJETS["flambeau"].effets[0], "FD-9.8"),), Vise("bob"))
    assert vision(eclaire, eclaire["bob"]) == 4


@pytest.mark.rule("FD-9.11", "FD-3.3")
def test_the_unconscious_do_nothing() -> None:
    scene = afflige("inconscient")
    assert ETATS["inconscient"].tours == 0
    assert [quoi for quoi in INTERDITS if not interdit(scene, scene["bob"], quoi)] == []


@pytest.mark.rule("FD-9.11", "FD-3.21")
def test_concentration_trades_dodge_for_precision() -> None:
    nu, scene = trois(), afflige("concentration")
    assert bonus_de(scene, scene["bob"], "precision") == 20
    assert esquive(scene, scene["bob"]) == esquive(nu, nu["bob"]) - 15
    assert ETATS["concentration"].tours == 1


@pytest.mark.rule("FD-9.11")
def test_states() -> None:
    assert len(ETATS) >= 12
    assert {"inconscient", "concentration", "a_terre", "neutralise"} <= set(ETATS)
    assert all(e.effets and not e.degats for e in ETATS.values())
    assert [e.id for e in ETATS.values() if not e.tours] == ["inconscient"]
    a_terre = afflige("a_terre")
    assert (mouvement(a_terre, a_terre["bob"]), esquive(a_terre, a_terre["bob"])) == (2, -11)
    neutralise = afflige("neutralise")
    fermes = [quoi for quoi in INTERDITS if interdit(neutralise, neutralise["bob"], quoi)]
    assert fermes == ["deplacer", "attaquer", "techniques", "esquiver"]


@pytest.mark.rule("FD-9.11")
def test_who_strikes_is_hidden_no_more_and_who_is_marked_never() -> None:
    scene = afflige("camoufle")
    assert esquive(scene, scene["bob"]) == 29
    assert not declencher(scene, Simulated(0), "bob", "touche", "cyr")["bob"].a("camoufle")
    marque = afflige("marque")
    assert immunise(marque, marque["bob"], "camoufle", False)
    assert not affecter(marque, Simulated(0), "bob", "camoufle")["bob"].a("camoufle")


@pytest.mark.rule("FD-9.11", "FD-4.14")
@pytest.mark.parametrize("etat", [e for e in ETATS if e != "inconscient"])
def test_each_state_can_be_caused(etat: str) -> None:
    """By an action of the book, or by something one bears or uses."""
    du_livre = {"concentration"}
    des_armes = {id for a in PORTES for id, _ in a.etats}
    des_effets = {e.sur for _, effets, _ in tous() for e in effets if e.fait == "inflige"}
    assert etat in du_livre | des_armes | des_effets


# ---------------------------------------------------------------- terrains


@pytest.mark.rule("FD-9.15", "FD-9.19")
def test_terrains_can_be_drawn_and_destroyed() -> None:
    assert len(TERRAINS) >= 8
    signes = [t.signe for t in TERRAINS.values()]
    assert len(set(signes)) == len(signes)
    assert all(len(s) == 1 and s.isascii() and not s.isspace() for s in signes)
    for t in TERRAINS.values():
        assert bool(t.pv) == bool(t.devient)
        assert not t.devient or TERRAINS[t.devient].cout is not None
        assert t.cout is None or 1 <= t.cout <= 3


def sur(signe: str, **kw: Any) -> Scene:
    """Bob beside a cell of this terrain."""
    return replace(trois(**kw), carte=Carte(("..." + signe + "....",)))


@pytest.mark.rule("FD-9.15", "FD-2.20")
@pytest.mark.parametrize(
    ("signe", "marche", "vole"),
    [(".", 1, 1), ("f", 2, 1), ("m", 3, 1), ("~", None, 1), ("#", None, None), ("B", None, 1)],
)
def test_what_entering_costs(signe: str, marche: int | None, vole: int | None) -> None:
    scene = sur(signe)
    bob = replace(scene["bob"], fiche=replace(scene["bob"].fiche, types=("Volante",)))
    scene = scene.put(replace(scene["cyr"], x=6))
    assert cout(scene, scene["bob"], (3, 0)) == marche
    assert cout(scene.put(bob), bob, (3, 0)) == vole


@pytest.mark.rule("FD-9.15", "FD-4.17")
@pytest.mark.parametrize(("signe", "esq"), [(".", 0), ("f", 15), ("m", -11), ("r", 10), ("o", 20), ("=", -5)])
def test_dodge_of_who_stands_there(signe: str, esq: int) -> None:
    plaine, scene = sur("."), sur(signe)
    assert esquive(scene, scene["cyr"]) - esquive(plaine, plaine["cyr"]) == esq


@pytest.mark.rule("FD-9.15")
def test_fire_burns_and_thorns_tear() -> None:
    feu = sur("b")
    assert declencher(feu, Scripted(dice=[4]), "cyr", "debut")["cyr"].perdus == 6
    ronces = sur("x")
    assert declencher(ronces, Simulated(0), "cyr", "fin")["cyr"].perdus == 2


# ---------------------------------------------------------------- mounts


@pytest.mark.rule("FD-6.39", "FD-9.14")
def test_the_four_mounts() -> None:
    livre = {str(r["monture"]): r["rarete"] for r in LEDGER.rules["FD-6.39"].rows}
    assert {m.nom: m.rarete for m in MONTURES.values()} == livre
    assert set(MONTURES) == {"cheval", "taureau", "griffon", "wyverne"}
    for m in MONTURES.values():
        assert set(m.caracs) == {"PV", "DEF", "RES", "AGI", "CON", "ESQ", "MOV"}
        assert m.caracs["MOV"] > COMBAT["MOV"]
        assert m.effets
    communes = [m.prix for m in MONTURES.values() if m.rarete == "commune"]
    assert max(communes) * 3 < min(m.prix for m in MONTURES.values() if m.rarete == "rare")


@pytest.mark.rule("FD-9.14", "FD-4.7")
@pytest.mark.parametrize(
    ("bete", "type_"), [("cheval", "Montée"), ("taureau", "Montée"), ("griffon", "Volante"), ("wyverne", "Volante")]
)
def test_what_riding_makes_of_one(bete: str, type_: str) -> None:
    monture = Unite("m", Fiche("M", points=MONTURES[bete].caracs), side="A", bete=bete, cavalier="ana")
    scene = trois()
    scene = scene.put(monture, replace(scene["ana"], monture="m"))
    assert types_de(scene, scene["ana"]) == (type_,)
    assert mouvement(scene, scene["ana"]) == MONTURES[bete].caracs["MOV"]


@pytest.mark.rule("FD-9.14")
def test_what_mounts_give_to_their_riders() -> None:
    scene = trois()
    griffon = Unite("m", Fiche("M", points=MONTURES["griffon"].caracs), side="A", bete="griffon", cavalier="ana")
    monte = scene.put(griffon, replace(scene["ana"], monture="m"))
    assert vision(monte, monte["ana"]) == 7
    wyverne = monte.put(replace(griffon, bete="wyverne"))
    assert bonus_de(wyverne, wyverne["ana"], "bruts", wyverne["cyr"], Assaut("Hast", "PER", False, 1)) == 2
    assert bonus_de(wyverne, wyverne["ana"], "bruts", wyverne["cyr"], Assaut("Hast", "PER", False, 2)) == 0
    assert immunise(wyverne, wyverne["ana"], "effroi", True)


# ---------------------------------------------------------------- every effect acts


def actes() -> list[tuple[str, Effet]]:
    """What happens at a moment or when used."""
    return [(id, e) for id, effets, actif in tous() for e in effets if actif or e.quand != "toujours"]


def pret_pour(e: Effet) -> Scene:
    """A scene where such an effect can be seen on Bob, and on Ana."""
    kw: dict[str, Any] = {"jt": 3, "charges": 1, "joueur": True}
    if e.fait == "soin":
        kw["perdus"] = 15
    if e.fait == "reanime":
        kw |= {"perdus": 20, "survie": Survie(2000, "Grave")}
    if e.fait == "guerit":
        for id in AFFLICTIONS if e.sur == "afflictions" else (e.sur,):
            mal = MalActif(id, 2)
            kw |= {"affliction": mal} if id in AFFLICTIONS else {"etats": (mal,)}
    scene = trois(**kw)
    if e.fait == "attire":
        scene = scene.put(replace(scene["bob"], x=3), replace(scene["cyr"], x=5))
    return scene.put(replace(scene["ana"], **kw)) if e.fait != "reanime" else scene


@pytest.mark.rule("FD-9.1", "FD-9.5", "FD-9.6", "FD-9.7", "FD-9.8", "FD-9.9", "FD-9.10", "FD-9.11")
@pytest.mark.parametrize(("id", "e"), actes(), ids=lambda v: v if isinstance(v, str) else v.fait)
def test_every_effect_changes_something(id: str, e: Effet) -> None:
    avant = pret_pour(e)
    case = (2, 0) if e.fait == "saut" else None
    cible = "cyr" if e.qui == "ennemis" else "bob"
    apres = produire(avant, Simulated(1), "ana", ((id, replace(e, si=""), "FD-9.1"),), Vise(cible, case))
    assert apres != avant


@pytest.mark.rule("FD-9.5", "FD-9.6", "FD-4.9", "FD-4.14")
@pytest.mark.parametrize("arme", [a for a in PORTES if a.afflictions or a.etats], ids=lambda a: a.id)
def test_each_band_of_a_weapon_inflicts_what_it_says(arme: Arme) -> None:
    robuste = Fiche("Cyr", points=COMBAT | {"PV": 300, "AGI": 0})
    base = ana(trois(), avec(arme))
    depart = base.put(replace(base["cyr"], fiche=robuste, x=max(1, arme.portee[0])), replace(base["bob"], x=-1))
    face = arme.crit
    for id, n in (*arme.afflictions, *arme.etats):
        for de, inflige in ((face, False), (face + 1, True), (face + n, True), (face + n + 1, False)):
            des = [de, *[1] * arme.pui.n]
            scene = porter(depart, Scripted(dice=des), Passe("ana", "cyr", botte(arme)))
            assert scene["cyr"].a(id) == inflige
            assert scene["cyr"].perdus > 0
        face += n


# ---------------------------------------------------------------- what always holds

utilisables = st.sampled_from([o for o in OBJETS.values() if o.effets] + [s for s in SOUTIEN if s.cible != "case"])


@pytest.mark.rule("FD-9.6", "FD-9.8")
@given(
    choses=st.lists(utilisables, min_size=1, max_size=6),
    perdus=st.integers(0, 19),
    jt=st.integers(0, 6),
    ep=st.integers(0, 20),
    mal=st.sampled_from([None, *AFFLICTIONS]),
    graine=st.integers(0, 999),
)
def test_nothing_used_leaves_the_bounds(
    choses: list[Any], perdus: int, jt: int, ep: int, mal: str | None, graine: int
) -> None:
    affliction = MalActif(mal, 2) if mal is not None else None
    scene = trois(perdus=perdus, jt=jt, ep=0 if mal else ep, affliction=affliction)
    oracle = Simulated(graine)
    for chose in choses:
        scene = produire(scene, oracle, "ana", tuple((chose.nom, e, "FD-9.8") for e in chose.effets), Vise("bob"))
        bob = scene["bob"]
        assert 0 <= bob.pv <= bob.pv_max
        assert 0 <= bob.ep <= bob.pv_max
        assert 0 <= bob.jt <= JT_MAX
        assert bob.affliction is None or bob.ep == 0
        assert len({e.id for e in bob.etats}) == len(bob.etats)
    assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene


@pytest.mark.rule("FD-4.9", "FD-9.5", "FD-9.6")
@given(arme=st.sampled_from(PORTES), precision=st.integers(-20, 130))
def test_the_bands_of_any_weapon_fill_the_die(arme: Arme, precision: int) -> None:
    """A miss above the precision, each band as wide as it says unless the miss cuts it."""
    tir = Tir(precision, arme.crit, (*arme.afflictions, *arme.etats))
    lus = Counter(issue_du_jet(tir, de) for de in range(1, 101))
    assert lus["manque"] == 100 - max(0, min(100, precision))
    assert lus["critique"] == max(0, min(arme.crit, precision))
    borne = arme.crit
    for id, n in (*arme.afflictions, *arme.etats):
        assert lus[id] == max(0, min(borne + n, precision) - borne)
        borne += n


@given(mal=st.sampled_from(sorted(MAUX)), autre=st.sampled_from(sorted(MAUX)))
@pytest.mark.rule("FD-9.10", "FD-9.11", "FD-4.11")
def test_what_is_suffered_can_be_cured(mal: str, autre: str) -> None:
    avant = afflige(mal)
    seule = mal in AFFLICTIONS and autre in AFFLICTIONS and mal != autre
    protege = immunise(avant, avant["bob"], autre, autre in AFFLICTIONS)
    scene = affecter(avant, Simulated(0), "bob", autre)
    assert scene["bob"].a(autre) == (not seule and not protege)
    for id in (mal, autre):
        scene = guerir(scene, Simulated(0), "bob", id, "FD-4.12")
    assert scene["bob"].simple
