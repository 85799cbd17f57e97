"""Chapters 17, 18 and 19: Table 4, trials, traps, chases, advice for the MJ."""

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.yin_yang.book.c15_mouvements import MOYENS
from tablee.games.yin_yang.book.c18_epreuves import offers
from tablee.games.yin_yang.book.c18_epreuves.epreuves import Eprouver
from tablee.games.yin_yang.book.c18_epreuves.essais import Continuer, Opposer, Tester
from tablee.games.yin_yang.book.c18_epreuves.jauger import Jauger, chances, rang_des_adversaires
from tablee.games.yin_yang.book.c18_epreuves.oppositions import (
    CONTINUES,
    LIGNES,
    TABLE,
    membres_du_groupe,
    oppose_par,
    oppositions,
)
from tablee.games.yin_yang.book.c18_epreuves.pieges import ActiverMecanisme, Desamorcer, PoserPiege
from tablee.games.yin_yang.book.c18_epreuves.poursuites import Abandonner, Poursuivre, TourDePoursuite
from tablee.games.yin_yang.model.catalogue import COMPETENCES
from tablee.games.yin_yang.model.tables import IMPOSSIBLE
from tablee.kernel.event import Viewer, seen_by
from tablee.kernel.odds import odds

from .essais import PAIRES, ZEROS, de, dit, dits, engager, exact, jouer, refus, rows, scene, tient

# ---------------------------------------------------------------- Table 4


@pytest.mark.rule("YY-19.1")
def test_table_4_is_the_ledgers_line_by_line():
    table = [(r["competence"], r["opposition"]) for r in rows("YY-19.1")]
    assert [(ligne.table, ligne.opposition) for ligne in LIGNES if ligne.table] == table
    assert [ligne.competences for ligne in LIGNES if not ligne.table] == [("art_de_la_guerre",)]


@pytest.mark.rule("YY-19.1")
def test_every_skill_stands_in_table_4_once():
    partout = [c for ligne in LIGNES for c in membres_du_groupe(ligne.competences)]
    assert sorted(partout) == sorted(COMPETENCES)
    for ligne in LIGNES:
        noms = [COMPETENCES[c].nom if c in COMPETENCES else c for c in ligne.par]
        dits = [x.strip().lower().replace("qi", "qì") for x in ligne.opposition.split(",")] if ligne.par else []
        assert [n.lower() for n in noms] == [d for d in dits if d != "combat aveugle"]


@pytest.mark.rule("YY-15.1", "YY-15.7", "YY-15.11", "YY-16.1", "YY-17.1")
@pytest.mark.parametrize(
    ("competence", "par"),
    [
        ("comedie", ("empathie",)),
        ("discretion", ("vigilance",)),
        ("vigilance", ("discretion",)),
        ("escamotage", ("observation",)),
        ("observation", ("escamotage", "deguisement")),
        ("evasion", ()),
        ("commerce", ("commerce",)),
        ("diplomatie", ("diplomatie",)),
        ("deguisement", ("observation",)),
        ("empathie", ("comedie",)),
        ("empathie_animale", ()),
        ("art_de_la_guerre", ("art_de_la_guerre",)),
        ("navigation", ()),
    ],
)
def test_what_opposes_a_skill(competence, par):
    assert oppositions(competence) == par


@pytest.mark.rule("YY-17.1")
def test_the_social_skills_are_those_of_the_table():
    for r in rows("YY-17.1"):
        c = next(c for c in COMPETENCES.values() if c.nom == r["nom"])
        attributs = {"Air/Intuition": "intuition", "Feu/Intelligence": "intelligence"}
        assert (c.famille, c.parents) == ("de jeu", (attributs[r["parent"]],))
        assert TABLE[c.id].opposition == r["opposition"]
    assert len([c for c in COMPETENCES.values() if c.famille == "de jeu"]) == len(rows("YY-17.1")) == 5


