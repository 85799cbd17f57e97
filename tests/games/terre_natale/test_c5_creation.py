"""Chapter 5: what there is to begin with, what it costs, how inspiration pays, and characters made whole."""

from __future__ import annotations

from functools import cache
from itertools import product

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.terre_natale.book.c5_creation import achats as x
from tablee.games.terre_natale.book.c5_creation import attributs as a
from tablee.games.terre_natale.book.c5_creation import echelles as e
from tablee.games.terre_natale.book.c5_creation import historique as h
from tablee.games.terre_natale.book.c5_creation import personnalite as p
from tablee.games.terre_natale.book.c5_creation import traits as t
from tablee.games.terre_natale.desk.draft import CHOICES, Brouillon, Precise
from tablee.games.terre_natale.model.people import Lesion, Trait
from tablee.games.terre_natale.model.sums import PRINCIPAUX, SECONDAIRES
from tablee.games.terre_natale.model.traits import TRAITS
from tablee.kernel.draft import IDLE, Field
from tablee.kernel.game import game
from tablee.kernel.sheet import Boxes, Mark, Pool, Row, Stat

from .jeu import rows

JEU = game("terre_natale")
CREATION = JEU.creation
SAMPLE = 120  # random characters; all 3,000 take two minutes


# ---------------------------------------------------------------- the two scales


@pytest.mark.rule("TN-5.2", "TN-5.5", "TN-5.6", "TN-5.7", "TN-5.7.1", "TN-5.8")
def test_destinies_give_and_bound_what_the_book_says() -> None:
    for row, d in zip(rows("TN-5.6"), e.DESTINEES.values(), strict=True):
        assert (d.id, d.nom, d.pa, d.pp) == (str(row["stars"]), row["name"], row["pa"], row["pp"])
        assert e.maximum(d) == row["attr_max_table"]
        assert e.maximum(d, ("maxima_stricts",)) == row["attr_max_text"]
        assert d.avantage == (row["avantage_rank_max"] if isinstance(row["avantage_rank_max"], int) else None)
    assert Brouillon().destinee == "3"  # the one that is advised


@pytest.mark.rule("TN-5.3", "TN-5.10", "TN-5.11", "TN-5.43")
def test_lives_give_and_bound_what_the_book_says() -> None:
    for row, v in zip(rows("TN-5.10"), e.VECUS.values(), strict=True):
        assert (v.id, v.nom, v.px) == (str(row["stars"]), row["name"], row["px"])
        assert (v.groupe, v.competence, v.rang) == (row["group_max"], row["skill_max"], row["caste_rank_max"])
    assert [e.pecule(v) for v in e.VECUS.values()] == [100, 150, 200, 250, 300]


@pytest.mark.rule("TN-5.9")
def test_every_ready_array_is_the_books_and_costs_exactly_its_points() -> None:
    books = {(str(r["stars"]), r["profile"].replace("Equi", "Équi")): tuple(r["values"]) for r in rows("TN-5.9")}
    ours = {(d.id, name): values for d in e.DESTINEES.values() for name, values in e.repartitions(d).items()}
    assert ours == books
    for (id, _), values in ours.items():
        assert sum(a.cout("FOR", value) for value in values) == e.DESTINEES[id].pa
        assert max(values) <= e.maximum(e.DESTINEES[id])


# ---------------------------------------------------------------- who he is


@pytest.mark.rule("TN-5.13", "TN-5.14", "TN-5.15", "TN-5.12")
def test_a_tendency_is_that_of_the_character_then_that_of_the_behaviour() -> None:
    letters = {"Alpha": "A", "Bêta": "B", "Delta": "D", "Lambda": "L"}
    for row in rows("TN-5.13"):
        for caractere in e.CARACTERES.values():
            comportement = next(c for c in e.COMPORTEMENTS.values() if c.nom == row["comportement"])
            first, second = p.tendance(comportement.id, caractere.id).split(" / ")
            assert f"{letters[first]}/{letters[second]}" == row[caractere.nom]
    assert p.tendance("", "dominateur") == p.tendance("agressif", "") == ""
    known = {r["name"]: r["tendance"] for id in ("TN-5.14", "TN-5.15") for r in rows(id)}
    assert {d.nom: d.tendance for d in (*e.COMPORTEMENTS.values(), *e.CARACTERES.values())} == known


