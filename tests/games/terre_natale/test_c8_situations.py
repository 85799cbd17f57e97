"""Chapter 8: where one stands, cover, obstacles, cramped places, what the game master says; things put to the test."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c0_tests.figures import limite_de_prouesse
from tablee.games.terre_natale.book.c4_caracteristiques.capacites import capacite_de_charge
from tablee.games.terre_natale.book.c4_caracteristiques.portees import (
    allure,
    portee_de_melee,
    zone_active,
    zone_passive,
)
from tablee.games.terre_natale.book.c4_caracteristiques.repos import recuperation
from tablee.games.terre_natale.book.c4_caracteristiques.seuils import seuil
from tablee.games.terre_natale.book.c8_confrontation.armes import absorption, qualite_en_main
from tablee.games.terre_natale.book.c8_confrontation.attaque import Coup, figures_d_attaque, perforation
from tablee.games.terre_natale.book.c8_confrontation.conditions import InfligerCondition, difficulte_d_effet
from tablee.games.terre_natale.book.c8_confrontation.frappes import Attaquer, Tirade
from tablee.games.terre_natale.book.c8_confrontation.gestes import Deconcerter
from tablee.games.terre_natale.book.c8_confrontation.mener import Passer, Rompre
from tablee.games.terre_natale.book.c8_confrontation.moral import moral_de
from tablee.games.terre_natale.book.c8_confrontation.repertoire import UserDeTactique
from tablee.games.terre_natale.book.c8_confrontation.situations import (
    Circonstancier,
    Couvrir,
    Favoriser,
    PoserObstacle,
    Resserrer,
    Situer,
    couvert,
    offers,
)
from tablee.games.terre_natale.book.c8_confrontation.solidite import ARMURE, Epreuve, solidite
from tablee.games.terre_natale.book.c8_confrontation.tour import attribut_d_initiative
from tablee.games.terre_natale.desk.sheet import sheet
from tablee.games.terre_natale.model.conditions import Condition
from tablee.games.terre_natale.model.confrontation import Attente, Budget, Confrontation
from tablee.games.terre_natale.model.plan import CORPS
from tablee.games.terre_natale.model.situations import COUVERTS, SITUATIONS, Obstacle
from tablee.games.terre_natale.model.things import Objet
from tablee.kernel.effects import Modifier
from tablee.kernel.tally import total

from .jeu import dit, jouer, rows, scene

# Alys: DEX 20 less 6 of a long sword is 14, so +2; skill and group 4: +6 to attack. Bor: 10 in all, so 15 everywhere.
ALYS = {"base": {"DEX": 20, "FOR": 15}, "groupes": {"combat": 2}, "competences": {"arme_a_garde": 2}, "destinee": 0}
BOR = {"competences": {"parade": 2, "vigilance": 2}, "groupes": {"defense": 2}}
LAME = {"armes": [{"modele": "epee_longue"}]}
DAGUE = {"armes": [{"modele": "dague"}]}
ARC = {"armes": [{"modele": "arc_court", "munitions": 1}]}
TOUCHE = (6, 5, 3)  # 14, and 6: 20
JET = (1, 1, 1, 1, 1)


def melee(*options, alys=None, bor=None, autres=None, prepare="", **encounter):
    """Alys's passe, Bor beside her."""
    s = scene(
        *options,
        alys={"fiche": ALYS, "equipement": LAME, "camp": "rouge", **(alys or {})},
        bor={"fiche": BOR, "equipement": DAGUE, "camp": "bleu", "x": 1, **(bor or {})},
        **{who: {"fiche": BOR, "equipement": DAGUE, **given} for who, given in (autres or {}).items()},
    )
    e = Confrontation(
        initiatives={who: 20 - i for i, who in enumerate(s.people)},
        budgets={who: Budget() for who in s.people},
        attentes={"bor": Attente(preparee=prepare)} if prepare else {},
        passe="alys",
    )
    return replace(s, encounter=replace(e, **encounter))


def difficulte(s, de="alys", sur="bor"):
    return figures_d_attaque(s, Coup(de, sur)).d


def loin(s, x=8):
    return s.put(replace(s["bor"], x=x))


# ---------------------------------------------------------------- the passive defence


