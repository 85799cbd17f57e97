"""Chapter 7: drafts that hold or say why they do not, the worked character of the book, characters made at random."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.cli.guide import Guide
from tablee.games.fragments.book.c7_modeles import LANGUES
from tablee.games.fragments.book.c8_progression.experience import seuil
from tablee.games.fragments.desk.creation import CREATION
from tablee.games.fragments.desk.draft import (
    AFFINITE_DU_DE,
    AFFINITES,
    DE_BASE,
    LIBRE,
    MATIERE,
    PORTRAIT,
    Augmentations,
    Brouillon,
    Sociales,
    TroisDes,
    augmentations_fausses,
    points_disponibles,
    sociaux_disponibles,
    taux_disponibles,
)
from tablee.games.fragments.desk.judge import juger
from tablee.games.fragments.desk.own_class import FIELDS, Repartition
from tablee.games.fragments.desk.random import au_hasard
from tablee.games.fragments.desk.read import reunir
from tablee.games.fragments.model.catalogue import CLASSES, ORIGINES, PACKAGE, TECHNIQUES
from tablee.games.fragments.model.people import Unite
from tablee.games.fragments.model.scene import Scene
from tablee.games.fragments.model.tables import AUTRES, JAMAIS, SOCIALES, STATS, TYPES_ARMES
from tablee.kernel.draft import Unfinished, Waiver
from tablee.kernel.game import game
from tablee.kernel.ledger import ledger_of
from tablee.kernel.tally import total
from tablee.kernel.words import words_of

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "fragments"
LEDGER = ledger_of(PACKAGE)

# The character the book makes step by step: Myrmidon, Elfe Lumineux, 24 points and 75 of growth by the dice.
LIVRE = Brouillon(
    nom="Aubelin",
    origine="elfe",
    con=5,
    classe="myrmidon",
    secondaires=("Hast",),
    tirer_points=True,
    de_points=4,
    points=Repartition(PV=3, FOR=5, MAG=0, DEF=4, RES=1, HAB=5, AGI=3, CHA=3),
    tirer_taux=True,
    de_taux=5,
    taux=Repartition(PV=0, FOR=25, MAG=5, DEF=15, RES=5, HAB=5, AGI=15, CHA=5),
    sociales=Sociales(THE=2, PRA=6, INS=8, APL=5, ELO=3, INF=2, INV=4),
    affinite="Obscur",
    contexte="Voyageur",
    personnelle="curee",
    techniques=("sur_le_fil", "curee", "botte_apprise"),
    armes=("epee_courte", "lance_de_levee"),
    boucliers=("rondache",),
    objets=("fiole_vermeille", "ration"),
    age="92 ans",
    taille="1,78 m",
    poids="58 kg",
    yeux="Verts",
    peau="Claire",
    cheveux="Argent",
    mots=("Froid", "Tendre"),
)


def refus(draft: Brouillon) -> list[tuple[str, str]]:
    return [(p.step, str(p.why)) for p in CREATION.review(draft).open_problems]


def regles(draft: Brouillon) -> list[str]:
    return [p.why.rule for p in CREATION.review(draft).open_problems]


def change(**autre: Any) -> Brouillon:
    return replace(LIVRE, **autre)


def budget(draft: Brouillon, label: str) -> tuple[int, int]:
    b = next(b for b in CREATION.review(draft).budgets if b.label == label)
    return b.spent, b.most


# ---------------------------------------------------------------- the worked character


@pytest.mark.rule("FD-7.1", "FD-7.9", "FD-7.17", "FD-7.22")
def test_the_worked_character_comes_out_exactly():
    assert refus(LIVRE) == []
    f = CREATION.finish(LIVRE).fiche
    totaux = [20, 7, 1, 4, 2, 8, 6, 5, 8, 2, 10, 6]
    assert [f.base[s] for s in (*STATS, *AUTRES)] == totaux
    assert [f.croissance(s) for s in (*STATS, "CON")] == [20, 25, 5, 15, 5, 30, 20, 5, 3]
    assert [f.croissance(s) for s in ("INIT", "ESQ", "MOV")] == [0, 0, 0]
    assert f.maitrises == {"Épée": 2, "Hast": 1}
    assert (f.niveau, f.xp, f.langues) == (1, 0, ("Commun", "Elfique"))


@pytest.mark.rule("FD-7.9", "FD-7.22")
def test_before_points_there_are_the_lines_of_origin_and_class():
    f = replace(LIVRE, points=Repartition()).personnage().fiche
    assert f.termes("AGI") == (("Elfe Lumineux", 2, "FD-7.9"), ("Myrmidon", 1, "FD-7.11"))
    assert f.termes("CON") == (("Elfe Lumineux", 5, "FD-7.8"), ("Myrmidon", 3, "FD-7.11"))
    assert [f.base[s] for s in (*STATS, *AUTRES)] == [17, 2, 1, 0, 1, 3, 3, 2, 8, 2, 10, 6]


@pytest.mark.rule("FD-7.1", "FD-6.1", "FD-7.2")
def test_a_draft_that_holds_makes_the_character_it_says():
    u = CREATION.finish(LIVRE)
    assert (u.id, u.joueur, u.pv, u.jt, u.charges) == ("aubelin", True, 20, 6, 3)
    e = u.equipement
    assert [c.id for c in e.actif] == ["epee_courte", "lance_de_levee", "rondache", "fiole_vermeille", "ration"]
    assert e.ecus == 1000 - (250 + 290 + 200 + 80 + 5)
    f = u.fiche
    assert f.techniques == ("sur_le_fil", "curee", "botte_apprise") and f.personnelle == "curee"
    assert (f.contexte, f.mots, f.affinite) == ("Voyageur", ("Froid", "Tendre"), "Obscur")
    assert f.description["yeux"] == "Verts" and "genre" not in f.description
    assert juger(Scene({u.id: u}), "scene")


@pytest.mark.rule("FD-7.1")
def test_the_mj_may_let_one_begin_higher():
    haut = CREATION.finish(change(niveau=7)).fiche
    assert (haut.niveau, haut.xp) == (1, seuil(7))  # the levels are played, with the growth of the campaign
    assert refus(change(niveau=61)) == [("classe", "Un niveau va de 1 à 60, pas 61 (FD-2.17)")]
    assert regles(change(niveau=0)) == ["FD-2.17"]


@pytest.mark.rule("FD-7.1")
def test_the_steps_are_those_of_the_book():
    assert [s.id for s in CREATION.steps] == [
        "origine", "classe", "caracteristiques", "croissance", "sociales", "contexte", "techniques", "equipement",
        "description",
    ]  # fmt: skip
    champs = [f.name for s in CREATION.steps for f in s.fields]
    assert sorted(champs) == sorted(f for f in Brouillon.__struct_fields__ if f not in ("waivers", "options", "own"))
    assert all(id in LEDGER.rules for s in CREATION.steps for id in s.rules)


# ---------------------------------------------------------------- origin


@pytest.mark.rule("FD-7.7")
def test_an_origin_of_the_book():
    noms = {r["nom"] for r in LEDGER.rules["FD-7.7"].rows}
    assert {o.nom.removesuffix(" Lumineux") for o in ORIGINES.values()} == noms
    assert refus(change(origine="lutin")) == [("origine", "« lutin » n'est pas une origine (FD-7.7)")]
    assert {k for k, _ in CREATION.steps[0].fields[0].keys} == set(ORIGINES)


@pytest.mark.rule("FD-7.8", "FD-2.19")
@pytest.mark.parametrize("con", [2, 3, 7, 8])
def test_con_within_the_range_of_the_origin(con):
    assert ORIGINES["elfe"].con == (3, 7)
    attendu = [] if 3 <= con <= 7 else [("origine", f"Elfe Lumineux : la Constitution va de 3 à 7, pas {con} (FD-7.8)")]
    assert refus(change(con=con)) == attendu
    if not attendu:
        assert CREATION.finish(change(con=con)).fiche.base["CON"] == con + 3  # the class adds 3, beside any maximum


@pytest.mark.rule("FD-7.8")
def test_con_has_to_be_chosen():
    assert refus(change(con=None)) == [("origine", "Il manque la Constitution : de 3 à 7 (FD-7.8)")]
    champ = next(f for f in CREATION.steps[0].fields if f.name == "con")
    assert (CREATION.asked(LIVRE, champ).low, CREATION.asked(LIVRE, champ).high) == (3, 7)


MOTIFS = [
    ({"FOR": 1, "MAG": 1, "DEF": 1, "CHA": 1}, None),
    ({"FOR": 2, "MAG": 1, "DEF": 1}, None),
    ({"AGI": 2, "HAB": 2}, None),
    ({"CHA": 3, "RES": 1}, None),
    ({"CHA": 3, "PV": 2}, None),  # the +1 of the pattern became PV +2
    ({"CHA": 1, "PV": 4, "INIT": 1}, None),  # three of four +1 replaced
    ({"CHA": 1, "INIT": 3}, None),
    ({"HAB": 2, "INIT": 1, "PV": 2}, None),
    ({"INIT": 4}, "FD-7.10"),  # four replaced
    ({"INIT": 2, "PV": 4}, "FD-7.10"),
    ({"CHA": 1, "RES": 1, "MAG": 1, "PV": 1}, "FD-7.10"),
    ({"CHA": 1, "RES": 1, "MAG": 1, "INIT": -1}, "FD-7.10"),
    ({"CHA": 2, "PV": 4}, None),  # 2, 1, 1 with both +1 replaced
    ({"CHA": 3, "INIT": 2}, "FD-7.9"),
    ({"CHA": 4}, "FD-7.9"),
    ({"CHA": 2, "FOR": 1}, "FD-7.9"),
    ({"CHA": 2, "FOR": 2, "AGI": 1}, "FD-7.9"),
    ({"CHA": 3, "FOR": 2, "AGI": -1}, "FD-7.9"),
    ({}, "FD-7.9"),
]


@pytest.mark.rule("FD-7.9", "FD-7.10")
@pytest.mark.parametrize(("plus", "regle"), MOTIFS)
def test_increases_follow_a_pattern(plus, regle):
    d = change(suggerees=False, augmentations=Augmentations(**plus), points=Repartition())
    trouvees = [p.why.rule for p in CREATION.review(d).problems if p.step == "origine"]
    assert trouvees == ([regle] if regle else [])
    if regle is None:
        f = d.personnage().fiche
        assert f.plus == plus and f.base["PV"] == 17 + plus.get("PV", 0) and f.base["INIT"] == 2 + plus.get("INIT", 0)


@pytest.mark.rule("FD-7.9", "FD-7.10")
@given(
    st.dictionaries(st.sampled_from(("FOR", "MAG", "DEF", "RES", "HAB", "AGI", "CHA")), st.integers(-1, 4)),
    st.integers(-1, 5),
    st.integers(-1, 8),
)
def test_no_increase_beyond_four_points_is_ever_accepted(caracs, init, pv):
    """Whatever is written: what is accepted is worth exactly 4 points, and at most 3 of them in INIT and PV."""
    plus = {**caracs, "INIT": init, "PV": pv}
    if not list(augmentations_fausses({s: n for s, n in plus.items() if n})):
        assert sum(caracs.values()) + init + pv // 2 == 4 and pv % 2 == 0
        assert 0 <= init + pv // 2 <= 3 and all(0 <= n <= 3 for n in caracs.values())


# ---------------------------------------------------------------- class


@pytest.mark.rule("FD-7.11", "FD-7.12")
def test_a_base_class_at_first():
    noms = [r["nom"] for r in LEDGER.rules["FD-7.12"].rows]
    assert [c.nom for c in DE_BASE.values()] == noms
    champ = next(f for f in CREATION.steps[1].fields if f.name == "classe")
    assert [k for k, _ in champ.keys] == [*DE_BASE]
    assert refus(change(classe="lame_franche", secondaires=("Dague",), techniques=(), armes=())) == [
        ("classe", "Lame franche n'est pas une classe de base (FD-7.11)")
    ]
    assert ("classe", "« ninja » n'est pas une classe (FD-7.12)") in refus(change(classe="ninja"))


@pytest.mark.rule("FD-7.17", "FD-7.13", "FD-6.16")
def test_secondary_masteries_are_chosen_among_those_of_the_class():
    trop_peu = "classe", "Myrmidon : maîtrises secondaires à choisir : 1, pas 0 (FD-7.13)"
    assert trop_peu in refus(change(secondaires=()))
    assert regles(change(secondaires=("Hast", "Arc"))) == ["FD-7.13"]
    refusee = "Épée n'est pas une maîtrise secondaire de Myrmidon ; on peut dire : Hast, Angle, Arc, Dague, Art"
    assert any(step == "classe" and said.startswith(refusee) for step, said in refus(change(secondaires=("Épée",))))
    assert regles(change(classe="garde", secondaires=("Dague",), armes=(), techniques=())) == ["FD-7.13"]
    mage = CREATION.finish(change(classe="mage", secondaires=("FOU",), armes=(), techniques=()))
    assert mage.fiche.maitrises == {"FOU": 2} and mage.fiche.maitrise("Épée") == JAMAIS


# ---------------------------------------------------------------- points and growth


@pytest.mark.rule("FD-7.15", "FD-7.18")
def test_points_are_twenty_and_a_d10_or_twenty_five_all_spent():
    assert points_disponibles(LIVRE) == (("Base", 20, "FD-7.18"), ("d10", 4, "FD-7.18"))
    assert points_disponibles(change(tirer_points=False)) == (("Sans lancer", 25, "FD-7.18"),)
    assert refus(change(de_points=5)) == [("caracteristiques", "Il reste 1 point à placer (FD-7.18)")]
    assert refus(change(de_points=3)) == [("caracteristiques", "24 points placés, 23 disponibles (FD-7.18)")]
    assert budget(LIVRE, "Points de caractéristiques") == (24, 24)
    for s in STATS:  # PV and HAB included
        assert s in Repartition.__struct_fields__
    assert not set(AUTRES) & set(Repartition.__struct_fields__)


@pytest.mark.rule("FD-7.18", "FD-7.20", "FD-7.5")
def test_whether_to_roll_is_settled_before_the_dice():
    dit = "Lancer ou non se décide avant : sans lancer, aucun dé ne compte"
    assert ("caracteristiques", f"{dit} (FD-7.18)") in refus(change(tirer_points=False, de_points=4))
    assert ("croissance", f"{dit} (FD-7.20)") in refus(change(tirer_taux=False, de_taux=5))
    for de in (0, 11, -3):
        assert ("caracteristiques", f"Le d10 doit montrer de 1 à 10, pas {de} (FD-7.18)") in refus(change(de_points=de))
        assert ("croissance", f"Le d10 doit montrer de 1 à 10, pas {de} (FD-7.20)") in refus(change(de_taux=de))
    assert ("sociales", "Le d20 doit montrer de 1 à 20, pas 21 (FD-7.5)") in refus(
        change(tirer_sociales=True, des_sociaux=TroisDes(3, 21, 4))
    )


@pytest.mark.rule("FD-7.19")
def test_five_at_most_with_the_increases_of_the_origin_but_without_the_class():
    quatre = replace(LIVRE.points, AGI=4, CHA=2)  # 4 + 2 of the origin; the class's +1 does not count
    assert refus(change(points=quatre)) == [("caracteristiques", "Agilité : 5 au plus avec l'origine, pas 6 (FD-7.19)")]
    assert refus(change(points=replace(LIVRE.points, HAB=5, FOR=5))) == []
    six = replace(LIVRE.points, FOR=6, DEF=3)
    assert refus(change(points=six)) == [("caracteristiques", "Force : 5 au plus avec l'origine, pas 6 (FD-7.19)")]
    moins = replace(LIVRE.points, MAG=-1, CHA=4)
    assert refus(change(points=moins)) == [
        ("caracteristiques", "Magie : des points s'ajoutent, -1 en retire (FD-7.18)")
    ]


@pytest.mark.rule("FD-7.19", "FD-7.10")
def test_the_maximum_counts_pv_of_the_origin_and_leaves_init_and_con_alone():
    pv = change(suggerees=False, augmentations=Augmentations(AGI=2, PV=4))
    assert refus(pv) == [("caracteristiques", "Points de Vie : 5 au plus avec l'origine, pas 7 (FD-7.19)")]
    init = change(suggerees=False, augmentations=Augmentations(CHA=1, INIT=3), con=7)
    f = CREATION.finish(init).fiche
    assert f.base["INIT"] == 2 + 3 and f.base["CON"] == 10


@pytest.mark.rule("FD-7.20")
def test_growth_is_seventy_and_a_d10_or_seventy_five():
    assert taux_disponibles(LIVRE) == (("Base", 70, "FD-7.20"), ("d10", 5, "FD-7.20"))
    assert total(taux_disponibles(change(tirer_taux=False))) == 75
    assert refus(change(tirer_taux=False, de_taux=0)) == []  # 75 as well
    assert refus(change(de_taux=10)) == [("croissance", "Il reste 5 points à placer (FD-7.20)")]
    assert refus(change(de_taux=4)) == [("croissance", "75 points placés, 74 disponibles (FD-7.20)")]


@pytest.mark.rule("FD-7.21")
def test_thirty_percent_at_most_allocated_and_one_at_least_in_all():
    assert CREATION.finish(LIVRE).fiche.taux.get("PV", 0) == 0  # its class gives 20
    haut = replace(LIVRE.taux, HAB=30, FOR=15, DEF=10, AGI=5)
    assert refus(change(taux=haut)) == []  # 55 with the class
    trop = replace(LIVRE.taux, FOR=31, DEF=9)
    assert refus(change(taux=trop)) == [("croissance", "Force : un taux alloué va de 0 à 30 %, pas 31 (FD-7.21)")]
    rien = replace(LIVRE.taux, MAG=0, FOR=30)
    assert refus(change(taux=rien)) == [("croissance", "Magie : un taux de croissance est d'au moins 1 % (FD-7.21)")]


@pytest.mark.rule("FD-7.15", "FD-7.16")
@pytest.mark.parametrize("classe", DE_BASE.values(), ids=str)
def test_the_fixed_method_takes_everything_from_the_class(classe):
    d = change(
        methode="fixe",
        classe=classe.id,
        secondaires=tuple([t for t in classe.secondaires if t not in classe.primaires][: classe.choix]),
        techniques=(),
        armes=(),
        points=Repartition(FOR=99),  # whatever was written before does not count
        suggerees=False,
        augmentations=Augmentations(FOR=7),
    )
    assert refus(d) == []
    f = CREATION.finish(d).fiche
    assert f.points == classe.fixe and f.taux == classe.fixe_croissance and f.plus == {} and f.fixe
    for s in STATS:
        assert f.base[s] == classe.fixe.get(s, 0) + classe.bonus.get(s, 0)
    assert f.base["CON"] == 5 + classe.bonus["CON"] and f.base["MOV"] == 5 + classe.bonus["MOV"]
    assert regles(change(methode="libre")) == ["FD-7.15"]


# ---------------------------------------------------------------- social characteristics


@pytest.mark.rule("FD-7.5")
def test_thirty_social_points_or_twenty_and_the_best_of_three():
    assert sociaux_disponibles(LIVRE) == (("Sans lancer", 30, "FD-7.5"),)
    tire = change(tirer_sociales=True, des_sociaux=TroisDes(3, 17, 8))
    assert sociaux_disponibles(tire) == (("Base", 20, "FD-7.5"), ("Le meilleur de 3d20", 17, "FD-7.5"))
    assert refus(tire) == [("sociales", "Il reste 7 points à placer (FD-7.5)")]
    assert refus(replace(tire, sociales=replace(LIVRE.sociales, THE=9))) == []
    assert refus(change(sociales=replace(LIVRE.sociales, THE=3))) == [
        ("sociales", "31 points placés, 30 disponibles (FD-7.5)")
    ]
    assert len(Sociales.__struct_fields__) == 7 and Sociales.__struct_fields__ == SOCIALES


@pytest.mark.rule("FD-7.6", "FD-5.20")
def test_ten_at_most_in_one_and_the_affinity_on_top():
    dix = Sociales(INS=10, PRA=10, THE=10)
    assert refus(change(sociales=dix)) == []
    assert CREATION.finish(change(sociales=dix)).fiche.sociales == {"THE": 10, "PRA": 10, "INS": 12, "INV": 1}
    onze = Sociales(INS=11, PRA=9, THE=10)
    assert refus(change(sociales=onze)) == [("sociales", "Instinct : de 0 à 10 à la création, pas 11 (FD-7.6)")]
    assert regles(change(sociales=Sociales(INS=10, PRA=10, THE=10, APL=1, ELO=-1))) == ["FD-7.6"]


@pytest.mark.rule("FD-5.20")
@pytest.mark.parametrize("ligne", LEDGER.rules["FD-5.20"].rows, ids=lambda r: r["affinite"])
def test_each_affinity_by_choice_or_by_the_d12(ligne):
    attendus = {s: n for s in SOCIALES if (n := ligne[s])}
    assert AFFINITES[ligne["affinite"]].points == attendus and sum(attendus.values()) == 3
    assert AFFINITE_DU_DE[ligne["d12"]] == ligne["affinite"]
    choisie = change(affinite=ligne["affinite"])
    tiree = change(affinite="", tirer_affinite=True, de_affinite=ligne["d12"])
    for d in (choisie, tiree):
        assert refus(d) == []
        f = CREATION.finish(d).fiche
        assert f.affinite == ligne["affinite"]
        assert all(f.sociales[s] == getattr(LIVRE.sociales, s) + attendus.get(s, 0) for s in SOCIALES)


@pytest.mark.rule("FD-5.20")
def test_an_affinity_is_needed_and_only_one_way():
    assert refus(change(affinite="")) == [("sociales", "Il manque une affinité (FD-5.20)")]
    assert refus(change(affinite="Brume")) == [("sociales", "« Brume » n'est pas une affinité (FD-5.20)")]
    assert ("sociales", "Le d12 doit montrer de 1 à 12, pas 13 (FD-5.20)") in refus(
        change(affinite="", tirer_affinite=True, de_affinite=13)
    )
    assert refus(change(tirer_affinite=True, de_affinite=3)) == [
        ("sociales", "L'affinité est tirée au d12 ou choisie, pas les deux (FD-5.20)")
    ]


# ---------------------------------------------------------------- context, languages, description


@pytest.mark.rule("FD-7.3")
def test_the_contexts_of_the_book_or_another():
    assert list(MATIERE.contextes) == [r["nom"] for r in LEDGER.rules["FD-7.3"].rows]
    assert refus(change(contexte="Apiculteur repenti")) == []  # the list is not exhaustive
    assert refus(change(contexte=" ")) == [("contexte", "Il manque un contexte (FD-7.3)")]
    assert regles(change(contexte="x" * 41)) == ["FD-7.3"]


@pytest.mark.rule("FD-7.4", "FD-5.19", "FD-6.19")
def test_what_a_context_adds_is_agreed_with_the_mj():
    d = change(langues=("Nain",), maitrises=("Arc",), armes=("arc_de_branche",))
    assert refus(d) == [("contexte", "Ce que le contexte ajoute demande l'accord du MJ (FD-7.4)")]
    f = CREATION.finish(replace(d, accord_mj=True)).fiche
    assert f.langues == ("Commun", "Elfique", "Nain")
    assert f.maitrises == {"Épée": 2, "Hast": 1, "Arc": 0}  # without bonus and without malus
    assert regles(change(accord_mj=True, langues=("Klaxon",))) == ["FD-5.19"]
    assert regles(change(accord_mj=True, maitrises=("Lance-pierre",))) == ["FD-7.4"]
    # a type the class masters already keeps its level
    assert CREATION.finish(change(accord_mj=True, maitrises=("Épée",))).fiche.maitrises["Épée"] == 2


@pytest.mark.rule("FD-5.19")
def test_the_languages_of_the_table_and_of_the_origins():
    lignes = {r["langue"]: r for r in LEDGER.rules["FD-5.19"].rows}
    assert list(LANGUES) == list(lignes)
    for o in ORIGINES.values():
        assert CREATION.review(change(origine=o.id)).preview is not None
        assert change(origine=o.id).personnage().fiche.langues == o.langues
    champ = next(f for f in CREATION.steps[5].fields if f.name == "langues")
    assert {k for k, _ in CREATION.asked(LIVRE, champ).keys} == set(LANGUES) - {"Commun", "Elfique"}


@pytest.mark.rule("FD-7.2")
def test_a_portrait_and_key_words_are_required_the_rest_is_free():
    for champ, nom in PORTRAIT.items():
        assert refus(change(**{champ: " "})) == [("description", f"À décrire : {nom} (FD-7.2)")]
    assert refus(change(genre="Femme", orientation="Ne se dit pas")) == []
    for champ in LIBRE:
        assert regles(change(**{champ: "x" * 201})) == ["FD-7.2"]
    assert refus(change(mots=("Froid", " "))) == [("description", "De 2 à 8 mots-clés, pas 1 (FD-7.2)")]
    assert refus(change(mots=("Froid", "Froid", "x" * 41))) == [
        ("description", "Un mot-clé a 40 caractères au plus (FD-7.2)")
    ]
    assert refus(change(nom="")) == [("description", "Il manque un nom (FD-7.2)")]
    assert refus(change(nom="x" * 41)) == [("description", "Un nom a 40 caractères au plus, pas 41 (FD-7.2)")]


def test_the_worked_character_as_a_file_is_what_the_draft_gives():
    gardee = json.loads((SCENARIOS / "aubelin.json").read_text("utf-8"))
    assert gardee == {"game": "fragments", "character": json.loads(msgspec.json.encode(CREATION.finish(LIVRE)))}


# ---------------------------------------------------------------- the guided way

LIGNES = {
    "origine": "Elfe Lumineux",
    "con": "5",
    "classe": "Myrmidon",
    "secondaires": "Hast",
    "tirer_points": "o",
    "de_points": "4",
    "points": "PV=3 FOR=5 DEF=4 RES=1 HAB=5 AGI=3 CHA=3",
    "tirer_taux": "o",
    "de_taux": "5",
    "taux": "0 25 5 15 5 5 15 5",
    "sociales": "2 6 8 5 3 2 4",
    "affinite": "Obscur",
    "contexte": "Voyageur",
    "personnelle": "Curée 9",
    "techniques": "Sur le fil 8, Curée 9, Botte apprise 5",
    "armes": "Épée courte 250, Lance de levée 290",
    "boucliers": "Rondache 200",
    "objets": "Fiole vermeille 80, Ration 5",
    "nom": "Aubelin",
    "age": "92 ans",
    "taille": "1,78 m",
    "poids": "58 kg",
    "yeux": "Verts",
    "peau": "Claire",
    "cheveux": "Argent",
    "mots": "Froid, Tendre",
}


@pytest.mark.rule("FD-7.1", "FD-7.17")
def test_guided_from_the_first_question_to_the_last(capsys):
    """Somebody who answers the steps in turn makes the worked character of the book."""
    champs = [f.name for s in CREATION.steps for f in s.fields]
    siennes = [f.name for f in FIELDS[1:]]  # of a class of one's own, which nobody writes here
    tues = ("tomes", "augmentations", "des_sociaux", "de_affinite", *siennes)  # no tome for a Myrmidon
    lignes = iter(["", *(LIGNES.get(c, "") for c in champs if c not in tues), "f"])
    fait = Guide(game("fragments"), lambda _: next(lignes, None)).run()
    assert fait == LIVRE and next(lignes, None) is None
    affiche = capsys.readouterr().out
    assert "Points de caractéristiques" in affiche and "Rien à remplir ici." in affiche


@pytest.mark.rule("FD-7.16", "FD-7.5")
def test_what_needs_no_answer_says_so():
    champs = {f.name: f for s in CREATION.steps for f in s.fields}

    def inutiles(d):
        tus = {n for n, f in champs.items() if CREATION.asked(d, f).help == "Rien à remplir ici."}
        return tus - {f.name for f in FIELDS}

    assert inutiles(LIVRE) == {"augmentations", "des_sociaux", "de_affinite"}
    fixe = inutiles(change(methode="fixe"))
    assert {"points", "taux", "tirer_points", "tirer_taux", "augmentations"} <= fixe and "con" not in fixe
    assert "affinite" in inutiles(change(tirer_affinite=True, affinite=""))


# ---------------------------------------------------------------- techniques


@pytest.mark.rule("FD-3.55")
def test_techniques_within_the_pt_of_a_base_class():
    assert budget(LIVRE, "Points de technique") == (8 + 9 + 5, 25)
    juste = change(personnelle="debout", techniques=("debout", "botte_apprise", "pied_leger"))
    assert sum(TECHNIQUES[t].pt for t in juste.techniques) == 25 and refus(juste) == []
    trop = change(techniques=("sur_le_fil", "curee", "botte_apprise", "pied_leger"))
    assert refus(trop) == [("techniques", "27 PT équipés, 25 au plus (FD-3.55)")]


@pytest.mark.rule("FD-3.57", "FD-3.58")
def test_level_one_techniques_and_the_personal_one():
    assert refus(change(techniques=("entree_en_matiere",))) == [
        ("techniques", "Entrée en matière n'est pas encore débloquée (FD-3.57)")
    ]  # level 4 of the same tree
    assert regles(change(techniques=("bras_noueux",))) == ["FD-3.57"]  # another class's
    perso = change(personnelle="enchainement", techniques=("enchainement",))
    assert refus(perso) == [] and budget(perso, "Points de technique") == (22, 25)  # it costs PT like any other
    assert refus(change(personnelle="coup_de_colosse", techniques=())) == [
        ("techniques", "Coup de colosse est la technique spéciale d'une classe (FD-3.58)")
    ]
    assert regles(change(personnelle="voler", techniques=())) == ["FD-9.4"]
    assert refus(change(personnelle="", techniques=("sur_le_fil",))) == []  # may have one
    champ = next(f for f in CREATION.steps[6].fields if f.name == "techniques")
    assert [k for k, _ in CREATION.asked(LIVRE, champ).keys] == ["sur_le_fil", "botte_apprise", "pied_leger", "curee"]


# ---------------------------------------------------------------- equipment


@pytest.mark.rule("FD-6.1", "FD-6.2")
def test_a_thousand_ecus_unless_the_mj_says_otherwise():
    assert budget(LIVRE, "Écus") == (825, 1000)
    cher = change(armes=("rapiere", "epee_courte"), boucliers=(), objets=())
    assert cher.personnage().equipement.ecus == 0
    assert refus(replace(cher, objets=("ration",))) == [
        ("equipement", "Pas assez d'argent : 1005 E requis, 1000 disponibles (FD-6.1)")
    ]
    riche = replace(cher, objets=("ration",), bourse=2000)
    assert refus(riche) == [] and CREATION.finish(riche).equipement.ecus == 995
    assert regles(change(bourse=-1)) == ["FD-6.1"]
    assert ("equipement", "« katana » n'est pas au catalogue (FD-6.1)") in refus(change(armes=("katana",)))
    assert regles(change(armes=("rondache",))) == ["FD-6.1"]  # not a weapon


@pytest.mark.rule("FD-6.1", "FD-6.18")
def test_only_what_the_class_masters_is_bought():
    assert refus(change(armes=("arc_de_branche",))) == [
        ("equipement", "Arc de branche : Arc n'est pas maîtrisé (FD-6.1)")
    ]
    assert refus(change(tomes=("boule_de_feu",), armes=())) == [
        ("equipement", "Boule de Feu : Feu n'est pas maîtrisé (FD-6.1)")
    ]
    champ = next(f for f in CREATION.steps[7].fields if f.name == "armes")
    offerts = {k for k, _ in CREATION.asked(LIVRE, champ).keys}
    assert "epee_courte" in offerts and "lance_de_levee" in offerts and "arc_de_branche" not in offerts


@pytest.mark.rule("FD-6.4", "FD-6.5")
def test_five_slots_and_five_more_with_a_backpack():
    plein = change(armes=("epee_courte",), boucliers=(), objets=("ration",) * 4)
    assert refus(plein) == [] and budget(plein, "Emplacements") == (5, 5)
    ids = [c.id for c in plein.personnage().equipement.actif]
    assert ids == ["epee_courte", "ration", "ration_2", "ration_3", "ration_4"]
    sixieme = replace(plein, objets=("ration",) * 5)
    assert refus(sixieme) == [("equipement", "6 objets à porter, 5 emplacements (FD-6.4)")]
    sac = replace(plein, objets=("sac_a_dos", *("ration",) * 9))
    assert refus(sac) == [] and budget(sac, "Emplacements") == (10, 10)
    e = sac.personnage().equipement
    assert e.sac_a_dos and len(e.actif) == len(e.sac) == 5
    assert regles(replace(sac, objets=("sac_a_dos", *("ration",) * 10))) == ["FD-6.5"]
    assert regles(replace(plein, objets=("sac_a_dos", "sac_a_dos"))) == ["FD-6.1"]


@pytest.mark.rule("FD-6.1", "FD-3.18")
def test_what_is_worn_takes_no_slot_and_spells_are_bound_to_a_catalyst():
    clerc = change(
        classe="clerc",
        secondaires=("RAD",),
        techniques=(),
        armes=(),
        boucliers=(),
        tomes=("soin", "illumine"),
        objets=("talisman", "catalyseur"),
    )
    assert refus(clerc) == []
    e = CREATION.finish(clerc).equipement
    assert e.talisman and [s.id for s in e.sorts] == ["soin", "illumine"] and e.lies == ("soin", "illumine")
    assert [c.id for c in e.actif] == ["catalyseur"]
    assert CREATION.finish(replace(clerc, objets=())).equipement.lies == ()
    deux = change(bourse=100_000, objets=("pierre_de_resurrection", "pierre_de_resurrection"))
    assert refus(deux) == [("equipement", "On ne porte qu'une pierre de résurrection (FD-3.18)")]


# ---------------------------------------------------------------- exceptions


@pytest.mark.rule("FD-7.19", "FD-7.11")
def test_a_deliberate_exception_excuses_one_problem():
    six = change(points=replace(LIVRE.points, FOR=6, DEF=3))
    with pytest.raises(Unfinished) as refuse:
        CREATION.finish(six)
    assert [p.why.rule for p in refuse.value.problems] == ["FD-7.19"]
    permis = replace(six, waivers=(Waiver("FD-7.19", "Fils de forgeron", "Force"),))
    assert CREATION.finish(permis).fiche.base["FOR"] == 8
    ailleurs = replace(six, waivers=(Waiver("FD-7.19", "Fils de forgeron", "Magie"),))
    assert regles(ailleurs) == ["FD-7.19"]
    avancee = change(classe="lame_franche", secondaires=("Dague",), techniques=(), armes=("epee_courte",))
    permis = replace(avancee, waivers=(Waiver("FD-7.11", "Vétéran"),))
    assert CREATION.finish(permis).fiche.maitrises == {"Épée": 4, "Dague": 2}


# ---------------------------------------------------------------- whatever is written


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9))
def test_a_random_draft_always_holds_and_its_seed_decides(seed):
    d = au_hasard(seed)
    assert refus(d) == [] and au_hasard(seed) == d
    u = CREATION.finish(d)
    assert all(b.left >= 0 for b in CREATION.review(d).budgets)
    assert u.pv == u.pv_max >= 15 and all(u.fiche.croissance(s) >= 1 for s in STATS)
    assert juger(Scene({u.id: u}), "scene")
    assert reunir([msgspec.to_builtins(u)]).people[u.id] == u
    assert msgspec.json.decode(msgspec.json.encode(d), type=Brouillon) == d


def test_random_characters_are_of_every_kind():
    tous = [au_hasard(seed) for seed in range(300)]
    assert {d.classe for d in tous} == set(DE_BASE) and {d.origine for d in tous} == set(ORIGINES)
    assert {d.methode for d in tous} == {"fixe", "personnalisee"}
    assert (
        {d.suggerees for d in tous}
        == {d.tirer_points for d in tous}
        == {d.tirer_sociales for d in tous}
        == {False, True}
    )
    assert any(d.maitrises for d in tous) and any(d.langues for d in tous)
    assert set(MATIERE.gabarits) == set(ORIGINES)


PETITS = st.integers(-3, 40)
MOTS = st.sampled_from(("", "x", "elfe", "fixe", "myrmidon", "Épée", "Arc", "epee_courte", "soin", "sac_a_dos", "Nain"))
DRAFTS = st.builds(
    Brouillon,
    nom=MOTS,
    niveau=st.integers(-5, 99),
    origine=st.sampled_from((*ORIGINES, "x")),
    suggerees=st.booleans(),
    augmentations=st.builds(Augmentations, **dict.fromkeys(Augmentations.__struct_fields__, PETITS)),
    con=st.none() | PETITS,
    classe=st.sampled_from((*CLASSES, "x")),
    secondaires=st.lists(st.sampled_from((*TYPES_ARMES, "x")), max_size=4).map(tuple),
    methode=MOTS,
    tirer_points=st.booleans(),
    de_points=PETITS,
    points=st.builds(Repartition, **dict.fromkeys(STATS, PETITS)),
    tirer_taux=st.booleans(),
    de_taux=PETITS,
    taux=st.builds(Repartition, **dict.fromkeys(STATS, PETITS)),
    tirer_sociales=st.booleans(),
    des_sociaux=st.builds(TroisDes, PETITS, PETITS, PETITS),
    sociales=st.builds(Sociales, **dict.fromkeys(SOCIALES, PETITS)),
    tirer_affinite=st.booleans(),
    de_affinite=PETITS,
    affinite=MOTS,
    langues=st.lists(MOTS, max_size=3).map(tuple),
    maitrises=st.lists(MOTS, max_size=3).map(tuple),
    personnelle=st.sampled_from((*TECHNIQUES, "x", "")),
    techniques=st.lists(st.sampled_from((*TECHNIQUES, "x")), max_size=6).map(tuple),
    bourse=st.none() | st.integers(-10, 10**7),
    armes=st.lists(MOTS, max_size=12).map(tuple),
    tomes=st.lists(MOTS, max_size=3).map(tuple),
    objets=st.lists(MOTS, max_size=12).map(tuple),
    mots=st.lists(MOTS, max_size=12).map(tuple),
)


@settings(max_examples=150, deadline=None)
@given(DRAFTS)
def test_any_draft_can_be_reviewed_and_what_is_finished_holds(d):
    revue = CREATION.review(d)
    assert revue.preview is not None and all(p.why.rule in LEDGER.rules for p in revue.problems)
    assert {p.step for p in revue.problems} <= {s.id for s in CREATION.steps}
    for etape in CREATION.steps:
        for champ in etape.fields:
            assert CREATION.asked(d, champ).name == champ.name
    u = d.personnage()
    assert isinstance(u, Unite) and msgspec.convert(msgspec.to_builtins(u), Unite) == u
    assert len(u.equipement.actif) <= 5 and len(u.equipement.sac) <= 5 and u.equipement.ecus >= 0


def test_everything_asked_for_has_its_english():
    en = words_of(PACKAGE).en
    for etape in CREATION.steps:
        assert etape.title in en
        for champ in etape.fields:
            assert champ.label in en and (not champ.help or champ.help in en)
    assert all(b.label in en for b in CREATION.review(LIVRE).budgets)