@pytest.mark.rule("TN-5.16")
def test_a_lucky_number_is_a_face_of_the_die() -> None:
    assert [n for n in range(-3, 12) if p.est_porte_bonheur(n)] == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("TN-5.17")
def test_qualities_and_flaws_are_free_and_may_be_none() -> None:
    draft = replace(CREATION.starts["ombre"].draft, qualites=(), defauts=("Gourmande", "Curieuse"))
    assert CREATION.finish(draft).fiche.defauts == ("Gourmande", "Curieuse")


# ---------------------------------------------------------------- attributes


@pytest.mark.rule("TN-5.26", "TN-5.27", "TN-5.29")
def test_main_attributes_cost_what_the_table_says() -> None:
    assert {code: a.depart(code) for code in PRINCIPAUX} == dict.fromkeys(PRINCIPAUX, 7)
    for row, code in product(rows("TN-5.29"), PRINCIPAUX):
        assert (a.pas(code, row["value"]), a.cout(code, row["value"])) == (row["step"], row["total"])
    assert a.cout("FOR", 7) == 0


@pytest.mark.rule("TN-5.26", "TN-5.28", "TN-5.30")
def test_secondary_attributes_cost_and_give_back_what_the_table_says() -> None:
    assert {code: a.depart(code) for code in SECONDAIRES} == dict.fromkeys(SECONDAIRES, 10)
    for row, code in product(rows("TN-5.30"), SECONDAIRES):
        assert a.cout(code, row["value"]) == row["total"]


@pytest.mark.rule("TN-5.31")
def test_no_more_points_are_left_than_the_next_of_the_highest_costs() -> None:
    values = {**dict.fromkeys(PRINCIPAUX, 12), "PER": 17, "CHN": 12}
    assert a.reliquat_max(values) == 13
    assert a.reliquat_max({"FOR": 20}) == 16


@pytest.mark.rule("TN-5.32")
def test_balance_is_neither_bought_nor_sold() -> None:
    assert a.cout("EQU", 20) == a.cout("EQU", 7) == 0
    draft = CREATION.starts["bretteur"].draft
    high, *_, low = sorted(draft.principaux.values(), reverse=True)[1:]
    assert CREATION.finish(draft).fiche.valeurs["EQU"] == (high + low) // 2 + 2  # 2: by the rank of the caste


# ---------------------------------------------------------------- groups, skills, inspiration


@pytest.mark.rule("TN-5.34", "TN-5.35", "TN-5.36")
def test_groups_and_skills_cost_what_the_tables_say() -> None:
    for id, cost in (("TN-5.35", x.cout_du_groupe), ("TN-5.36", x.cout_de_la_competence)):
        assert cost(0) == 0
        for row in rows(id):
            assert (cost(row["level"]), cost(row["level"]) - cost(row["level"] - 1)) == (row["total"], row["step"])
    assert x.cout_de_la_competence(5) - x.cout_de_la_competence(4) == 50  # a legend's exception


Levels = dict[str, int]


def bought(groups: Levels, skills: Levels, of_groups: Levels, of_skills: Levels) -> x.Achats:
    return x.Achats(groups, skills, h.Inspiration(of_groups, of_skills))


@pytest.mark.rule("TN-5.4", "TN-5.40", "TN-5.41")
@pytest.mark.parametrize(
    ("groups", "skills", "of_groups", "of_skills", "px", "left"),
    [
        ({"combat": 1}, {}, {}, {}, 20, {}),
        ({"combat": 1}, {}, {"combat": 20}, {}, 10, {"groupe:combat": 10}),  # half at most
        ({"combat": 2}, {}, {"combat": 20}, {}, 40, {}),
        ({}, {"parade": 1}, {}, {"parade": 10}, 5, {"competence:parade": 5}),
        ({}, {"parade": 2}, {"defense": 20}, {}, 15, {"groupe:defense": 5}),  # those of a group for its skills
        ({}, {"parade": 2}, {"combat": 20}, {}, 30, {"groupe:combat": 20}),  # and for no other
        ({}, {"parade": 1}, {}, {"evasion": 10}, 10, {"competence:evasion": 10}),
        ({"defense": 1}, {}, {}, {"parade": 10}, 20, {"competence:parade": 10}),  # those of a skill for it alone
        ({"defense": 1}, {"parade": 2}, {"defense": 20}, {"parade": 10}, 25, {"groupe:defense": 5}),
        ({}, {"evasion": 2, "controle": 2}, {"defense": 15, "tactique": 15}, {}, 30, {}),  # of two groups
    ],
)
def test_inspiration_pays_up_to_half_of_what_it_is_for(groups, skills, of_groups, of_skills, px, left) -> None:
    achats = bought(groups, skills, of_groups, of_skills)
    assert (achats.px, achats.reste()) == (px, left)