@pytest.mark.rule("TN-8.365", "TN-8.366", "TN-8.368")
def test_the_tables_are_those_of_the_ledger():
    assert [s.n for s in SITUATIONS.values()] == [r["modificateur"] for r in (*rows("TN-8.365"), *rows("TN-8.366"))]
    assert [-n for n in COUVERTS][:5] == [r["modificateur"] for r in rows("TN-8.368")][:5]
    assert len(COUVERTS) == len(rows("TN-8.368"))


@pytest.mark.rule("TN-8.365")
@pytest.mark.parametrize("id", [id for id, s in SITUATIONS.items() if not s.tir])
def test_every_situation_said_of_somebody_bears_on_his_passive_defence_and_goes(id):
    s, oracle = jouer(melee(), Situer("bor", id))
    n = SITUATIONS[id].n
    assert difficulte(s) == 15 + n and difficulte(s, "bor", "alys") == difficulte(melee(), "bor", "alys")
    assert (dit(oracle, "situation")["modificateur"], Situer("bor", id) in offers(s, s["bor"])) == (n, id == "revers")
    assert (SITUATIONS[id].nom, n, "TN-8.365") in figures_d_attaque(s, Coup("alys", "bor")).difficultes
    assert difficulte(jouer(s, Situer("bor", id, oter=True))[0]) == 15
    assert difficulte(replace(s, encounter=replace(s.encounter, forme="joute"))) == 15 + n  # a blow is a blow
    assert figures_d_attaque(s, Coup("alys", "bor", "esprit")).d == 15  # words do not care


@pytest.mark.rule("TN-8.366")
def test_those_of_a_shot_do_not_bear_on_a_blow():
    s = jouer(melee(), Situer("bor", "mouvement"))[0]
    assert difficulte(s) == 15
    assert (
        difficulte(loin(s.put(replace(s["alys"], equipement=melee(alys={"equipement": ARC})["alys"].equipement)))) == 17
    )


@pytest.mark.rule("TN-8.367")
def test_they_add_up_also_for_whoever_aims():
    s = jouer(jouer(melee(), Situer("bor", "terre"))[0], Situer("bor", "revers"))[0]
    a = figures_d_attaque(s, Coup("alys", "bor", zone="Torse"))
    assert (a.d, a.visee) == (15 - 6, 15 + 5 - 6)
    three = jouer(melee(), Situer("bor", "nombre", fois=3))[0]
    assert difficulte(three) == 15 - 6
    assert difficulte(jouer(three, Situer("bor", "nombre"))[0]) == 13  # said again, not added
    own = jouer(melee(), Situer("bor", "autre", n=-3, nom="Ébloui"))[0]
    assert ("Ébloui", -3, "TN-8.365") in figures_d_attaque(own, Coup("alys", "bor")).difficultes


@pytest.mark.rule("TN-8.365", "TN-8.376", "TN-8.377")
def test_whoever_is_on_the_ground_is_4_easier_to_hit_and_not_twice():
    s = melee()
    s = s.put(replace(s["bor"], conditions=(Condition("mise_au_sol", 10),)))
    assert ("À terre", -4, "TN-8.365") in figures_d_attaque(s, Coup("alys", "bor")).difficultes
    assert difficulte(jouer(s, Situer("bor", "terre"))[0]) == difficulte(s)


@pytest.mark.rule("TN-8.365")
@pytest.mark.parametrize(("statut", "n"), [("surpris", -5), ("assailli", -5), ("exclu", 0), ("actif", 0)])
def test_whoever_is_surprised_is_5_easier_to_hit(statut, n):
    assert difficulte(melee(statuts={"bor": statut})) == 15 + n


@pytest.mark.rule("TN-8.365")
def test_each_further_attacker_of_a_round_takes_2_off():
    s = melee(autres={"cid": {"camp": "rouge", "x": 2}, "dan": {"camp": "rouge", "x": 1, "y": 1}})
    s, _ = jouer(s, Attaquer("alys", "bor"), 1, 2, 3)
    assert s.encounter.assaillants == {"bor": ("alys",)}
    assert (difficulte(s), difficulte(s, "cid"), difficulte(s, "bor", "alys")) == (15, 13, 15)
    s = replace(s, encounter=replace(s.encounter, passe="cid"))
    s, _ = jouer(s, Attaquer("cid", "bor"), 1, 2, 3)
    assert (difficulte(s), difficulte(s, "dan")) == (13, 11)
    for _ in s.people:
        s, _ = jouer(s, Passer(s.turn()[0])) if s.encounter.manche == 1 else (s, None)
    assert (s.encounter.manche, difficulte(s, "dan")) == (2, 15)