@pytest.mark.rule("YY-16.2", "YY-16.3", "YY-16.16")
@pytest.mark.parametrize(
    ("regle", "groupe", "parent", "combien"),
    [
        ("YY-16.2", "Artisanat", "intuition", 13),
        ("YY-16.3", "Connaissances", "intelligence", 9),
        ("YY-16.16", "Survie", "intelligence", 5),
    ],
)
def test_crafts_lore_and_survival_are_one_skill_each(regle, groupe, parent, combien):
    du_groupe = [c for c in COMPETENCES.values() if c.groupe == groupe]
    assert [c.nom for c in du_groupe] == [f"{groupe} : {r['nom']}" for r in rows(regle)]
    assert {c.parents for c in du_groupe} == {(parent,)} and len(du_groupe) == combien
    un = du_groupe[0].id
    ici = scene(jok={un: 3, "intuition": 6, "intelligence": 5})
    _, oracle = jouer(ici, Tester("jok", competence=un), *de(6))
    assert dit(oracle, "essai")["score"] == 3 + {"intuition": 6, "intelligence": 5}[parent]


@pytest.mark.rule("YY-16.15", "YY-15.6", "YY-15.11", "YY-15.12", "YY-17.1")
@pytest.mark.parametrize(
    ("competence", "parent"),
    [
        ("navigation", "intelligence"),
        ("crochetage", "feu"),
        ("evasion", "feu"),
        ("escamotage", "agilite"),
        ("observation", "intelligence"),
        ("vigilance", "perception"),
        ("comedie", "intuition"),
        ("discretion", "intuition"),
        ("empathie_animale", "intuition"),
    ],
)
def test_skills_against_an_nd_count_their_parent(competence, parent):
    rangs = {"intelligence": 7, "agilite": 2, "perception": 6, "intuition": 5}
    ici = scene(jok={**rangs, competence: 2})
    attendu = 2 + {"feu": 4, **rangs}[parent]
    _, oracle = jouer(ici, Tester("jok", competence=competence, nd=20), *de(3))
    assert dit(oracle, "essai")["score"] == attendu


@pytest.mark.rule("YY-16.2")
def test_crafts_are_offered_as_continued_tests_and_no_other_skill_is():
    ici = scene(jok={"artisanat_peche": 2, "navigation": 2, "langues": 2, "comedie": 1}, bor={"empathie": 2})
    offres = list(offers(ici, ici["jok"]))
    assert [a.competence for a in offres if isinstance(a, Continuer)] == ["artisanat_peche"]
    testes = [a.competence for a in offres if isinstance(a, Tester)]
    assert "navigation" in testes and "artisanat_peche" not in testes and "langues" not in testes
    assert [(a.competence, a.cible) for a in offres if isinstance(a, Opposer)] == [("comedie", "bor")]
    assert {c for c in COMPETENCES if COMPETENCES[c].groupe == "Artisanat"} == CONTINUES


@pytest.mark.rule("YY-19.1", "YY-15.7")
def test_the_other_answers_with_what_the_table_gives():
    ici = scene(jok={"discretion": 3}, bor={"vigilance": 4, "perception": 6}, cyd={"perception": 6})
    _, oracle = jouer(ici, Opposer("jok", competence="discretion", cible="bor"), *de(5), *de(1))
    assert [(e.who, e["competence"], e["score"]) for e in dits(oracle, "essai")] == [
        ("jok", "Discrétion", 7),
        ("bor", "Vigilance", 10),
    ]
    assert refus(ici, Opposer("jok", competence="discretion", cible="cyd")) == "YY-4.2"  # no Vigilance
    assert refus(ici, Opposer("jok", competence="discretion", cible="cyd", leur="perception")) is None
    assert refus(ici, Opposer("jok", competence="discretion", cible="cyd", leur="langues")) == "YY-16.6"


