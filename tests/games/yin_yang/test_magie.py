"""Chapter 8: the turn of a magician. Skills, ND, runes and what they cost, puissance and area."""

import pytest
from msgspec.structs import replace

from tablee.games.yin_yang.book.c7_fatigue.repos import Attendre
from tablee.games.yin_yang.book.c8_lancement import Lancer
from tablee.games.yin_yang.book.c8_sortileges.figures import portee_des_runes, puissance, volume, volume_necessaire
from tablee.games.yin_yang.book.c8_sortileges.magie import (
    Accumuler,
    Maintenir,
    assaillants_du_magicien,
    competences_du_tour,
    nd_de_la_magie,
)
from tablee.games.yin_yang.book.c10_attaque.attaquer import Attaquer
from tablee.games.yin_yang.model.runes import POUVOIRS
from tablee.kernel.event import Event
from tablee.kernel.odds import odds
from tablee.kernel.tally import total
from tablee.kernel.typography import typeset
from tablee.kernel.words import words_of
from telling import told

from .magiciens import DESASTRE, cible, combat, de, dit, dits, faire, fiche, mage, refus, scene, somme

FEU = Accumuler("lin", runes=(("feu", 3),))


def avec(s, who, **champs):
    return s.put(replace(s[who], **champs))


# ---------------------------------------------------------------- skills


@pytest.mark.rule("YY-8.1")
def test_magic_needs_control_of_qi_and_every_rune_used():
    connait = fiche(sens_du_qi=3, controle_du_qi=3, rune_de_feu=2)
    s = scene(lin={"fiche": connait}, bo={"fiche": fiche(rune_de_feu=2)})
    assert refus(s, FEU) is None
    assert refus(s, Accumuler("lin", runes=(("feu", 1), ("eau", 1)))) == "YY-8.1"
    assert refus(s, Lancer("lin", pouvoir="eau", cibles=("bo",))) == "YY-8.1"
    assert refus(s, Lancer("lin", pouvoir="feu", avec="eau", nombre=2, cibles=("bo",))) == "YY-8.1"
    assert refus(s, Accumuler("bo", runes=(("feu", 1),))) == "YY-8.1"
    assert refus(s, Accumuler("lin", runes=(("bois", 1),))) == "YY-8.1"


@pytest.mark.rule("YY-8.17", "YY-5.3")
def test_the_lowest_skill_used_is_tested_control_of_qi_always_among_them():
    s = scene(lin={"fiche": fiche(sens_du_qi=4, controle_du_qi=4, rune_de_feu=6, rune_d_air=2)})
    assert dit(faire(s, replace(FEU, risquer=True), *de(1))[1], "essai")["competence"] == "Contrôle du Qì"
    deux = Accumuler("lin", runes=(("feu", 1), ("air", 1)), risquer=True)
    assert dit(faire(s, deux, *de(1))[1], "essai")["competence"] == "Rune d'Air"


# ---------------------------------------------------------------- runes


@pytest.mark.rule("YY-8.17")
@pytest.mark.parametrize(("lu", "runes"), [(1, 4), (5, 8), (9, 12), (11, 13)])
def test_the_margin_is_the_most_runes_of_a_turn(lu, runes):
    apres, _ = faire(scene(), Accumuler("lin", runes=(("feu", 50),), risquer=True), *de(lu))
    assert apres["lin"].runes == {"feu": runes}  # 11 and the roll, less 8


@pytest.mark.rule("YY-8.17")
def test_the_caster_shares_them_among_kinds_and_may_stop_at_fewer():
    apres, _ = faire(scene(), Accumuler("lin", runes=(("feu", 2), ("air", 9))))
    assert apres["lin"].runes == {"feu": 2, "air": 1}  # 11 against 8 without a roll: 3
    apres, _ = faire(scene(), Accumuler("lin", runes=(("feu", 1),)))
    assert apres["lin"].runes == {"feu": 1}


