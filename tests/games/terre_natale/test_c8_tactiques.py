"""Chapter 8: tactics and what they do, doubled and in answer; energies with a blow; zones, traps and what waits."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c8_confrontation import attaque
from tablee.games.terre_natale.book.c8_confrontation.attaque import Coup, figures_d_attaque
from tablee.games.terre_natale.book.c8_confrontation.budget import peut_doubler
from tablee.games.terre_natale.book.c8_confrontation.defense import retire
from tablee.games.terre_natale.book.c8_confrontation.frappes import Attaquer, Doubler
from tablee.games.terre_natale.book.c8_confrontation.mener import Passer, Rompre
from tablee.games.terre_natale.book.c8_confrontation.mouvement import SeDeplacer
from tablee.games.terre_natale.book.c8_confrontation.offres import compte
from tablee.games.terre_natale.book.c8_confrontation.repertoire import (
    DoublerTactique,
    Manier,
    PorterEnergie,
    PorterUnCoup,
    SeDegager,
    SeGarder,
    Soutenir,
    UserDeTactique,
)
from tablee.games.terre_natale.book.c8_confrontation.tactiques import Prise, figures_de_tactique
from tablee.games.terre_natale.book.c8_confrontation.zones import (
    AgirEnZone,
    Conditionner,
    Declencher,
    DeclencherPiege,
    part,
    rayon,
)
from tablee.games.terre_natale.model.actions import LIGNES
from tablee.games.terre_natale.model.conditions import Condition
from tablee.games.terre_natale.model.confrontation import Attente, Budget, Chantier, Confrontation, Suite
from tablee.kernel.effects import Modifier
from tablee.kernel.odds import odds

from .jeu import dit, jouer, rows, scene

# Alys: FOR 14 less 2 of a dagger is 12, so +1; Domination 3 and Tactique 2: +6. Her impact: 3D8, 1 of the catégorie, 1.
# Bor: 10 in all, so 15 everywhere; Parade with a dagger: -1, 2 and 2: +3; it turns 2 aside.
MARTEAU = {"armes": [{"modele": "marteau_de_guerre"}]}
DAGUE = {"armes": [{"modele": "dague"}]}
ALYS = {
    "base": {"FOR": 14, "DEX": 14, "CHA": 14},
    "groupes": {"tactique": 2, "combat": 2, "defense": 2, "inspiration": 2},
    "competences": {"domination": 3, "controle": 3, "affliction": 3, "arme_a_garde": 2, "parade": 3, "represailles": 1},
    "destinee": 0,
}
BOR = {
    "competences": {"parade": 2, "evasion": 2, "escroquerie": 2, "armure": 2},
    "groupes": {"defense": 2},
    "destinee": 0,
}
TOUCHE = (5, 4, 1)  # 10, and 6: 16
MANQUE = (4, 3, 2)  # 9, and 6: 15, which is not above
JET = (4, 5, 3)  # 12, and 2: 14
RIEN = {"tn.opportunite": "rien"}
FAILLIT, RESISTE = (3, 2, 1), (6, 5, 3)  # a save with nothing to add, against 10 and some


def melee(*options, alys=None, bor=None, prepare="", forme="combat", initiatives=(30, 15, 12), **encounter):
    """Alys's passe, Bor beside her, Cid her ally behind her."""
    s = scene(
        *options,
        alys={"fiche": ALYS, "equipement": DAGUE, **(alys or {}), "camp": "rouge"},
        bor={"fiche": BOR, "equipement": DAGUE, "x": 1, **(bor or {}), "camp": "bleu"},
        cid={"fiche": {"destinee": 0}, "camp": "rouge", "y": 1},
    )
    e = Confrontation(
        forme,
        initiatives=dict(zip(s.people, initiatives, strict=True)),
        budgets={who: Budget() for who in s.people},
        attentes={"bor": Attente(preparee=prepare)} if prepare else {},
        passe="alys",
    )
    return replace(s, encounter=replace(e, **encounter))


def user(s, quoi, *dice, sur="bor", reponses=(), **plus):
    return jouer(s, UserDeTactique("alys", quoi, sur, **plus), *dice, reponses=reponses)


def conditions(s, who="bor"):
    return {c.id: c.charges for c in s[who].conditions}


def defend(effet):
    return {"tn.defense": [f"{effet}/prepare"]}


# ---------------------------------------------------------------- test, impact, effect


@pytest.mark.rule("TN-8.112", "TN-8.113", "TN-8.259")
def test_a_tactic_drives_back_a_metre_for_every_full_five_points_of_its_impact():
    s, o = user(melee(), "repousser", *TOUCHE, *JET)
    assert dit(o, "tactique")["score"] == 16 and dit(o, "tactique")["difficulte"] == 15
    assert dit(o, "impact")["impact"] == 12 + 1 + 1
    assert (s["bor"].x, s["bor"].y) == (3, 0)
    assert s["bor"].pertes == {} and s["bor"].lesions == ()  # nobody is hurt
    assert s.encounter.budgets["alys"].acts == 1 and s.encounter.budgets["alys"].genres == ("tactique",)


@pytest.mark.rule("TN-8.112")
def test_a_score_that_only_equals_the_passive_defence_affects_nobody():
    s, o = user(melee(), "repousser", *MANQUE)
    assert dit(o, "manque").target == "bor" and s["bor"].x == 1


@pytest.mark.rule("TN-8.113", "TN-8.114")
@pytest.mark.parametrize("quoi", ["repousser", "desarmer", "aveugler", "seduire", "semer_le_doute", "apaiser"])
def test_the_attribute_of_a_tactic_is_what_defends_against_it(quoi):
    attribut = LIGNES[quoi].attributs[0]
    base = dict.fromkeys(("FOR", "DEX", "AGI", "CHA", "INT", "SAG"), 10) | {attribut: 18}
    s = melee(bor={"fiche": {**BOR, "base": base}, "equipement": {}})
    a = figures_de_tactique(s, Prise("alys", "bor", quoi))
    assert a.f.attribut == attribut and a.d == 15 + 4