@pytest.mark.rule("TN-8.366")
@pytest.mark.parametrize(
    ("camp", "x", "n"),
    [("rouge", 9, 4), ("vert", 9, 2), ("rouge", 20, 0), ("bleu", 9, 0), ("", 9, 0)],
)
def test_a_shot_into_the_fray_is_harder_more_so_with_a_friend_in_it(camp, x, n):
    s = loin(melee(alys={"equipement": ARC}, autres={"cid": {"camp": camp, "x": x}}))
    assert difficulte(s) == 15 + n
    assert difficulte(s, "cid", "bor") == 15  # a blow
    both = jouer(jouer(s, Situer("bor", "melee"))[0], Situer("bor", "melee_allie"))[0]
    assert difficulte(both) == 19  # the worse case alone


@pytest.mark.rule("TN-8.365")
def test_what_cannot_be_said_of_somebody_is_refused_with_a_reason():
    s = melee()
    assert Situer("bor", "perché").closed(s).rule == "TN-8.365"
    assert Situer("bor", "revers", oter=True).closed(s).rule == "TN-8.365"
    assert Situer("bor", "revers").closed(jouer(s, Situer("bor", "revers"))[0]).rule == "TN-8.365"
    assert Situer("bor", "revers", fois=2).closed(s).rule == "TN-8.365"
    assert Situer("bor", "autre", n=-6, nom="Loin").closed(s).rule == "TN-8.365"
    assert Situer("bor", "autre", n=-2).closed(s).rule == "TN-8.365"
    assert Situer("bor", "revers").closed(replace(s, encounter=None)).rule == "TN-8.11"
    assert Situer("personne", "revers").closed(s) is not None
    assert Situer.master and Couvrir.master and PoserObstacle.master and Resserrer.master and Favoriser.master


@pytest.mark.rule("TN-8.365", "TN-8.368")
def test_where_one_stood_is_forgotten_with_the_confrontation():
    s = jouer(jouer(melee(), Situer("bor", "revers"))[0], Couvrir("bor", 2))[0]
    assert len(s["bor"].effets) == 2
    assert jouer(s, Rompre("alys"))[0]["bor"].effets == ()


# ---------------------------------------------------------------- cover


@pytest.mark.rule("TN-8.368")
@pytest.mark.parametrize("n", range(1, 6))
def test_cover_takes_as_much_off_the_test_as_it_hides(n):
    s = jouer(melee(), Couvrir("bor", n))[0]
    a = figures_d_attaque(s, Coup("alys", "bor"))
    assert (total(a.f.modificateurs), a.d, a.couvert) == (6 - n, 15, n)
    assert figures_d_attaque(s, Coup("alys", "bor", "esprit")).couvert == 0
    assert figures_d_attaque(jouer(s, Couvrir("bor", 0))[0], Coup("alys", "bor")).couvert == 0


@pytest.mark.rule("TN-8.368")
def test_nobody_hits_whoever_is_hidden_altogether():
    s = jouer(melee(), Couvrir("bor", 6))[0]
    assert Attaquer("alys", "bor").closed(s).rule == "TN-8.368"
    assert Tirade("alys", "bor").closed(s) is None
    assert Couvrir("bor", 7).closed(s).rule == "TN-8.368"