@pytest.mark.rule("TN-5.41")
@given(st.dictionaries(st.sampled_from(["parade", "evasion", "arme_courte", "danse"]), st.integers(1, 4)))
def test_inspiration_never_pays_more_than_half_nor_more_than_there_is(skills: dict[str, int]) -> None:
    given_ = h.Inspiration({"defense": 20, "combat": 10}, {"parade": 10, "danse": 10})
    achats = x.Achats({"defense": 1}, skills, given_)
    assert 2 * achats.px >= achats.cout
    assert all(0 < n <= given_.pi[key] for key, n in achats.employee().items())
    assert sum(achats.reste().values()) + sum(achats.employee().values()) == given_.somme


@pytest.mark.rule("TN-5.37")
def test_no_more_experience_is_left_than_the_dearer_next_level_costs() -> None:
    assert x.reliquat_max(bought({}, {}, {}, {})) == 20
    assert x.reliquat_max(bought({"combat": 1}, {"parade": 2}, {}, {})) == 40
    assert x.reliquat_max(bought({"combat": 1}, {"parade": 4}, {}, {})) == 50


@pytest.mark.rule("TN-5.39", "TN-5.11")
def test_three_skills_may_go_one_level_beyond_and_no_group() -> None:
    three = {"parade": 3, "evasion": 3, "danse": 3}
    legal = [*x.plafonds(bought({"combat": 2}, three, {}, {}), e.VECUS["3"])]
    assert legal == []
    assert [c.rule for c in x.plafonds(bought({"combat": 3}, {}, {}, {}), e.VECUS["3"])] == ["TN-5.11"]
    assert [c.rule for c in x.plafonds(bought({}, {**three, "chant": 3}, {}, {}), e.VECUS["3"])] == ["TN-5.39"]
    assert [*x.plafonds(bought({}, {"parade": 5}, {}, {}), e.VECUS["5"])] == []


@pytest.mark.rule("TN-5.22", "TN-5.23", "TN-5.24")
def test_each_mention_gives_ten_to_a_group_and_ten_to_a_skill() -> None:
    found = h.mentionnes([("combat", "arme_courte"), ("combat", "arme_a_garde"), ("defense", "parade")])
    assert found.groupes == {"combat": 20, "defense": 10}
    assert found.competences == {"arme_courte": 10, "arme_a_garde": 10, "parade": 10}
    assert found.pi["groupe:combat"] == 20 and found.somme == 60
    assert [*h.plafonds(found)] == []


@pytest.mark.rule("TN-5.25")
def test_pasts_of_a_universe_give_a_hundred_and_a_hundred_and_may_be_compulsory() -> None:
    for past in h.PASSES.values():
        found = h.mentionnes(past.mentions)
        assert (sum(found.groupes.values()), sum(found.competences.values())) == (100, 100)
        assert [*h.plafonds(found), *h.simple(found)] == []
    assert h.formules(()) == ("simple", "detaillee", "univers")
    assert h.formules(("historiques_univers",)) == ("univers",)


# ---------------------------------------------------------------- traits


@pytest.mark.rule("TN-5.18", "TN-5.20", "TN-5.5", "TN-5.21")
def test_avantages_cost_and_desavantages_give_six_at_most() -> None:
    assert t.depense([Trait("veine", 2), Trait("muet")]) == 2
    assert t.gain([Trait("muet"), Trait("veine")]) == 3
    assert t.gain([Trait("muet"), Trait("une_main"), Trait("borgne")]) == 6
    draft = replace(CREATION.starts["bretteur"].draft, desavantages={"muet": 1, "une_main": 1, "borgne": 1})
    assert CREATION.problems(draft) == []  # the eighth point is not given, and that is all
    budget = next(b for b in CREATION.budgets(draft) if b.rule == "TN-5.5")
    assert budget.most == 6 + 6