@pytest.mark.rule("TN-8.113")
def test_of_the_attributes_a_tactic_allows_the_strongest_is_used_unless_one_is_named():
    s = melee(alys={"fiche": {**ALYS, "base": {"FOR": 10, "AGI": 16}}, "equipement": {}})
    assert figures_de_tactique(s, Prise("alys", "bor", "renverser")).f.attribut == "AGI"
    assert figures_de_tactique(s, Prise("alys", "bor", "renverser", "FOR")).f.attribut == "FOR"


@pytest.mark.rule("TN-8.260", "TN-8.246")
@pytest.mark.parametrize("mesure", ["impact", "charges"])
def test_damage_charges_and_impact_are_the_same_jet(mesure):
    """A dagger at DEX 14: 3D8, its catégorie 1, and (14 - 2) +1, whatever the jet measures."""
    s = melee(bor={"fiche": {"destinee": 0}, "equipement": {}})
    quoi = {"impact": "tordre_le_poignet", "charges": "entailler"}[mesure]
    s = s.put(replace(s["bor"], conditions=(Condition("saisi", 30),), equipement=s["alys"].equipement))
    _, o = user(s, quoi, 6, 5, 3, *JET, *(FAILLIT if mesure == "charges" else ()))
    tactique = dit(o, "impact").terms
    _, o = jouer(s, Attaquer("alys", "bor"), 6, 5, 3, *JET)
    attaque = dit(o, "blesse").terms[: len(tactique)]
    assert sorted(tactique) == sorted(attaque)
    assert sum(n for _, n, _ in tactique) == 14


@pytest.mark.rule("TN-8.246")
def test_the_jet_of_an_argument_has_its_category_twice():
    """Category 2: 4D8 and 2, and CHA 14 less 4 of the argument: 0."""
    s = melee(alys={"fiche": ALYS, "equipement": {"argument": 2}}, bor={"x": 8}, forme="joute")
    _, o = user(s, "affliger_l_esprit", 6, 5, 3, 4, 4, 4, 4, *FAILLIT)
    assert dit(o, "impact")["impact"] == 16 + 2 + 0


@pytest.mark.rule("TN-8.247")
def test_affliction_adds_to_the_charges_malice_to_negative_and_prestige_to_positive_ones():
    def charges(*effets):
        s = melee()
        s, _ = user(s.put(replace(s["alys"], effets=effets)), "affliger_le_corps", *TOUCHE, *JET, *FAILLIT)
        return conditions(s)["etourdissement"]

    assert charges() == 14
    assert charges(Modifier("malice", 3, "Malice")) == 17
    assert charges(Modifier("jet:charges", 2, "Affliction")) == 16
    assert charges(Modifier("prestige", 5, "Prestige")) == 14
    s = melee(alys={"fiche": {**ALYS, "competences": {"influence": 3}}, "equipement": {"argument": 0}}, forme="joute")
    s = s.put(replace(s["alys"], effets=(Modifier("prestige", 5, "Prestige"), Modifier("malice", 3, "Malice"))))
    s, _ = jouer(s, Soutenir("alys", "inspirer", "cid"), 5, 4, 1, 4, 4)
    assert conditions(s, "cid") == {"inspire": 8 + 2 + 5}


@pytest.mark.rule("TN-8.112", "TN-8.249")
def test_power_adds_to_an_impact():
    s = melee()
    s = s.put(replace(s["alys"], effets=(Modifier("puissance", 6, "Puissance"),)))
    s, _ = user(s, "repousser", *TOUCHE, *JET)
    assert s["bor"].x == 1 + 20 // 5


@pytest.mark.rule("TN-8.376", "TN-8.259")
def test_thrown_down_the_impact_gives_the_charges_and_a_save_halves_them():
    s, _ = user(melee(), "renverser", *TOUCHE, *JET, *FAILLIT)
    assert conditions(s) == {"mise_au_sol": 14} and "au_sol" in s["bor"].bears
    s, _ = user(melee(), "renverser", *TOUCHE, *JET, *RESISTE)
    assert conditions(s) == {"mise_au_sol": 7}


@pytest.mark.rule("TN-8.113", "TN-8.289")
def test_to_disarm_the_arm_must_be_located_and_the_impact_be_above_the_grip():
    """V is DEX 15 and 5; unaimed at a disadvantage: four dice, the highest goes. DEX 14 - 2: +1, 3 and 2: +6."""
    s = melee(bor={"fiche": {**BOR, "base": {"FOR": 12}}})
    s, o = user(s, "desarmer", 6, 5, 4, 6, *JET)  # 6, 5, 4: 15 + 6 = 21, above 20
    assert dit(o, "tactique")["net"] == -1
    assert s["bor"].equipement.armes == () and s.choses[0].objet.modele == "dague"
    assert (s.choses[0].x, s.choses[0].de) == (1, "bor")
    fort = melee(bor={"fiche": {**BOR, "base": {"FOR": 14}}}, attentes={"alys": Attente(vise="bor")})
    s, o = user(fort, "desarmer", 6, 5, 4, *JET)  # aimed: no disadvantage; impact 14, which a grip of 14 bears
    assert s["bor"].equipement.armes and dit(o, "tient_bon")["poigne"] == 14
    assert s.encounter.attente("alys").vise == ""
    s, o = user(fort, "desarmer", 6, 5, 3)  # 20: above 15, not above 20: the arm is not located
    assert s["bor"].equipement.armes and dit(o, "manque")


@pytest.mark.rule("TN-8.230")
@pytest.mark.parametrize(
    ("duree", "deja", "plus"),
    [
        (
            {"éphémère": "ephemere", "temporaire": "temporaire", "permanente": "permanente"}[row["duree_visee"]],
            {"éphémère": "ephemere", "temporaire": "temporaire"}.get(row["deja"], ""),
            row["defense"],
        )
        for row in rows("TN-8.230")
    ],
)
def test_to_make_a_condition_last_is_harder_and_takes_the_place_of_the_shorter_one(duree, deja, plus):
    s = melee()
    if deja:
        s = s.put(replace(s["bor"], conditions=(Condition("etourdissement", 5, deja),)))
    assert figures_de_tactique(s, Prise("alys", "bor", "affliger_le_corps", duree=duree)).d == 15 + plus
    s = s.put(replace(s["alys"], effets=(Modifier("bonus", 20, "Aubaine"),)))
    s, _ = user(s, "affliger_le_corps", *TOUCHE, *((4, 5, 3) if plus > 10 else ()), *FAILLIT, duree=duree)
    assert duree in [c.duree for c in s["bor"].conditions]
    assert len(s["bor"].conditions) == (2 if duree == deja else 1)