@pytest.mark.rule("TN-8.347", "TN-8.368")
def test_an_obstacle_hides_whoever_is_behind_it_on_the_line_and_nobody_else():
    s = loin(melee(alys={"equipement": ARC}, autres={"cid": {"camp": "bleu", "x": 8, "y": 8}}))
    s, oracle = jouer(s, PoserObstacle("alys", 4, 0, 4, "Haie"))
    assert dit(oracle, "obstacle")["obstacle"] == "Haie"
    assert couvert(s, s["alys"], s["bor"]) == (("Haie", -4, "TN-8.368"),)
    assert couvert(s, s["alys"], s["cid"]) == () == couvert(s, s["bor"], s["cid"])
    worse = replace(s, obstacles=(*s.obstacles, Obstacle(6, 0, "Mur", 5), Obstacle(8, 0, "Sous ses pieds", 5)))
    assert couvert(worse, s["alys"], s["bor"]) == (("Mur", -5, "TN-8.368"),)  # the one that hides most, not both
    assert PoserObstacle("alys", 4, 0, 0) in offers(s, replace(s["alys"], x=3))
    assert jouer(s, PoserObstacle("alys", 4, 0, 0))[0].obstacles == ()
    assert PoserObstacle("alys", 9, 9, 0).closed(s).rule == "TN-8.368"
    assert PoserObstacle("alys", 1, 1, 3, " ").closed(s).rule == "TN-8.368"
    assert PoserObstacle("alys", 10_000, 1).closed(s).rule == "TN-8.368"


@pytest.mark.rule("TN-8.369")
@pytest.mark.parametrize(
    ("dice", "quoi"), [((6, 4, 2), "obstacle_touche"), ((4, 3, 2), "manque"), ((6, 5, 3), "blesse")]
)
def test_a_blow_that_cover_alone_made_miss_hits_the_obstacle(dice, quoi):
    """6 and cover 4: 14 comes to 18 and less 4 to 14, not above 15; 9 would have missed anyway; 14 touches with 16."""
    s = jouer(melee(), Couvrir("bor", 4))[0]
    s, oracle = jouer(s, Attaquer("alys", "bor"), *dice, *(JET if quoi == "blesse" else ()))
    told = {e.what for e in oracle.events} & {"obstacle_touche", "manque", "blesse"}
    assert told == {quoi}


@pytest.mark.rule("TN-8.158", "TN-8.370")
@pytest.mark.parametrize(("dice", "touche"), [((6, 5, 4), False), ((4, 3, 2), False), ((3, 2, 1), True)])
def test_taking_cover_adds_to_it_and_the_obstacle_takes_what_it_stops(dice, touche):
    """The blow is 20 less 4, one above 15. 15 and 4 beat it; 9 and 4 are a degree, 1 more of cover; 6 and 4 one too."""
    s = jouer(melee(prepare="se_couvrir"), Couvrir("bor", 4))[0]
    s = s.put(
        replace(s["bor"], effets=(*s["bor"].effets, Modifier("bonus", -1, "Gêne", "TN-0.16"))) if touche else s["bor"]
    )
    reponses = {"tn.defense": "se_couvrir/prepare"}
    s, oracle = jouer(s, Attaquer("alys", "bor"), *TOUCHE, *dice, *(JET if touche else ()), reponses=reponses)
    assert any(e.what == "obstacle_touche" for e in oracle.events) != touche


# ---------------------------------------------------------------- the test


@pytest.mark.rule("TN-8.273")
def test_whoever_has_less_room_than_his_reach_is_at_a_disadvantage():
    s = jouer(melee(), Resserrer("alys", 2))[0]  # a sword reaches 3 quarters, a dagger 1
    assert ("À l'étroit", -1, "TN-8.273") in figures_d_attaque(s, Coup("alys", "bor")).f.avantages
    assert figures_d_attaque(s, Coup("bor", "alys")).f.net == figures_d_attaque(melee(), Coup("bor", "alys")).f.net
    assert figures_d_attaque(jouer(melee(), Resserrer("alys", 3))[0], Coup("alys", "bor")).f.net == 0
    assert figures_d_attaque(jouer(s, Resserrer("alys", 0))[0], Coup("alys", "bor")).f.net == 0
    assert Resserrer("alys", 2).closed(s).rule == Resserrer("alys", 99).closed(s).rule == "TN-8.273"


@pytest.mark.rule("TN-8.363")
def test_telling_it_well_is_worth_2_at_most_against_that_one_for_a_passe():
    s = jouer(melee(autres={"cid": {"camp": "bleu", "y": 1}}), Favoriser("alys", "bor", 2))[0]
    assert ("Interprétation", 2, "TN-8.363") in figures_d_attaque(s, Coup("alys", "bor")).f.modificateurs
    assert total(figures_d_attaque(s, Coup("alys", "cid")).f.modificateurs) == 6
    apres = jouer(s, Passer("alys"))[0]
    assert total(figures_d_attaque(apres, Coup("alys", "bor")).f.modificateurs) == 6
    for bad in (Favoriser("alys", "bor", 3), Favoriser("alys", "bor", 0), Favoriser("alys", "alys")):
        assert bad.closed(s).rule == "TN-8.363"