@pytest.mark.rule("YY-19.1", "YY-15.11")
def test_of_two_skills_that_oppose_the_better_one_is_used():
    ici = scene(jok={"observation": 3}, bor={"escamotage": 3, "deguisement": 2, "intelligence": 7})
    assert oppose_par(ici["bor"], "observation") == "deguisement"
    assert oppose_par(ici["bor"], "force") == "force"


@pytest.mark.rule("YY-19.1")
def test_what_nothing_opposes_takes_an_nd_or_the_word_of_the_mj():
    ici = scene(jok={"crochetage": 3, "armures": 2, "natation": 2}, bor={"natation": 3})
    for competence in ("crochetage", "armures", "natation"):
        assert refus(ici, Opposer("jok", competence=competence, cible="bor")) == "YY-19.1"
    assert refus(ici, Opposer("jok", competence="natation", cible="bor", leur="natation")) is None


# ---------------------------------------------------------------- trials

MUR = {"competence": "escalade", "epreuve": "le mur", "nd": 8}


@pytest.mark.rule("YY-18.1")
def test_a_trial_is_won_beyond_its_nd_and_not_at_it():
    ici = scene(jok={"force": 4, "perception": 4, "escalade": 4})
    essai = Eprouver("jok", risquer=True, **MUR)
    ici, oracle = jouer(ici, essai, *de(8))  # +8
    assert (ici.epreuves["le mur"].reussites, dit(oracle, "epreuve")["issue"]) == (8, "en cours")
    ici, _ = jouer(ici, essai, *ZEROS)  # a désastre: 1 lost, though the total reaches the ND
    assert ici.epreuves["le mur"].echecs == 1
    ici, oracle = jouer(ici, essai, *de(1))
    assert dit(oracle, "epreuve")["issue"] == ici.epreuves["le mur"].issue == "gagnée"
    assert refus(ici, essai) == "YY-18.1"


@pytest.mark.rule("YY-18.1")
def test_a_trial_is_lost_beyond_half_its_nd_and_not_at_it():
    ici = scene(jok={"force": 4, "perception": 4, "escalade": 2})
    essai = Eprouver("jok", competence="escalade", epreuve="le mur", nd=12)
    ici, oracle = jouer(ici, essai, *de(2))  # 8 against 12
    ici, oracle = jouer(ici, essai, *de(4))
    assert (ici.epreuves["le mur"].echecs, dit(oracle, "epreuve")["issue"]) == (6, "en cours")
    ici, oracle = jouer(ici, essai, *de(5))
    assert dit(oracle, "epreuve")["issue"] == "perdue"


@pytest.mark.rule("YY-18.1")
def test_the_single_tests_may_have_another_nd():
    ici = scene(jok={"force": 4, "perception": 4, "escalade": 4}, bor={"escalade": 1, "force": 4, "perception": 4})
    ici, _ = jouer(ici, Eprouver("jok", competence="escalade", epreuve="x", nd=20, nd_test=12), *de(6))
    assert (ici.epreuves["x"].nd, ici.epreuves["x"].nd_test, ici.epreuves["x"].reussites) == (20, 12, 2)
    ici, _ = jouer(ici, Eprouver("bor", competence="escalade", epreuve="x", nd=4), *de(6))  # what it began with stands
    assert ici.epreuves["x"].echecs == 1
    assert refus(ici, Eprouver("jok", competence="escalade", epreuve="y", nd=IMPOSSIBLE)) == "YY-18.1"
    assert refus(ici, Eprouver("jok", competence="escalade", epreuve="")) == "YY-18.1"
    assert Eprouver("bor", competence="escalade", epreuve="x", nd=20, nd_test=12) in offers(ici, ici["bor"])


# ---------------------------------------------------------------- traps


def piege(**plus):
    ici = scene(jok={"agilite": 5, "intelligence": 5, "crochetage": 4})
    return jouer(ici, PoserPiege("jok", "fosse", (10, 12, 14), **plus))[0]


