"""Chapter 3, Focalisation: gathering magic, casting with it, losing it."""

import pytest
from msgspec.structs import replace

from tablee.games.vieux_monde.book.c2_rounds.rounds import Terminer
from tablee.games.vieux_monde.book.c3_magie.focalisation import Focaliser
from tablee.games.vieux_monde.book.c6_etats import gagner_etat
from tablee.games.vieux_monde.model.people import Focalisation
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds

from .mages import autre, demandes, dit, dits, incanter, inscrire, jouer, mage, refus, scene

CONTRE = {"competences": {"langue_magick": 30}}
TRAIT = incanter("t_trait", "brun")
FOCALISER = Focaliser("alys", "t_trait")  # NI 3; Focalisation 60


@pytest.fixture(autouse=True)
def _sorts(monkeypatch):
    inscrire(monkeypatch)


def amasse(dr, critique=False, round=-1, sort="t_trait", **gens):
    """A scene in which Alys has gathered so much for a spell."""
    ici = scene(**gens)
    return ici.put(replace(ici["alys"], focalisation=Focalisation(sort, dr, critique, round)))


def reste(apres):
    f = apres["alys"].focalisation
    return None if f is None else f.dr


@pytest.mark.rule("VM-3.18", "VM-1.13")
def test_the_dr_of_each_round_add_up():
    apres, oracle = jouer(scene(), FOCALISER, 59)
    assert apres["alys"].focalisation == Focalisation("t_trait", 1, False, 0)
    assert dit(oracle, "essai")["competence"] == "Focalisation"
    assert apres.clock == 6
    apres, oracle = jouer(apres, FOCALISER, 58)
    assert reste(apres) == 2
    assert [n for _, n, _ in dit(oracle, "focalisation").terms] == [1, 1]
    apres, _ = jouer(apres, FOCALISER, 71)  # DR -1
    assert reste(apres) == 1
    apres, _ = jouer(apres, FOCALISER, 71)  # exactly 0: it goes on
    assert reste(apres) == 0


@pytest.mark.rule("VM-3.18")
def test_it_is_for_a_spell_chosen_in_advance_and_known():
    assert refus(scene(alys=mage(fiche={"sorts": []})), FOCALISER) == "VM-3.2"
    assert refus(scene(alys=mage(fiche={"competences": {"langue_magick": 20}})), FOCALISER) == "VM-3.18"
    assert refus(scene(), Focaliser("alys", "t_trait", "impossible")) == "VM-1.9"
    apres, _ = jouer(amasse(2), Focaliser("alys", "t_souffle"), 49)
    assert apres["alys"].focalisation == Focalisation("t_souffle", 2, False, 0)  # the other's magic is let go


@pytest.mark.rule("VM-3.18", "VM-1.13")
def test_one_test_in_a_round_of_a_fight():
    apres, _ = jouer(scene(en_combat=True), FOCALISER, 49)
    assert refus(apres, FOCALISER) == "VM-2.1"
    apres, _ = jouer(apres, Terminer("alys"))
    apres, _ = jouer(apres, Terminer("brun"))
    apres, _ = jouer(apres, FOCALISER, 49)
    assert reste(apres) == 4


@pytest.mark.rule("VM-1.14", "VM-3.18")
def test_below_zero_all_is_to_begin_again():
    apres, oracle = jouer(amasse(1), FOCALISER, 80)
    assert apres["alys"].focalisation is None
    assert "focalisation_perdue" in dits(oracle)


@pytest.mark.rule("VM-3.19")
def test_once_the_ni_is_reached_it_counts_as_zero_from_the_next_round_on():
    apres, oracle = jouer(scene(en_combat=True), FOCALISER, 39)
    assert "focalisation_achevee" in dits(oracle)
    encore = replace(apres, encounter=replace(apres.encounter, action=False))
    assert refus(encore, TRAIT) == "VM-3.19"
    assert incanter("t_tour").closed(encore) is None
    apres, _ = jouer(apres, Terminer("alys"))
    apres, _ = jouer(apres, Terminer("brun"))
    apres, oracle = jouer(apres, TRAIT, 60)  # a success with 0 DR
    assert dit(oracle, "incantation")["ni"] == 0
    assert apres["brun"].pb_perdus == 0 + 4 + 4 - 3
    assert apres["alys"].focalisation is None


@pytest.mark.rule("VM-3.19")
@pytest.mark.parametrize(("dr", "ni"), [(0, 3), (1, 2), (3, 0), (7, 0)])
@pytest.mark.rule("VM-3.22")
def test_the_ni_is_less_what_was_gathered_not_below_zero(dr, ni):
    _, oracle = jouer(amasse(dr), TRAIT, 61)
    assert dit(oracle, "incantation")["ni"] == ni


@pytest.mark.rule("VM-3.22")
def test_part_of_it_may_be_used_before_it_is_complete():
    ici = amasse(2, round=0)  # even in the same Round
    apres, oracle = jouer(ici, TRAIT, 59)  # DR 1, NI 3 - 2
    assert "sort_lance" in dits(oracle)
    assert apres["alys"].focalisation is None
    _, oracle = jouer(ici, TRAIT, 60)
    assert "sort_trop_faible" in dits(oracle)
    assert incanter("t_halo", "brun").closed(ici) is None
    _, oracle = jouer(ici, incanter("t_halo", "brun"), 59)  # what was gathered is for another spell
    assert dit(oracle, "incantation")["ni"] == 2
    assert "sort_trop_faible" in dits(oracle)