@pytest.mark.rule("YY-8.17")
def test_a_margin_of_0_gives_no_rune_a_failure_none_either():
    s = scene(lin=mage(qi=2, runes=2))  # 8 against 8: a roll is needed
    apres, events = faire(s, replace(FEU, mod=-1), *de(1))
    assert apres["lin"].runes == {} and dit(events, "magie")["reussi"]
    apres, events = faire(s, replace(FEU, mod=-3), *de(1))
    assert apres["lin"].runes == {} and not dit(events, "magie")["reussi"]
    assert dit(events, "magie")["marge"] == dit(events, "test")["marge"] == 2


@pytest.mark.rule("YY-8.17", "YY-8.11")
def test_runes_add_up_turn_after_turn_and_survive_a_failure_but_not_a_disaster():
    s, _ = faire(scene(), FEU)
    assert s["lin"].runes == {"feu": 3} and s.clock == 0
    s, _ = faire(s, FEU)
    assert s["lin"].runes == {"feu": 6} and s.clock == 6
    rate, _ = faire(s, replace(FEU, mod=-30), *de(5))
    assert rate["lin"].runes == {"feu": 6}
    perdu, events = faire(s, replace(FEU, risquer=True), *DESASTRE)
    assert perdu["lin"].runes == {} and dit(events, "runes_perdues")["runes"] == 6


@pytest.mark.rule("YY-8.17")
def test_a_turn_without_magic_scatters_the_runes():
    s, _ = faire(scene(), FEU)
    s = combat(s)
    for _ in range(2):
        s, _ = faire(s, Attendre(s.turn()[0]))
        assert s["lin"].runes
        s, events = faire(s, Attendre(s.turn()[0]), *de(1))  # Lin, tired, tries to get her breath back
    assert s["lin"].runes == {} and dit(events, "runes_perdues").who == "lin"


@pytest.mark.rule("YY-8.11")
def test_a_spell_goes_off_in_the_turn_its_last_rune_comes():
    sort = Lancer("lin", pouvoir="feu", nombre=5, cibles=("bo",))
    s, events = faire(scene(), sort)
    assert dit(events, "runes_manquantes")["runes"] == 2 and s["lin"].runes == {"feu": 3} and not s.sorts
    s, events = faire(s, sort)
    assert s["lin"].runes == {} and s.sorts["sort_1"].runes == 5 and s.clock == 6
    assert dit(events, "runes")["runes"] == 2  # no more than were missing


# ---------------------------------------------------------------- fatigue


@pytest.mark.rule("YY-8.18", "YY-8.20")
@pytest.mark.parametrize(("options", "par_rune"), [((), 1), (("rune_double",), 2)])
def test_each_rune_costs_fatigue_once_or_twice(options, par_rune):
    s = scene(*options, lin=mage(), bo=cible())
    apres, events = faire(s, FEU)
    assert apres["lin"].fatigue == 3 * par_rune
    assert dit(events, "fatigue").terms[0][1:] == (3 * par_rune, "YY-8.20" if options else "YY-8.18")


@pytest.mark.rule("YY-8.18", "YY-7.5")
def test_the_surcharge_is_paid_once_a_turn():
    s = scene(lin=mage(blessures={"bras_gauche": 7}), bo=cible())  # second box: 1
    apres, _ = faire(s, Accumuler("lin", runes=(("feu", 2),)))
    assert apres["lin"].fatigue == 2 + 1
    rien, _ = faire(s, replace(FEU, mod=-30), *de(5))
    assert rien["lin"].fatigue == 0  # out of fights a turn that gathers nothing costs nothing


@pytest.mark.rule("YY-8.18", "YY-7.4")
def test_in_a_fight_a_turn_that_gathers_nothing_costs_1():
    s = combat(scene(lin=mage(x=50), bo=cible()))
    s, _ = faire(s, FEU) if s.turn() == ("lin",) else faire(s, Attendre("bo"))
    s, _ = faire(s, Attendre("bo"), *de(1)) if s.turn() == ("bo",) else faire(s, FEU, *de(1))
    assert s["lin"].fatigue == 1 and s["lin"].runes == {}  # 12 against 16


# ---------------------------------------------------------------- ND


