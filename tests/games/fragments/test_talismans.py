"""The talisman: what is awake, what Lien switches, what is activated and recharges; shields beside it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.fragments.book.c2_systeme.figures import vision
from tablee.games.fragments.book.c3_combat.actions import Attendre
from tablee.games.fragments.book.c6_equipement.commerce import AcheterEnchantement
from tablee.games.fragments.book.c9_emplois.talismans import ActiverEnchantement, Lien, offers
from tablee.games.fragments.book.c9_emplois.techniques import UtiliserTechnique
from tablee.games.fragments.model.catalogue import BOUCLIERS, ENCHANTEMENTS
from tablee.games.fragments.model.dire import dit_enchantement
from tablee.games.fragments.model.effects import bonus_de
from tablee.games.fragments.model.people import Unite
from tablee.games.fragments.model.scene import Scene
from tablee.kernel.simulated import Simulated

from .bretteurs import Joue, arme, combat, qui, refus, scene


def ana(*enchantements: tuple[str, int], choses: tuple[Any, ...] = (), talisman: bool = True, **kw: Any) -> Unite:
    return qui("ana", "A", arme(), *choses, talisman=talisman, enchantements=enchantements, **kw)


def duel(*enchantements: tuple[str, int], **kw: Any) -> Scene:
    return combat(ana(*enchantements, **kw), qui("bob", "B", x=2))


def a_deux(scene: Scene) -> Scene:
    """Both let their tour go by."""
    return Joue(Joue(scene, Attendre("ana")).scene, Attendre("bob")).scene


# ---------------------------------------------------------------- at work


@pytest.mark.rule("FD-6.31", "FD-6.32")
def test_of_versions_of_one_enchantment_the_strongest_counts() -> None:
    base = duel(("plume", 1), ("plume", 3), ("plume", 2), ("vigie", 1))
    assert bonus_de(base, base["ana"], "ESQ") == 12
    assert vision(base, base["ana"]) == 6


@pytest.mark.rule("FD-6.31", "FD-6.32")
def test_without_a_talisman_nothing_is_at_work() -> None:
    base = duel(("plume", 1), talisman=False)
    assert bonus_de(base, base["ana"], "ESQ") == 0


@pytest.mark.rule("FD-6.32")
def test_a_sixth_enchantment_is_refused() -> None:
    cinq = (("plume", 1), ("vigie", 1), ("racine", 1), ("trefle", 1), ("source", 1))
    riche = ana(*cinq)
    riche = replace(riche, equipement=replace(riche.equipement, ecus=9999))
    assert refus(scene(riche), AcheterEnchantement("ana", "main_sure")) == "FD-6.32"
    quatre = replace(riche, equipement=replace(riche.equipement, enchantements=cinq[:4]))
    assert refus(scene(quatre), AcheterEnchantement("ana", "main_sure")) is None


@pytest.mark.rule("FD-6.20", "FD-6.21")
def test_the_enchantment_of_a_shield_is_beside_the_talisman() -> None:
    veilleur = BOUCLIERS["bouclier_du_veilleur"]
    base = duel(("plume", 1), choses=(veilleur,))
    assert base["ana"].equipement.actifs == (("plume", 1), ("vigie", 1))
    assert vision(base, base["ana"]) == 6
    sans_talisman = duel(choses=(veilleur,), talisman=False)
    assert vision(sans_talisman, sans_talisman["ana"]) == 6
    retire = replace(base["ana"], equipement=replace(base["ana"].equipement, bouclier=""))
    assert vision(base.put(retire), retire) == 5
    assert bonus_de(base, base["ana"], "DEF") == 3
    assert bonus_de(base.put(retire), retire, "DEF") == 0
    assert bonus_de(base.put(retire), retire, "MOV") == 0  # its drawback stops too
    assert refus(base, Lien("ana", "vigie")) == "FD-9.9"


@pytest.mark.rule("FD-6.20")
def test_a_shield_and_a_talisman_do_not_add_up() -> None:
    base = duel(("vigie", 2), choses=(BOUCLIERS["bouclier_du_veilleur"],))
    assert vision(base, base["ana"]) == 7
    eteint = Joue(base, Lien("ana", "vigie"))
    assert vision(eteint.scene, eteint["ana"]) == 6  # that of the shield is left


# ---------------------------------------------------------------- Lien


@pytest.mark.rule("FD-3.27", "FD-9.9", "FD-3.26")
def test_lien_switches_off_and_on_again() -> None:
    base = duel(("plume", 2))
    eteint = Joue(base, Lien("ana", "plume"))
    assert (bonus_de(eteint.scene, eteint["ana"], "ESQ"), eteint.le("lien")["allume"]) == (0, False)
    assert eteint.scene.turn() == ("ana",)
    allume = Joue(eteint.scene, Lien("ana", "plume"))
    assert (bonus_de(allume.scene, allume["ana"], "ESQ"), allume.le("lien")["allume"]) == (8, True)
    assert allume.scene.turn() == ("bob",)  # two quick actions


@pytest.mark.rule("FD-3.27", "FD-9.9")
@pytest.mark.parametrize(
    ("base", "id", "regle"),
    [
        (duel(("plume", 1)), "vigie", "FD-9.9"),
        (duel(("plume", 1)), "rien", "FD-9.9"),
        (duel(("plume", 1), talisman=False), "plume", "FD-6.31"),
        (combat(qui("bob", "B"), ana(("plume", 1))), "plume", "FD-2.12"),
        (replace(duel(("plume", 1)), encounter=None), "plume", None),
    ],
)
def test_when_lien_is_refused(base: Scene, id: str, regle: str | None) -> None:
    assert refus(base, Lien("ana", id)) == regle


# ---------------------------------------------------------------- those one activates


@pytest.mark.rule("FD-6.33", "FD-9.9")
def test_inflexible_three_misses_one_tour() -> None:
    base = duel(("inflexible", 3))
    joue = Joue(base, ActiverEnchantement("ana", "inflexible"))
    assert joue.scene.turn() == ("ana",)  # a bonus action
    assert bonus_de(joue.scene, joue["ana"], "defense_brute") == 4
    assert refus(joue.scene, ActiverEnchantement("ana", "inflexible")) == "FD-6.33"
    deuxieme = a_deux(joue.scene)
    assert deuxieme.round() == 2
    assert refus(deuxieme, ActiverEnchantement("ana", "inflexible")) == "FD-6.33"
    assert bonus_de(deuxieme, deuxieme["ana"], "defense_brute") == 4
    troisieme = a_deux(deuxieme)
    assert troisieme.round() == 3
    assert refus(troisieme, ActiverEnchantement("ana", "inflexible")) is None
    assert bonus_de(troisieme, troisieme["ana"], "defense_brute") == 0


@pytest.mark.rule("FD-6.33")
def test_switching_off_and_on_does_not_recharge() -> None:
    base = Joue(duel(("inflexible", 3)), ActiverEnchantement("ana", "inflexible")).scene
    base = Joue(base, Lien("ana", "inflexible")).scene
    base = a_deux(base) if base.turn() == ("ana",) else base
    rallume = Joue(base, Lien("ana", "inflexible")).scene
    assert refus(rallume, ActiverEnchantement("ana", "inflexible")) == "FD-6.33"


@pytest.mark.rule("FD-6.33", "FD-9.9")
@pytest.mark.parametrize(
    ("base", "id", "regle"),
    [
        (duel(("plume", 1)), "plume", "FD-6.33"),  # it acts by itself
        (duel(("plume", 1)), "bulle", "FD-9.9"),
        (duel(("bulle", 1)), "rien", "FD-9.9"),
        (duel(("bulle", 1), talisman=False), "bulle", "FD-9.9"),
        (replace(duel(("bulle", 1)), encounter=None), "bulle", "FD-2.12"),
        (Joue(duel(("bulle", 1)), Lien("ana", "bulle")).scene, "bulle", "FD-9.9"),
        (duel(("bulle", 1)), "bulle", None),
    ],
)
def test_what_may_be_activated(base: Scene, id: str, regle: str | None) -> None:
    assert refus(base, ActiverEnchantement("ana", id)) == regle


@pytest.mark.rule("FD-6.32", "FD-6.33")
def test_the_strongest_level_is_the_one_activated() -> None:
    joue = Joue(duel(("bulle", 1), ("bulle", 3)), ActiverEnchantement("ana", "bulle"))
    assert joue["ana"].ep == 10
    assert joue.le("enchantement_active")["niveau"] == 3


@pytest.mark.rule("FD-6.33")
def test_a_technique_and_an_enchantment_recharge_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENCHANTEMENTS, "garde_haute", ENCHANTEMENTS["bulle"])
    base = duel(("garde_haute", 1), techniques=("garde_haute",))
    apres = Joue(base, ActiverEnchantement("ana", "garde_haute")).scene
    assert refus(apres, UtiliserTechnique("ana", "garde_haute")) is None


# ---------------------------------------------------------------- buttons, words, what always holds


def test_buttons() -> None:
    base = duel(("plume", 1), ("plume", 2), ("bulle", 1))
    assert list(offers(base, base["ana"])) == [
        ActiverEnchantement("ana", "bulle"),
        Lien("ana", "plume", 2),
        Lien("ana", "plume", 1),
        Lien("ana", "bulle"),
    ]


@pytest.mark.rule("FD-9.9")
def test_an_enchantment_in_words() -> None:
    assert dit_enchantement(ENCHANTEMENTS["bulle"], 3) == (
        "Action bonus, recharge de 3 tours. 10 EP.",
        "Bonus action, recharge of 3 turns. 10 EP.",
    )
    assert dit_enchantement(ENCHANTEMENTS["plume"], 1) == ("Esquive +4.", "Dodge +4.")


@pytest.mark.rule("FD-6.32", "FD-9.9")
@given(
    portes=st.lists(
        st.sampled_from([(e.id, n) for e in ENCHANTEMENTS.values() for n in range(1, len(e.degres) + 1)]), max_size=5
    ),
    id=st.sampled_from([*ENCHANTEMENTS, "", "rien"]),
    eteints=st.lists(st.sampled_from([*ENCHANTEMENTS]), max_size=2),
    graine=st.integers(0, 99),
)
def test_whatever_is_switched_or_activated_is_refused_or_done(
    portes: list[tuple[str, int]], id: str, eteints: list[str], graine: int
) -> None:
    u = ana(*portes)
    base = combat(replace(u, equipement=replace(u.equipement, eteints=tuple(eteints))), qui("bob", "B", x=2))
    for action in (Lien("ana", id), ActiverEnchantement("ana", id)):
        if action.closed(base) is None:
            apres = action.resolve(base, Simulated(graine))
            assert 0 <= apres["ana"].pv <= apres["ana"].pv_max
            assert len(dict(apres["ana"].equipement.actifs)) <= 5


@pytest.mark.rule("FD-3.27", "FD-6.32")
def test_lien_switches_one_version_and_the_next_strongest_counts() -> None:
    base = duel(("plume", 1), ("plume", 2))
    un, deux = (next(e.n for e in ENCHANTEMENTS["plume"].degres[n].effets if e.sur == "ESQ") for n in (0, 1))
    assert bonus_de(base, base["ana"], "ESQ") == deux
    sans = Joue(base, Lien("ana", "plume")).scene  # the strongest, when nothing is said
    assert sans["ana"].equipement.eteints == ("plume:2",)
    assert bonus_de(sans, sans["ana"], "ESQ") == un
    muet = replace(base["ana"].equipement, eteints=("plume",))  # as files said it: all of them
    rien = base.put(replace(base["ana"], equipement=muet))
    assert bonus_de(rien, rien["ana"], "ESQ") == 0
    un_seul = Joue(rien, Lien("ana", "plume", 1)).scene
    assert un_seul["ana"].equipement.eteints == ("plume:2",)
    assert bonus_de(un_seul, un_seul["ana"], "ESQ") == un
    assert refus(base, Lien("ana", "plume", 3)) == "FD-6.32"
