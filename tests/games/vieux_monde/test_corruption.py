"""Points de Corruption, the threshold, each mutation, losing oneself, and shedding it."""

import re

import pytest
from msgspec.structs import replace

from tablee.games.vieux_monde.book.c1_tests.tests import Depenses, regler
from tablee.games.vieux_monde.book.c2_combat.combat import mouvement
from tablee.games.vieux_monde.book.c2_coups.fuite import Revenir
from tablee.games.vieux_monde.book.c6_corruption import (
    GENRES,
    MUTATIONS,
    Expier,
    Exposer,
    gagner_corruption,
    guerir_mutation,
    mutation_au_sort,
    muter,
    perdre_corruption,
    recevoir,
    seuil,
)
from tablee.games.vieux_monde.model.catalogue import COMPETENCES, TRAITS_CREATURES
from tablee.games.vieux_monde.model.effects import SUR
from tablee.games.vieux_monde.model.people import JOUR, perdu
from tablee.games.vieux_monde.model.tables import CARACS
from tablee.kernel.effects import tally
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds
from tablee.kernel.tally import total

from .essais import jouer, refus
from .plaies import combat, dits, homme, lieu


def gagne(scene, n, *des, reponses=()):
    oracle = Scripted(des, reponses)
    apres = gagner_corruption(scene, oracle, "bor", n)
    assert oracle.left_over() is None
    return apres, oracle


# ---------------------------------------------------------------- the table


@pytest.mark.rule("VM-6.9")
def test_there_are_mutations_of_body_and_mind_each_with_its_own_d100():
    assert len(MUTATIONS) == 22 and {g: len(t) for g, t in GENRES.items()} == {"corps": 12, "esprit": 10}
    for table in GENRES.values():
        assert [n for m in table for n in range(m.min, m.max + 1)] == list(range(1, 101))
    assert odds(mutation_au_sort, "esprit").p("soupcon") == pytest.approx(0.1)
    assert len({m.nom for m in MUTATIONS.values()}) == 22


@pytest.mark.rule("VM-6.9")
@pytest.mark.parametrize("id", MUTATIONS)
def test_every_mutation_acts_and_goes_without_a_trace(id):
    m = MUTATIONS[id]
    assert all(x.sur in {*CARACS, *COMPETENCES, *SUR} and x.mod for x in m.modifs)
    assert all(t in TRAITS_CREATURES for t in m.traits) and not re.search(r"\d", m.dit)
    avant = lieu(bor=homme(fiche={"FM": 60}))
    apres = recevoir(avant, Scripted([]), "bor", m)
    p, q = avant["bor"], apres["bor"]
    assert q.mutations == (id,) and recevoir(apres, Scripted([]), "bor", m) is apres
    for x in m.modifs:
        if x.sur in CARACS:
            assert q.carac(x.sur) == p.carac(x.sur) + x.mod
        elif x.sur == "mouvement":
            assert total(mouvement(apres, q)) == total(mouvement(avant, p)) + x.mod
        else:
            assert total(tally(q.bears, x.sur, q.cas)) == x.mod
    assert all(q.a_trait(t) for t in m.traits)
    assert m.arme is None or q.arme(m.arme.id) == m.arme
    assert m.modifs or m.traits or m.arme
    assert all(e.origine == "mutation" and e.fin is None for e in q.effets)
    assert guerir_mutation(apres, Scripted([]), "bor", id)["bor"] == p
    assert guerir_mutation(avant, Scripted([]), "bor", id) is avant


# ---------------------------------------------------------------- the threshold


@pytest.mark.rule("VM-6.9")
@pytest.mark.parametrize(("FM", "END", "limite"), [(30, 30, 9), (45, 30, 11), (9, 9, 1), (30, 59, 11)])
def test_the_threshold_is_made_of_bfm_twice_and_be(FM, END, limite):
    assert total(seuil(lieu(bor=homme(FM=FM, END=END))["bor"])) == limite


@pytest.mark.rule("VM-6.9")
def test_below_the_threshold_points_only_gather():
    scene, oracle = gagne(lieu(bor=homme(corruption=3)), 5)
    assert scene["bor"].corruption == 8 and not scene["bor"].mutations
    assert (dits(oracle, "corruption")[0]["points"], dits(oracle, "corruption")[0]["seuil"]) == (5, 9)


@pytest.mark.rule("VM-6.9")
@pytest.mark.parametrize(("genre", "competence"), [("corps", "Résistance"), ("esprit", "Calme")])
def test_at_the_threshold_body_or_mind_resists(genre, competence):
    scene = lieu(bor=homme(corruption=8))
    tient, oracle = gagne(scene, 3, 30, reponses=[genre])
    assert tient["bor"].corruption == 8 and not tient["bor"].mutations
    assert dits(oracle, "essai")[0]["competence"] == competence
    cede, oracle = gagne(scene, 3, 31, 1, reponses=[genre])
    assert cede["bor"].corruption == 2
    assert cede["bor"].mutations == (GENRES[genre][0].id,) and dits(oracle, "mutation")