@pytest.mark.rule("YY-18.2", "YY-15.6")
def test_a_trap_is_disarmed_step_by_step():
    ici = piege(degats=12)
    assert refus(ici, Desamorcer("jok", piege="fosse", etape=2)) == "YY-18.2"
    for etape, jet in ((1, 1), (2, 3), (3, 5)):
        ici, oracle = jouer(ici, Desamorcer("jok", piege="fosse", etape=etape), *de(jet))
        assert dit(oracle, "etape_de_piege")["total"] == 9 + jet
    ici, oracle = jouer(ici, ActiverMecanisme("jok", "fosse"))
    assert (dit(oracle, "mecanisme")["issue"], ici["jok"].blessures) == ("désamorcé", {})
    assert refus(ici, ActiverMecanisme("jok", "fosse")) == "YY-18.2"
    assert refus(ici, Desamorcer("jok", piege="fosse")) == "YY-18.2"


@pytest.mark.rule("YY-18.2")
@pytest.mark.parametrize(("faites", "degats"), [(0, 12), (1, 8), (2, 4)])
def test_a_trap_goes_off_partly_or_fully(faites, degats):
    ici = piege(degats=12)
    for etape in range(1, faites + 1):
        ici, _ = jouer(ici, Desamorcer("jok", piege="fosse", etape=etape), *de(15))
    if faites < 2:
        ici, _ = jouer(ici, Desamorcer("jok", piege="fosse", etape=faites + 1), *ZEROS)
    ici, oracle = jouer(ici, ActiverMecanisme("jok", "fosse"))
    assert dit(oracle, "mecanisme")["manques"] == 3 - faites
    assert ici["jok"].blessures == {"torse": degats}


@pytest.mark.rule("YY-18.2")
def test_a_step_is_tried_again_alone_or_with_all_the_others():
    ici = piege()
    ici, _ = jouer(ici, Desamorcer("jok", piege="fosse", etape=1), *de(1))
    ici, _ = jouer(ici, Desamorcer("jok", piege="fosse", etape=2), *de(1))
    ici, _ = jouer(ici, Desamorcer("jok", piege="fosse", etape=2), *de(5))
    assert [e.faite for e in ici.pieges["fosse"].etapes] == [True, True, None]
    ici = piege(reprise=False)
    ici, _ = jouer(ici, Desamorcer("jok", piege="fosse", etape=1), *de(1))
    ici, _ = jouer(ici, Desamorcer("jok", piege="fosse", etape=2), *de(1))
    assert refus(ici, Desamorcer("jok", piege="fosse", etape=2)) == "YY-18.2"
    ici, _ = jouer(ici, Desamorcer("jok", piege="fosse", etape=1), *de(2))
    assert [e.faite for e in ici.pieges["fosse"].etapes] == [True, None, None]
    assert Desamorcer("jok", piege="fosse", etape=2) in offers(ici, ici["jok"])


@pytest.mark.rule("YY-18.2")
def test_of_a_secret_step_the_player_learns_his_total_only():
    ici = piege(secrets=(1,))
    apres, oracle = jouer(ici, Desamorcer("jok", piege="fosse", etape=1), *de(2))
    joueur = Viewer(frozenset(["jok"]))
    vus = [e for e in oracle.events if seen_by(joueur, e)]
    assert [e.what for e in vus] == ["essai", "jet", "etape_de_piege"]
    assert all("10" not in str(e.facts) for e in vus)
    assert apres.pieges["fosse"].etapes[0].faite is True
    facile = scene(jok={"agilite": 9, "intelligence": 9, "crochetage": 9})
    facile, _ = jouer(facile, PoserPiege("jok", "f", (4,), secrets=(1,)))
    jouer(facile, Desamorcer("jok", piege="f"), *de(3))  # a roll all the same: not rolling would tell


