"""Chapter 8: the joute. What one argues with, to whom one can speak, and how long he bears with it."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c4_caracteristiques.capacites import (
    argument_de,
    panache_requis,
    prestance,
    raisonnement_de,
)
from tablee.games.terre_natale.book.c4_caracteristiques.seuils import defense, seuil
from tablee.games.terre_natale.book.c8_confrontation.attaque import Coup, assaut, figures_d_attaque
from tablee.games.terre_natale.book.c8_confrontation.conditions import difficulte_d_effet
from tablee.games.terre_natale.book.c8_confrontation.defense import defenseur
from tablee.games.terre_natale.book.c8_confrontation.dialogue import (
    AborderUnSujet,
    Isoler,
    JaugerLaRenommee,
    JugerLePropos,
    tolerance,
)
from tablee.games.terre_natale.book.c8_confrontation.diatribe import Diatribe, PreparerUneDiatribe
from tablee.games.terre_natale.book.c8_confrontation.discours import Discourir
from tablee.games.terre_natale.book.c8_confrontation.frappes import Doubler, Tirade
from tablee.games.terre_natale.book.c8_confrontation.mener import Engager, Passer, Rompre
from tablee.games.terre_natale.book.c8_confrontation.opportunites import difficulte_d_interruption
from tablee.games.terre_natale.desk.sheet import sheet
from tablee.games.terre_natale.model.confrontation import Attente, Budget, Chantier, Confrontation, Suite
from tablee.games.terre_natale.model.joute import Dialogue, Parole
from tablee.games.terre_natale.model.plan import ESPRIT, PLANS
from tablee.games.terre_natale.model.things import MODELES, Objet
from tablee.kernel.effects import Modifier
from tablee.kernel.live import Scripted
from tablee.kernel.tally import total

from .jeu import dit, jouer, rows, scene

# Clervie: CHA 18 and an argument of 3 (-6) is 12: +1; skill and group 4: +5 by charm. Thibaud: 10 in all.
ORATRICE = {
    "base": {"CHA": 18},
    "competences": {"persuasion": 2, "rhetorique": 2},
    "groupes": {"communication": 2, "representation": 2},
}
PEAGER = {"competences": {"rhetorique": 2, "persuasion": 2, "evasion": 2}, "groupes": {"representation": 2}}
NU = {"argument": 0, "raisonnement": 0}
TOUCHE = (6, 5, 2)  # 13, and 5: 18
MANQUE = (4, 3, 1)  # 8, and 5: 13
PEU = (1, 1, 1, 1, 1)  # 5, and 3 of the argument, and 1: 9


def joute(*options, clervie=None, thibaud=None, autres=(), **encounter):
    """The passe of Clervie, Thibaud before her, and whoever else is named with his side."""
    s = scene(
        *options,
        clervie={
            "fiche": ORATRICE,
            "equipement": {"argument": 3, "raisonnement": 0},
            **(clervie or {}),
            "camp": "pont",
        },
        thibaud={"fiche": PEAGER, "equipement": NU, **(thibaud or {}), "camp": "péage", "x": 5},
        **{who: {"fiche": PEAGER, "equipement": NU, "camp": camp, "x": 5} for who, camp in autres},
    )
    e = Confrontation(
        forme="joute",
        initiatives=dict(zip(s.people, (20, 15, 12, 9), strict=False)),
        budgets={who: Budget() for who in s.people},
        passe="clervie",
    )
    return replace(s, encounter=replace(e, **encounter))


def parler(s, *dice, **reponses):
    said = {key.replace("tn_", "tn.", 1): answer for key, answer in reponses.items()}
    return jouer(s, Tirade("clervie", "thibaud", attribut="CHA"), *dice, reponses=said)


def attaque(s, attribut="CHA", **how):
    """The figures of a tirade."""
    return figures_d_attaque(s, Coup("clervie", "thibaud", "esprit", attribut, **how))


def defenses(s, who="thibaud"):
    return {g.effet: g for g in defenseur(s, who, ESPRIT, s["clervie"], "libre").gardes if g.moyen == "acts"}


# ---------------------------------------------------------------- the discourse


@pytest.mark.rule("TN-8.39")
def test_a_discourse_is_to_a_joute_what_equipment_is_to_a_combat():
    combat, joutes = rows("TN-8.39")
    assert (combat["offensif"], combat["defensif"]) == ("Arme", "Armure")
    s = joute(clervie={"equipement": {"argument": 3, "raisonnement": 2, "armes": [{"modele": "dague"}]}})
    assert attaque(s).arme.nom == "Argument" == joutes["offensif"].partition(" ")[0]
    blow = figures_d_attaque(s, Coup("clervie", "thibaud"))
    assert blow.arme.nom == MODELES["dague"].nom
    assert PLANS["esprit"].defenses["parer"].objet == "armure" and PLANS["corps"].defenses["parer"].objet == "arme"


@pytest.mark.rule("TN-8.51")
def test_the_argument_only_attacks_and_the_raisonnement_only_defends():
    def avec(argument, raisonnement):
        s = joute(clervie={"equipement": {"argument": argument, "raisonnement": raisonnement}})
        s = replace(s, encounter=replace(s.encounter, hostiles=("clervie",)))
        garde = next(g for g in defenseur(s, "clervie", ESPRIT, s["thibaud"], "libre").gardes if g.effet == "parer")
        return attaque(s).profil.fixe, garde.f.profil().fixe, garde.deviation

    assert avec(1, 0) == (4 + 3, 4, 0)
    assert avec(3, 0) == (4 + 1, 4, 0)  # the defence is the same
    assert avec(1, 2) == (4 + 3, 4 - 2, 6 - 2)  # the attack is the same; INT 10 less 4: 3 x 2 - 2


@pytest.mark.rule("TN-8.52", "TN-8.55")
def test_an_argument_beyond_ones_panache_is_a_disadvantage():
    assert [panache_requis(c) for c in range(6)] == [0, 5, 10, 15, 20, 25]
    for categorie, net in ((3, 0), (4, -1)):  # CHA 18 bears 15, not 20
        s = joute(clervie={"equipement": {"argument": categorie, "raisonnement": 0}})
        assert attaque(s).f.net == net
    assert ("Panache", -1, "TN-8.52") in attaque(s).f.avantages
    vive = {"effets": (Modifier("panache", 2, "Verve", "TN-3.1"),)}
    s = s.put(replace(s["clervie"], **vive))
    assert attaque(s).f.net == 0  # 20


@pytest.mark.rule("TN-8.52")
@pytest.mark.parametrize(("raisonnement", "net"), [(2, -1), (3, -2)])
def test_a_raisonnement_beyond_ones_panache_is_a_disadvantage_in_defence(raisonnement, net):
    s = joute(thibaud={"equipement": {"argument": 0, "raisonnement": raisonnement}}, hostiles=("thibaud",))
    assert {g.f.net for g in defenses(s).values()} == {net}  # one for not being prepared
    assert figures_d_attaque(s, Coup("thibaud", "clervie", "esprit", "CHA")).f.net == 0


@pytest.mark.rule("TN-8.53", "TN-8.54")
def test_a_discourse_beyond_ones_prestance_weighs_on_all_that_is_social():
    """CHA 10, EGO 10: 25. 3 and 2 are 25, 3 and 3 are 30."""
    for raisonnement, net in ((2, -1), (3, -2)):
        s = joute(clervie={"fiche": {}, "equipement": {"argument": 3, "raisonnement": raisonnement}})
        assert attaque(s).f.net == net  # panache, and prestance: they add up
    labels = [label for label, _, _ in attaque(s).f.avantages]
    assert labels.count("Panache") == labels.count("Prestance") == 1
    nets = {
        g.effet: g.f.net for g in defenseur(s, "clervie", ESPRIT, s["thibaud"], "libre").gardes if g.moyen == "acts"
    }
    # not prepared, panache, prestance, and nobody attacked yet; Se prémunir has nothing to guard against
    assert set(nets.values()) == {-2} and {"parer", "encaisser", "feinter"} < set(nets)


@pytest.mark.rule("TN-8.53.1")
def test_by_the_option_prestance_is_5_less():
    p = joute()["clervie"]
    assert total(prestance(p)) == 18 + 10 + 5 and total(prestance(p, ("prestance_sans_cinq",))) == 28
    lourd = {"equipement": {"argument": 3, "raisonnement": 3}}  # 30
    assert attaque(joute(clervie=lourd)).f.net == 0
    assert attaque(joute("prestance_sans_cinq", clervie=lourd)).f.net == -1
    defaut = joute("prestance_sans_cinq", clervie={"equipement": {}})
    assert argument_de(defaut["clervie"], defaut.options) == attaque(defaut).arme.categorie == 2  # 28 less 15
    assert attaque(joute(clervie={"equipement": {}})).arme.categorie == 3  # 33 less 15


@pytest.mark.rule("TN-8.56")
@pytest.mark.parametrize(
    ("cha", "ego", "raisonnement", "argument"),
    [(10, 10, 2, 3), (18, 10, 3, 3), (4, 10, 0, 3), (14, 3, 2, 2), (30, 20, 5, 5), (5, 1, 1, 1)],
)
def test_out_of_a_joute_everybody_is_closed_to_dialogue(cha, ego, raisonnement, argument):
    p = scene(clervie={"base": {"CHA": cha, "EGO": ego}})["clervie"]
    assert (raisonnement_de(p), argument_de(p)) == (raisonnement, argument)
    assert total(seuil(p, "traumatisme")) == max(1, 5 + (ego - 10) // 2 + raisonnement)


@pytest.mark.rule("TN-8.56")
def test_a_default_argument_may_be_more_than_panache_bears():
    s = joute(clervie={"fiche": {}, "equipement": {}})
    assert attaque(s).arme.categorie == 3 and ("Panache", -1, "TN-8.52") in attaque(s).f.avantages


@pytest.mark.rule("TN-8.57")
def test_a_discourse_is_chosen_at_the_start_of_ones_round():
    s = joute()
    s, oracle = jouer(s, Discourir("clervie", 5, 4))
    assert (argument_de(s["clervie"]), raisonnement_de(s["clervie"])) == (5, 4)
    assert dit(oracle, "discours")["argument"] == 5 and s.encounter.budgets["clervie"] == Budget()
    for who, a, r in (("clervie", 6, 0), ("clervie", 0, 6), ("clervie", -1, 0)):
        assert Discourir(who, a, r).closed(s).rule == "TN-8.57"
    s, _ = jouer(s, Discourir("clervie", 3, 0))  # and changed, as long as nothing is done
    apres, _ = parler(s, *MANQUE)
    assert str(Discourir("clervie", 0, 0).closed(apres)).startswith("Un discours se choisit au début du round")
    assert Discourir("thibaud", 1, 1).closed(apres) is None  # his round has not begun
    assert Discourir("thibaud", 1, 1).closed(joute(budgets={"clervie": Budget()})).rule == "TN-8.57"
    s, _ = jouer(apres, Rompre("clervie"))
    assert s["clervie"].equipement.argument is None and raisonnement_de(s["clervie"]) == 3


# ---------------------------------------------------------------- apparat


@pytest.mark.rule("TN-8.48", "TN-8.402")
@pytest.mark.parametrize(("style", "fixe"), [("", 5), ("combat", 5), ("apparat", 6), ("mixte", 6)])
def test_a_weapon_of_apparat_lends_its_quality_to_tirades(style, fixe):
    """12 and 2 are 14: +2. Its own catégorie of 3 hampers nothing there."""
    epee = {"modele": "epee_longue", "qualite": 2, "style": style}
    s = joute(clervie={"equipement": {"argument": 3, "raisonnement": 0, "armes": [epee]}})
    assert attaque(s).profil.fixe == fixe
    assert total(defense(s["clervie"], "CHA")) == 15 + 4
    porte = joute(clervie={"equipement": {"argument": 3, "raisonnement": 0, "portes": [epee], "armes": []}})
    assert attaque(porte).profil.fixe == fixe


@pytest.mark.rule("TN-8.48")
def test_of_several_things_the_finest_counts():
    def avec(*qualites):
        armes = [{"modele": "dague", "qualite": q, "style": "apparat"} for q in qualites]
        return attaque(joute(clervie={"equipement": {"argument": 3, "raisonnement": 0, "armes": armes}})).profil.fixe

    assert (avec(2, 4), avec(-2)) == (7, 4)


@pytest.mark.rule("TN-8.50", "TN-8.402")
def test_an_armour_of_apparat_lends_its_quality_to_what_a_mind_defends_itself_with():
    def avec(style):
        armure = {"modele": "cuir", "qualite": 2, "style": style}
        s = joute(thibaud={"equipement": {**NU, "armure": armure}})
        return attaque(s).d, defenses(s)["parer"].f.profil().fixe, attaque(s, "RUS").d

    assert avec("combat") == (15, 4, 15)
    assert avec("apparat") == (16, 5, 16)
    assert Objet("cuir", style="apparat").apparat and not Objet("cuir").apparat
    for ajoutee in ("apparat", "prestige"):
        assert Objet("cuir", ameliorations=(ajoutee,)).apparat
    assert not Objet("cuir", ameliorations=("solidite",)).apparat


# ---------------------------------------------------------------- to whom one can speak


@pytest.mark.rule("TN-8.389")
def test_nobody_is_moved_who_cannot_hear_or_understand():
    s, _ = jouer(joute(), Isoler("thibaud", sourd=True))
    closed = Tirade("clervie", "thibaud").closed(s)
    assert closed.rule == "TN-8.389" and "ni entendu ni compris" in str(closed)
    assert Isoler("thibaud", sourd=True).closed(s).rule == "TN-8.389"
    s = replace(s, encounter=replace(s.encounter, suite=Suite("clervie", "thibaud", "attaque", "esprit", "CHA")))
    assert Doubler("clervie", "thibaud").closed(s).rule == "TN-8.389"
    s, _ = jouer(s, Isoler("thibaud"))
    assert Tirade("clervie", "thibaud").closed(s) is None and s.encounter.paroles == {}


@pytest.mark.rule("TN-8.390")
def test_a_language_that_is_not_shared_is_a_disadvantage():
    def parlent(une, autre, **competences):
        clervie = {"fiche": {**ORATRICE, "maternelle": une, "competences": {**ORATRICE["competences"], **competences}}}
        thibaud = {"fiche": {**PEAGER, "maternelle": autre}}
        return attaque(joute(clervie=clervie, thibaud=thibaud)).f.net

    assert parlent("Rivain", "Rivain") == parlent("", "Rivain") == parlent("Rivain", "") == 0
    assert parlent("Rivain", "Montois") == -1
    assert parlent("Rivain", "Montois", **{"langues:Montois": 1}) == -1  # bare notions are no better
    assert parlent("Rivain", "Montois", **{"langues:Montois": 2}) == 0
    s = joute(thibaud={"fiche": {**PEAGER, "maternelle": "Montois", "competences": {"langues:Rivain": 1}}})
    s = s.put(replace(s["clervie"], fiche=replace(s["clervie"].fiche, maternelle="Rivain")))
    assert attaque(s).f.net == 0  # he understands it


@pytest.mark.rule("TN-8.391")
def test_whom_one_does_not_see_is_harder_to_move():
    s, oracle = jouer(joute(), Isoler("thibaud", cache=True))
    assert attaque(s).f.net == -1 and dit(oracle, "isole")["vue"] == "hors de vue"
    assert figures_d_attaque(s, Coup("clervie", "thibaud")).f.net == 0  # a blow is another matter
    assert Tirade("clervie", "thibaud").closed(s) is None


@pytest.mark.rule("TN-8.392")
def test_who_has_shown_no_hostility_defends_himself_the_better():
    s = joute()
    assert {g.f.net for g in defenses(s).values()} == {0}  # not prepared, and that
    s, _ = parler(s, *MANQUE)
    assert s.encounter.hostiles == ("clervie",)
    s = replace(s, encounter=replace(s.encounter, passe="thibaud"))
    s, _ = jouer(s, Tirade("thibaud", "clervie"), 1, 2, 3)
    assert s.encounter.hostiles == ("clervie", "thibaud")
    assert {g.f.net for g in defenses(s).values()} == {-1}


@pytest.mark.rule("TN-8.394")
def test_nobody_who_understands_can_choose_not_to_be_affected():
    """Even whoever stays out of it is touched, and drawn in."""
    s = joute(statuts={"thibaud": "passif"}, budgets={"clervie": Budget()})
    s, _ = parler(s, *TOUCHE, *PEU)
    assert s["thibaud"].pertes == {"PS": 9} and s.encounter.statut("thibaud") == "entrant"


# ---------------------------------------------------------------- what is said of it


@pytest.mark.rule("TN-8.400", "TN-8.401")
@pytest.mark.parametrize(
    ("propos", "d"),
    [
        ({"incoherent": 3, "sans_preuves": 3, "defavorable": 2}, 15 + 8),
        ({"coherent": True, "preuves": 3, "favorable": True}, 15 - 5),
        ({"incoherent": 1, "preuves": 2}, 15 - 1),
        ({}, 15),
    ],
)
def test_what_is_said_bears_on_the_difficulty_and_adds_up(propos, d):
    s, oracle = jouer(joute(), JugerLePropos("clervie", **propos))
    assert attaque(s).d == d and attaque(s, zone="Raison").visee == d + 5
    assert dit(oracle, "propos")["difficulte"] == d - 15
    assert (
        figures_d_attaque(s, Coup("thibaud", "clervie", "esprit", "CHA")).d == 19
    )  # of his own words nothing was said
    assert figures_d_attaque(s, Coup("clervie", "thibaud")).d == 15
    s, _ = jouer(s, JugerLePropos("clervie"))
    assert attaque(s).d == 15


@pytest.mark.rule("TN-8.400")
def test_the_table_of_modifiers_is_kept_to():
    noms = [row["situation"] for row in rows("TN-8.400")]
    assert noms[:4] == ["Propos incohérent", "Sans preuves", "Situation défavorable", "Propos très cohérents"]
    for wrong in (
        {"incoherent": 4},
        {"sans_preuves": -1},
        {"defavorable": 3},
        {"preuves": 10},
        {"incoherent": 1, "coherent": True},
        {"sans_preuves": 1, "preuves": 1},
        {"defavorable": 1, "favorable": True},
    ):
        assert JugerLePropos("clervie", **wrong).closed(joute()).rule == "TN-8.400", wrong
    assert JugerLePropos("clervie").closed(scene(clervie={})).rule == "TN-8.11"
    assert JugerLePropos.master and Isoler.master and AborderUnSujet.master


# ---------------------------------------------------------------- how long one bears with it


@pytest.mark.rule("TN-8.395")
def test_an_attempt_uses_up_its_category_and_twice_that_if_it_fails():
    s, _ = parler(joute(), *TOUCHE, *PEU)
    assert s["thibaud"].dialogues == {"pont": Dialogue(3)}
    s, _ = parler(joute(), *MANQUE)
    assert s["thibaud"].dialogues == {"pont": Dialogue(6)}
    # defended with success: 6, 6, 5 and 4 are above 18
    s, _ = parler(joute(), *TOUCHE, 6, 6, 5, *PEU, tn_defense="parer/acts", tn_contre="rien", tn_seconde_defense="rien")
    assert s["thibaud"].dialogues == {"pont": Dialogue(6)}
    s, _ = parler(joute(clervie={"equipement": NU}), 6, 5, 2, 1, 1)
    assert s["thibaud"].dialogues == {}  # nothing was argued


@pytest.mark.rule("TN-8.396", "TN-8.397")
def test_at_the_end_of_his_tolerance_he_breaks_off_with_all_who_plead_the_same():
    s = joute(thibaud={"dialogues": {"pont": {"usee": 4}}}, autres=(("aubin", "pont"), ("odo", "péage")))
    s, oracle = parler(s, *MANQUE)  # 4 and 6 are the 10 of her Apparence
    assert s["thibaud"].dialogues == {"pont": Dialogue(10, True)}
    rupture = dit(oracle, "rupture_du_dialogue")
    assert (rupture.who, rupture.target, rupture["seuil"]) == ("thibaud", "clervie", 10)
    s = replace(s, encounter=replace(s.encounter, budgets={who: Budget() for who in s.people}))
    assert Tirade("clervie", "thibaud").closed(s).rule == "TN-8.396"
    s = replace(s, encounter=replace(s.encounter, passe="aubin"))
    assert Tirade("aubin", "thibaud").closed(s).rule == "TN-8.396" and Tirade("aubin", "odo").closed(s) is None
    s, _ = jouer(s, AborderUnSujet("aubin", "la grâce du bailli"))
    assert Tirade("aubin", "thibaud").closed(s) is None  # on another matter he still listens
    s, _ = jouer(s, AborderUnSujet("aubin"))
    assert Tirade("aubin", "thibaud").closed(s).rule == "TN-8.396"
    assert AborderUnSujet("aubin").closed(s).rule == AborderUnSujet("aubin", "x" * 101).closed(s).rule == "TN-8.397"


@pytest.mark.rule("TN-8.396")
def test_just_below_it_he_still_listens():
    s = joute(thibaud={"dialogues": {"pont": {"usee": 3}}})
    s, _ = parler(s, *MANQUE)
    assert s["thibaud"].dialogues == {"pont": Dialogue(9)}


@pytest.mark.rule("TN-8.396")
def test_a_joute_in_which_nobody_listens_any_more_ceases():
    s = joute(
        clervie={"dialogues": {"péage": {"usee": 12, "rompu": True}}}, thibaud={"dialogues": {"pont": {"usee": 9}}}
    )
    s, oracle = parler(s, *MANQUE)
    assert s.encounter.finie and dit(oracle, "plus_rien_a_dire").rule == "TN-8.396"
    fini, _ = jouer(s, Passer("clervie"))
    assert fini.encounter is None and fini.settled() == ""
    encore, _ = jouer(s, AborderUnSujet("clervie", "autre chose"))
    assert not encore.encounter.finie and encore.settled() is None
    mixte = joute(
        clervie={"dialogues": {"péage": {"rompu": True}}}, thibaud={"dialogues": {"pont": {"usee": 9}}}, forme="mixte"
    )
    assert not parler(mixte, *MANQUE)[0].encounter.finie  # there are fists


@pytest.mark.rule("TN-8.398", "TN-8.399")
@pytest.mark.parametrize(
    ("renommee", "de", "disposition", "seuil"),
    [
        (30, 30, "favorable", 15),
        (30, 31, None, 10),
        (-30, 30, "defavorable", 5),
        (-30, 31, None, 10),
        (100, 100, "favorable", 15),
    ],
)
def test_renown_may_make_somebody_favourable_or_not(renommee, de, disposition, seuil):
    s, oracle = jouer(joute(), JaugerLaRenommee("clervie", "thibaud", renommee), de)
    assert s["thibaud"].dispositions == ({"clervie": disposition} if disposition else {})
    assert total(tolerance(s["clervie"], s["thibaud"])) == seuil
    assert dit(oracle, "disposition")["renommee"] == renommee


@pytest.mark.rule("TN-8.398")
def test_without_any_renown_nothing_is_thrown():
    s, oracle = jouer(joute(thibaud={"dispositions": {"clervie": "favorable"}}), JaugerLaRenommee("clervie", "thibaud"))
    assert s["thibaud"].dispositions == {} and dit(oracle, "disposition")["disposition"] == "neutre"
    connue = joute(clervie={"effets": [{"on": "renommee", "n": 2, "label": "Connue", "rule": "TN-10.97"}]})
    s, oracle = jouer(connue, JaugerLaRenommee("clervie", "thibaud"), 20)
    assert s["thibaud"].dispositions == {"clervie": "favorable"} and dit(oracle, "disposition")["renommee"] == 20
    assert JaugerLaRenommee("clervie", "clervie").closed(connue).rule == "TN-8.398"
    assert JaugerLaRenommee("clervie", "thibaud", 101).closed(connue).rule == "TN-8.398"


@pytest.mark.rule("TN-8.399")
@pytest.mark.parametrize(("vers", "app", "seuil"), [("favorable", 11, 16), ("defavorable", 11, 5)])
def test_half_more_or_half_less_is_rounded_down(vers, app, seuil):
    s = joute(
        clervie={"fiche": {**ORATRICE, "base": {"CHA": 18, "APP": app}}}, thibaud={"dispositions": {"clervie": vers}}
    )
    assert total(tolerance(s["clervie"], s["thibaud"])) == seuil


# ---------------------------------------------------------------- what attributes do


@pytest.mark.rule("TN-8.387")
def test_what_each_attribute_of_the_mind_does_in_a_joute():
    assert [row["attribut"] for row in rows("TN-8.387")] == ["CHA", "INT", "RUS", "SAG", "VOL", "EGO", "APP"]
    plan = PLANS["esprit"]
    assert (plan.critique, plan.expertise, plan.perforation, plan.absorption) == ("INT", "INT", "SAG", "VOL")
    assert (plan.seuil, plan.interruption, plan.tolerance) == ("EGO", "CHA", "APP")
    assert {"CHA", "INT", "SAG", "RUS"} == set(Tirade.ways)
    for attribut in Tirade.ways:  # each is defended against by itself
        haut = joute(thibaud={"fiche": {**PEAGER, "base": {attribut: 14}}})
        assert attaque(haut, attribut).d == 17 and attaque(haut, next(a for a in Tirade.ways if a != attribut)).d == 15
    effets = {effet: d.attributs for effet, d in plan.defenses.items()}
    assert effets["parer"] == ("INT",) and effets["esquiver"] == ("RUS",) and "RUS" in effets["feinter"]


@pytest.mark.rule("TN-8.57", "TN-8.56")
def test_a_joute_begins_with_everybody_closed_to_dialogue():
    s = joute(clervie={"equipement": {}}, thibaud={"equipement": {}}, initiatives={}, budgets={}, passe="")
    s, _ = jouer(replace(s, encounter=None), Engager("clervie", "joute"), *(3, 3, 2), *(5, 4, 2), reponses=())
    assert s.turn() == ("thibaud",) and s.encounter.voies == {"clervie": "mentale", "thibaud": "mentale"}
    assert (argument_de(s["thibaud"]), raisonnement_de(s["thibaud"])) == (3, 2)


@pytest.mark.rule("TN-8.396")
def test_what_was_heard_is_kept_by_a_scene_and_said_in_plain_data():
    s = joute(paroles={"clervie": Parole({"preuves": -1}, "le péage")})
    apres, v = assaut(s, Scripted([*MANQUE]), Coup("clervie", "thibaud", "esprit", "CHA"))
    assert not v.touche and apres["thibaud"].dialogues == {"le péage": Dialogue(6)}


@pytest.mark.rule("TN-8.39", "TN-8.396")
def test_the_sheet_tells_a_discourse_and_who_has_heard_enough():
    eventail = {"modele": "dague", "qualite": 2, "style": "apparat"}
    s = joute(
        clervie={
            "equipement": {"argument": 3, "armes": [eventail]},
            "dialogues": {"péage": {"usee": 12, "rompu": True}},
        }
    )
    lines = next(section for section in sheet(s, "clervie").sections if section.title == "Discours").lines
    told = {line.label: line for line in lines}
    assert (told["Argument"].value, told["Argument"].note) == (3, "choisi")
    assert (told["Raisonnement"].value, told["Raisonnement"].note) == (3, "par défaut")
    assert total(told["Prestance requise"].terms) == 30
    assert (told["Dague"].value, told["péage"].note) == (2, "dialogue rompu")


# ---------------------------------------------------------------- diatribes

ORATEUR = {"base": {"CHA": 14}, "competences": {"persuasion": 2}, "groupes": {"communication": 2}}


def diatribe(s, *dice, **reponses):
    said = {key.replace("tn_", "tn.", 1): answer for key, answer in reponses.items()}
    return jouer(s, Diatribe("clervie", "thibaud", attribut="CHA"), *dice, reponses=said)


@pytest.mark.rule("TN-8.381", "TN-8.383")
@pytest.mark.parametrize(
    ("argument", "tirade", "en_diatribe"),
    [
        (2, 0, -1),  # 10 is strictly less than the 14 of his panache
        (3, -1, 0),  # 15 is more than 14, less than 21
        (4, -1, 0),
        (5, -1, -1),  # 25 is more than 21
    ],
)
def test_a_diatribe_bears_more_and_wants_something_heavy(argument, tirade, en_diatribe):
    s = joute(clervie={"fiche": ORATEUR, "equipement": {"argument": argument, "raisonnement": 0}})
    assert attaque(s).f.net == tirade
    assert figures_d_attaque(s, Diatribe("clervie", "thibaud", attribut="CHA").coup(s)).f.net == en_diatribe


@pytest.mark.rule("TN-8.381", "TN-8.383")
def test_the_panache_of_a_diatribe_is_rounded_down_and_what_it_just_takes_is_heavy_enough():
    for cha, argument, net in ((13, 4, -1), (14, 4, 0), (15, 3, 0), (16, 3, -1)):  # 19 of 20; 21; 15 of 15; 15 of 16
        fiche = {**ORATEUR, "base": {"CHA": cha}}
        s = joute(clervie={"fiche": fiche, "equipement": {"argument": argument, "raisonnement": 0}})
        assert figures_d_attaque(s, Diatribe("clervie", "thibaud", attribut="CHA").coup(s)).f.net == net, cha


@pytest.mark.rule("TN-8.382", "TN-8.384")
def test_a_diatribe_takes_both_actions_and_adds_its_category_to_the_jet():
    """14 less 6 is 8: -1, and 4: 3. 16 and 3 touch; 5D8, 3 of the catégorie, 3 of the diatribe, less 1."""
    s = joute(clervie={"fiche": ORATEUR, "equipement": {"argument": 3, "raisonnement": 0}})
    s, oracle = diatribe(s, 6, 5, 5, *PEU, tn_opportunite="rien")
    assert dit(oracle, "blesse")["points"] == 5 + 3 + 3 - 1
    assert s.encounter.budgets["clervie"].acts == 0 and s.encounter.budgets["clervie"].genres == ("attaque",)
    assert s["thibaud"].dialogues == {"pont": Dialogue(3)}


@pytest.mark.rule("TN-8.384", "TN-8.283", "TN-8.285")
@pytest.mark.parametrize("habitue", [False, True])
def test_a_diatribe_gives_an_opportunity_to_whoever_hears_it_even_where_it_is_a_habit(habitue):
    """Thibaud: INT 14 less 4, and 2 of Persuasion: +2; zones 2 + 2 against 5 - 3; not prepared, four dice.

    4, 5, 6 and 2 are above 15; 4D8 and 2 are 6, a traumatisme léger. Détermination: 12 - 1 against 10.
    """
    traits = {"traits": [{"id": "habitue", "sujet": "diatribe"}]} if habitue else {}
    s = joute(
        clervie={"fiche": {**ORATEUR, **traits}, "equipement": {"argument": 3, "raisonnement": 0}},
        thibaud={"fiche": {**PEAGER, "base": {"INT": 14}}, "equipement": {"argument": 2, "raisonnement": 0}},
    )
    dice = *(6, 6, 5, 4), *(1, 1, 1, 1), *(4, 4, 4), *(6, 6, 5, 5), *PEU
    s, oracle = diatribe(s, *dice, tn_opportunite="opportunite/actr")
    assert dit(oracle, "interruption")["desavantages"] == 1
    attaques = [e for e in oracle.events if e.what == "attaque"]
    assert [(e.who, e["score"]) for e in attaques] == [("thibaud", 17), ("clervie", 16 + 3 - 1)]
    assert s.encounter.initiatives["thibaud"] == 15 - 5 and s.encounter.budgets["clervie"].acts == habitue
    assert s["clervie"].dialogues == {"péage": Dialogue(2)}


@pytest.mark.rule("TN-8.285")
def test_what_is_shown_makes_an_interruption_harder_to_resist():
    for style, n in (("combat", 10), ("apparat", 11)):
        eventail = {"modele": "dague", "qualite": 2, "style": style}
        p = joute(thibaud={"equipement": {**NU, "armes": [eventail]}})["thibaud"]
        assert total(difficulte_d_interruption(p, ESPRIT)) == n


@pytest.mark.rule("TN-8.396", "TN-8.283")
def test_nobody_seizes_an_opportunity_on_whoever_does_not_listen_to_him_any_more():
    s = joute(clervie={"fiche": ORATEUR, "dialogues": {"péage": {"rompu": True}}})
    _, oracle = diatribe(s, 1, 2, 3)  # nobody is asked
    assert not any(e.what == "opportunite" for e in oracle.events)


@pytest.mark.rule("TN-8.384")
def test_a_diatribe_may_go_on_over_two_rounds():
    s = joute(clervie={"fiche": ORATEUR, "equipement": {"argument": 3, "raisonnement": 0}})
    s = replace(s, encounter=replace(s.encounter, budgets={**s.encounter.budgets, "clervie": Budget(acts=1)}))
    s, oracle = diatribe(s, tn_opportunite="rien")
    assert dit(oracle, "chantier")["paye"] == 1 and s.encounter.attente("clervie").chantier.sur == "thibaud"
    assert s["thibaud"].dialogues == {}
    s = replace(s, encounter=replace(s.encounter, budgets={**s.encounter.budgets, "clervie": Budget()}))
    assert Diatribe("clervie", "thibaud", acts=2).closed(s).rule == "TN-8.64"
    s, oracle = diatribe(s, 1, 2, 3)  # no opportunity any more
    assert dit(oracle, "attaque")["score"] == 6 + 3 and s.encounter.attente("clervie").chantier is None
    assert s.encounter.budgets["clervie"].acts == 1


@pytest.mark.rule("TN-8.382", "TN-8.384")
def test_a_defence_by_diatribe_takes_two_actions_and_turns_more_aside():
    s = joute(thibaud={"equipement": {"argument": 0, "raisonnement": 2}}, hostiles=("thibaud",))
    gardes = {g.id: g for g in defenseur(s, "thibaud", ESPRIT, s["clervie"], "libre").gardes}
    assert gardes["parer/acts"].deviation == 3 * 2 - 2 and gardes["parer/diatribe_complexe"].deviation == 3 * 2 - 2 + 2
    assert "parer/diatribe_actr" not in gardes and not any(id.startswith("subir/diatribe") for id in gardes)
    assert gardes["parer/diatribe_complexe"].f.net == -1  # not prepared; 10 is not less than his 10
    s, oracle = parler(
        s, *TOUCHE, 6, 6, 5, 4, *PEU, tn_defense="parer/diatribe_complexe", tn_contre="rien", tn_seconde_defense="rien"
    )
    assert s.encounter.budgets["thibaud"].acts == 0 and s.encounter.budgets["thibaud"].genres == ("defense",)
    assert dit(oracle, "defense")["effet"] == "Diatribe · Répartir"
    seule = replace(s, encounter=replace(s.encounter, budgets={**s.encounter.budgets, "thibaud": Budget(acts=1)}))
    assert not [g for g in defenseur(seule, "thibaud", ESPRIT, s["clervie"], "libre").gardes if g.emphase]


@pytest.mark.rule("TN-8.383", "TN-8.384")
def test_who_is_used_to_diatribes_answers_with_one_at_any_price():
    fiche = {**PEAGER, "traits": [{"id": "habitue", "sujet": "diatribe"}]}
    s = joute(thibaud={"fiche": fiche, "equipement": {"argument": 0, "raisonnement": 1}}, hostiles=("thibaud",))
    gardes = {g.id: g for g in defenseur(s, "thibaud", ESPRIT, s["clervie"], "libre").gardes}
    assert {"parer/diatribe_acts", "parer/diatribe_actr"} < set(gardes)
    assert gardes["parer/diatribe_acts"].f.net == -2  # and 5 is less than his 10


@pytest.mark.rule("TN-8.384")
def test_an_answer_by_diatribe_can_be_prepared():
    s = joute(thibaud={"equipement": {"argument": 0, "raisonnement": 2}}, hostiles=("thibaud",), passe="thibaud")
    assert PreparerUneDiatribe("thibaud", "subir").closed(s).rule == "TN-8.384"
    s, _ = jouer(s, PreparerUneDiatribe("thibaud", "parer"), reponses={"tn.opportunite": "rien"})
    assert s.encounter.attente("thibaud").preparee == "diatribe:parer" and s.encounter.budgets["thibaud"].acts == 0
    s = replace(s, encounter=replace(s.encounter, passe="clervie"))
    garde = next(g for g in defenseur(s, "thibaud", ESPRIT, s["clervie"], "libre").gardes if g.emphase)
    assert (garde.id, garde.f.net) == ("parer/diatribe_prepare", 0)
    s, _ = parler(
        s, *TOUCHE, 6, 6, 5, *PEU, tn_defense="parer/diatribe_prepare", tn_contre="rien", tn_seconde_defense="rien"
    )
    assert s.encounter.attente("thibaud").preparee == ""


# ---------------------------------------------------------------- the mental expertise


@pytest.mark.rule("TN-8.385", "TN-8.386")
def test_the_mental_expertise_is_what_saves_of_the_mind_must_exceed():
    """INT 14, and 2 of a fan that is shown: 13. A word that touches disturbs a work: détermination against it."""
    for qualite, expertise in ((0, 12), (2, 13)):
        p = joute(clervie={"fiche": {**ORATRICE, "base": {"CHA": 18, "INT": 14}}})["clervie"]
        assert total(difficulte_d_effet(p, "esprit", qualite)) == expertise
    eventail = {"modele": "dague", "qualite": 2, "style": "apparat"}
    for faces, tient in (((6, 4, 3), False), ((6, 5, 3), True)):  # 13 is not above 13
        s = joute(
            clervie={
                "fiche": {**ORATRICE, "base": {"CHA": 16, "INT": 14}},
                "equipement": {"argument": 3, "raisonnement": 0, "armes": [eventail]},
            },
            thibaud={"equipement": {"argument": 0, "raisonnement": 5}},
            attentes={"thibaud": Attente(chantier=Chantier("diatribe", 2, 1, sur="clervie", nom="Diatribe"))},
        )
        s, oracle = parler(s, *TOUCHE, *PEU, *faces)
        assert dit(oracle, "sauvegarde").who == "thibaud"
        assert (s.encounter.attente("thibaud").chantier is not None) == tient
