"""Chapters 1, 2, 4: drafts that hold or say why they do not, characters made at random, the guided way."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.cli.create import new
from tablee.cli.guide import Guide
from tablee.games.yin_yang.desk.creation import CREATION
from tablee.games.yin_yang.desk.draft import (
    ECHELLES,
    EXPERIENCES,
    MATIERE,
    QUESTIONS,
    Brouillon,
    Rangs,
    attributs,
    plafond,
    pp_disponibles,
    prix_total,
)
from tablee.games.yin_yang.desk.judge import judge
from tablee.games.yin_yang.desk.read import gather
from tablee.games.yin_yang.model.catalogue import ARMES, ARMURES, BOUCLIERS, COMPETENCES, MATERIEL
from tablee.games.yin_yang.model.people import Personnage
from tablee.games.yin_yang.model.tables import ATTRIBUTS, COUT_DES_RANGS, TRAITS
from tablee.kernel.draft import Unfinished, Waiver
from tablee.kernel.tally import total
from typed import printed

from .atelier import JEU

BON = Brouillon(
    nom="Aki des Bambous",
    motivation="Voir la mer",
    traits=Rangs(6, 6, 4, 4),
    transfert_air="reflexes",
    competences={"arcs": 3, "discretion": 2, "langues": 1, "controle_du_qi": 1, "sens_du_qi": 2},
    langues=("Parler des Provinces", "Langue des Îles"),
    armes=("arc_court",),
    armures=("veste_matelassee",),
    bouclier="bocle",
    materiel=("corde", "ration", "ration"),
)
VETERAN = replace(BON, experience="experimente", competences={"arcs": 7, "sens_du_qi": 4, "controle_du_qi": 4})


def refus(draft):
    return [(p.step, str(p.why)) for p in CREATION.review(draft).open_problems]


def budget(draft, label):
    return next(b for b in CREATION.review(draft).budgets if b.label == label)


# ---------------------------------------------------------------- a draft that holds


@pytest.mark.rule("YY-2.3", "YY-4.6")
def test_a_draft_that_holds_makes_the_character_it_says():
    assert refus(BON) == []
    p = CREATION.finish(BON)
    f = p.fiche
    assert (p.id, f.nom, f.joueur) == ("aki_des_bambous", "Aki des Bambous", True)
    assert [getattr(f, a) for a in ATTRIBUTS] == [7, 5, 6, 6, 4, 4, 4, 4]
    assert f.competences == BON.competences and f.langues == BON.langues
    assert f.pp == 40 - (6 + 3 + 1 + 1 + 3)  # what is left is kept
    assert p.vide == f.rangs["vide"] == 8 - (7 - 4)  # the pool starts full
    e = p.equipement
    assert ([a.id for a in e.armes], e.bouclier.id, len(e.materiel)) == (["arc_court"], "bocle", 3)
    assert e.sous == 150 - (40 + 8 + 8 + 5 + 1 + 1)


@pytest.mark.rule("YY-1.1")
def test_thirteen_questions_free_and_without_effect():
    etape = CREATION.steps[0]
    assert [f.name for f in etape.fields] == [*QUESTIONS] and len(QUESTIONS) == 13
    assert all(f.kind == "text" and f.help.endswith("?") for f in etape.fields)
    tout = replace(BON, **dict.fromkeys(QUESTIONS, " Oui. "))
    p, muet = CREATION.finish(tout), CREATION.finish(replace(BON, motivation=""))
    assert p.fiche.histoire == dict.fromkeys(QUESTIONS, "Oui.") and muet.fiche.histoire == {}
    assert replace(p.fiche, histoire={}) == muet.fiche
    assert CREATION.finish(BON).fiche.histoire == {"motivation": "Voir la mer"}
    assert refus(replace(BON, manies="x" * 301)) == [
        ("conception", "Manies : 300 caractères au plus, pas 301 (YY-1.1)")
    ]


@pytest.mark.rule("YY-1.1", "YY-2.7", "YY-2.8", "YY-4.7", "YY-4.8")
def test_scale_and_experience_are_independent():
    for echelle, points in (("classique", 62), ("epique", 98)):
        for experience, pp in (("debutant", 40), ("experimente", 70)):
            d = Brouillon(nom="A", echelle=echelle, experience=experience, traits=Rangs(6, 6, 4, 4))
            assert budget(d, "Points de trait").most == points
            assert budget(d, "Points de personnage").most == pp + 5 * (points - 62)


# ---------------------------------------------------------------- traits


@pytest.mark.rule("YY-2.9")
def test_the_prices_of_table_1_are_whole_prices():
    lignes = {x["rang"]: x["cout"] for x in JEU.ledger.rules["YY-2.9"].rows}
    assert lignes == COUT_DES_RANGS and {n: prix_total(n) for n in lignes} == lignes
    assert sum(map(prix_total, (7, 7, 6, 6))) == 98 and sum(map(prix_total, (6, 6, 4, 4))) == 62
    for rang in (0, 8, -1):
        assert (
            "traits",
            f"Air : de 1 à 7, pas {rang} (YY-2.9)",
        ) in refus(Brouillon(nom="A", traits=Rangs(rang, 1, 1, 1)))


@pytest.mark.rule("YY-2.7")
def test_a_classique_character_has_sixty_two_trait_points():
    assert refus(Brouillon(nom="A", traits=Rangs(6, 6, 4, 4))) == []
    assert refus(Brouillon(nom="A", traits=Rangs(7, 7, 3, 1))) == [
        ("traits", "63 points de trait dépensés, 62 disponibles (YY-2.7)")
    ]


@pytest.mark.rule("YY-2.8")
def test_an_epique_character_has_ninety_eight():
    assert refus(Brouillon(nom="A", echelle="epique", traits=Rangs(7, 7, 6, 6))) == []
    assert refus(Brouillon(nom="A", echelle="epique", traits=Rangs(7, 7, 7, 5))) == [
        ("traits", "99 points de trait dépensés, 98 disponibles (YY-2.8)")
    ]


@pytest.mark.rule("YY-2.13")
def test_each_trait_point_left_gives_five_pp():
    d = Brouillon(nom="A", traits=Rangs(5, 5, 5, 5))
    assert pp_disponibles(d) == (("Débutant", 40, "YY-4.7"), ("Points de trait restants", 10, "YY-2.13"))
    assert CREATION.finish(d).fiche.pp == 50
    assert total(pp_disponibles(replace(d, traits=Rangs(1, 1, 1, 1)))) == 40 + 5 * 58
    assert total(pp_disponibles(replace(d, traits=Rangs(7, 7, 7, 7)))) == 40  # overspent: nothing is taken


# ---------------------------------------------------------------- attributes


@pytest.mark.rule("YY-2.10", "YY-2.5")
@pytest.mark.parametrize(("vers", "deux"), [("", (4, 4)), ("reflexes", (5, 3)), ("intuition", (3, 5))])
def test_both_attributes_start_at_the_rank_and_one_point_may_move(vers, deux):
    f = CREATION.finish(Brouillon(nom="A", traits=Rangs(air=4), transfert_air=vers)).fiche
    assert (f.reflexes, f.intuition, f.rangs["air"]) == (*deux, 4)


@pytest.mark.rule("YY-2.10", "YY-2.2")
def test_a_point_moves_within_its_trait_and_leaves_nothing_at_zero():
    assert refus(replace(BON, transfert_air="force")) == [
        ("attributs", "« Eau/Force » n'est pas un attribut d'Air (YY-2.10)")
    ]
    assert attributs(replace(BON, transfert_air="force"))["force"] == 4
    assert refus(replace(BON, traits=Rangs(1, 6, 4, 4), competences={}, langues=("x",))) == [
        ("attributs", "Air : ce transfert laisserait un attribut à 0 (YY-2.10)")
    ]
    tous = replace(
        BON,
        transfert_terre="volonte",
        transfert_eau="force",
        transfert_feu="intelligence",
        competences={},
        langues=("x",),
    )
    assert refus(tous) == []  # one in each trait, four in all
    assert [attributs(tous)[a] for a in ATTRIBUTS] == [7, 5, 5, 7, 5, 3, 3, 5]


@pytest.mark.rule("YY-2.12")
def test_above_seven_the_mj_must_agree():
    d = Brouillon(nom="A", traits=Rangs(7, 5, 4, 3), transfert_air="reflexes")
    assert refus(d) == [("attributs", "Air/Réflexes à 8 : au-delà de 7 il faut l'accord du MJ (YY-2.12)")]
    f = CREATION.finish(replace(d, accord_mj=True)).fiche
    assert (f.reflexes, f.intuition, f.accord_mj) == (8, 6, True)
    assert refus(replace(d, transfert_air="")) == []


@pytest.mark.rule("YY-2.11", "YY-2.6")
def test_vide_is_worked_out_again_at_every_change():
    d = Brouillon(nom="A", traits=Rangs(5, 5, 5, 5))

    def vide(draft):
        return CREATION.review(draft).preview.line("Points de vide").most

    assert [vide(d), vide(replace(d, transfert_eau="force")), vide(replace(d, traits=Rangs(5, 5, 5, 2)))] == [8, 6, 5]
    champ = next(f for s in CREATION.steps for f in s.fields if f.name == "transfert_feu")
    assert CREATION.asked(replace(d, transfert_eau="force"), champ).help.endswith("Rang de Vide à présent : 6")


# ---------------------------------------------------------------- skills


@pytest.mark.rule("YY-4.7")
def test_a_debutant_has_forty_pp_and_half_the_rank_of_the_weakest_parent():
    huit = Brouillon(nom="A", traits=Rangs(5, 5, 5, 5), langues=("x",))
    ouvert = replace(huit, competences={"sens_du_qi": 4, "controle_du_qi": 2, "rune_d_air": 1})
    assert refus(ouvert) == []
    f = CREATION.finish(ouvert).fiche
    assert [plafond(ouvert, f, c) for c in ("sens_du_qi", "controle_du_qi", "rune_d_air")] == [4, 2, 1]
    assert plafond(ouvert, f, "rune_d_energie_positive") == 0
    assert refus(replace(huit, competences={"epees": 3})) == [
        ("competences", "Epées : 2 au plus (Feu/Agilité : 5), pas 3 (YY-4.7)")  # 5 halved, rounded down
    ]
    assert refus(replace(huit, competences={"sens_du_qi": 2, "controle_du_qi": 2})) == [
        ("competences", "Contrôle du Qì : 1 au plus (Sens du Qì : 2), pas 2 (YY-4.7)")  # by the skill it hangs from
    ]
    mixte = replace(huit, transfert_air="intuition", transfert_feu="agilite", competences={"armes_mixtes": 3})
    assert refus(mixte) == [("competences", "Armes mixtes : 2 au plus (Air/Réflexes : 4), pas 3 (YY-4.7)")]


@pytest.mark.rule("YY-4.8")
def test_an_experimente_has_seventy_pp_and_the_whole_rank():
    assert refus(replace(VETERAN, langues=("x",))) == []
    haut = replace(VETERAN, competences={"sens_du_qi": 6}, langues=("x",))
    assert refus(haut) == [("competences", "Sens du Qì : 5 au plus (Vide : 5), pas 6 (YY-4.8)")]


@pytest.mark.rule("YY-4.6", "YY-4.7", "YY-4.8")
def test_skills_are_bought_at_whole_prices_and_the_rest_is_kept():
    d = Brouillon(nom="A", experience="experimente", traits=Rangs(6, 6, 4, 4), competences={"arcs": 6, "boucliers": 6})
    assert budget(d, "Points de personnage").spent == 42
    assert CREATION.finish(d).fiche.pp == 28
    trop = replace(
        d, competences={"arcs": 6, "boucliers": 6, "armes_de_jet": 6, "comedie": 3, "discretion": 1, "lutte": 1}
    )
    assert refus(trop) == [("competences", "71 PP dépensés, 70 disponibles (YY-4.8)")]
    assert refus(replace(d, competences={"arcs": 8})) == [("competences", "Arcs : de 0 à 7, pas 8 (YY-4.6)")]
    assert refus(replace(d, competences={"arcs": -1})) == [("competences", "Arcs : de 0 à 7, pas -1 (YY-4.6)")]
    assert refus(replace(d, competences={"danse": 1})) == [
        ("competences", "« danse » n'est pas une compétence (YY-4.9)")
    ]
    seize = {c: 2 for c in COMPETENCES if c.startswith(("artisanat", "connaissances"))}
    assert refus(Brouillon(nom="A", traits=Rangs(6, 6, 4, 4), competences=seize)) == [
        ("competences", "66 PP dépensés, 40 disponibles (YY-4.7)")  # each specialisation is a skill of its own
    ]


# ---------------------------------------------------------------- the rest


@pytest.mark.parametrize(
    ("change", "attendu"),
    [
        ({"nom": " "}, ("nom", "Il manque un nom (YY-1.1)")),
        ({"nom": "x" * 41}, ("nom", "Un nom a 40 caractères au plus, pas 41 (YY-1.1)")),
        ({"echelle": "divine"}, ("cadre", "« divine » n'est pas une échelle (YY-1.1)")),
        ({"experience": "novice"}, ("cadre", "« novice » n'est pas une expérience (YY-1.1)")),
        ({"langues": ("a", "b", "c")}, ("langues", "2 langues au plus à ce rang de Langues (YY-16.6)")),
        ({"langues": (" ",)}, ("langues", "Il manque une langue maternelle (YY-16.6)")),
        ({"langues": ("x" * 41,)}, ("langues", "Le nom d'une langue a de 1 à 40 caractères (YY-16.6)")),
        ({"armes": ("mains_nues",)}, ("equipement", "« mains_nues » n'est pas au catalogue (YY-12.3)")),
        ({"armures": ("corde",)}, ("equipement", "« corde » n'est pas au catalogue (YY-12.4)")),
        ({"bouclier": "porte"}, ("equipement", "« porte » n'est pas au catalogue (YY-12.5)")),
        ({"materiel": ("lune",)}, ("equipement", "« lune » n'est pas au catalogue (YY-12.2)")),
        (
            {"armures": ("veste_matelassee", "plastron_de_cuir")},
            ("equipement", "Une seule pièce d'armure par membre : Veste matelassée (YY-12.4)"),
        ),
        (
            {"armes": ("arc_de_guerre",)},
            ("equipement", "Pas assez d'argent : 183 sous requis, 150 disponibles (YY-12.2)"),
        ),
        ({"bourse": -1}, ("equipement", "Une bourse va de 0 à 100000 sous, pas -1 (YY-12.2)")),
    ],
)
@pytest.mark.rule("YY-12.2", "YY-12.3", "YY-12.4", "YY-12.5", "YY-16.6")
def test_what_does_not_hold_is_said_with_its_step_and_rule(change, attendu):
    assert refus(replace(BON, **change)) == [attendu]


@pytest.mark.rule("YY-12.2")
def test_the_purse_depends_on_experience_and_the_mj_may_set_another():
    assert budget(BON, "Sous").most == 150 and budget(VETERAN, "Sous").most == 300
    riche = replace(BON, bourse=1000, armes=("arc_de_guerre",))
    assert refus(riche) == [] and CREATION.finish(riche).equipement.sous == 1000 - 183


@pytest.mark.rule("YY-3.4")
def test_a_load_nobody_could_lift_is_refused():
    lourd = Brouillon(nom="A", traits=Rangs(eau=1), bourse=10_000, materiel=("selle",) * 5)
    assert refus(lourd) == [("equipement", "Trop lourd : 45000 g, au plus 36000 g avec Résistance 1 (YY-3.4)")]
    assert refus(replace(lourd, materiel=("selle",) * 4)) == []


def test_a_deliberate_exception_is_written_down():
    fort = Brouillon(nom="A", traits=Rangs(7, 6, 4, 4))
    with pytest.raises(Unfinished):
        CREATION.finish(fort)
    assert CREATION.finish(replace(fort, waivers=(Waiver("YY-2.7", "né sous une comète"),))).fiche.reflexes == 7


# ---------------------------------------------------------------- the steps


def test_every_field_of_the_draft_is_asked_for_and_every_rule_is_in_the_ledger():
    champs = [f.name for s in CREATION.steps for f in s.fields]
    assert set(champs) == {f.name for f in msgspec.structs.fields(Brouillon)} - {"waivers", "options", "own"}
    assert len(set(champs)) == len(champs)
    assert {r for s in CREATION.steps for r in s.rules} <= set(JEU.ledger.rules)


def test_only_what_is_open_is_offered():
    champs = {f.name: f for s in CREATION.steps for f in s.fields}

    def offert(draft, nom):
        return [id for id, _ in CREATION.asked(draft, champs[nom]).keys]

    assert offert(BON, "transfert_air") == ["", "reflexes", "intuition"]
    assert offert(replace(BON, traits=Rangs(air=1), transfert_air=""), "transfert_air") == [""]
    sept = replace(BON, traits=Rangs(air=7))
    assert offert(sept, "transfert_air") == ["", "reflexes"]  # what was chosen stays in sight
    assert offert(replace(sept, transfert_air=""), "transfert_air") == [""]
    assert offert(replace(sept, accord_mj=True), "transfert_air") == ["", "reflexes", "intuition"]
    vierge = Brouillon()  # Vide 8
    assert "rune_d_air" in offert(vierge, "competences") and "rune_d_energie_positive" not in offert(
        vierge, "competences"
    )
    assert CREATION.asked(vierge, champs["competences"]).high == 4
    asked = CREATION.asked(vierge, champs["competences"])
    assert asked.notes["controle_du_qi"] == "Sens du Qì, Terre/Volonté · 0 au plus"
    assert asked.notes["epees"] == "Feu/Agilité · 2 au plus" and asked.groups["epees"] == "Compétences martiales"
    assert asked.notes.keys() == asked.groups.keys() == dict(asked.keys).keys()
    veteran = replace(vierge, experience="experimente")
    assert "rune_du_temps" in offert(veteran, "competences")
    assert CREATION.asked(veteran, champs["competences"]).high == 7  # Table 1 goes no further


# ---------------------------------------------------------------- at random, and whatever is written

IDS = st.one_of(
    st.sampled_from(["", "x", *ATTRIBUTS, *TRAITS, *ECHELLES, *EXPERIENCES]),
    *(st.sampled_from(sorted(x)) for x in (COMPETENCES, ARMES, ARMURES, BOUCLIERS, MATERIEL)),
)
NOMBRES = st.one_of(st.integers(-2, 9), st.integers(-(10**6), 10**6))
LISTES = st.lists(IDS, max_size=4).map(tuple)


@given(st.integers(0, 2**32))
@settings(max_examples=60)
def test_a_random_draft_always_holds(seed):
    draft = CREATION.random(seed)
    revue = CREATION.review(draft)
    assert revue.problems == () and CREATION.random(seed) == draft
    assert all(b.left >= 0 for b in revue.budgets)
    p = CREATION.finish(draft)
    assert msgspec.json.decode(msgspec.json.encode(p), type=Personnage) == p
    assert judge(gather([msgspec.to_builtins(p)]), "scene")[p.id] == p
    assert msgspec.json.decode(msgspec.json.encode(draft), type=Brouillon) == draft


def test_random_characters_are_of_all_kinds():
    drafts = [CREATION.random(n) for n in range(150)]
    assert {d.echelle for d in drafts} == set(ECHELLES) and {d.experience for d in drafts} == set(EXPERIENCES)
    assert {d.voie for d in drafts} == {v.nom for v in MATIERE.voie}
    assert any("rune_de_feu" in d.competences for d in drafts) and any(len(d.langues) > 2 for d in drafts)
    assert len({tuple(attributs(d).values()) for d in drafts}) > 80


@given(
    st.builds(
        Brouillon,
        **{q: st.text(max_size=20) for q in QUESTIONS},
        echelle=IDS,
        experience=IDS,
        accord_mj=st.booleans(),
        traits=st.builds(Rangs, NOMBRES, NOMBRES, NOMBRES, NOMBRES),
        transfert_air=IDS,
        transfert_terre=IDS,
        transfert_eau=IDS,
        transfert_feu=IDS,
        competences=st.dictionaries(IDS, NOMBRES, max_size=6),
        langues=st.lists(st.text(max_size=45), max_size=4).map(tuple),
        bourse=st.one_of(st.none(), NOMBRES),
        armes=LISTES,
        armures=LISTES,
        bouclier=IDS,
        materiel=LISTES,
        nom=st.text(max_size=50),
    )
)
@settings(max_examples=80)
def test_a_review_never_raises_and_what_holds_can_be_played(draft):
    revue = CREATION.review(draft)
    assert all(p.why.rule in JEU.ledger.rules and str(p.why) for p in revue.problems)
    assert {p.step for p in revue.problems} <= {s.id for s in CREATION.steps}
    assert revue.preview is not None
    for step in CREATION.steps:
        for field in step.fields:
            assert CREATION.asked(draft, field).name == field.name
    if not revue.problems:
        judge(gather([msgspec.to_builtins(CREATION.finish(draft))]), "scene")


# ---------------------------------------------------------------- English


def test_everything_a_player_reads_has_its_english():
    en = JEU.words.en
    textes = [c.nom for c in COMPETENCES.values()] + [c.groupe for c in COMPETENCES.values() if c.groupe]
    textes += [*MATIERE.langues, *(v.nom for v in MATIERE.voie)]
    textes += [t for q in QUESTIONS.values() for t in (q.nom, q.demande, *q.reponses)]
    for step in CREATION.steps:
        textes += [step.title, *(t for f in step.fields for t in (f.label, f.help) if t)]
    textes += [b.label for b in CREATION.review(BON).budgets]
    textes += [e.nom for e in (*ECHELLES.values(), *EXPERIENCES.values())]
    assert [t for t in textes if t not in en] == []
    assert (JEU.words.fr["epees"], en["epees"], en["agilite"]) == ("Epées", "Swords", "Fire/Agility")


# ---------------------------------------------------------------- at the prompt

REPONSES = [
    "",  # from nothing
    *["", "", "Voir la mer", *[""] * 10],
    *["classique", "Débutant", "n"],
    "6 6 4 4",
    *["Air/Réflexes", "", "", ""],
    "arcs=3 discretion=2 langues=1 sens_du_qi=2 controle_du_qi=1",
    "Parler des Provinces, Langue des Îles",
    *["", "arc_court", "veste_matelassee", "bocle", "corde, ration, ration"],
    "Aki des Bambous",
    "f",
]


def test_guided_from_the_first_question_to_the_last(capsys):
    lignes = iter(REPONSES)
    fait = Guide(JEU, lambda _: next(lignes, None)).run()
    assert fait == BON and next(lignes, None) is None
    affiche = printed(capsys).out
    assert "Rang de Vide à présent : 5" in affiche and "Points de trait" in affiche


def test_a_draft_written_by_hand_and_a_random_one_from_the_command(tmp_path, capsys):
    fichier, ecrit = tmp_path / "aki.toml", tmp_path / "aki.json"
    fichier.write_text(
        """
        nom = "Aki"
        echelle = "epique"
        traits = { air = 7, terre = 7, eau = 6, feu = 6 }
        transfert_feu = "agilite"
        competences = { epees = 3 }
        """
    )
    new(JEU, False, None, None, (), fichier, ecrit)
    p = msgspec.convert(msgspec.json.decode(ecrit.read_bytes())["character"], Personnage)
    assert (p.fiche.agilite, p.fiche.intelligence, p.fiche.pp) == (7, 5, 34)
    new(JEU, True, 7, None, (), None, None)
    assert "Arbre des compétences" in capsys.readouterr().out


# ---------------------------------------------------------------- for those who do not know the game


def remarques(qui: str, **choix: Any) -> list[tuple[str, str]]:
    """What is said of an archetype who is as he was but for these choices."""
    depart = CREATION.starts[qui].draft
    return [(r.step, r.why.text) for r in CREATION.review(replace(depart, **choix)).remarks]


def test_who_is_hollow_is_told_so() -> None:
    assert remarques("mei") == remarques("shan") == []
    assert remarques("borin", armes=(), bouclier="") == []  # he wrestles
    assert remarques("shan", armes=()) == [("equipement", "Aucune arme : il se battra à mains nues")]
    lances = [("competences", "Aucune de ses armes n'est de celles qu'il a apprises")]
    assert remarques("mei", armes=("lance",)) == lances
    sans_jade = [("equipement", "Des runes, et aucun objet de transfert pour les porter")]
    assert remarques("shan", materiel=("encens",)) == sans_jade
    assert remarques("shan", materiel=("anneau_infuse",)) == []


def test_points_that_nobody_spent_are_named() -> None:
    """A draft of which nothing was spent but the traits: fifty points lie there."""
    assert [step for step, _ in remarques("mei", competences={}, armes=())] == ["competences", "equipement"]


def test_a_weapon_fits_whoever_has_learned_it() -> None:
    armes = next(f for step in CREATION.steps for f in step.fields if f.name == "armes")
    cards = CREATION.cards_of(CREATION.starts["borin"].draft, armes)
    assert {a for a, card in cards.items() if card.fits} == {
        a.id for a in Brouillon().own.a_vendre.values() if a.groupe == "masses_et_haches"
    }