@pytest.mark.rule("TN-5.2", "TN-5.43")
def test_some_traits_give_points_of_attributes_or_money() -> None:
    assert t.pa([Trait("potentiel", 2)]) == 20
    assert t.pecule(200, [Trait("aisance")]) == 200 + 2 * TRAITS["aisance"].effets[0].n
    draft = replace(CREATION.starts["bretteur"].draft, avantages={"potentiel": 1})
    assert next(b for b in CREATION.budgets(draft) if b.rule == "TN-5.2").most == 410


def test_a_trait_is_about_what_was_written_by_its_id_or_by_its_name() -> None:
    about = (Precise("sauvegarde_exercee", 1, "Réflexes"),)
    draft = replace(CREATION.starts["bretteur"].draft, avantages={}, precises=about)
    assert CREATION.finish(draft).fiche.traits[-1] == Trait("sauvegarde_exercee", 1, "reflexes")


# ---------------------------------------------------------------- the caste


@pytest.mark.rule("TN-5.33", "TN-5.38")
def test_the_rank_of_the_caste_is_what_skills_and_life_allow() -> None:
    draft = CREATION.starts["bretteur"].draft
    made = CREATION.finish(draft).fiche
    assert (made.caste.id, made.caste.rang, made.acquis) == ("bretteur", 4, 600)
    assert made.pa == 7 + 8 + 9 + 10  # those of its ranks, kept apart from creation
    none = CREATION.finish(replace(draft, caste="", principal="", secondaire="", majeure="")).fiche
    assert none.caste is None and none.maxima["PC"] == 0
    few = replace(draft, groupes={}, competences={"arme_a_garde": 2, "parade": 2, "evasion": 3})
    assert few.fiche.caste.rang == 1


def test_what_a_rank_leaves_open_is_offered_as_soon_as_it_is_reached() -> None:
    draft = CREATION.starts["bretteur"].draft
    fields = {f.name: f for step in CREATION.steps for f in step.fields}
    assert CREATION.asked(draft, fields["entrainement_1"]).keys[:1] == (("", "Plus tard"),)
    offered = dict(CREATION.asked(draft, fields["entrainement_1"]).keys)
    assert "entrainement_distance" in offered and "entrainement_outils" not in offered
    chosen = replace(draft, entrainement_1="entrainement_distance")
    assert CREATION.finish(chosen).fiche.caste.choix == {"entrainement_1": "entrainement_distance"}
    assert CREATION.asked(replace(draft, caste=""), fields["trait_1"]).idle


# ---------------------------------------------------------------- steps


@pytest.mark.rule("TN-5.1", "TN-5.19")
def test_the_steps_are_those_of_the_book_with_traits_of_creation_before_the_rest() -> None:
    ids = [step.id for step in CREATION.steps]
    order = ["destinee", "vecu", "personnalite", "porte_bonheur", "qualites", "depart", "historique", "attributs"]
    assert [id for id in ids if id in order] == order
    assert ids.index("depart") < ids.index("traits")
    assert all(rule in JEU.ledger.rules for step in CREATION.steps for rule in step.rules)


def fields() -> list[Field]:
    return [f for step in CREATION.steps for f in step.fields]


def test_every_choice_says_in_a_sentence_what_it_does_in_both_languages() -> None:
    words = JEU.words
    for field in fields():
        assert field.help, field.name
        assert words.tr(field.help, "en") != field.help, field.name
        asked = [CREATION.asked(start.draft, field) for start in CREATION.starts.values()]
        for each in (field, *asked):
            if each.idle or each.name in ("principal", "secondaire", "majeure", *CHOICES):
                continue
            silent = [key for key, _ in each.keys if key and not each.notes.get(key)]
            assert not silent, (field.name, silent)
            for note in each.notes.values():
                assert words.tr(note, "en") != note or not any(c.isalpha() for c in note), note


def test_what_another_formula_asks_for_is_not_asked() -> None:
    by_name = {f.name: f for f in fields()}
    formulas = {"simple": {"pi_groupes", "pi_competences"}, "detaillee": {"mentions"}, "univers": {"passe"}}
    for formula, own in formulas.items():
        draft = Brouillon(formule=formula)
        for name in ("pi_groupes", "pi_competences", "mentions", "passe"):
            asked = CREATION.asked(draft, by_name[name])
            assert (asked.idle, asked.help == IDLE) == (name not in own, name not in own)