# ---------------------------------------------------------------- what a defence does to it


@pytest.mark.rule("TN-8.112")
def test_a_parade_takes_its_deviation_off_the_impact_or_a_consolation():
    s, o = user(melee(prepare="parer"), "repousser", *TOUCHE, 6, 5, 3, 4, 5, 2, reponses=defend("parer"))
    assert dit(o, "defense")["score"] == 17 and dit(o, "impact")["impact"] == 13 - 2
    s, o = user(melee(prepare="parer"), "repousser", *TOUCHE, 4, 3, 2, *JET, reponses=defend("parer"))
    assert dit(o, "defense")["degre"] == 1 and dit(o, "impact")["impact"] == 14 - 2
    s, o = user(melee(prepare="parer"), "repousser", *TOUCHE, 6, 5, 3, 1, 1, 1, reponses=defend("parer"))
    assert dit(o, "impact")["impact"] == 3 and s["bor"].x == 1  # no five points are left


@pytest.mark.rule("TN-8.112", "TN-8.155")
def test_a_dodge_cancels_it_and_a_feint_sends_it_back():
    s, o = user(melee(prepare="esquiver"), "renverser", *TOUCHE, 6, 5, 2, reponses=defend("esquiver"))
    assert conditions(s) == {} and dit(o, "manque")
    s, o = user(melee(prepare="feinter"), "renverser", *TOUCHE, 6, 6, 5, *JET, *FAILLIT, reponses=defend("feinter"))
    assert conditions(s) == {} and conditions(s, "alys") == {"mise_au_sol": 14}


@pytest.mark.rule("TN-8.112", "TN-8.163")
def test_se_premunir_keeps_a_condition_off_or_takes_four_charges_for_each_degree():
    bor = {"fiche": {**BOR, "competences": {"endurance": 4}, "groupes": {"discipline": 4}}}
    premunir = defend("se_premunir")
    s, _ = user(melee(bor=bor, prepare="se_premunir"), "affliger_le_corps", *TOUCHE, 5, 4, 1, *JET, reponses=premunir)
    assert conditions(s) == {}
    pris = 4, 2, 1  # 7 and 8: 15, two degrees: 8 off
    s, _ = user(
        melee(bor=bor, prepare="se_premunir"), "affliger_le_corps", *TOUCHE, *pris, *JET, *FAILLIT, reponses=premunir
    )
    assert conditions(s) == {"etourdissement": 14 - 8}


@pytest.mark.rule("TN-8.112")
def test_defences_that_act_on_damage_alone_are_not_even_offered():
    a = figures_de_tactique(melee(), Prise("alys", "bor", "repousser"))
    offertes = {g.effet for g in a.those[0].gardes}
    assert {"parer", "bloquer", "esquiver", "feinter"} <= offertes
    assert not {"subir", "devier", "eviter", "encaisser", "se_premunir"} & offertes
    conditionnee = figures_de_tactique(melee(), Prise("alys", "bor", "renverser"))
    assert "se_premunir" in {g.effet for g in conditionnee.those[0].gardes}
    assert {"subir", "devier"} <= {g.effet for g in figures_d_attaque(melee(), Coup("alys", "bor")).those[0].gardes}


@pytest.mark.rule("TN-8.112")
@pytest.mark.parametrize(
    ("effet", "reussie", "dr", "deviation", "moins"),
    [
        ("parer", True, 0, 7, 7),
        ("bloquer", False, 2, 0, 4),
        ("se_premunir", False, 2, 0, 8),
        ("esquiver", True, 0, 0, 999),
    ],
)
def test_what_each_defence_takes_off_an_impact(effet, reussie, dr, deviation, moins):
    assert retire(effet, reussie, dr, deviation) == moins


@pytest.mark.rule("TN-8.63", "TN-8.112")
def test_a_tactic_that_touches_disturbs_a_work_under_way():
    ouvre = {"bor": Attente(chantier=Chantier("percuter", 2, 1))}
    s, o = user(melee(attentes=ouvre), "repousser", *TOUCHE, *JET, *FAILLIT)
    assert s.encounter.attente("bor").chantier is None and dit(o, "chantier_perdu")
    s, _ = user(melee(attentes=ouvre), "repousser", *TOUCHE, *JET, *RESISTE)
    assert s.encounter.attente("bor").chantier is not None


# ---------------------------------------------------------------- doubled, in answer, as an opportunity


@pytest.mark.rule("TN-8.115", "TN-8.74")
def test_a_tactic_may_be_doubled_by_a_tactic_or_an_attack_and_an_attack_by_a_tactic():
    s, _ = user(melee(), "repousser", *MANQUE)
    assert s.encounter.suite == Suite("alys", "bor", "tactique")
    apres, _ = jouer(s, DoublerTactique("alys", "renverser", "bor"), *TOUCHE, *JET, *FAILLIT)
    assert conditions(apres) == {"mise_au_sol": 14}
    assert apres.encounter.initiatives["alys"] == 25 and apres.encounter.suite is None
    apres, o = jouer(s, Doubler("alys", "bor"), 6, 5, 3, 1, 1, 1)
    assert dit(o, "blesse")
    s, _ = jouer(melee(), Attaquer("alys", "bor"), 1, 2, 3)
    apres, _ = jouer(s, DoublerTactique("alys", "renverser", "bor"), *TOUCHE, *JET, *FAILLIT)
    assert "mise_au_sol" in conditions(apres)


@pytest.mark.rule("TN-8.115", "TN-8.71", "TN-8.73")
def test_a_doubled_tactic_is_lost_on_whoever_is_faster_and_restricted_on_the_others():
    s, _ = user(melee(initiatives=(20, 15, 12)), "repousser", *MANQUE)
    apres, o = jouer(s, DoublerTactique("alys", "renverser", "bor"))  # 15 is not above 15
    assert dit(o, "double_perdu") and conditions(apres) == {}
    lourd = melee(alys={"fiche": {**ALYS, "base": {"FOR": 20}}, "equipement": MARTEAU})
    s, _ = user(lourd, "repousser", 1, 2, 3)
    _, o = jouer(s, DoublerTactique("alys", "renverser", "bor"), 6, 5, 3, 4, 4, 4, 4, *FAILLIT)  # C 4 counts as 2: 4D8
    assert ("Catégorie", 2, "TN-8.167") in dit(o, "impact").terms


