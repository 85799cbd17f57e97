"""Characteristic rolls, divine impulse, luck, bargains with the game master, the rule of cool."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee import odds
from tablee.games.fragments.book.c2_systeme import impulsion
from tablee.games.fragments.book.c2_systeme.impulsion import DonnerCharge, NouvelleSeance, jet_de_chance
from tablee.games.fragments.book.c2_systeme.jets import (
    ECHEC,
    ECHEC_CRITIQUE,
    REUSSITE,
    REUSSITE_CRITIQUE,
    LireLesDes,
    Tester,
    contreparties,
    d100,
    discretion_passive,
    lire_jet,
    offers,
    perception_passive,
    termes_du_jet,
)
from tablee.games.fragments.book.c4_attaque.attaque import Attaquer, botte, termes_precision
from tablee.games.fragments.book.c5_aventure.audace import Oser
from tablee.games.fragments.desk.read import lire_scene
from tablee.games.fragments.model.catalogue import PACKAGE
from tablee.games.fragments.model.effects import Assaut
from tablee.games.fragments.model.people import MalActif, Survie
from tablee.games.fragments.model.scene import Options, Scene
from tablee.games.fragments.model.tables import AVANTAGES, COMBAT, DIFFICULTES, NOMS, SOCIALES
from tablee.kernel import content
from tablee.kernel.ledger import ledger_of
from tablee.kernel.live import Scripted
from tablee.kernel.simulated import Simulated
from tablee.kernel.tally import total

from .chiffres import precision
from .route import dit, halte, jouer, melee, refus, sac, unite

LEDGER = ledger_of(PACKAGE)

# ---------------------------------------------------------------- the d100


@pytest.mark.rule("FD-2.2", "FD-2.1")
def test_two_dice_make_every_number_once() -> None:
    assert [d100(0, 1), d100(10, 5), d100(90, 0), d100(90, 10), d100(0, 0)] == [1, 15, 100, 100, 10]
    assert sorted(d100(d, u) for d in range(0, 100, 10) for u in range(10)) == list(range(1, 101))


@pytest.mark.rule("FD-2.2")
@pytest.mark.parametrize(("dizaines", "unites"), [(5, 1), (100, 1), (-10, 1), (10, 11), (10, -1)])
def test_dice_that_do_not_exist(dizaines: int, unites: int) -> None:
    assert refus(halte(), LireLesDes("ana", dizaines, unites)) == "FD-2.2"


@pytest.mark.rule("FD-2.4", "FD-2.5")
@given(st.integers(-50, 200), st.integers(1, 100), st.integers(0, 60))
def test_adding_to_the_difficulty_or_taking_off_the_roll(difficulte: int, de: int, valeur: int) -> None:
    lu = lire_jet(difficulte + valeur, de)
    if 5 < de < 96:
        assert lu == (REUSSITE if de - valeur <= difficulte else ECHEC)


@pytest.mark.rule("FD-2.6")
def test_criticals_prevail_over_the_comparison() -> None:
    assert [lire_jet(-20, de) for de in (1, 5, 6)] == [REUSSITE_CRITIQUE, REUSSITE_CRITIQUE, ECHEC]
    assert [lire_jet(150, de) for de in (95, 96, 100)] == [REUSSITE, ECHEC_CRITIQUE, ECHEC_CRITIQUE]


@pytest.mark.rule("FD-2.8")
def test_the_nine_difficulties() -> None:
    rows = LEDGER.rules["FD-2.8"].rows
    assert list(DIFFICULTES.values()) == [(r["nom"], r["difficulte"]) for r in rows]


@pytest.mark.rule("FD-2.22")
def test_the_seven_social_characteristics() -> None:
    rows = LEDGER.rules["FD-2.22"].rows
    assert [(NOMS[s], s) for s in SOCIALES] == [(r["nom"], r["abr"]) for r in rows]


# ---------------------------------------------------------------- a roll


@pytest.mark.rule("FD-2.4", "FD-2.8")
@pytest.mark.parametrize(("de", "qualite"), [(40, REUSSITE), (41, ECHEC), (5, REUSSITE_CRITIQUE), (96, ECHEC_CRITIQUE)])
def test_difficulty_30_and_strength_10(de: int, qualite: str) -> None:
    scene = halte(points={"FOR": 10})
    _, events = jouer(scene, Tester("ana", "FOR", "critique"), (de,))
    assert dit(events, "jet")["qualite"] == qualite
    assert total(dit(events, "jet").terms) == 40


@pytest.mark.rule("FD-2.9")
def test_advantages_add_up_without_a_cap() -> None:
    scene = halte()
    terms = termes_du_jet(scene, scene["ana"], "FOR", 60, (50, 40, -10))
    assert total(terms) == 60 + 5 + 80
    assert Tester("ana", "FOR", avantages=(50, 50)).closed(scene) is None
    for taille in (0, 5, 15, 60, -60):
        assert refus(scene, Tester("ana", "FOR", avantages=(10, taille))) == "FD-2.9"
    assert set(AVANTAGES) == {10, 20, 30, 40, 50, -10, -20, -30, -40, -50}


@pytest.mark.rule("FD-5.16", "FD-2.22")
def test_social_rolls_add_their_own_value() -> None:
    scene = halte(sociales={"ELO": 7}, points={"AGI": 30})
    _, events = jouer(scene, Tester("ana", "ELO", "difficile"), (47,))
    assert dit(events, "jet")["qualite"] == REUSSITE
    _, events = jouer(scene, Tester("ana", "ELO", "difficile"), (48,))
    assert dit(events, "jet")["qualite"] == ECHEC


@pytest.mark.rule("FD-5.17", "FD-3.51")
def test_context_and_charges_help_in_a_social_scene() -> None:
    scene = halte(sociales={"ELO": 7}, charges=1)
    role = Tester("ana", "ELO", "difficile", (20,), charges=1)
    _, events = jouer(scene, role, (80, 67, 100))  # two dice for one charge, then the luck roll
    assert (dit(events, "jet")["qualite"], dit(events, "jet")["difficulte"]) == (REUSSITE, 67)
    seul = odds(Tester("ana", "ELO", "difficile"), halte(sociales={"ELO": 7})).p(True)
    aide = odds(Tester("ana", "ELO", "difficile", charges=1), scene).p(True)
    assert (seul, aide) == (pytest.approx(0.47), pytest.approx(1 - 0.53**2))


@pytest.mark.rule("FD-5.9")
@pytest.mark.parametrize(
    ("niveau", "social", "combat"), [(0, 0, 0), (1, -10, 0), (2, -10, 0), (3, -30, -30), (5, -30, -30)]
)
def test_exhaustion_weighs_on_rolls(niveau: int, social: int, combat: int) -> None:
    scene = halte(epuisement=niveau, sociales={"ELO": 3})
    assert total(termes_du_jet(scene, scene["ana"], "ELO", 60)) == 63 + social
    assert total(termes_du_jet(scene, scene["ana"], "FOR", 60)) == 65 + combat


@pytest.mark.rule("FD-2.23", "FD-2.24")
def test_hiding_and_noticing() -> None:
    garde = unite("garde", "B", sociales={"INS": 12}, points={"AGI": 9})
    scene = halte(garde, sociales={"INS": 6}, points={"AGI": 8})
    assert total(perception_passive(scene, scene["garde"])) == 12
    assert total(discretion_passive(scene, scene["garde"])) == 9
    assert total(termes_du_jet(scene, scene["ana"], "AGI", 60, (), "garde")) == 60 - 12 + 8
    assert total(termes_du_jet(scene, scene["ana"], "INS", 60, (), "garde")) == 60 - 9 + 6
    assert refus(scene, Tester("ana", "FOR", contre="garde")) == "FD-2.24"
    assert refus(scene, Tester("ana", "AGI", contre="ana")) == "FD-2.24"
    assert refus(scene, Tester("ana", "AGI", contre="personne")) == "FD-2.12"


@pytest.mark.rule("FD-2.4", "FD-2.8")
def test_what_no_roll_is_made_of() -> None:
    scene = halte()
    assert refus(scene, Tester("ana", "PV")) == "FD-2.4"
    assert refus(scene, Tester("ana", "FOR", "impossible")) == "FD-2.8"
    assert refus(halte(survie=Survie(2000, "Légère", plein=20)), Tester("ana", "FOR")) == "FD-3.3"


@pytest.mark.rule("FD-2.4", "FD-2.6")
def test_the_chance_on_the_button() -> None:
    scene = halte(points={"FOR": 10})
    assert odds(Tester("ana", "FOR", "normale"), scene).p(True) == pytest.approx(0.70)
    assert odds(Tester("ana", "FOR", "extreme", (-50,)), scene).p(True) == pytest.approx(0.05)
    assert odds(Tester("ana", "FOR", "tres_facile", (50,)), scene).p(True) == pytest.approx(0.95)


@pytest.mark.rule("FD-3.38")
def test_help_serves_once_and_instruction_only_in_attacks() -> None:
    scene = halte(aides=("aide", "instruction"))
    assert total(termes_du_jet(scene, scene["ana"], "FOR", 60)) == 85
    apres, _ = jouer(scene, Tester("ana", "FOR"), (50,))
    assert apres["ana"].aides == ("instruction",)


# ---------------------------------------------------------------- divine impulse


@pytest.mark.rule("FD-3.49", "FD-3.50", "FD-3.51")
def test_dice_bought_beforehand_and_the_best_counts() -> None:
    scene = halte(charges=3)
    apres, events = jouer(scene, Tester("ana", "FOR", charges=3), (99, 80, 30, 70, 100, 100, 100))
    assert dit(events, "jet")["qualite"] == REUSSITE
    assert apres["ana"].charges == 0


@pytest.mark.rule("FD-3.50", "FD-3.51")
def test_one_charge_after_the_other_once_the_roll_is_seen() -> None:
    scene = halte(charges=2)
    apres, events = jouer(scene, Tester("ana", "FOR"), (90, 100, 70, 100, 95), ("oui", "oui"))
    assert dit(events, "jet")["qualite"] == ECHEC  # 90, 70 and 95 against 65; the luck rolls between
    assert apres["ana"].charges == 0


@pytest.mark.rule("FD-3.50")
def test_a_worse_die_does_not_replace_a_better_one() -> None:
    _, events = jouer(halte(charges=1), Tester("ana", "FOR"), (40, 100, 98), ("oui",))
    assert dit(events, "jet")["qualite"] == REUSSITE


@pytest.mark.rule("FD-3.49")
def test_nobody_is_asked_when_nothing_could_be_better_or_paid() -> None:
    for scene, des in ((halte(charges=3), (3,)), (halte(charges=0), (90,)), (halte(joueur=False, charges=3), (90,))):
        oracle = Scripted(des)
        Tester("ana", "FOR").resolve(scene, oracle)
        assert oracle.asked == []
    assert refus(halte(joueur=False, charges=3), Tester("ana", "FOR", charges=1)) == "FD-3.49"


@pytest.mark.rule("FD-3.53")
@pytest.mark.parametrize("charges", [-1, 3, 99])
def test_no_more_charges_than_one_has(charges: int) -> None:
    assert refus(halte(charges=2), Tester("ana", "FOR", charges=charges)) == "FD-3.53"


@pytest.mark.rule("FD-3.54")
@pytest.mark.parametrize(("de", "rendue"), [(30, 1), (31, 0), (100, 0)])
def test_luck_is_a_plain_comparison(de: int, rendue: int) -> None:
    scene = halte(charges=1)
    assert jet_de_chance(scene, Scripted((de,)), "ana")["ana"].charges == 1 + rendue
    sans = halte(points={"CHA": 3}, charges=1)
    assert jet_de_chance(sans, Scripted((4,)), "ana")["ana"].charges == 1  # 1 to 5 is no critical here


@pytest.mark.rule("FD-3.54")
def test_luck_waits_for_the_end_of_the_fight_if_one_likes() -> None:
    scene = melee(halte(unite("cyr", "B", 1), charges=1), "ana")
    apres, _ = jouer(scene, Tester("ana", "FOR"), (90, 50), ("oui", "plus_tard"))
    assert (apres["ana"].charges, apres["ana"].chances) == (0, 1)
    apres, _ = jouer(scene, Tester("ana", "FOR"), (90, 30, 50), ("oui", "maintenant", "non"))
    assert (apres["ana"].charges, apres["ana"].chances) == (1, 0)


@pytest.mark.rule("FD-3.52")
def test_a_critical_failure_gives_a_charge_back() -> None:
    apres, _ = jouer(halte(charges=0), Tester("ana", "FOR"), (97,))
    assert apres["ana"].charges == 1
    apres, _ = jouer(halte(charges=0), Tester("ana", "FOR"), (90,))
    assert apres["ana"].charges == 0


@pytest.mark.rule("FD-3.52", "FD-3.53")
def test_charges_of_the_game_master() -> None:
    scene = halte(charges=1)
    apres, _ = jouer(scene, DonnerCharge("ana"))
    assert (apres["ana"].charges, apres["ana"].aides) == (2, ())
    assert refus(halte(charges=3), DonnerCharge("ana")) == "FD-3.53"
    assert refus(halte(joueur=False), DonnerCharge("ana")) == "FD-3.49"
    assert refus(scene, DonnerCharge("ana", "recompense", 10)) == "FD-3.52"
    assert refus(scene, DonnerCharge("ana", "desavantage", 15)) == "FD-2.9"
    assert refus(scene, DonnerCharge("ana", "avantage", -10)) == "FD-2.9"


@pytest.mark.rule("FD-3.52")
def test_a_disadvantage_bought_weighs_on_the_next_roll_only() -> None:
    scene, _ = jouer(halte(), DonnerCharge("ana", "desavantage", 30))
    assert total(termes_du_jet(scene, scene["ana"], "FOR", 60)) == 35
    assert contreparties(scene["ana"]) == (("Désavantage à venir", 30),)
    apres, events = jouer(scene, Tester("ana", "FOR"), (36,), ("non",))
    assert dit(events, "jet")["qualite"] == ECHEC
    assert total(termes_du_jet(apres, apres["ana"], "FOR", 60)) == 65


@pytest.mark.rule("FD-3.52")
def test_an_advantage_of_the_game_master_serves_his_next_roll_against_the_player() -> None:
    bob, cyr = unite("bob", "A", 1, joueur=True, charges=0), unite("cyr", "B", 1)
    scene, _ = jouer(halte(bob, cyr), DonnerCharge("ana", "avantage", 20))
    arme = botte(scene["cyr"].equipement.tenues[0])
    assaut = Attaquer("cyr", "ana")

    def visee(scene: Scene, qui: str, cible: str) -> int:
        coup = Assaut(arme.arme.type, arme.degats, False, 1)
        vite = precision(scene, scene[qui], scene[cible], arme, coup)
        assert vite == total(termes_precision(scene, scene[qui], scene[cible], arme, coup))
        return vite

    sans = replace(scene, people={**scene.people, "ana": replace(scene["ana"], aides=())})
    assert visee(scene, "cyr", "ana") == visee(sans, "cyr", "ana") + 20
    assert visee(scene, "bob", "ana") == visee(sans, "bob", "ana")  # another player's roll is not the game master's
    apres, _ = jouer(scene, assaut, (100,))
    assert visee(apres, "cyr", "ana") == visee(sans, "cyr", "ana")


@pytest.mark.rule("FD-3.53")
def test_a_session_begins_with_three_charges_whatever_was_left() -> None:
    scene = halte(unite("bob", joueur=True, charges=1), unite("cyr", "B", charges=2), charges=0)
    apres, _ = jouer(scene, NouvelleSeance("ana"))
    assert [apres[id].charges for id in ("ana", "bob", "cyr")] == [3, 3, 2]
    assert refus(melee(scene, "ana"), NouvelleSeance("ana")) == "FD-3.53"


# ---------------------------------------------------------------- the rule of cool

COOL = Options(regle_du_cool=True)


@pytest.mark.rule("FD-2.16")
def test_daring_needs_the_option_and_the_player_s_consent() -> None:
    audace = Oser("ana", "retenir le pont à bout de bras", "la vie", "vie")
    assert refus(halte(), audace) == "FD-2.16"
    scene = halte(options=COOL)
    apres, events = jouer(scene, audace, answers=("non",))
    assert apres == scene
    assert [e.what for e in events] == ["renonce"]
    apres, events = jouer(scene, audace, answers=("oui",))
    assert apres["ana"].vie == "mort"
    assert dit(events, "prix_de_l_audace").audience == "mj"  # the price is not told to the player


@pytest.mark.rule("FD-2.16")
def test_the_question_does_not_tell_the_price() -> None:
    scene = halte(options=COOL, equipement=sac("corde"))
    oracle = Scripted((), ("oui",))
    apres = Oser("ana", "sauter le gouffre", "la corde", "objet", "corde").resolve(scene, oracle)
    assert "la corde" not in str(oracle.asked[0])
    assert apres["ana"].equipement.actif == ()
    assert refus(scene, Oser("ana", "sauter", "un objet", "objet", "epee_courte")) == "FD-2.16"
    assert refus(scene, Oser("ana", "sauter", "rien", "", "corde")) == "FD-2.16"
    assert refus(scene, Oser("ana", " ", "rien")) == "FD-2.16"


# ---------------------------------------------------------------- what must always hold

TEXTES = st.one_of(
    st.sampled_from(["", "ana", "cyr", "FOR", "INS", "normale", "objet", "vie", "corde", "zz"]), st.text(max_size=5)
)
ENTIERS = st.integers(-200, 200)


@given(TEXTES, TEXTES, TEXTES, st.lists(ENTIERS, max_size=3), ENTIERS, TEXTES, st.booleans(), st.integers(0, 3))
def test_a_roll_never_raises_and_open_ones_resolve(
    actor: str, stat: str, difficulte: str, avantages: list[int], charges: int, contre: str, secret: bool, reste: int
) -> None:
    cyr = unite("cyr", "B", 1, etats=(MalActif("inconscient"),))
    scene = halte(cyr, charges=reste)
    action = Tester(actor, stat, difficulte, tuple(avantages), charges, contre, secret)
    if action.closed(scene) is None:
        apres = action.resolve(scene, Simulated(1))
        assert 0 <= apres["ana"].charges <= 3
        assert msgspec.json.decode(msgspec.json.encode(apres), type=Scene) == apres


@given(TEXTES, TEXTES, TEXTES, ENTIERS, st.sampled_from([DonnerCharge, Oser]))
def test_what_the_game_master_does_never_raises(actor: str, a: str, b: str, n: int, sorte: Any) -> None:
    scene = halte(options=COOL, equipement=sac("corde"))
    action: Any = sorte(actor, a, n) if sorte is DonnerCharge else sorte(actor, a, b, a, b)
    if action.closed(scene) is None:
        assert action.resolve(scene, Simulated(1))["ana"].charges <= 3


def test_buttons() -> None:
    scene = halte()
    assert [b.stat for b in offers(scene, scene["ana"])] == [*SOCIALES, *COMBAT]
    assert list(impulsion.offers(scene, scene["ana"])) == [NouvelleSeance("ana"), DonnerCharge("ana")]


@pytest.mark.rule("FD-3.52", "FD-2.9")
def test_bargains_are_read_back_from_a_file_and_nothing_like_them() -> None:
    contre: Any
    for contre in ("desavantage", "avantage"):
        scene, _ = jouer(halte(), DonnerCharge("ana", contre, 50))
        assert lire_scene(msgspec.to_builtins(scene)) == scene
    for faux in ("subi:15", "offert:x", "offert:-10", "subi:"):
        faite = halte(aides=(faux,))
        with pytest.raises(content.ContentError):
            lire_scene(msgspec.to_builtins(faite))