@pytest.mark.rule("YY-8.19")
def test_the_nd_follows_the_circumstances():
    s = scene()
    assert total(nd_de_la_magie(s, FEU)) == 8
    assert total(nd_de_la_magie(s, replace(FEU, circonstances="combat"))) == 16
    assert total(nd_de_la_magie(s, replace(FEU, circonstances="tempete"))) == 24
    assert total(nd_de_la_magie(combat(s), FEU)) == 16
    assert refus(s, replace(FEU, circonstances="calme")) is None


@pytest.mark.rule("YY-8.19")
def test_a_fight_is_no_calm_place():
    s = combat(scene())
    ouvert = s if s.turn() == ("lin",) else faire(s, Attendre("bo"))[0]
    assert refus(ouvert, replace(FEU, circonstances="calme")) == "YY-8.19"
    assert refus(ouvert, replace(FEU, circonstances="tempete")) is None


@pytest.mark.rule("YY-8.19", "YY-14.12")
@pytest.mark.parametrize("id", POUVOIRS)
def test_the_modifier_of_the_power_counts_when_gathering_and_when_casting(id):
    attendu = POUVOIRS[id].nd_fixe or 8 + POUVOIRS[id].nd
    assert total(nd_de_la_magie(scene(), Accumuler("lin", runes=(("feu", 1),), pouvoir=id))) == attendu
    assert total(nd_de_la_magie(scene(), Lancer("lin", pouvoir=id))) == attendu


@pytest.mark.rule("YY-8.19")
def test_runes_gathered_for_an_easy_power_serve_no_harder_one():
    dur = Lancer("lin", pouvoir="attributs_de_feu", nombre=3, cibles=("lin",))
    facile, _ = faire(scene(), FEU)
    assert refus(facile, dur) == "YY-8.19"
    pour, _ = faire(scene(), replace(FEU, pouvoir="attributs_de_feu"), *de(9))  # 20 against 16
    assert pour["lin"].runes == {"feu": 3} and refus(pour, dur) is None
    assert refus(pour, Lancer("lin", pouvoir="feu", nombre=3, cibles=("bo",))) is None


@pytest.mark.rule("YY-8.19", "YY-8.2")
def test_the_modifier_of_a_spell_that_is_fed_counts_too():
    s, _ = faire(scene(), Lancer("lin", pouvoir="protection", nombre=1, cibles=("lin",)), *de(5))
    assert total(nd_de_la_magie(s, FEU)) == 12


# ---------------------------------------------------------------- engaged


def engage(lin=None, **bo):
    """Bo, slower, has declared an attack on Lin; it is for Lin to declare."""
    lent = cible(x=1, **bo)
    lent["fiche"] = {**lent["fiche"], "reflexes": 2}
    s = combat(scene(lin=lin or mage(), bo=lent), Attaquer("bo", cible="lin"))
    assert s.turn() == ("lin",) and [a.actor for a in assaillants_du_magicien(s, "lin")] == ["bo"]
    return s


@pytest.mark.rule("YY-8.19", "YY-10.22")
def test_engaged_the_nd_is_the_score_of_the_assailant():
    apres, events = faire(engage(), FEU, *de(3), *de(5))  # Bo 10 and 3, Lin 11 and 5
    assert dit(events, "magie")["nd"] == 13 and dit(events, "magie")["marge"] == 3
    assert apres["lin"].runes == {"feu": 3} and not dits(events, "touche")


@pytest.mark.rule("YY-8.19", "YY-10.22")
def test_the_assailant_hits_when_his_score_beats_the_plain_roll():
    apres, events = faire(engage(), FEU, *de(8), *de(3))
    assert dit(events, "touche").who == "bo" and apres["lin"].runes == {}
    dur = replace(FEU, pouvoir="attributs_de_feu")  # ND+8 is the magician's own affair
    apres, events = faire(engage(), dur, *de(3), *de(5))
    assert not dit(events, "magie")["reussi"] and not dits(events, "touche")


@pytest.mark.rule("YY-8.19")
def test_of_several_assailants_the_best_score_counts():
    lent = {**fiche(arts_martiaux=4), "reflexes": 5}
    gens = {w: {"fiche": lent, "camp": "loups", "x": 1} for w in ("bo", "ku")}
    s = combat(scene(lin=mage(), **gens), Attaquer("bo", cible="lin"), Attaquer("ku", cible="lin"))
    _, events = faire(s, FEU, *de(2), *de(6), *de(9))
    assert dit(events, "magie")["nd"] == max(
        somme(e)["Score"] + somme(e)["Jet yin/Yang"] for e in dits(events, "jet")[:2]
    )
    assert dit(events, "magie")["nd"] == 10 + 1 + 6  # two against one