@pytest.mark.rule("TN-8.363")
def test_the_place_and_the_moment_count_for_every_test_of_a_confrontation():
    chat = (Modifier("bonus", 2, "Œil de chat", "TN-3.10", when="circonstance:nuit"),)
    s = melee()
    s = s.put(replace(s["alys"], effets=chat))
    assert total(figures_d_attaque(s, Coup("alys", "bor")).f.modificateurs) == 6
    s = jouer(s, Circonstancier("alys", ("nuit", "nuit")))[0]
    assert s.encounter.circonstances == ("nuit",)
    assert total(figures_d_attaque(s, Coup("alys", "bor")).f.modificateurs) == 8
    assert Circonstancier("alys", ("brouillard",)).closed(s).rule == "TN-3.10"
    assert Circonstancier("alys", ("nuit",)).closed(s).rule == "TN-3.10"


# ---------------------------------------------------------------- things put to the test


@pytest.fixture
def epreuves(monkeypatch):
    """What is put to the test, in the order it is; nothing comes of it."""
    found = []

    def note(scene, oracle, e):
        found.append(e)
        return scene

    monkeypatch.setattr(solidite, "answers", (note,))
    return found


@pytest.mark.rule("TN-8.354")
def test_a_critical_attack_tests_the_armour_or_the_weapon_that_stopped_it(epreuves):
    """DEX 20 and a knife: 5 and 4 make 9 above 18: 27, 12 above 15. All 4 dice at 8, with 5 and 5."""
    couteau = {"equipement": {"armes": [{"modele": "couteau"}]}}
    cuir = {"equipement": {"armes": [{"modele": "dague"}], "armure": {"modele": "cuir"}}}
    jouer(melee(alys=couteau, bor=cuir), Attaquer("alys", "bor"), 6, 6, 5)
    assert epreuves == [Epreuve("bor", ARMURE, "attaque_critique", Objet("couteau"), 16 + 5 + 5)]
    assert epreuves[0].objet(melee(bor=cuir)["bor"]) == Objet("cuir")
    epreuves.clear()
    s = melee(alys=couteau, bor=cuir, prepare="parer")
    jouer(s, Attaquer("alys", "bor"), 6, 6, 5, 4, 3, 2, reponses={"tn.defense": "parer/prepare"})
    assert [(e.qui, e.main, e.cas) for e in epreuves] == [
        ("bor", 0, "attaque_critique"),
        ("bor", 0, "echec_critique"),  # 9 and 3 are far below
    ]
    epreuves.clear()
    jouer(melee(alys=couteau, bor={"equipement": {}}), Attaquer("alys", "bor"), 6, 6, 5)
    assert epreuves == []  # nothing there to break


@pytest.mark.rule("TN-8.354")
def test_a_critical_defence_made_with_a_weapon_tests_that_of_the_attacker(epreuves):
    """5, 4, 1 and 6 touch with 16; 6, 6, 6 with an exploit and 3 are 27: 11 above. 3 dice at 8, 1, -1 and 0."""
    s = melee(prepare="parer")
    jouer(s, Attaquer("alys", "bor"), 5, 4, 1, 6, 6, 6, *JET, reponses={"tn.defense": "parer/prepare"})
    assert epreuves == [Epreuve("alys", 0, "defense_critique", Objet("dague"), 24 + 1 - 1 + 0)]
    epreuves.clear()
    s = melee(prepare="esquiver", bor={"fiche": {"base": {"AGI": 16}, "competences": {"evasion": 4}}})
    jouer(s, Attaquer("alys", "bor"), 5, 4, 1, 6, 6, 6, reponses={"tn.defense": "esquiver/prepare"})
    assert epreuves == []  # nothing met it


@pytest.mark.rule("TN-8.354")
@pytest.mark.parametrize(("effets", "eprouvee"), [(-5, True), (-4, False)])
def test_an_attack_that_fails_critically_tests_the_weapon_itself(epreuves, effets, eprouvee):
    """3, 2, 1 less a maladresse of none: 6, and 6 less 7 or 6... 5 is 10 below 15."""
    s = melee()
    s = s.put(replace(s["alys"], effets=(Modifier("bonus", effets - 2, "Gêne", "TN-0.16"),)))
    jouer(s, Attaquer("alys", "bor"), 3, 2, 1)
    assert epreuves == ([Epreuve("alys", 0, "echec_critique")] if eprouvee else [])