@pytest.mark.rule("YY-18.2")
def test_what_no_trap_is():
    ici = piege()
    assert refus(ici, PoserPiege("jok", "fosse", (8,))) == "YY-18.2"
    assert refus(ici, PoserPiege("jok", "x", ())) == "YY-18.2"
    assert refus(ici, PoserPiege("jok", "x", (61,))) == "YY-5.23"
    assert refus(ici, PoserPiege("jok", "x", (8,), secrets=(2,))) == "YY-18.2"
    assert refus(ici, PoserPiege("jok", "x", (8,), degats=-1)) == "YY-18.2"
    assert refus(ici, ActiverMecanisme("jok", "x")) == "YY-18.2"


# ---------------------------------------------------------------- chases

COUREURS = {"jok": {"agilite": 5, "course": 4, "camp": "a"}, "bor": {"agilite": 4, "course": 3, "camp": "b"}}


def poursuite(**plus):
    ici = scene(**COUREURS)
    return jouer(ici, Poursuivre("jok", "bor", **plus))[0]


@pytest.mark.rule("YY-18.3")
def test_each_adds_what_he_covers_and_the_pursued_has_the_first_lead():
    ici = poursuite(ecart=10)
    ici, oracle = jouer(ici, TourDePoursuite("jok"), *de(4), *de(4))  # bor 11: 7 - 1 = 6 m; jok 13: 9 + 1 = 10 m
    assert (ici.poursuite.avance, ici.poursuite.parcouru) == (2 * 16, 2 * 10)
    assert (dit(oracle, "tour_de_poursuite")["ecart"], ici.clock) == (6, 6)
    assert (ici["bor"].fatigue, ici["jok"].fatigue) == (2 * 2, 2)


@pytest.mark.rule("YY-18.3")
def test_caught_when_the_pursuer_has_come_up_with_him():
    ici = poursuite(ecart=4)
    apres, _ = jouer(ici, TourDePoursuite("jok"), *de(4), *de(4))  # 4 + 6 against 10
    assert apres.poursuite.issue == "rattrapé"
    assert refus(apres, TourDePoursuite("jok")) == "YY-18.3"
    apres, _ = jouer(poursuite(ecart=5), TourDePoursuite("jok"), *de(4), *de(4))
    assert apres.poursuite.issue == ""


@pytest.mark.rule("YY-18.3")
def test_away_with_the_lead_the_mj_has_set():
    ici = poursuite(ecart=10, but=14)
    apres, _ = jouer(ici, TourDePoursuite("jok"), *de(8), *de(3))  # bor 10 m, jok 9 m: 11 m apart
    assert apres.poursuite.issue == ""
    apres, _ = jouer(ici, TourDePoursuite("jok"), *de(9), *de(1))  # bor 11 m, jok 7 m
    assert apres.poursuite.issue == "hors d'atteinte"


@pytest.mark.rule("YY-18.3", "YY-15.5")
def test_a_mishap_costs_the_next_turn_of_the_chase():
    ici = poursuite(ecart=50)
    ici, _ = jouer(ici, TourDePoursuite("jok"), *de(4), *ZEROS)
    assert (ici.poursuite.parcouru, ici["jok"].occupe) == (0, "se relever")
    ici, oracle = jouer(ici, TourDePoursuite("jok"), *de(4))
    assert dit(oracle, "se_reprend").who == "jok"
    assert (ici.poursuite.parcouru, ici["jok"].occupe) == (0, "")
    ici, _ = jouer(ici, TourDePoursuite("jok"), *de(4), *de(4))
    assert ici.poursuite.parcouru == 20


