"""Things used in a fight: on oneself, on an ally beside one, shared further; what they cost and what they mend."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee import odds
from tablee.games.fragments.book.c3_combat.actions import Attendre
from tablee.games.fragments.book.c6_equipement.inventaire import place_fermee
from tablee.games.fragments.book.c9_emplois.objets import UtiliserObjet, offers, partage
from tablee.games.fragments.model.catalogue import OBJETS, Objet
from tablee.games.fragments.model.langage import Effet, bonus
from tablee.games.fragments.model.people import MalActif, Survie, Unite
from tablee.games.fragments.model.scene import Carte, Scene
from tablee.kernel.simulated import Simulated

from .bretteurs import Joue, arme, combat, qui, refus
from .chiffres import esquive

GORGEE = Objet("gorgee", "Gorgée", effets=(Effet("soin", n=6, qui="cible"),))


def ana(*choses: Any, **kw: Any) -> Unite:
    return qui("ana", "A", arme(), *choses, **kw)


def trio(*choses: Any, **kw: Any) -> Scene:
    """Ana, whose tour it is, Cyr beside her, Dan at two cells, Eve at four, all of her side; Bob against them."""
    amis = (qui("cyr", "A", x=-1, perdus=15), qui("dan", "A", x=-2, perdus=15), qui("eve", "A", x=-4, perdus=15))
    return combat(ana(*choses, **kw), qui("bob", "B", x=1), *amis)


def donner(objet: str = "gorgee", cible: str = "") -> UtiliserObjet:
    return UtiliserObjet("ana", objet, cible)


# ---------------------------------------------------------------- using one


@pytest.mark.rule("FD-6.6", "FD-3.27", "FD-3.26")
def test_on_oneself_a_quick_action_that_uses_it_up() -> None:
    scene = trio(GORGEE, replace(GORGEE, id="gorgee_2", vaut="gorgee"), perdus=15)
    joue = Joue(scene, donner())
    assert joue["ana"].perdus == 9
    assert joue["ana"].equipement.chose("gorgee") is None
    assert joue["ana"].effets == ()  # no malus: it is oneself
    assert joue.scene.turn() == ("ana",)
    assert Joue(joue.scene, donner("gorgee_2")).scene.turn() == ("bob",)


@pytest.mark.rule("FD-6.6")
@pytest.mark.parametrize(("usages", "restent"), [(4, 3), (2, 1), (1, None), (0, 0)])
def test_uses_left(usages: int, restent: int | None) -> None:
    apres = Joue(trio(replace(GORGEE, usages=usages), perdus=5), donner())["ana"].equipement.chose("gorgee")
    assert (apres.usages if isinstance(apres, Objet) else None) == restent


@pytest.mark.rule("FD-3.28", "FD-6.6")
def test_on_an_ally_beside_one_the_dodge_suffers_until_the_next_tour() -> None:
    scene = trio(GORGEE)
    avant = esquive(scene, scene["ana"])
    joue = Joue(scene, donner("gorgee", "cyr"))
    assert joue["cyr"].perdus == 9
    assert esquive(joue.scene, joue["ana"]) == avant - 20
    scene = joue.scene
    for who in ("ana", "bob", "cyr", "dan"):
        scene = Joue(scene, Attendre(who)).scene
        assert esquive(scene, scene["ana"]) == avant - 20
    scene = Joue(scene, Attendre("eve")).scene
    assert scene.turn() == ("ana",)
    assert esquive(scene, scene["ana"]) == avant


@pytest.mark.rule("FD-3.28")
def test_two_things_held_out_cost_no_more_than_one() -> None:
    scene = trio(replace(GORGEE, usages=2))
    deux = Joue(Joue(scene, donner("gorgee", "cyr")).scene, donner("gorgee", "cyr"))
    assert esquive(deux.scene, deux["ana"]) == esquive(scene, scene["ana"]) - 20


@pytest.mark.rule("FD-3.28")
def test_out_of_a_fight_nobody_has_to_dodge() -> None:
    assert Joue(replace(trio(GORGEE), encounter=None), donner("gorgee", "cyr"))["ana"].effets == ()


@pytest.mark.rule("FD-6.6", "FD-6.7", "FD-3.28", "FD-3.18", "FD-6.5")
@pytest.mark.parametrize(
    ("scene", "action", "regle"),
    [
        (trio(GORGEE), donner("gorgee", "dan"), "FD-3.28"),
        (trio(GORGEE), donner("gorgee", "bob"), "FD-6.6"),
        (trio(GORGEE), donner("gorgee", "zoe"), "FD-2.12"),
        (trio(), donner(), "FD-6.6"),
        (trio(), donner("lame"), "FD-6.6"),  # a weapon
        (trio(sac=(GORGEE,)), donner(), "FD-6.6"),  # in the backpack it is of no use
        (trio(OBJETS["ration"]), donner("ration"), "FD-6.7"),
        (trio(OBJETS["pierre_de_resurrection"]), donner("pierre_de_resurrection"), "FD-3.18"),
        (trio(GORGEE, passifs=(Effet("interdit", "objets"),)), donner(), "FD-9.18"),
        (trio(GORGEE), UtiliserObjet("cyr", "gorgee"), "FD-2.12"),
        (replace(trio(GORGEE, perdus=5), carte=Carte(("." * 9,))), donner(), None),
        (trio(GORGEE), donner(), "FD-2.18"),  # unhurt
    ],
)
def test_when_a_thing_cannot_be_used(scene: Scene, action: UtiliserObjet, regle: str | None) -> None:
    assert refus(scene, action) == regle


# ---------------------------------------------------------------- what it mends


@pytest.mark.rule("FD-3.9", "FD-6.6")
@pytest.mark.parametrize("blessure", ["Bénigne", "Légère", "Conséquente", "Grave"])
def test_a_potion_stabilises_at_exactly_one_pv(blessure: str) -> None:
    scene = trio(GORGEE).put(qui("cyr", "A", x=-1, perdus=20, survie=Survie(900, blessure)))
    joue = Joue(scene, donner("gorgee", "cyr"))
    assert (joue["cyr"].survie, joue["cyr"].pv) == (None, 1)


@pytest.mark.rule("FD-3.9", "FD-3.7")
def test_only_what_heals_helps_the_unconscious() -> None:
    huile = OBJETS["huile_de_fer"]
    scene = trio(huile).put(qui("cyr", "A", x=-1, perdus=20, survie=Survie(900, "Grave")))
    assert refus(scene, donner(huile.id, "cyr")) == "FD-3.7"


@pytest.mark.rule("FD-4.12")
@pytest.mark.parametrize(("mal", "gueri"), [("poison", True), ("brulure", False)])
def test_a_remedy_cures_what_it_is_made_for(mal: str, gueri: bool) -> None:
    joue = Joue(trio(OBJETS["contrepoison"], affliction=MalActif(mal, 3)), donner("contrepoison"))
    assert (joue["ana"].affliction is None) == gueri


@pytest.mark.rule("FD-3.18")
def test_only_one_resurrection_stone_is_carried() -> None:
    pierre = OBJETS["pierre_de_resurrection"]
    assert place_fermee(ana(), pierre, "actif") is None
    for porteuse in (ana(pierre), replace(ana(), equipement=replace(ana().equipement, sac_a_dos=True, sac=(pierre,)))):
        ferme = place_fermee(porteuse, replace(pierre, id="autre", vaut=pierre.id), "actif")
        assert ferme is not None and ferme.rule == "FD-3.18"


# ---------------------------------------------------------------- sharing

UNION = "l_union_fait_la_force"


def partageuse(niveau: int = 0, technique: bool = False) -> Scene:
    enchantements = (("un_pour_tous", niveau),) if niveau else ()
    return trio(GORGEE, techniques=(UNION,) if technique else (), talisman=True, enchantements=enchantements)


@pytest.mark.rule("FD-4.23")
@pytest.mark.parametrize(
    ("niveau", "technique", "cible", "par"),
    [
        (0, False, "cyr", None),
        (0, True, "cyr", "L'union fait la force"),
        (1, False, "cyr", "Un pour tous"),
        (2, True, "cyr", "L'union fait la force"),  # it prevails on adjacent cells
        (2, True, "dan", "Un pour tous"),  # and the enchantment where it does not reach
    ],
)
def test_what_is_shared_exposes_nobody(niveau: int, technique: bool, cible: str, par: str | None) -> None:
    joue = Joue(partageuse(niveau, technique), donner("gorgee", cible))
    assert joue[cible].perdus == 9
    assert [e["nom"] for e in joue.tous("partage")] == ([par] if par else [])
    assert (joue["ana"].effets == ()) == (par is not None)


@pytest.mark.rule("FD-4.23", "FD-3.28")
@pytest.mark.parametrize(("niveau", "loin"), [(1, 1), (2, 2), (3, 3)])
def test_how_far_things_are_shared(niveau: int, loin: int) -> None:
    scene = partageuse(niveau, technique=True)
    assert [partage(scene, scene["ana"], n) is not None for n in (1, 2, 3, 4)] == [n <= loin for n in (1, 2, 3, 4)]
    assert refus(scene, donner("gorgee", "dan")) == ("FD-3.28" if loin < 2 else None)
    assert refus(scene, donner("gorgee", "eve")) == "FD-3.28"


# ---------------------------------------------------------------- odds, buttons, what always holds


@pytest.mark.rule("FD-6.6")
def test_the_odds_of_a_potion() -> None:
    scene = trio(OBJETS["fiole_vermeille"], perdus=6)  # 1d6 + 3
    action = donner("fiole_vermeille")
    assert action.views() == ("au_complet", "pv_rendus")
    assert float(odds(action, scene).p(True)) == pytest.approx(4 / 6)
    assert donner("huile_de_fer").views() == ()
    assert donner("fiole_vermeille_2").views() == ("au_complet", "pv_rendus")


def test_two_of_a_kind_have_one_button() -> None:
    autre, entamee = replace(GORGEE, id="gorgee_2", vaut="gorgee"), replace(GORGEE, id="gorgee_3", usages=2)
    scene = trio(GORGEE, autre, entamee)
    sur_soi = [a.objet for a in offers(scene, scene["ana"]) if isinstance(a, UtiliserObjet) and not a.cible]
    assert sur_soi == ["gorgee", "gorgee_3"]


def test_buttons() -> None:
    scene = trio(GORGEE, OBJETS["ration"])
    assert list(offers(scene, scene["ana"])) == [donner(), donner("gorgee", "cyr")]
    large = partageuse(2)
    assert donner("gorgee", "dan") in list(offers(large, large["ana"]))


@pytest.mark.rule("FD-6.6")
@given(
    objet=st.sampled_from([*OBJETS, "", "lame"]),
    cible=st.sampled_from(["", "ana", "bob", "cyr", "dan", "zoe"]),
    perdus=st.integers(0, 19),
    graine=st.integers(0, 99),
)
def test_whatever_is_used_is_refused_or_done(objet: str, cible: str, perdus: int, graine: int) -> None:
    scene = trio(*([OBJETS[objet]] if objet in OBJETS else []), perdus=perdus, passifs=(bonus("DEF", 1),))
    action = donner(objet, cible)
    if action.closed(scene) is None:
        apres = action.resolve(scene, Simulated(graine))
        assert all(0 <= u.pv <= u.pv_max for u in apres.people.values())
        reste = apres["ana"].equipement.chose(objet)
        assert (reste.usages if isinstance(reste, Objet) else 0) == max(0, OBJETS[objet].usages - 1)