@pytest.mark.rule("TN-8.354")
def test_a_bare_hand_breaks_nothing_of_its_own(epreuves):
    s = melee(alys={"equipement": {}})
    s = s.put(replace(s["alys"], effets=(Modifier("bonus", -20, "Gêne", "TN-0.16"),)))
    jouer(s, Attaquer("alys", "bor"), 3, 2, 1)
    assert epreuves == []


@pytest.mark.rule("TN-8.376")
def test_the_master_can_have_somebody_thrown_down():
    s, _ = jouer(melee(), InfligerCondition("bor", "mise_au_sol", 12), 1, 2, 3)
    assert difficulte(s) == 11


# ---------------------------------------------------------------- expertise, and what each attribute does


@pytest.mark.rule("TN-8.356", "TN-8.357")
def test_the_expertise_counts_the_quality_of_the_arm_and_not_its_category():
    """DEX 20 and 2 of quality, less nothing for a long sword: 10 and 6; a save of the body is made against it."""
    lame = {"equipement": {"armes": [{"modele": "epee_longue", "qualite": 2}]}}
    s = melee(alys=lame)
    p = s["alys"]
    assert total(difficulte_d_effet(p, "corps", qualite_en_main(p, CORPS))) == 10 + 6
    assert total(difficulte_d_effet(melee()["alys"], "corps", qualite_en_main(melee()["alys"], CORPS))) == 10 + 5
    fiche = {"fiche": {**ALYS, "destinee": 3}, **lame}
    sections = sheet(melee(alys=fiche), "alys").sections
    lines = {line.label: line for section in sections for line in section.lines if hasattr(line, "terms")}
    assert total(lines["Expertise physique"].terms) == 16 and total(lines["Expertise mentale"].terms) == 10
    s = s.put(replace(p, portees=(Condition("poison", 12),)))
    s, oracle = jouer(s, Attaquer("alys", "bor"), *TOUCHE, *JET, 5, 4, 3, reponses={"tn.payer_sauvegarde": [0]})
    assert (dit(oracle, "sauvegarde")["difficulte"], dit(oracle, "sauvegarde")["quoi"]) == (16, "Robustesse")
    assert CORPS.reflexe == "reflexes"  # against zones


@pytest.mark.rule("TN-8.360")
@pytest.mark.parametrize(
    ("code", "armes", "defense"),
    [
        ("FOR", "massette", "FOR"),
        ("DEX", "sabre", "DEX"),
        ("AGI", "lance", "AGI"),
        ("PER", "arc_court", "PER"),
        ("CON", "bouclier", "CON"),
    ],
)
def test_each_attribute_of_the_body_has_its_arms_and_its_defence(code, armes, defense):
    """Rows of the recapitulation: what one attacks with, and what has to be beaten; the rest is in chapter 4."""
    de = {"fiche": {"base": {code: 20, "FOR": 20}}, "equipement": {"armes": [{"modele": armes}]}}
    a = figures_d_attaque(melee(alys=de, bor={"fiche": {"base": {defense: 14}}, "equipement": {}}), Coup("alys", "bor"))
    assert (a.arme.attribut, a.d >= 17) == (code, True)
    assert {row["attribut"] for row in rows("TN-8.360")} >= {code}


@pytest.mark.rule("TN-8.360")
def test_the_other_roles_of_the_body_in_a_fight():
    def somebody(**base):
        return scene(x={"fiche": {"base": base}})["x"]

    assert total(absorption(somebody(CON=14), CORPS)) == 2 and somebody(CON=14).fiche.maxima["PV"] == 28
    assert total(seuil(somebody(STA=14), "blessure")) == 7
    assert total(capacite_de_charge(somebody(FOR=14, STA=12))) == 31
    assert (
        total(zone_active(somebody(DEX=14), "physique")) == 2 and total(zone_passive(somebody(AGI=14), "physique")) == 7
    )
    assert (
        attribut_d_initiative(somebody(AGI=8), "physique") == "AGI" == attribut_d_initiative(somebody(AGI=8), "globale")
    )
    assert total(allure(somebody(TAI=14, AGI=12))) == 13 and total(portee_de_melee(somebody(TAI=14), None)) == 2
    s = melee(alys={"fiche": {"base": {"PER": 16, "FOR": 15}}})
    assert total(perforation(s, Coup("alys", "bor"))) == 3