@pytest.mark.rule("TN-5.42", "TN-5.25")
def test_options_of_the_campaign_ask_for_more_and_random_drafts_follow() -> None:
    for options in (("maxima_stricts",), ("historiques_univers",), ("etapes_univers",)):
        found = CREATION.at_random(5, options)
        assert found.options == options and CREATION.review(found).open_problems == ()
    assert CREATION.at_random(5, ("etapes_univers",)).peuple in e.PEUPLES
    every = ("maxima_stricts", "historiques_univers", "etapes_univers")
    found = CREATION.at_random(5, every)
    assert CREATION.review(found).open_problems == ()
    assert max(found.principaux.values()) <= e.DESTINEES[found.destinee].strict


# ---------------------------------------------------------------- whole characters


@pytest.mark.parametrize("id", CREATION.starts)
def test_every_archetype_holds_and_may_be_begun_with(id: str) -> None:
    draft = CREATION.begin((), id)
    assert CREATION.review(draft).problems == ()
    made = CREATION.finish(draft)
    assert made.fiche.caste is not None and made.fiche.pecule == 200


def test_there_are_at_least_eight_archetypes_told_in_both_languages() -> None:
    starts = CREATION.starts.values()
    assert len(starts) >= 8
    assert all(JEU.words.tr(start.note, "en") != start.note for start in starts)


@pytest.mark.rule("TN-5.1")
def test_random_characters_of_every_destiny_and_life_hold_and_are_read_back() -> None:
    met = set()
    for seed in range(SAMPLE):
        draft = CREATION.random(seed)
        assert CREATION.review(draft).problems == (), seed
        made = CREATION.finish(draft)
        plain = msgspec.json.decode(msgspec.json.encode(made))
        assert JEU.gather is not None
        assert JEU.gather([plain])[made.id] == made
        assert msgspec.json.decode(msgspec.json.encode(draft), type=Brouillon) == draft
        met.add((draft.destinee, draft.vecu))
    assert met == set(product(e.DESTINEES, e.VECUS))


drawn = cache(CREATION.random)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_any_draft_is_reviewed_and_shown_whatever_is_in_it(data: st.DataObject) -> None:
    """Fields of random characters mixed, figures pushed anywhere."""
    seeds = st.integers(0, 12)
    one, other = drawn(data.draw(seeds)), drawn(data.draw(seeds))
    names = data.draw(st.lists(st.sampled_from(Brouillon.__struct_fields__), max_size=12))
    draft = replace(one, **{name: getattr(other, name) for name in names})
    pushed = data.draw(st.dictionaries(st.sampled_from([*PRINCIPAUX, "EQU", "XYZ"]), st.integers(-50, 99), max_size=4))
    draft = replace(draft, principaux={**draft.principaux, **pushed})
    review = CREATION.review(draft)
    assert review.preview is not None and review.preview.sections
    assert all(problem.why.rule in JEU.ledger.rules for problem in review.problems)
    assert {problem.step for problem in review.problems} <= {step.id for step in CREATION.steps}


# ---------------------------------------------------------------- the sheet


def test_the_sheet_shows_three_values_boxes_and_what_comes_next() -> None:
    draft = CREATION.starts["rempart"].draft
    scene = JEU.gather([msgspec.to_builtins(CREATION.finish(draft))])
    who = next(iter(scene.people))
    scene = scene.put(replace(scene[who], lesions=tuple(Lesion(level) for level in (1, 1, 3))))
    sheet = JEU.sheet(scene, who)
    force = sheet.line("Force")
    assert isinstance(force, Row)
    assert [cell.label for cell in force.cells] == ["base", "fixe", "ajustée", "mod.", "défense"]
    boxes = {line.label: line for section in sheet.sections for line in section.lines if isinstance(line, Boxes)}
    worst = Mark("Blessure grave", -3, "état instable", "TN-4.35", grave=True)
    assert len(boxes) == 12 and sheet.line("Blessure grave") == worst
    light, grave = boxes["Blessure légère"], boxes["Blessure grave"]
    assert [(line.ticked, line.most) for line in (light, grave)] == [(2, 2), (1, 2)]
    wanted = sheet.line("Aptitudes voulues")
    assert isinstance(wanted, Pool) and wanted.most == 17
    assert any(isinstance(line, Stat) and line.label.endswith("Parade") for s in sheet.sections for line in s.lines)