@pytest.mark.rule("VM-6.9")
def test_each_mutation_makes_it_harder_to_resist():
    scene = recevoir(lieu(bor=homme(corruption=8)), Scripted([]), "bor", MUTATIONS["soupcon"])
    _, oracle = gagne(scene, 1, 20)
    assert dits(oracle, "essai")[0]["valeur"] == 20


@pytest.mark.rule("VM-6.9")
def test_a_great_dose_may_bring_more_than_one():
    scene, _ = gagne(lieu(bor=homme()), 18, 90, 1, 90, 1)
    assert scene["bor"].corruption == 0 and len(scene["bor"].mutations) == 2


@pytest.mark.rule("VM-6.9")
def test_a_mutation_one_has_already_gives_the_next():
    scene = lieu(bor=homme(fiche={"FM": 60}))
    for k in range(3):
        scene = muter(scene, Scripted([1]), "bor", "corps")
        assert scene["bor"].mutations == tuple(m.id for m in GENRES["corps"][: k + 1])
    scene = muter(scene, Scripted([100]), "bor", "corps")
    scene = muter(scene, Scripted([100]), "bor", "corps")
    assert scene["bor"].mutations[3:] == (GENRES["corps"][-1].id, GENRES["corps"][3].id)


@pytest.mark.rule("VM-6.9")
def test_more_mutations_than_bfm_and_he_is_lost():
    scene = combat([("bor", "ana")], bor=homme("rouge", avantages=2), ana=homme("bleu"))
    for _ in range(3):
        scene = muter(scene, Scripted([1]), "bor", "esprit")
        assert scene["bor"].vie == "actif" and not perdu(scene["bor"])
    oracle = Scripted([1])
    scene = muter(scene, oracle, "bor", "corps")
    assert scene["bor"].vie == "parti" and perdu(scene["bor"]) and dits(oracle, "perdu")[0]["mutations"] == 4
    assert scene.encounter.engagements == ()
    assert refus(replace(scene, encounter=None), Revenir("bor")) == "VM-6.9"


def test_the_dead_are_beyond_corruption():
    scene = lieu(bor=homme(vie="mort"))
    assert gagner_corruption(scene, Scripted([]), "bor", 5) is scene
    vivant = lieu(bor=homme())
    assert gagner_corruption(vivant, Scripted([]), "bor", 0) is vivant


@pytest.mark.rule("VM-3.31", "VM-6.9")
def test_chance_of_chaos_is_paid_in_corruption_and_may_tip_the_scales():
    scene = lieu(bor=homme(corruption=8, chance_chaotique=2))
    oracle = Scripted([90, 1])
    scene = regler(scene, oracle, "bor", Depenses(chance=1))
    assert (scene["bor"].chance_chaotique, scene["bor"].corruption, len(scene["bor"].mutations)) == (1, 0, 1)


# ---------------------------------------------------------------- shedding it, meeting it


@pytest.mark.rule("VM-6.9")
@pytest.mark.parametrize(("de", "reste"), [(20, 4), (19, 3), (5, 2), (21, 5)])
def test_a_day_of_atonement_sheds_one_point_and_one_for_each_dr(de, reste):
    scene, oracle = jouer(lieu(bor=homme(corruption=5)), Expier("bor"), de)
    assert scene["bor"].corruption == reste and scene.clock == JOUR
    assert dits(oracle, "essai")[0]["valeur"] == 20
    assert odds(Expier("bor"), lieu(bor=homme(corruption=5))).p(True) == pytest.approx(0.2)


@pytest.mark.rule("VM-6.9")
def test_atonement_is_refused_with_its_reason():
    assert refus(lieu(bor=homme()), Expier("bor")) == "VM-6.9"
    assert refus(combat(bor=homme("rouge", corruption=2), ana=homme("bleu")), Expier("bor")) == "VM-6.9"
    assert refus(lieu(bor=homme(corruption=2, etats=[{"id": "inconscient"}])), Expier("bor")) == "VM-5.4"
    assert refus(lieu(bor=homme()), Expier("zoe")) == "VM-1.2"


@pytest.mark.rule("VM-6.9")
def test_corruption_does_not_go_below_zero():
    scene = lieu(bor=homme(corruption=2))
    assert perdre_corruption(scene, Scripted([]), "bor", 9)["bor"].corruption == 0
    assert perdre_corruption(lieu(bor=homme()), Scripted([]), "bor", 1)["bor"].corruption == 0


@pytest.mark.rule("VM-6.9")
@pytest.mark.parametrize("competence", ["calme", "resistance"])
def test_something_foul_is_resisted_or_not(competence):
    scene = lieu(bor=homme())
    assert jouer(scene, Exposer("bor", 2, competence), 30)[0]["bor"].corruption == 0
    assert jouer(scene, Exposer("bor", 2, competence), 31)[0]["bor"].corruption == 2
    assert odds(Exposer("bor", 2, competence), scene).p(True) == pytest.approx(0.3)
    for faux in (Exposer("bor", 0), Exposer("bor", 11), Exposer("bor", 1, "charme")):
        assert refus(scene, faux) == "VM-6.9"
    assert refus(lieu(bor=homme(vie="mort")), Exposer("bor")) == "VM-5.9"