@pytest.mark.rule("VM-3.20")
def test_surincantation_counts_the_casting_test_alone():
    _, oracle = jouer(amasse(9, brun=autre(), cyd=autre()), TRAIT, 59)
    assert "vm.surincantation" not in [k for _, k in demandes(oracle)]  # DR 1, however much was gathered
    _, oracle = jouer(amasse(9), TRAIT, 29, reponses=("rien",))  # DR 4 above a NI of 0: two additions
    assert oracle.asked[-1].see("reste") == 2
    _, oracle = jouer(amasse(1), TRAIT, 29, reponses=("rien",))  # above 2: one
    assert oracle.asked[-1].see("reste") == 1


@pytest.mark.rule("VM-3.21")
@pytest.mark.parametrize(("dr", "apres_echec"), [(3, 2), (2, 1), (1, None), (0, None)])
def test_a_failed_incantation_costs_one_dr(dr, apres_echec):
    apres, oracle = jouer(amasse(dr), TRAIT, 61)
    assert reste(apres) == apres_echec
    assert "focalisation_entamee" in dits(oracle)


@pytest.mark.rule("VM-3.21")
def test_puits_profond_keeps_it_all():
    talents = {"magie_des_arcanes": 1, "puits_profond": 1}
    apres, _ = jouer(amasse(2, alys=mage(fiche={"talents": talents})), TRAIT, 61)
    assert reste(apres) == 2


@pytest.mark.rule("VM-3.23")
def test_only_a_spell_that_is_cast_uses_it_up():
    apres, _ = jouer(amasse(2), TRAIT, 59)
    assert apres["alys"].focalisation is None
    apres, _ = jouer(amasse(1), TRAIT, 59)  # a success below the NI costs no more than a failure
    assert apres["alys"].focalisation is None
    apres, _ = jouer(amasse(2), TRAIT, 60)
    assert reste(apres) == 1
    contre = amasse(3, brun=autre(fiche=CONTRE))
    apres, oracle = jouer(contre, TRAIT, 39, 20, reponses=("contrer",))
    assert "sort_contre" in dits(oracle)
    assert reste(apres) == 2


@pytest.mark.rule("VM-3.24")
def test_a_succes_critique_casts_without_a_test_and_nobody_opposes():
    apres, oracle = jouer(scene(brun=autre(fiche=CONTRE)), FOCALISER, 55)
    assert apres["alys"].focalisation.critique
    assert "focalisation_critique" in dits(oracle)
    apres, oracle = jouer(apres, TRAIT, 23)  # the zone alone: 32
    assert not oracle.asked
    assert "essai" not in dits(oracle)
    assert dit(oracle, "degats")["zone"] == "Bras droit"
    assert apres["brun"].pb_perdus == 0 + 4 + 4 - 3
    assert apres["alys"].focalisation is None


@pytest.mark.rule("VM-3.24")
def test_it_takes_no_dice_for_what_hits_nobody_and_waits_for_the_next_round():
    ici = amasse(0, critique=True, sort="t_halo")
    apres, oracle = jouer(ici, incanter("t_halo", "brun"))
    assert not oracle.asked  # DR 0: no Surincantation
    assert apres.sorts
    assert not apres.sorts[0].force
    assert refus(amasse(0, critique=True, round=0), TRAIT) == "VM-3.19"
    assert refus(amasse(0, critique=True), incanter("t_trait", "brun", loin=1)) == "VM-3.27"


@pytest.mark.rule("VM-3.25")
def test_an_echec_critique_costs_two_besides_and_rolls_on_the_minor_table():
    apres, oracle = jouer(amasse(5), FOCALISER, 77, 3)
    assert reste(apres) == 5 - 1 - 2
    assert [n for _, n, _ in dit(oracle, "focalisation").terms] == [5, -1, -2]
    assert dit(oracle, "imparfaite")["nom"] == "Signe de Sorcière"
    apres, oracle = jouer(amasse(2), FOCALISER, 77, 3)
    assert apres["alys"].focalisation is None
    assert "focalisation_perdue" in dits(oracle)


@pytest.mark.rule("VM-3.19")
def test_gathered_magic_is_lost_with_consciousness():
    ici = amasse(3)
    apres = gagner_etat(ici, Scripted(), "alys", "inconscient")
    assert apres["alys"].focalisation is None


@pytest.mark.rule("VM-3.18")
def test_the_chances_on_the_button():
    ici = amasse(1)
    assert float(odds(FOCALISER, ici, "prete").p(True)) == pytest.approx(0.50)  # 01 to 49, and 55
    assert float(odds(FOCALISER, ici, "imparfaite").p(True)) == pytest.approx(0.05)
    assert float(odds(FOCALISER, ici, "amasse").p(7)) == pytest.approx(0.09)