@pytest.mark.rule("TN-8.361")
def test_attributes_of_the_mind_that_bear_on_every_confrontation():
    """SAG on what conditions lose, RUS on prouesses, CHA on the moral of a side; manœuvres are of an extension."""
    assert [row["attribut"] for row in rows("TN-8.361")] == ["INT", "SAG", "RUS", "CHA"]
    sage = {"fiche": {"base": {"SAG": 16, "RUS": 14, "CHA": 14}, "caste": None, "groupes": {"combat": 2}}}
    s = melee(alys=sage)
    recupere = total(recuperation(s["alys"], "condition:physique", ()))
    assert recupere - total(recuperation(melee()["alys"], "condition:physique", ())) == 3
    assert total(moral_de(s, "rouge")) == 2
    riche = replace(s["alys"], temporaires={"PC": 10})
    assert limite_de_prouesse(riche, "arme_a_garde", "combat") == 2 + 2


@pytest.mark.rule("TN-8.378", "TN-8.376")
def test_the_usual_way_to_put_somebody_down_is_a_tactic_of_domination():
    """FOR 16 with Domination 2, a dagger: 14; 14 and 4 are above 15. Three dice, 1 and 2 are the charges."""
    forte = {"fiche": {"base": {"FOR": 16}, "competences": {"domination": 2}, "destinee": 0}, "equipement": DAGUE}
    s = melee(alys=forte)
    s, oracle = jouer(
        s, UserDeTactique("alys", "renverser", "bor"), 6, 5, 3, 4, 4, 4, 1, 2, 3, reponses={"tn.payer_sauvegarde": [0]}
    )
    assert dit(oracle, "tactique")["quoi"] == "Domination"
    assert s["bor"].conditions[0].id == "mise_au_sol" and s["bor"].conditions[0].charges == 12 + 1 + 2
    assert difficulte(s) == 11


@pytest.mark.rule("TN-8.345", "TN-8.374")
def test_a_bow_used_for_a_tactic_is_improvised_and_put_to_the_test(epreuves):
    archer = {"fiche": {"base": {"FOR": 16}, "competences": {"domination": 2}, "destinee": 0}, "equipement": ARC}
    s = melee(alys=archer)
    jouer(s, UserDeTactique("alys", "repousser", "bor"), 4, 3, 2)
    assert epreuves == [Epreuve("alys", 0, "improvise")]


@pytest.mark.rule("TN-8.364")
def test_what_a_test_has_earned_serves_once_against_that_one():
    s = melee(alys={"fiche": {**ALYS, "base": {"DEX": 20, "FOR": 15, "PER": 16}, "competences": {"armes_de_jet": 2}}})
    s, oracle = jouer(s, Deconcerter("alys", "bor", 1), 5, 4, 2)  # 11, 2 and 2: two degrees above 5
    assert dit(oracle, "deconcerte")["bonus"] == 2 and s.encounter.budgets["alys"].acts == 1
    assert ("Diversion", 2, "TN-8.364") in figures_d_attaque(s, Coup("alys", "bor")).f.modificateurs
    assert (
        Deconcerter("alys", "bor").closed(replace(s, encounter=replace(s.encounter, budgets={"alys": Budget()}))).rule
        == "TN-8.121"
    )
    s, _ = jouer(s, Attaquer("alys", "bor"), 1, 2, 3)
    assert not any("Diversion" in term for term in figures_d_attaque(s, Coup("alys", "bor")).f.modificateurs)
    deux = {"equipement": {"armes": [{"modele": "dague"}, {"modele": "dague"}]}}
    assert Deconcerter("alys", "bor").closed(melee(alys=deux)).rule == "TN-8.336"
    assert Deconcerter("alys", "alys").closed(melee()).rule == "TN-8.364"
    assert Deconcerter("alys", "bor", competence="vol").closed(melee()).rule == "TN-0.4"
