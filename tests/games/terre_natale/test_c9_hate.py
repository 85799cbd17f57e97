"""Chapter 9: the haste of armour bears on when one moves, and on how far, and on nothing else."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c4_caracteristiques.portees import allure
from tablee.games.terre_natale.book.c8_confrontation.frappes import Attaquer
from tablee.games.terre_natale.book.c8_confrontation.mener import Passer
from tablee.games.terre_natale.book.c8_confrontation.mouvement import SeDeplacer
from tablee.games.terre_natale.book.c8_confrontation.offres import compte, offrir, tour_d_interrompre
from tablee.games.terre_natale.book.c8_confrontation.tour import commencer_round
from tablee.games.terre_natale.book.c9_objets.hate import Retarder, offers
from tablee.games.terre_natale.desk.tactics import combattre
from tablee.games.terre_natale.model.confrontation import Budget, Confrontation
from tablee.kernel.live import Scripted
from tablee.kernel.oracle import Option, Question
from tablee.kernel.tally import total

from .jeu import dit, jouer, scene


def duel(*options, armure=0, arme=0, alys=12, forme="combat", x=6, **encounter):
    """Alys in mail of that balance, with a sword of that one; Bor at 13; nobody has the passe yet."""
    e = {"armure": {"modele": "mailles", "equilibre": armure}, "armes": [{"modele": "epee_longue", "equilibre": arme}]}
    s = scene(
        *options,
        alys={"fiche": {"base": {"AGI": 20, "TAI": 20}, "destinee": 0}, "camp": "rouge", "equipement": e},
        bor={"fiche": {"destinee": 0}, "camp": "bleu", "x": x},
    )
    e = Confrontation(forme, initiatives={"alys": alys, "bor": 13}, **encounter)
    return replace(s, encounter=replace(e, budgets={who: Budget() for who in s.people}))


def round_de(s, elan=None):
    oracle = Scripted((), {"tn.elan": [elan]} if elan else ())
    return commencer_round(s, oracle), oracle


def passe(s):
    return s.encounter.passe


@pytest.mark.rule("TN-9.106")
def test_quick_armour_lets_one_move_earlier_and_do_the_rest_at_ones_count():
    """Équilibre +2: hâte 2; at 12 + 2 before a 13, and again at 12 after it."""
    s, _ = round_de(duel(armure=2), "oui")
    assert passe(s) == "alys" and compte(s, "alys")[0] == -14
    assert Attaquer("alys", "bor").closed(s).rule == "TN-9.106"
    s, _ = jouer(s, SeDeplacer("alys", 3, 0))
    assert passe(s) == "bor" and s["alys"].x == 3 and compte(s, "alys")[0] == -12
    s, _ = jouer(s, Passer("bor"))
    assert passe(s) == "alys" and s.encounter.budgets["alys"].acts == 1
    assert SeDeplacer("alys", 4, 0).closed(s).rule in ("TN-8.88", "TN-8.68")  # one movement a round


@pytest.mark.rule("TN-9.106")
def test_who_did_not_announce_it_or_gives_it_up_acts_at_his_count():
    s, _ = round_de(duel(armure=2), "non")
    assert passe(s) == "bor"
    s, _ = round_de(duel(armure=2), "oui")
    s, _ = jouer(s, Passer("alys"))
    assert passe(s) == "bor" and "alys" in s.encounter.restent


@pytest.mark.rule("TN-9.106")
def test_slow_armour_puts_off_a_movement_and_nothing_else():
    """Équilibre -2: hâte -2; an attack at 14, the movement at 12, after the 13 of another."""
    s, _ = round_de(duel(armure=-2, alys=14))
    assert passe(s) == "alys" and compte(s, "alys")[0] == -14
    assert SeDeplacer("alys", 1, 0).closed(s).rule == "TN-9.106"
    assert Attaquer("alys", "bor").closed(s).rule == "TN-4.64"  # too far, nothing else
    assert Retarder("alys") in list(offers(s, s["alys"])) and combattre(s, "alys") == Retarder("alys")
    s, oracle = jouer(s, Retarder("alys"))
    assert passe(s) == "bor" and dit(oracle, "se_retarde").who == "alys"
    s, _ = jouer(s, Passer("bor"))
    assert passe(s) == "alys" and SeDeplacer("alys", 1, 0).closed(s) is None
    assert Retarder("alys").closed(s).rule == "TN-9.106"


@pytest.mark.rule("TN-9.106")
def test_where_nobody_is_in_between_one_is_called_again_at_once():
    s, _ = round_de(duel(armure=-2, alys=20))
    s, _ = jouer(s, Retarder("alys"))
    assert passe(s) == "alys" and compte(s, "alys")[0] == -18


@pytest.mark.rule("TN-9.61", "TN-9.106")
def test_it_is_measured_against_the_haste_of_the_arm():
    """An arm of équilibre +1 has a haste of 2: armour of 2 adds nothing to it, one of 0 has none of its own."""
    s, oracle = round_de(duel(armure=2, arme=1))
    assert passe(s) == "alys" and not oracle.transcript
    s, _ = round_de(duel(armure=0, arme=1))
    assert SeDeplacer("alys", 1, 0).closed(s) is None
    s, _ = round_de(duel(armure=-1, arme=-1, alys=20))  # the arm is slower still: the passe is as late already
    assert SeDeplacer("alys", 1, 0).closed(s) is None


@pytest.mark.rule("TN-9.106", "TN-8.4")
@pytest.mark.parametrize("how", [{"forme": "joute"}, {"format": "escarmouche"}])
def test_neither_words_nor_an_escarmouche_know_it(how):
    s, oracle = round_de(duel(armure=2, **how))
    assert not oracle.transcript
    s, oracle = round_de(duel("sans_rapidite", armure=2))
    assert not oracle.transcript
    s, _ = round_de(duel("sans_rapidite", armure=-2, alys=20))
    assert SeDeplacer("alys", 1, 0).closed(s) is None


@pytest.mark.rule("TN-9.106", "TN-4.73")
def test_it_lightens_or_adds_to_what_armour_takes_off_the_allure():
    """Mail is of catégorie 4: 8 off, 2 more by its own balance, less 2 of haste; the sword takes 6."""

    def gene(equilibre):
        p = duel(armure=equilibre)["alys"]
        return next(n for nom, n, _ in allure(p) if nom == p.equipement.armure.sorte.nom)

    assert (gene(0), gene(2), gene(-2)) == (-8, -(8 + 2 - 2), -(8 - 2 + 2))
    pieces = scene(a={"fiche": {}, "equipement": {"portes": [{"modele": "heaume", "equilibre": -2}]}})["a"]
    droites = scene(a={"fiche": {}, "equipement": {"portes": [{"modele": "heaume"}]}})["a"]
    assert total(allure(droites)) == total(allure(pieces))  # 2 less by its penalty, 2 more by its haste


@pytest.mark.rule("TN-9.61", "TN-9.106")
def test_no_haste_bears_on_interruptions():
    """A quick sword puts Alys (12 and 4) before Bor (13) on the count; interrupting she still comes after him."""
    s = duel(arme=2)
    assert compte(s, "alys") < compte(s, "bor") and tour_d_interrompre(s, "bor") < tour_d_interrompre(s, "alys")
    agir = Option("rien", "Ne rien faire"), Option("agir/acts", "Agir")
    questions = [Question(who, "tn.opportunite", "TN-8.274", agir, group="g") for who in ("alys", "bor")]
    pris = offrir(s, Scripted((), {"tn.opportunite": ["agir/acts", "agir/acts"]}), questions)
    assert [who for who, _ in pris] == ["bor", "alys"]