@pytest.mark.rule("YY-8.19", "YY-10.10")
def test_engaged_a_martial_skill_enters_the_choice_of_the_lowest():
    en_paix = scene()
    assert competences_du_tour(en_paix, en_paix["lin"], FEU) == ("controle_du_qi", "rune_de_feu")
    mains, baton, epee = (engage(mage(equipement={"armes": a})) for a in ([], ["baton"], ["epee_longue"]))
    assert competences_du_tour(mains, mains["lin"], FEU)[-1] == "arts_martiaux"
    assert competences_du_tour(baton, baton["lin"], FEU)[-1] == "armes_d_hast"
    assert competences_du_tour(epee, epee["lin"], FEU)[-1] == "reflexes"  # swords she never learned
    _, events = faire(baton, FEU, *de(3), *de(5))
    assert somme(dits(events, "essai")[-1]) == {"Armes d'hast": 4, "Feu/Agilité": 6}


@pytest.mark.rule("YY-8.19")
def test_a_disaster_of_the_assailant_leaves_the_nd_of_a_fight():
    _, events = faire(engage(), FEU, *DESASTRE, *de(9))
    assert dit(events, "magie")["nd"] == 16


@pytest.mark.rule("YY-8.19", "YY-5.18")
def test_an_announced_reroll_serves_against_the_magicians_own_nd():
    dur = replace(FEU, vide="relance", pouvoir="poids")  # ND+4: 17
    apres, events = faire(engage(), dur, *de(3), *de(4), *de(9))
    assert dit(events, "magie")["marge"] == 3 and apres["lin"].vide_perdu == 1
    apres, events = faire(engage(), replace(dur, pouvoir=""), *de(3), *de(4))
    assert dit(events, "magie")["marge"] == 2 and apres["lin"].vide_perdu == 1  # paid, though not needed


# ---------------------------------------------------------------- gestures and words


@pytest.mark.rule("YY-8.16", "YY-14.6")
@pytest.mark.parametrize(
    ("gene", "plus"), [((), 0), (("baillonne",), 1), (("ligote",), 1), (("baillonne", "ligote"), 2)]
)
def test_from_rank_5_each_inability_is_one_augmentation(gene, plus):
    s = scene(lin=mage(qi=5, gene=list(gene)), bo=cible())
    assert refus(s, FEU) is None and total(nd_de_la_magie(s, FEU)) == 8 + plus
    faible = scene(lin=mage(qi=4, gene=list(gene)), bo=cible())
    assert refus(faible, FEU) == ("YY-8.16" if gene else None)


@pytest.mark.rule("YY-8.16")
def test_without_a_good_arm_runes_are_not_traced():
    bras = {"bras_gauche": 20, "bras_droit": 20}  # beyond the third box of six
    assert refus(scene(lin=mage(qi=4, blessures=bras), bo=cible()), FEU) == "YY-8.16"
    assert refus(scene(lin=mage(qi=4, blessures={"bras_gauche": 20}), bo=cible()), FEU) is None


# ---------------------------------------------------------------- puissance, area, range


@pytest.mark.rule("YY-8.13", "YY-8.14")
def test_puissance_is_shared_between_force_and_area():
    assert [puissance(n) for n in (1, 4, 7)] == [5, 20, 35]
    assert [volume(n) for n in (1, 19)] == [4, 76]


@pytest.mark.rule("YY-8.13", "YY-8.15")
@pytest.mark.parametrize(
    ("force", "aire", "ouvert"),
    [(19, 1, True), (1, 19, True), (10, 10, True), (0, 7, True), (1, 20, False), (20, 1, False), (18, 1, False)],
)
def test_nothing_is_asked_beyond_the_runes_and_nothing_left(force, aire, ouvert):
    sort = Lancer("lin", pouvoir="feu", nombre=4, force=force, aire=aire, cibles=("bo",))
    assert refus(scene(), sort) == (None if ouvert else "YY-8.13")