@pytest.mark.rule("TN-8.74", "TN-8.115")
def test_what_cannot_be_doubled_says_why():
    s = melee()
    assert DoublerTactique("alys", "renverser", "bor").closed(s).rule == "TN-8.70"
    s, _ = user(s, "repousser", *MANQUE)
    assert DoublerTactique("alys", "intimider", "bor").closed(s).rule == "TN-8.74"  # of another nature
    assert DoublerTactique("alys", "percuter", "bor").closed(s).rule == "TN-8.122"  # an action complexe
    assert DoublerTactique("alys", "desarmer", "bor").closed(s).rule == "TN-8.122"  # localised


@pytest.mark.rule("TN-8.154", "TN-8.435")
def test_who_blocks_may_answer_with_a_tactic_capped_by_represailles():
    bor = {"fiche": {**ALYS, "competences": {**ALYS["competences"], "parade": 6}}}
    s = melee(bor=bor, prepare="riposte")
    # 12 and 5 of Alys: 17; Bor blocks with CON 10 - 2: -1, 6 and 2, unprepared, paid with his ACTS: 6, 5, 2 and 7: 20
    s, o = jouer(
        s,
        Attaquer("alys", "bor"),
        *(6, 5, 1),
        *(6, 5, 2, 6),
        *(1, 1, 1),
        *(6, 5, 3),
        *JET,
        *FAILLIT,
        reponses={"tn.defense": ["bloquer/acts"], "tn.riposte": ["renverser/prepare"]},
    )
    assert dit(o, "riposte")["action"] == "Renverser"
    assert ("Représailles", -2, "TN-2.22") in dit(o, "tactique").terms
    assert conditions(s, "alys") == {"mise_au_sol": 14}


@pytest.mark.rule("TN-8.74", "TN-8.115")
def test_who_defended_himself_may_double_with_a_tactic_if_he_is_the_faster():
    bor = {"fiche": {**ALYS, "competences": {**ALYS["competences"], "armure": 6}}}
    reponses = {"tn.defense": ["subir/acts"], "tn.contre": ["rien"], "tn.double_tactique": ["renverser/double"]}
    coup = Attaquer("alys", "bor"), 6, 5, 1, 6, 5, 2, 6, 1, 1, 1
    s, o = jouer(melee(bor=bor, initiatives=(20, 30, 12)), *coup, 6, 5, 3, *JET, *FAILLIT, reponses=reponses)
    assert conditions(s, "alys") == {"mise_au_sol": 14} and s.encounter.initiatives["bor"] == 25
    assert dit(o, "tactique")["net"] == 0  # neither prepared nor not
    s, o = jouer(melee(bor=bor, initiatives=(25, 30, 12)), *coup, reponses=reponses)
    assert dit(o, "double_perdu").who == "bor" and conditions(s, "alys") == {}


@pytest.mark.rule("TN-8.277", "TN-8.122")
def test_an_opportunity_may_be_a_tactic_that_nothing_answers():
    """Bor throws her down as she begins: unprepared, and his zone is no larger; her work is two désavantages worse."""
    s = melee(bor={"fiche": ALYS})
    dice = (6, 5, 3, 4, 5), JET, FAILLIT, FAILLIT, (1, 2, 3, 1, 2, 3)
    reponses = {"tn.opportunite": ["renverser/actr"]}
    s, o = jouer(s, UserDeTactique("alys", "percuter", "bor"), *sum(dice, ()), reponses=reponses)
    assert dit(o, "opportunite").who == "bor" and conditions(s, "alys") == {"mise_au_sol": 14}
    assert ("Action interrompue", -2, "TN-8.279") in dit(o, "tactique")["avantages"]


# ---------------------------------------------------------------- other effects


