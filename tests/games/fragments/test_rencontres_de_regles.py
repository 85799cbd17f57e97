"""Where rules meet: the envelope and afflictions set off by a hit, the fallen and what is done for them, mounts and
durations, what reaches further than a weapon."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tablee.games.fragments.book.c3_combat.actions import Attendre
from tablee.games.fragments.book.c3_combat.secours import SoignerEnProfondeur, Stabiliser
from tablee.games.fragments.book.c3_combat.tours import tour_supplementaire
from tablee.games.fragments.book.c4_attaque.attaque import Attaquer, Epargner, offers
from tablee.games.fragments.book.c4_attaque.sensible import sensible
from tablee.games.fragments.book.c6_equipement.montures import fiche_de
from tablee.games.fragments.book.c9_emplois.objets import UtiliserObjet
from tablee.games.fragments.book.c9_emplois.soutien import LierSorts, UtiliserSoutien
from tablee.games.fragments.book.c9_emplois.techniques import UtiliserTechnique
from tablee.games.fragments.desk.read import lire_scene
from tablee.games.fragments.model.catalogue import MONTURES, OBJETS, TOMES, Mode, Objet, Puissance
from tablee.games.fragments.model.langage import Effet
from tablee.games.fragments.model.people import Equipement, MalActif, Survie, Unite
from tablee.games.fragments.model.scene import Carte, Scene
from tablee.kernel.live import Scripted

from .bretteurs import Joue, arme, combat, qui, refus, scene


def tombe(id: str, camp: str, blessure: str = "Légère", **kw: Any) -> Unite:
    return qui(id, camp, perdus=20, survie=Survie(2000, blessure, plein=20), **kw)


def venin(quand: str = "touche") -> Any:
    """A blade whose every hit poisons."""
    return arme(effets=(Effet("inflige", "poison", quand=quand, qui="cible"),))


# ---------------------------------------------------------------- the envelope


@pytest.mark.rule("FD-3.15")
def test_an_affliction_set_off_by_the_hit_bursts_the_envelope_and_takes_the_damage_with_it() -> None:
    joue = Joue(combat(qui("ana", "A", venin()), qui("bob", "B", x=1, ep=2)), Attaquer("ana", "bob"), 50)
    assert (joue["bob"].ep, joue["bob"].perdus, joue["bob"].affliction) == (0, 0, None)
    assert [e.what for e in joue.events if e.what in ("ep_contre_affliction", "degats", "affliction")] == [
        "ep_contre_affliction"
    ]


@pytest.mark.rule("FD-3.15")
def test_of_a_technique_as_of_a_weapon() -> None:
    base = combat(qui("ana", "A", arme(), techniques=("pointe_fielleuse",)), qui("bob", "B", x=1, ep=2))
    joue = Joue(base, Attaquer("ana", "bob", techniques=("pointe_fielleuse",)), 50)
    assert (joue["bob"].ep, joue["bob"].perdus, joue["bob"].affliction) == (0, 0, None)


@pytest.mark.rule("FD-3.15")
@pytest.mark.parametrize(
    ("lame", "passifs", "de"),
    [
        (venin("critique"), (), 50),  # set off by critical hits only, and this is none
        (venin(), (Effet("immunise", "poison"),), 50),  # nothing to protect from
        (arme(effets=(Effet("inflige", "a_terre", quand="touche", qui="cible"),)), (), 50),  # a state
    ],
)
def test_a_hit_that_carries_no_affliction_wears_the_envelope_down(lame: Any, passifs: Any, de: int) -> None:
    joue = Joue(combat(qui("ana", "A", lame), qui("bob", "B", x=1, ep=2, passifs=passifs)), Attaquer("ana", "bob"), de)
    assert (joue["bob"].ep, joue["bob"].perdus, joue["bob"].affliction) == (0, 3, None)


@pytest.mark.rule("FD-3.14")
def test_the_fallen_may_be_given_an_envelope_and_stay_down() -> None:
    base = combat(qui("ana", "A", OBJETS["fiole_pale"]), tombe("cyr", "A", x=-1), qui("bob", "B", x=5))
    joue = Joue(base, UtiliserObjet("ana", "fiole_pale", "cyr"))
    assert (joue["cyr"].ep, joue["cyr"].conscient) == (6, False)
    priere = combat(qui("ana", "A", techniques=("coque_de_priere",)), tombe("cyr", "A", x=-1), qui("bob", "B", x=5))
    assert Joue(priere, UtiliserTechnique("ana", "coque_de_priere", "cyr"))["cyr"].ep == 6


# ---------------------------------------------------------------- getting up


@pytest.mark.rule("FD-3.8", "FD-9.15")
def test_whoever_gets_up_finds_a_free_cell() -> None:
    base = combat(qui("ana", "A", AGI=30, CHA=30), tombe("cyr", "A", x=1), qui("bob", "B", x=1))
    joue = Joue(base, Stabiliser("ana", "cyr"), 50)
    assert joue["cyr"].conscient and joue["bob"].case == (1, 0)
    assert joue["cyr"].case not in (joue["bob"].case, joue["ana"].case)


@pytest.mark.rule("FD-3.8", "FD-9.15")
def test_nobody_moves_who_lies_alone() -> None:
    base = combat(qui("ana", "A", AGI=30, CHA=30), tombe("cyr", "A", x=1), qui("bob", "B", x=5))
    assert Joue(base, Stabiliser("ana", "cyr"), 50)["cyr"].case == (1, 0)


RELEVER = Objet("sel", "Sel", effets=(Effet("reanime", n=50, qui="cible"),))


@pytest.mark.rule("FD-3.9")
def test_what_only_raises_is_not_wasted_on_the_standing() -> None:
    base = combat(qui("ana", "A", RELEVER), qui("cyr", "A", x=-1), qui("bob", "B", x=5))
    assert refus(base, UtiliserObjet("ana", "sel")) == "FD-3.8"
    assert refus(base, UtiliserObjet("ana", "sel", "cyr")) == "FD-3.8"
    assert Joue(base.put(tombe("cyr", "A", x=-1)), UtiliserObjet("ana", "sel", "cyr"))["cyr"].pv == 10


@pytest.mark.rule("FD-3.12")
def test_nothing_raises_from_a_lethal_wound_that_does_not_say_so() -> None:
    base = combat(qui("ana", "A", RELEVER), tombe("cyr", "A", "Létale", x=-1), qui("bob", "B", x=5))
    assert refus(base, UtiliserObjet("ana", "sel", "cyr")) == "FD-3.12"


@pytest.mark.rule("FD-3.13")
def test_a_handicap_of_pv_does_not_put_anybody_down() -> None:
    base = scene(qui("ana", "A"), qui("cyr", "A", x=1, perdus=19, sequelles=1, convalescent=True))
    apres = Joue(base, SoignerEnProfondeur("ana", "cyr", "PV", 10))["cyr"]
    assert (apres.pv_max, apres.pv, apres.conscient) == (10, 1, True)


# ---------------------------------------------------------------- moved by force


@pytest.mark.rule("FD-9.1", "FD-3.25")
def test_whoever_sits_behind_a_rider_is_not_moved_alone() -> None:
    cheval = Unite("roc", fiche_de(MONTURES["cheval"]), side="A", bete="cheval", cavalier="dan", x=2)
    dan = qui("dan", "A", x=2, monture="roc")
    base = combat(
        qui("ana", "A", techniques=("troc_de_places",)),
        dan,
        qui("cyr", "A", x=2, passager_de="dan"),
        qui("bob", "B", x=5),
    )
    joue = Joue(base.put(cheval), UtiliserTechnique("ana", "troc_de_places", "cyr"))
    assert (joue["ana"].case, joue["cyr"].case) == ((0, 0), (2, 0))


@pytest.mark.rule("FD-9.1", "FD-9.15")
def test_places_are_changed_only_where_both_can_stand() -> None:
    base = combat(
        qui("ana", "A", techniques=("troc_de_places",)), qui("cyr", "A", x=1, types=("Volante",)), qui("bob", "B", x=3)
    )
    sur_l_eau, a_pied = replace(base, carte=Carte((".~..",))), replace(base, carte=Carte(("....",)))
    assert Joue(sur_l_eau, UtiliserTechnique("ana", "troc_de_places", "cyr"))["ana"].case == (0, 0)
    assert Joue(a_pied, UtiliserTechnique("ana", "troc_de_places", "cyr"))["ana"].case == (1, 0)


# ---------------------------------------------------------------- mounts and durations


def manches(base: Scene, n: int, *des: int) -> Scene:
    """Ana and Bob wait n times, in turn."""
    for _ in range(n):
        base = Joue(base, Attendre("ana")).scene
        base = Joue(base, Attendre("bob"), *des).scene
    return base


@pytest.mark.rule("FD-2.13", "FD-6.36")
def test_what_lasts_on_a_mount_lasts_as_many_manches() -> None:
    roc = Unite("roc", fiche_de(MONTURES["cheval"]), side="A", bete="cheval", x=-3, affliction=MalActif("poison", 2))
    base = combat(qui("ana", "A"), qui("bob", "B", x=5)).put(roc)
    un, deux, trois = manches(base, 1)["roc"], manches(base, 2)["roc"], manches(base, 3)["roc"]
    assert (un.perdus, un.affliction) == (2, MalActif("poison", 1))  # a tenth of 24
    assert (deux.perdus, deux.affliction) == (4, None)
    assert trois.perdus == 4


# ---------------------------------------------------------------- support magic


@pytest.mark.rule("FD-9.6")
def test_without_a_catalyst_no_spell_is_ready_nor_can_one_be() -> None:
    soin = TOMES["soin"]
    sans = combat(qui("ana", "A"), qui("cyr", "A", x=1, perdus=5), qui("bob", "B", x=5))
    sans = sans.put(replace(sans["ana"], equipement=Equipement(sorts=(soin,), lies=("soin",))))
    assert refus(sans, UtiliserSoutien("ana", "soin", "cyr")) == "FD-9.6"
    assert refus(sans, LierSorts("ana", ())) == "FD-9.6"
    for e in (Equipement((OBJETS["catalyseur"],)), Equipement(sac_a_dos=True, sac=(OBJETS["catalyseur"],))):
        avec = sans.put(replace(sans["ana"], equipement=replace(e, sorts=(soin,), lies=("soin",))))
        assert refus(avec, UtiliserSoutien("ana", "soin", "cyr")) is None
        assert refus(avec, LierSorts("ana", ())) is None


# ---------------------------------------------------------------- buttons


@pytest.mark.rule("FD-3.20", "FD-6.9")
def test_a_technique_that_reaches_further_is_offered_where_the_weapon_does_not_reach() -> None:
    tome = arme("tome", "FEU", "FEU", portee=(1, 2), tome=True)
    for x, offert in ((2, True), (4, True), (5, False)):
        base = combat(qui("ana", "A", tome, techniques=("sort_tresse", "coup_appuye")), qui("bob", "B", x=x))
        offertes = [a for a in offers(base, base["ana"]) if isinstance(a, Attaquer) and a.techniques]
        assert (Attaquer("ana", "bob", techniques=("sort_tresse",)) in offertes) == offert
        assert (Attaquer("ana", "bob", techniques=("coup_appuye",)) in offertes) == (x == 2)
        assert all(a.closed(base) is None for a in offertes)


@pytest.mark.rule("FD-3.36", "FD-6.15")
def test_the_other_use_of_a_weapon_may_spare_or_take_a_technique() -> None:
    lame = arme(a_distance=Mode((2, 3), "VEN", Puissance(0, 0, 4)))
    base = combat(qui("ana", "A", lame, techniques=("coup_appuye",)), qui("bob", "B", x=3))
    offertes = [a for a in offers(base, base["ana"]) if a.closed(base) is None]
    assert Epargner("ana", "bob", "distance") in offertes
    assert Attaquer("ana", "bob", "distance", techniques=("coup_appuye",)) in offertes


# ---------------------------------------------------------------- numbers and where they come from


def dit(joue: Joue, what: str) -> tuple[tuple[str, int, str], ...]:
    return joue.le(what).terms


@pytest.mark.rule("FD-3.9", "FD-9.1")
def test_what_is_healed_says_why() -> None:
    ana = qui("ana", "A", OBJETS["fiole_vermeille"], techniques=("mains_douces",), perdus=8)
    base = combat(ana, qui("bob", "B", x=5))
    potion = ("Fiole vermeille", 9, "FD-9.8"), ("Mains douces", 3, "FD-9.4")
    assert dit(Joue(base, UtiliserObjet("ana", "fiole_vermeille"), 6), "soigne") == (
        *potion,
        ("PV maximum", -4, "FD-2.18"),
    )
    plus_mal = base.put(replace(ana, perdus=12))
    assert dit(Joue(plus_mal, UtiliserObjet("ana", "fiole_vermeille"), 6), "soigne") == potion


@pytest.mark.rule("FD-3.16", "FD-3.17")
def test_what_an_envelope_gains_and_loses_says_why() -> None:
    base = combat(qui("ana", "A", OBJETS["fiole_pale"], ep=16), qui("bob", "B", x=5))
    assert dit(Joue(base, UtiliserObjet("ana", "fiole_pale")), "ep") == (
        ("Fiole pâle", 6, "FD-9.8"),
        ("PV maximum", -2, "FD-3.17"),
    )
    coup = Joue(combat(qui("ana", "A", arme()), qui("bob", "B", x=1, ep=7)), Attaquer("ana", "bob"), 50)
    assert dit(coup, "ep_absorbe") == (("Enveloppe palliative", 7, "FD-3.14"), ("Dégâts", -5, "FD-3.16"))


@pytest.mark.rule("FD-3.4", "FD-3.11")
def test_what_the_survival_bar_loses_says_why() -> None:
    base = combat(qui("ana", "A"), tombe("cyr", "B", "Grave", x=3), qui("bob", "B", x=5))
    joue = Joue(base, Attendre("ana"))
    assert dit(joue, "survie") == (("Barre de survie", 20, "FD-3.3"), ("Blessure", -4, "FD-3.4"))
    letale = Joue(base.put(tombe("cyr", "B", "Létale", x=3)), Attendre("ana"))
    assert dit(letale, "survie") == (("Barre de survie", 20, "FD-3.3"), ("Blessure", -1, "FD-3.11"))  # 19,6 left
    coup = Joue(
        combat(qui("ana", "A", arme()), tombe("cyr", "B", x=1), qui("bob", "B", x=5)), Attaquer("ana", "cyr"), 50
    )
    assert coup.tous("survie")[0].terms == (("Barre de survie", 20, "FD-3.3"), ("Dégâts", -5, "FD-4.24"))


@pytest.mark.rule("FD-4.20", "FD-3.16")
def test_a_scratch_takes_nothing_from_the_envelope_of_somebody_at_one_pv() -> None:
    base = combat(qui("ana", "A", arme()), qui("bob", "B", x=1, DEF=50, perdus=19, ep=4))
    assert Joue(base, Attaquer("ana", "bob"), 50)["bob"].ep == 4
    assert Joue(base.put(replace(base["bob"], perdus=18)), Attaquer("ana", "bob"), 50)["bob"].ep == 3


@pytest.mark.rule("FD-3.56")
def test_what_was_spent_before_ones_first_tour_does_not_come_back_as_it_begins() -> None:
    base = combat(qui("ana", "A"), qui("bob", "B", x=5, jt=2))
    assert base.encounter is not None
    base = replace(base, encounter=replace(base.encounter, joues=("ana",)))  # bob has reacted twice, and not played yet
    premier = Joue(base, Attendre("ana"))
    assert premier["bob"].jt == 2
    second = Joue(Joue(premier.scene, Attendre("bob")).scene, Attendre("ana"))
    assert second["bob"].jt == 4


# ---------------------------------------------------------------- tours given by techniques, typed damage of effects


@pytest.mark.rule("FD-9.20")
def test_techniques_give_one_more_tour_a_manche_to_anybody() -> None:
    fiche = {"points": {"PV": 20, "AGI": 3, "MOV": 5}}
    scene = lire_scene(
        {"unites": {"a": {"camp": "A", "fiche": fiche}, "b": {"camp": "B", "fiche": fiche}}, "combat": {}}
    )
    une = tour_supplementaire(scene, Scripted(), "a", "b", "FD-9.20")
    assert une.encounter.file.count("a") == scene.encounter.file.count("a") + 1
    temoin = Scripted()
    assert tour_supplementaire(une, temoin, "a", "b", "FD-9.20").encounter.file == une.encounter.file
    assert [e.what for e in temoin.events] == ["deja_relance"]
    autre = tour_supplementaire(une, Scripted(), "b", "a", "FD-9.20")
    assert autre.encounter.file.count("b") == une.encounter.file.count("b") + 1


@pytest.mark.rule("FD-9.1", "FD-4.6", "FD-4.8")
def test_typed_damage_of_an_effect_doubles_where_an_attack_would() -> None:
    def unite(**fiche: object) -> tuple[object, object]:
        points = {"PV": 20, "MOV": 5}
        scene = lire_scene({"unites": {"a": {"camp": "A", "fiche": {"points": points, **fiche}}, "b": {"camp": "B"}}})
        return scene, scene.people["a"]

    assert sensible(*unite(), "FEU", 7) == 7
    assert sensible(*unite(types=["Bestiale"]), "FEU", 7) == 14
    assert sensible(*unite(element="VEN"), "FEU", 7) == 14
    resiste = [{"fait": "resiste", "sur": "FEU"}]
    assert sensible(*unite(passifs=resiste), "FEU", 7) == 3
    assert sensible(*unite(types=["Bestiale"], passifs=resiste), "FEU", 7) == 7