@pytest.mark.rule("YY-8.13")
@pytest.mark.parametrize(("nombre", "aire"), [(4, 20), (4, 0), (4, -3), (0, 1), (51, 1)])
def test_at_least_one_point_in_each_and_a_number_of_runes(nombre, aire):
    assert refus(scene(), Lancer("lin", pouvoir="feu", nombre=nombre, aire=aire, cibles=("bo",))) == "YY-8.13"


@pytest.mark.rule("YY-8.12", "YY-14.5")
@pytest.mark.parametrize("qi", [1, 3, 5])
def test_range_is_20_metres_a_rank_of_control(qi):
    assert portee_des_runes(scene(lin=mage(qi=qi))["lin"]) == 20 * qi
    for x, regle in ((20 * qi, None), (20 * qi + 1, "YY-8.12")):
        s = scene(lin=mage(qi=qi), bo=cible(x=x))
        assert refus(s, Lancer("lin", pouvoir="feu", cibles=("bo",))) == regle
        assert refus(s, Lancer("lin", pouvoir="temperature", x=x, y=0)) == regle


@pytest.mark.rule("YY-8.14")
def test_the_area_covers_those_named_in_one_block():
    def gens(*places, **plus):
        qui = {f"p{i}": cible(x=x, **plus) | {"y": y} for i, (x, y) in enumerate(places)}
        return scene(lin=mage(), **qui)

    def besoin(s):
        return volume_necessaire([p for p in s.people.values() if p.id != "lin"])

    assert besoin(gens((3, 0))) == 2  # one metre by one, two high
    assert besoin(gens((3, 0), (6, 0))) == 8  # four by one
    assert besoin(gens((3, 0), (6, 4))) == 12  # six metres along, whatever the direction
    assert besoin(gens((0, 1), (3, 1), (0, 3))) == 4 * 3 * 2
    s = gens((3, 0), (6, 0))
    assert refus(s, Lancer("lin", pouvoir="feu", nombre=2, aire=2, cibles=("p0", "p1"))) is None
    assert refus(s, Lancer("lin", pouvoir="feu", nombre=2, aire=1, cibles=("p0", "p1"))) == "YY-8.14"
    assert refus(s, Lancer("lin", pouvoir="feu", nombre=2, aire=2, cibles=("p0", "p0"))) == "YY-8.14"


# ---------------------------------------------------------------- odds


def test_the_odds_of_a_turn_of_magic_are_those_of_its_roll():
    s = combat(scene(lin=mage(x=60), bo=cible()))
    s = s if s.turn() == ("lin",) else faire(s, Attendre("bo"))[0]
    loin = odds(Accumuler("lin", runes=(("feu", 9),)), s, "runes")
    # 11 against 16: margin 1 with a 6, 4 with a 9, 5 with an exploit
    assert {n: loin.p(n, exact=True) * 100 for n in loin.ways} == {0: 71, 1: 8, 2: 6, 3: 4, 4: 2, 5: 9}
    assert odds(Accumuler("lin", runes=(("feu", 9),)), s).p(True) == pytest.approx(0.29)


def test_keeping_a_spell_is_open_to_those_who_have_one():
    assert refus(scene(), Maintenir("lin")) == "YY-8.2"


def test_what_magic_says_is_to_be_read_by_players():
    words = words_of("tablee.games.yin_yang")
    assert next(iter(Accumuler.looks)) == "accumule"
    assert "sortilège part" not in words.look["accumule"].fr + words.look[next(iter(Maintenir.looks))].fr
    for field in ("circonstances", "methode", "gene"):
        assert "(" not in words.field[field].fr  # the choices are listed by their names, not by their ids
    un = Event("coup", "a", "b", "", (), (("membre", "Torse"), ("points", 1)))
    assert told(words, un, {"a": "Mei", "b": "Brenn"}, "fr") == "Mei touche Brenn (Torse), qui perd 1 PV."
    perdues = Event("runes_perdues", "a", "", "", (), (("runes", 1),))
    assert told(words, perdues, {"a": "Mei"}, "fr") == typeset("Les runes de Mei se dispersent : 1.")