@pytest.mark.rule("YY-18.3")
def test_who_has_fallen_runs_no_more_and_anybody_may_give_up():
    ici = scene(jok=COUREURS["jok"], bor=COUREURS["bor"])
    ici, _ = jouer(ici, Poursuivre("jok", "bor", 8))
    tombe = ici.put(replace(ici["bor"], fatigue=40))
    apres, _ = jouer(tombe, TourDePoursuite("jok"), *de(4))
    assert apres.poursuite.issue == "rattrapé"
    assert jouer(ici, Abandonner("bor"))[0].poursuite.issue == "rattrapé"
    assert jouer(ici, Abandonner("jok"))[0].poursuite.issue == "hors d'atteinte"
    assert refus(jouer(ici, Abandonner("jok"))[0], Abandonner("jok")) == "YY-18.3"


@pytest.mark.rule("YY-18.3")
def test_a_chase_is_offered_and_gone_on_with():
    ici = scene(**COUREURS)
    assert Poursuivre("jok", "bor") in offers(ici, ici["jok"])
    assert TourDePoursuite("jok") not in offers(ici, ici["jok"])
    ici, _ = jouer(ici, Poursuivre("jok", "bor"))
    offres = list(offers(ici, ici["bor"]))
    assert TourDePoursuite("bor") in offres and Abandonner("bor") in offres
    fini, _ = jouer(ici, Abandonner("bor"))
    assert TourDePoursuite("bor") not in offers(fini, fini["bor"])


@pytest.mark.rule("YY-18.3")
def test_what_no_chase_is():
    ici = scene(**COUREURS)
    assert refus(ici, TourDePoursuite("jok")) == "YY-18.3"
    assert refus(ici, Poursuivre("jok", "jok")) == "YY-18.3"
    assert refus(ici, Poursuivre("jok", "bor", ecart=0)) == "YY-18.3"
    assert refus(ici, Poursuivre("jok", "bor", ecart=10, but=10)) == "YY-18.3"
    assert refus(engager(ici), Poursuivre("jok", "bor")) == "YY-18.3"
    ici, _ = jouer(ici, Poursuivre("jok", "bor"))
    assert refus(ici, Poursuivre("bor", "jok")) == "YY-18.3"
    assert refus(ici, TourDePoursuite("jok", moyen="natation")) == "YY-4.2"
    assert refus(ici, TourDePoursuite("jok", leur_vide="bonus", leur_nd=61)) == "YY-5.23"
    assert refus(ici, TourDePoursuite("jok", nd=IMPOSSIBLE)) == "YY-5.21"


@pytest.mark.rule("YY-18.3")
def test_the_odds_of_a_chase_are_those_of_both_runs():
    ici = poursuite(ecart=1)
    rattrape = odds(TourDePoursuite("jok"), ici, "rattrape").p(True, exact=True)

    def couru(rangs, compte, desastre):
        return 0 if desastre else max(0, rangs + rangs + compte - 12)

    gagne = sum(couru(9, a, da) >= 1 + couru(7, b, db) for a, _, da in PAIRES for b, _, db in PAIRES)
    assert rattrape == Fraction(gagne, 10_000)


# ---------------------------------------------------------------- advice


@pytest.mark.rule("YY-19.2", "YY-19.3")
def test_the_mj_sees_the_chance_of_each_difficulty():
    ici = scene(jok={"agilite": 5, "intelligence": 5, "crochetage": 4})
    _, oracle = jouer(ici, Jauger("jok", "crochetage"))
    e = dit(oracle, "jauge")
    assert e["niveaux"] == (
        "Trivial 100",
        "Très facile 100",
        "Facile 100",
        "Modéré 65",
        "Délicat 21",
        "Difficile 0",
        "Héroïque 0",
    )
    assert seen_by(Viewer(frozenset(["jok"])), e) is None
    for nd in range(30):
        essai = Tester("jok", competence="crochetage", nd=nd)
        assert chances(9, nd) == 100 * exact(odds(essai, ici, "reussite")).get(True, 0)
    assert refus(ici, Jauger("jok", "course")) == "YY-4.2"