@pytest.mark.rule("TN-8.122")
@pytest.mark.parametrize("quoi", ["bousculer", "acculer", "faire_obstacle", "attirer", "faire_ployer"])
def test_what_impact_does_besides(quoi):
    s, _ = user(melee(prepare="assister"), quoi, 6, 4, 2, *JET)
    e = s.encounter
    assert e.initiatives["bor"] == {"bousculer": 15 - 14 // 5, "attirer": 13}.get(quoi, 15)
    assert e.budgets["bor"].actr == (quoi != "acculer")
    assert e.attente("bor").preparee == ("" if quoi == "faire_obstacle" else "assister")
    defense = figures_d_attaque(s, Coup("alys", "bor")).d
    assert defense == (13 if quoi == "faire_ployer" else 15)


@pytest.mark.rule("TN-8.122")
def test_nobody_is_driven_upon_somebody_else():
    s = melee()
    s = s.put(replace(s["cid"], x=3, y=0))
    s, _ = user(s, "repousser", *TOUCHE, *JET)
    assert s["bor"].x == 2


@pytest.mark.rule("TN-8.122")
def test_to_break_free_one_beats_whoever_holds_or_the_difficulty_of_what_does():
    libre = {"fiche": {**ALYS, "competences": {"evasion": 3}, "base": {"AGI": 14}}, "equipement": {}}
    s = melee(alys=libre)
    tenue = s.put(replace(s["alys"], conditions=(Condition("entrave", 12, par="bor"),)))
    # AGI 14: +2, 3 and 2: +7; 9 and 7: 16 against 15; then 2D8 and 2 off the charges
    a = SeDegager("alys", "se_degager_du_corps")
    apres, o = jouer(tenue, a, 4, 3, 2, 5, 3)
    assert dit(o, "tactique").target == "bor" and conditions(apres, "alys") == {"entrave": 2}
    seule = s.put(replace(s["alys"], conditions=(Condition("entrave", 12, difficulte=16),)))
    apres, o = jouer(seule, a, 4, 3, 2)
    assert not dit(o)["reussi"] and conditions(apres, "alys") == {"entrave": 12}
    apres, o = jouer(seule, a, 5, 3, 2, 8, 3)
    assert conditions(apres, "alys") == {}
    assert odds(a.seen(seule)).p(True) < odds(a.seen(tenue)).p(True)


@pytest.mark.rule("TN-8.122")
def test_a_guard_holds_until_the_next_passe_and_does_not_add_to_itself():
    # Évasion 3 and 2 of Défense, AGI 10: 14 and 5: 19, read at 5: two degrees
    a = SeGarder("alys", "se_derober")
    s = melee(alys={"fiche": {**ALYS, "competences": {"evasion": 3}}})
    s, _ = jouer(s, a, 6, 5, 3)
    assert {(m.on, m.n) for m in s["alys"].effets} == {("defense:AGI", 2), ("rapidite", 2)}
    encore = replace(s, encounter=replace(s.encounter, budgets={**s.encounter.budgets, "alys": Budget()}))
    assert len(jouer(encore, a, 6, 5, 3)[0]["alys"].effets) == 2
    s2 = replace(s, encounter=replace(s.encounter, passe="bor", restent=("alys",)))
    assert figures_d_attaque(s2, Coup("bor", "alys")).d == 15 + 2  # a dagger meets AGI
    s3, _ = jouer(s2, Passer("bor"))
    assert s3.encounter.passe == "alys" and s3["alys"].effets == ()


@pytest.mark.rule("TN-8.339", "TN-8.259")
def test_an_armed_arm_adds_to_the_impact_of_a_tactic_once():
    arme = {"alys": Attente(arme=6, bras="tactique")}
    s = melee(alys={"fiche": {**ALYS, "base": {"FOR": 20}}, "equipement": MARTEAU}, attentes=arme)
    s, o = user(s, "repousser", 5, 4, 1, 1, 1, 1, 1, 1, 1)  # 6D8, 4, and FOR 20 - 8: 1
    assert ("Bras armé", 6, "TN-8.339") in dit(o, "impact").terms and dit(o, "impact")["impact"] == 6 + 4 + 1 + 6
    assert s.encounter.attente("alys").arme == 0


@pytest.mark.rule("TN-8.122")
def test_help_goes_with_the_next_test_it_bears_on():
    s = melee(alys={"fiche": {**ALYS, "competences": {"assistance": 3}}})
    s, _ = jouer(s, Soutenir("alys", "assister_un_allie", "cid"), 6, 5, 3)  # 14 and 5: 19, two degrees
    assert [(m.on, m.n) for m in s["cid"].effets] == [("bonus:physique", 2)]
    s = replace(s, encounter=replace(s.encounter, passe="cid"))
    s, o = jouer(s.put(replace(s["cid"], x=0, y=1)), Attaquer("cid", "bor"), 6, 5, 3, 1, 1)
    assert ("Assister", 2, "TN-8.122") in dit(o, "attaque").terms and s["cid"].effets == ()


@pytest.mark.rule("TN-8.122")
def test_what_lasts_as_long_as_the_confrontation_ends_with_it():
    s, _ = jouer(melee(), Manier("alys", "enflammer_son_arme"), reponses={"tn.opportunite": ["rien"]})
    assert [(m.on, m.n, m.of) for m in s["alys"].effets] == [("energie:chaud", 2, "confrontation")]
    s, _ = jouer(s, Rompre("alys"))
    assert s["alys"].effets == ()


@pytest.mark.rule("TN-8.122", "TN-8.62")
def test_an_action_complexe_takes_two_actions_and_goes_on_in_the_next_passe():
    s = melee(budgets={"alys": Budget(acts=1), "bor": Budget(actr=False), "cid": Budget()})
    s, o = user(s, "percuter")
    assert dit(o, "chantier")["ouvrage"] == "Percuter" and s["bor"].x == 1
    e = replace(s.encounter, budgets={**s.encounter.budgets, "alys": Budget()})
    s, _ = user(replace(s, encounter=e), "percuter", *TOUCHE, *JET, *FAILLIT)
    assert s["bor"].x == 3 and conditions(s) == {"destabilise": 7}
    assert s.encounter.budgets["alys"].acts == 1


@pytest.mark.rule("TN-8.122", "TN-8.65")
def test_whoever_is_used_to_it_pays_less():
    habituee = {"fiche": {**ALYS, "traits": [{"id": "habitue", "sujet": "prendre_ses_appuis"}]}}
    a = Soutenir("alys", "prendre_ses_appuis")
    s, _ = jouer(melee(), a, 3, 2, 1)
    assert (s.encounter.budgets["alys"].acts, s.encounter.budgets["alys"].actl) == (1, 1)
    s, _ = jouer(melee(alys=habituee), a, 3, 2, 1)
    assert (s.encounter.budgets["alys"].acts, s.encounter.budgets["alys"].actl) == (2, 0)


# ---------------------------------------------------------------- attacks of the catalogue, energies


@pytest.mark.rule("TN-8.95", "TN-8.122")
def test_an_attack_that_brings_a_condition_along_counts_its_charges_by_the_same_jet():
    # DEX 14 - 2: +1, 2 and 2: +5; désavantage: the highest of four goes
    s, o = jouer(melee(), PorterUnCoup("alys", "bor", "estafilade"), 6, 5, 4, 6, *JET, *FAILLIT)
    assert dit(o, "attaque")["net"] == -1 and conditions(s) == {"saignement": 7}


@pytest.mark.rule("TN-8.122")
def test_a_reckless_attack_lays_oneself_open_whatever_comes_of_it():
    s, o = jouer(melee(), PorterUnCoup("alys", "bor", "attaque_totale"), 1, 2, 3, 1)
    assert dit(o, "attaque")["net"] == 1
    assert figures_d_attaque(s, Coup("bor", "alys")).d == 11


def enflammee(alys=None, **plus):
    s = melee(alys=alys, **plus)
    s, o = jouer(s, PorterEnergie("alys", "chaud", 2))
    assert dit(o, "porte_energie")["des"] == 2
    return s


LAME = {
    "fiche": {**ALYS, "base": {"DEX": 20, "FOR": 15}},
    "equipement": {"armes": [{"modele": "epee_longue"}]},
}  # 20 - 6: +2, +6


@pytest.mark.rule("TN-8.206", "TN-8.208")
def test_an_energy_comes_through_by_its_own_defence_and_adds_to_one_total():
    agile = {"fiche": {**BOR, "base": {"AGI": 18}}}  # 19 against fire, 15 against the blade
    _s, o = jouer(enflammee(LAME, bor=agile), Attaquer("alys", "bor"), 6, 4, 3, 1, 1, 1, 1, 1)  # 19: the blade alone
    assert not any("feu" in label for label, _, _ in dit(o, "blesse").terms)
    _, o = jouer(enflammee(LAME, bor=agile), Attaquer("alys", "bor"), 6, 5, 3, 1, 1, 1, 1, 1, 4, 3)  # 20: both
    terms = dit(o, "blesse").terms
    assert ("Chaud (feu)", 7, "TN-8.206") in terms and terms[0][1] == 5
    _, o = jouer(enflammee(LAME, bor={"fiche": {**BOR, "base": {"DEX": 20}}}), Attaquer("alys", "bor"), 6, 5, 3)
    assert dit(o, "manque")  # 20 is not above 20: the fire alone (15) does nothing


@pytest.mark.rule("TN-8.207")
def test_an_energy_on_the_same_defence_as_the_blow_needs_five_more():
    assert (
        figures_d_attaque(enflammee(), Coup("alys", "bor")).energies[0].difficulte == 20
    )  # a dagger meets AGI, as fire does
    assert figures_d_attaque(enflammee(LAME), Coup("alys", "bor")).energies[0].difficulte == 15


@pytest.mark.rule("TN-8.99")
def test_an_attack_of_energy_alone_is_physical_and_meets_the_defence_of_that_energy():
    s = enflammee(LAME, bor={"fiche": {**BOR, "base": {"AGI": 18}}})
    a = figures_d_attaque(s, PorterUnCoup("alys", "bor", "coup_de_brandon").coup(s))
    assert a.f.attribut == "DEX" and a.d == 19 and a.c.plan == "corps" and a.energies == ()
    for row in rows("TN-8.205"):
        energie = {"Chaud (feu)": "chaud", "Froid (glace)": "froid", "Électricité (foudre)": "electricite"}[
            row["energie"]
        ]
        assert figures_d_attaque(s, Coup("alys", "bor", energie=energie)).arme.defense == row["defense_passive"]


def test_an_energy_is_taken_away_again():
    s, _ = jouer(enflammee(), PorterEnergie("alys", "chaud", 0))
    assert s["alys"].effets == ()
    assert PorterEnergie("alys", "chaud", 11).closed(s) is not None


# ---------------------------------------------------------------- zones


@pytest.mark.rule("TN-8.117")
def test_the_share_of_a_jet_by_defence_and_save():
    for row in rows("TN-8.117"):
        touchee, sauvee = row["action"] == "réussie", row["sauvegarde"] == "réussie"
        assert part(100, touchee, sauvee) == row["part_du_jet_pct"]
    assert part(7, True, True) == 4  # halves are rounded up


LANCEUSE = {"fiche": {"competences": {"armes_tactiques": 4}, "base": {"PER": 14}, "destinee": 0}, "equipement": {}}


def nuage(*dice, **plus):
    """Dust at (2, 0): Bor at 1 and Cid at 2 are in it, Alys at 0 is not. PER +2, 4: +6; 2D8 and 2; expertise 10."""
    s = melee(alys=LANCEUSE, **plus)
    s = s.put(replace(s["cid"], x=2, y=0))
    return jouer(s, AgirEnZone("alys", "nuage_de_poussiere", 2, 0), *dice)


@pytest.mark.rule("TN-8.116", "TN-8.117", "TN-8.118")
def test_a_zone_has_one_score_and_one_jet_and_a_share_for_each():
    # 14 and 6: 20, above 15 and what the fray adds; 2D8: 8, and 2: 10. Réflexes against 10, then the condition's save.
    s, o = nuage(6, 5, 3, 5, 3, *FAILLIT, *FAILLIT, *RESISTE, *FAILLIT)
    assert dit(o, "zone")["touchees"] == 2
    assert [e["part"] for e in o.events if e.what == "part_de_zone"] == [10, 5]
    assert conditions(s) == {"aveugle": 10} and conditions(s, "cid") == {"aveugle": 5}  # friends too


@pytest.mark.rule("TN-8.117", "TN-8.118")
def test_who_is_not_touched_takes_half_if_his_save_fails_and_nothing_if_it_does_not():
    s, o = nuage(4, 3, 2, 5, 3, *FAILLIT, *FAILLIT, *RESISTE)  # 15: touches nobody
    assert not dit(o, "zone")["reussi"] and [e["touche"] for e in o.events if e.what == "part_de_zone"] == [
        False,
        False,
    ]
    assert conditions(s) == {"aveugle": 5} and conditions(s, "cid") == {}


@pytest.mark.rule("TN-8.117", "TN-8.118")
def test_only_who_is_touched_may_defend_himself_and_that_works_on_his_share():
    pare = {"bor": Attente(preparee="esquiver")}
    s = melee(alys=LANCEUSE, attentes=pare)
    s = s.put(replace(s["cid"], x=9))
    a = AgirEnZone("alys", "nuage_de_poussiere", 2, 0)
    s1, o = jouer(s, a, 5, 4, 1, 5, 3, *FAILLIT, 6, 5, 3, reponses=defend("esquiver"))
    assert conditions(s1) == {} and dit(o, "defense")["reussi"]
    s2, o = jouer(s, a, 4, 3, 2, 5, 3, *FAILLIT, *FAILLIT)  # not touched: nobody is asked
    assert conditions(s2) == {"aveugle": 5} and not [e for e in o.events if e.what == "defense"]


@pytest.mark.rule("TN-8.118", "TN-8.140")
def test_who_takes_damage_without_being_touched_has_no_lesion():
    marteau = {"fiche": {**ALYS, "base": {"FOR": 20}}, "equipement": MARTEAU}
    s = melee(alys=marteau, budgets={"alys": Budget(), "bor": Budget(actr=False), "cid": Budget()})
    s = s.put(replace(s["cid"], x=9))
    a = AgirEnZone("alys", "balayage")
    # FOR 20 - 8: +1, 0 and 2; at a disadvantage 1, 2, 3: 6 and 3: nothing; 6D8 of 2: 12, 4 and 1: 17, half of it: 9
    s1, o = jouer(s, a, 1, 2, 3, 3, *[2] * 6, *FAILLIT)
    assert dit(o, "blesse").rule == "TN-8.117" and dit(o, "part_de_zone")["part"] == 9
    assert s1["bor"].pertes == {"PV": 9} and s1["bor"].lesions == ()
    s2, _ = jouer(s, a, 6, 5, 5, 6, *[2] * 6, *FAILLIT)
    assert s2["bor"].pertes == {"PV": 17} and [x.niveau for x in s2["bor"].lesions] == [3]


@pytest.mark.rule("TN-8.202")
def test_a_zone_never_puts_an_object_to_the_test(monkeypatch):
    eprouves = []
    monkeypatch.setattr(attaque, "solidite", lambda scene, oracle, epreuve: eprouves.append(epreuve.cas) or scene)
    marteau = {"fiche": {**ALYS, "base": {"FOR": 20}, "competences": {"arme_a_manche": 9}}, "equipement": MARTEAU}
    s = melee(
        alys=marteau,
        bor={"fiche": BOR, "equipement": {"armure": {"modele": "cuir"}}},
        budgets={"alys": Budget(), "bor": Budget(actr=False), "cid": Budget()},
    )
    s = s.put(replace(s["cid"], x=9))
    _, o = jouer(s, AgirEnZone("alys", "balayage"), 6, 5, 5, 5, *FAILLIT)  # 15, 1, 9 and 2: 27, critical: no dice
    assert dit(o, "blesse")["critique"] and eprouves == []
    jouer(s, Attaquer("alys", "bor"), 6, 5, 4)
    assert eprouves == ["attaque_critique"]


@pytest.mark.rule("TN-8.116")
def test_a_zone_is_a_metre_for_each_category_and_whoever_sweeps_around_is_not_in_it():
    s = melee(alys={"fiche": ALYS, "equipement": MARTEAU})
    assert rayon(s["alys"], LIGNES["balayage"]) == 4 and rayon(s["alys"], LIGNES["huile_enflammee"]) == 2
    assert rayon(s["alys"], LIGNES["nuage_de_poussiere"]) == 1
    assert AgirEnZone("alys", "balayage").cibles(s) == ["bor", "cid"]
    assert AgirEnZone("alys", "huile_enflammee", 1, 0).cibles(s) == ["alys", "bor", "cid"]
    assert AgirEnZone("alys", "huile_enflammee", 11, 0).closed(s).rule == "TN-8.116"
    assert "Personne" in str(AgirEnZone("alys", "huile_enflammee", -9, 0).closed(s))
    assert AgirEnZone("alys", "haranguer").cibles(s) == ["cid"]


# ---------------------------------------------------------------- set off, and waiting


@pytest.mark.rule("TN-8.116", "TN-8.117")
def test_a_trap_has_a_score_and_a_save_of_its_own():
    # quality 2, catégorie 2: 10 + 4 + 2: 16 against 15; réflexes against 14; 4D8: 16
    s = melee()
    s = s.put(replace(s["alys"], x=9), replace(s["cid"], x=9))
    s, o = jouer(s, DeclencherPiege("bor", 2, 2), 4, 4, 4, 4, 5, 4, 3)
    assert dit(o, "piege")["score"] == 16 and dit(o, "part_de_zone")["part"] == 16
    s, o = jouer(
        melee().put(replace(melee()["cid"], x=9)),
        DeclencherPiege("bor", 1, 0, condition="entrave"),
        4,
        4,
        4,
        *FAILLIT,
        *FAILLIT,
        *RESISTE,
    )
    assert dit(o, "piege")["score"] == 11  # 11 is not above 15: half of 12
    assert conditions(s) == {} and conditions(s, "alys") == {"entrave": 6}


@pytest.mark.rule("TN-8.117")
def test_a_trap_of_energy_meets_the_defence_of_that_energy():
    s = melee(bor={"fiche": {**BOR, "base": {"FOR": 8, "AGI": 20}}, "x": 9})
    _, o = jouer(s, DeclencherPiege("bor", 2, 2, energie="froid"), 1, 1, 1, 1, *RESISTE)
    assert dit(o, "part_de_zone")["touche"]
    _, o = jouer(s, DeclencherPiege("bor", 2, 2, energie="chaud"), 1, 1, 1, 1, *RESISTE)
    assert not dit(o, "part_de_zone")["touche"]
    for faux in (DeclencherPiege("bor", 9), DeclencherPiege("bor", 2, 9), DeclencherPiege("bor", attribut="CHA")):
        assert faux.closed(s) is not None
    assert DeclencherPiege("bor", condition="rhume").closed(s).rule == "TN-8.241"


@pytest.mark.rule("TN-8.116", "TN-8.117")
def test_what_waits_for_a_condition_may_be_set_before_a_confrontation_and_is_resolved_with_a_save():
    calme = replace(melee(), encounter=None)
    assert Conditionner("alys").closed(calme).rule == "TN-8.116"  # nothing is stated
    s, o = jouer(calme, Conditionner("alys", "renverser", "le premier qui passe"))
    assert dit(o, "guette").audience == "alys" and s.guets["alys"].quoi == "renverser"
    s1, o = jouer(s, Declencher("alys", "bor"), *TOUCHE, *JET, *FAILLIT, *FAILLIT)
    assert conditions(s1) == {"mise_au_sol": 14} and s1.guets == {}
    s2, _ = jouer(s, Declencher("alys", "bor"), *MANQUE, *JET, *FAILLIT, *FAILLIT)
    assert conditions(s2) == {"mise_au_sol": 7}
    assert Declencher("alys", "bor").closed(s2).rule == "TN-8.116"


@pytest.mark.rule("TN-8.80", "TN-8.116")
def test_in_a_confrontation_it_waits_like_what_was_prepared_and_any_other_action_ends_it():
    s, _ = jouer(melee(), Conditionner("alys", "attaquer", "s'il avance"))
    assert s.encounter.attente("alys").preparee == "guet" and s.encounter.budgets["alys"].acts == 1
    autre = replace(s, encounter=replace(s.encounter, passe="bor"))
    assert Declencher("alys", "bor").closed(autre) is None  # outside his passe, and for nothing more
    s1, o = jouer(autre, Declencher("alys", "bor"), 6, 5, 3, 1, 1, 1, *FAILLIT)
    assert dit(o, "blesse") and s1.encounter.budgets["alys"].acts == 1
    s2, _ = user(s, "repousser", *MANQUE)
    assert Declencher("alys", "bor").closed(s2).rule == "TN-8.116"


def aux_aguets(quand, *, quoi="attaquer", de="", x=4):
    """Alys waits for a movement, with a dagger (reach: beside her); it is the passe of Bor, so many squares away."""
    s = melee(bor={"fiche": BOR, "equipement": DAGUE, "x": x})
    s = s.put(replace(s["cid"], x=20))
    s, oracle = jouer(s, Conditionner("alys", quoi, quand=quand, de=de))
    return replace(s, encounter=replace(s.encounter, passe="bor")), oracle


def declenchees(oracle):
    return [(e.who, e.target) for e in oracle.events if e.what == "declenche"]


FRAPPE = (5, 4, 3, 1, 1, 1, *FAILLIT)  # it touches, its jet, a save that fails


@pytest.mark.rule("TN-8.116")
def test_whoever_comes_within_reach_sets_off_what_waits_for_it_where_he_does():
    s, o = aux_aguets("entre")
    assert s.guets["alys"].quand == "entre" and dit(o, "guette")["si"] == "entre à portée"
    apres, o = jouer(s, SeDeplacer("bor", 1, 0), *FRAPPE, reponses=RIEN)
    assert declenchees(o) == [("alys", "bor")]
    assert apres["bor"].x == 1 and apres.guets == {} and apres.encounter.budgets["alys"].acts == 1
    loin, o = jouer(s, SeDeplacer("bor", 3, 0))
    assert loin.guets == s.guets and declenchees(o) == []
    pres, _ = aux_aguets("entre", x=1)  # who is within reach already does not come into it
    pas, o = jouer(pres, SeDeplacer("bor", 1, 1, "pas"))
    assert pas.guets == pres.guets and declenchees(o) == []


@pytest.mark.rule("TN-8.116")
def test_who_is_thrown_down_stays_where_he_was():
    s, _ = aux_aguets("entre", quoi="renverser", x=3)
    apres, o = jouer(s, SeDeplacer("bor", -1, 0), *TOUCHE, *JET, *FAILLIT, *FAILLIT, reponses=RIEN)
    assert "mise_au_sol" in conditions(apres) and apres["bor"].x == 0  # the first square beside her
    assert dit(o, "arrete").who == "bor"


@pytest.mark.rule("TN-8.116")
def test_to_move_at_all_or_to_leave_sets_it_off_too():
    s, _ = aux_aguets("bouge", x=1)
    apres, o = jouer(s, SeDeplacer("bor", 1, 1, "pas"), *FRAPPE)
    assert declenchees(o) == [("alys", "bor")] and apres["bor"].y == 1
    s, _ = aux_aguets("part", x=1)
    reste, o = jouer(s, SeDeplacer("bor", 1, 1, "pas"))
    assert reste.guets == s.guets and declenchees(o) == []
    apres, o = jouer(s, SeDeplacer("bor", 2, 0, "pas"), *FRAPPE)
    assert declenchees(o) == [("alys", "bor")] and apres["bor"].x == 2


@pytest.mark.rule("TN-8.116")
def test_a_movement_of_somebody_else_or_of_an_ally_sets_off_nothing():
    s, _ = aux_aguets("bouge", de="cid", x=1)
    assert declenchees(jouer(s, SeDeplacer("bor", 1, 1, "pas"))[1]) == []
    allie, _ = aux_aguets("bouge", x=9)
    allie = replace(allie.put(replace(allie["cid"], x=1)), encounter=replace(allie.encounter, passe="cid"))
    assert declenchees(jouer(allie, SeDeplacer("cid", 1, 0, "pas"))[1]) == []
    assert Conditionner("alys", quand="bouge", de="alys").closed(melee()).rule == "TN-8.116"
    assert Conditionner("alys", si="s'il bouge", de="bor").closed(melee()).rule == "TN-8.116"


@pytest.mark.rule("TN-8.80", "TN-8.116")
def test_any_other_action_ends_that_wait_too():
    s, _ = aux_aguets("entre")
    autre = replace(s, encounter=s.encounter.attend("alys", preparee=""))
    assert declenchees(jouer(autre, SeDeplacer("bor", 1, 0), reponses=RIEN)[1]) == []


@pytest.mark.rule("TN-8.395")
def test_a_mental_tactic_wears_out_tolerance_in_a_joute_and_a_word_in_a_fight_does_not():
    """An argument of catégorie 2: it costs 2, or 4 if it did not move him."""
    alys = {"fiche": ALYS, "equipement": {"argument": 2, "raisonnement": 0}}
    rate, _ = user(melee(alys=alys, forme="joute"), "intimider", 1, 1, 3, 3)
    assert [x.usee for x in rate["bor"].dialogues.values()] == [4] and rate.encounter.hostiles == ("alys",)
    mots = [x for x in LIGNES.values() if x.partout and x.genre == "tactique" and x.cible == "adversaire"]
    crie, _ = user(melee(alys=alys), next(x.id for x in mots if x.type == "ACTS"), 1, 1, 3, 3)
    assert crie["bor"].dialogues == {}


# ---------------------------------------------------------------- lightening


@pytest.mark.rule("TN-8.4")
def test_doubled_actions_vitesse_and_rapidite_may_be_left_out():
    s, _ = user(melee(initiatives=(16, 25, 12)), "repousser", *MANQUE)
    assert peut_doubler(s, "alys")
    _, o = jouer(s, DoublerTactique("alys", "renverser", "bor"))
    assert dit(o, "double_perdu")
    sans_vitesse = replace(s, options=("sans_vitesse",))
    _, o = jouer(sans_vitesse, DoublerTactique("alys", "renverser", "bor"), *MANQUE)
    assert dit(o, "seconde")
    sans_doubles = replace(s, options=("sans_actions_doublees",))
    assert not peut_doubler(sans_doubles, "alys")
    assert DoublerTactique("alys", "renverser", "bor").closed(sans_doubles).rule == "TN-8.89"
    vive = s.put(replace(s["cid"], effets=(Modifier("rapidite", 9, "Vive"),)))
    assert compte(vive, "cid")[0] == -21
    assert compte(replace(vive, options=("sans_rapidite",)), "cid")[0] == -12