@pytest.mark.rule("YY-19.4")
def test_several_adversaries_are_each_weaker_by_their_number():
    assert [rang_des_adversaires(5, n) for n in (1, 2, 3, 4, 6)] == [5, 3, 2, 1, 0]
    ici = scene(jok={"epees": 5, "course": 2})
    assert dit(jouer(ici, Jauger("jok", "epees"))[1], "adversaires")["rangs"] == (5, 3, 2, 1)
    assert dits(jouer(ici, Jauger("jok", "course"))[1], "adversaires") == []


# ---------------------------------------------------------------- whatever happens

QUI = st.sampled_from(["jok", "bor", "x"])
NOMBRES = st.integers(-(10**6), 10**6) | st.integers(-2, 25)
NOM = st.sampled_from(["fosse", "mur", "", "x" * 61])
COMPETENCE = st.sampled_from(["crochetage", "course", "escalade", "feu", "langues", "x"])
USAGE = st.sampled_from(["", "bonus", "relance"])
MOYEN = st.sampled_from(sorted(MOYENS))
LISTE = st.lists(NOMBRES, max_size=4).map(tuple)
ACTIONS = st.one_of(
    st.builds(Eprouver, QUI, competence=COMPETENCE, mod=NOMBRES, vide=USAGE, epreuve=NOM, nd=NOMBRES, nd_test=NOMBRES),
    st.builds(PoserPiege, QUI, NOM, LISTE, LISTE, st.booleans(), NOMBRES),
    st.builds(Desamorcer, QUI, competence=COMPETENCE, mod=NOMBRES, vide=USAGE, piege=NOM, etape=NOMBRES),
    st.builds(ActiverMecanisme, QUI, NOM),
    st.builds(Poursuivre, QUI, QUI, NOMBRES, NOMBRES),
    st.builds(TourDePoursuite, QUI, MOYEN, MOYEN, NOMBRES, NOMBRES, USAGE, USAGE),
    st.builds(Abandonner, QUI),
    st.builds(Jauger, QUI, COMPETENCE),
)


@pytest.mark.rule("YY-18.1", "YY-18.2", "YY-18.3")
@given(st.lists(ACTIONS, min_size=1, max_size=8), st.integers(0, 10**6))
def test_trials_traps_and_chases_never_raise_and_what_is_open_resolves(actions, seed):
    rng = random.Random(seed)
    ici = scene(jok={**COUREURS["jok"], "crochetage": 3, "escalade": 2}, bor={**COUREURS["bor"], "crochetage": 1})
    ici, _ = jouer(ici, PoserPiege("jok", "fosse", (8, 12), (2,), rng.random() < 0.5, rng.randint(0, 30)))
    if rng.random() < 0.5:
        ici, _ = jouer(ici, Poursuivre("bor", "jok", rng.randint(1, 20)))
    for action in actions:
        if action.closed(ici) is not None:
            assert str(action.closed(ici))
            continue
        ici, _ = tient(ici, action, rng.randrange(10**6))
        if ici.poursuite is not None:
            assert ici.poursuite.issue or ici.poursuite.parcouru < ici.poursuite.avance
        for e in ici.epreuves.values():
            assert e.issue or (e.reussites <= e.nd and 2 * e.echecs <= e.nd)


@pytest.mark.rule("YY-18.1", "YY-18.2", "YY-19.2")
def test_the_mj_can_begin_a_trial_and_a_trap_from_the_buttons():
    ici = scene(jok={"crochetage": 4, "langues": 6, "course": 2})
    offres = list(offers(ici, ici["jok"]))
    assert Eprouver("jok", competence="crochetage") in offres and Jauger("jok", "crochetage") in offres
    assert all(a.closed(ici) is None for a in offres)
    piege = next(a for a in offres if isinstance(a, PoserPiege))
    ici, _ = jouer(ici, piege)
    assert Desamorcer("jok", piege=piege.piege) in offers(ici, ici["jok"])
    assert list(offers(engager(scene(**COUREURS)), ici["jok"])) == []
