"""Characters in the making: reviewed at any moment, finished when they hold."""

import random
from dataclasses import replace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.kernel.content import ContentError
from tablee.kernel.draft import Budget, Field, Problem, Start, Unfinished, Waiver, counted, id_of, misnamed, spread
from tablee.kernel.oracle import Closed, Todo
from tablee.kernel.teaching import Card, CardText, Guide, Remark, SpreadText, StartText
from tablee.kernel.words import Phrase
from toy import Brouillon, Duelliste, toy

CREATION = toy.creation
GOOD = Brouillon(nom="Alys", force=2, souffle=4)
STRONG = Brouillon(nom="Bor", force=5, souffle=1)


def test_a_good_draft_becomes_a_character():
    review = CREATION.review(GOOD)
    assert review.problems == ()
    assert [(b.label, b.left) for b in review.budgets] == [("Points", 0)]
    assert review.preview.line("Force").value == 2
    assert CREATION.finish(GOOD) == Duelliste("Alys", "rouge", 2, 4)


def test_every_problem_is_named_with_its_step_and_rule():
    review = CREATION.review(Brouillon(force=5))
    assert [(p.step, str(p.why)) for p in review.problems] == [
        ("points", "6 points à répartir, 5 répartis (TOY-1.1)"),
        ("points", "Force 5 : 4 au plus (TOY-1.2)"),
        ("nom", "Il manque un nom (TOY-1.3)"),
    ]
    assert review.open_problems == review.problems
    assert review.budgets[0].left == 1


def test_an_unfinished_draft_says_all_that_is_open():
    with pytest.raises(Unfinished) as wrong:
        CREATION.finish(Brouillon(force=6))
    assert str(wrong.value) == "Force 6 : 4 au plus (TOY-1.2) ; Il manque un nom (TOY-1.3)"
    assert [p.why.rule for p in wrong.value.problems] == ["TOY-1.2", "TOY-1.3"]


def waived(draft, *waivers):
    return msgspec.structs.replace(draft, waivers=waivers)


def test_a_deliberate_exception_needs_a_note():
    draft = waived(STRONG, Waiver("TOY-1.2", "Un ogre"))
    assert [p.waived for p in CREATION.review(draft).problems] == ["Un ogre"]
    assert CREATION.review(draft).open_problems == ()
    assert CREATION.finish(draft).force == 5


@pytest.mark.parametrize("waiver", [Waiver("TOY-1.2", ""), Waiver("TOY-1.2", "  \n"), Waiver("TOY-1.1", "Un ogre")])
def test_an_exception_without_a_note_or_to_another_rule_excuses_nothing(waiver):
    with pytest.raises(Unfinished, match=r"^Force 5 : 4 au plus \(TOY-1\.2\)$"):
        CREATION.finish(waived(STRONG, waiver))


@given(st.integers())
def test_random_drafts_can_be_finished(seed):
    draft = CREATION.random(seed)
    assert CREATION.finish(draft) == CREATION.finish(CREATION.random(seed))
    assert CREATION.finish(draft).force + CREATION.finish(draft).souffle == 6


@given(st.builds(Brouillon, nom=st.text(max_size=3), force=st.integers(-9, 9), souffle=st.integers(-9, 9)))
def test_review_never_raises_and_finish_agrees_with_it(draft):
    review = CREATION.review(draft)
    if review.open_problems:
        with pytest.raises(Unfinished):
            CREATION.finish(draft)
    else:
        assert CREATION.finish(draft).nom == draft.nom


def test_a_draft_written_down_comes_back_equal_and_refuses_unknown_fields():
    draft = waived(STRONG, Waiver("TOY-1.2", "Un ogre"))
    assert msgspec.json.decode(msgspec.json.encode(draft), type=Brouillon) == draft
    with pytest.raises(msgspec.ValidationError, match="magie"):
        msgspec.json.decode(b'{"magie": 3}', type=Brouillon)


def test_every_field_to_fill_in_is_a_field_of_the_draft():
    fields = {f.name for step in CREATION.steps for f in step.fields}
    assert fields == {f.name for f in msgspec.structs.fields(Brouillon)} - {"waivers", "options"}


# ---------------------------------------------------------------- one problem of several under one rule

EPEE = Problem("traits", Closed("TOY-1.2", "« {} » : 3 au plus, pas {}", ("Épée", 5)))
HACHE = Problem("traits", Closed("TOY-1.2", "« {} » : 3 au plus, pas {}", ("Hache", 4)))
TROP = Problem("traits", Closed("TOY-1.2", "{} points, {} disponibles", (9, 8)))


@pytest.mark.parametrize(
    ("waiver", "excused"),
    [
        (Waiver("TOY-1.2", "note"), [EPEE, HACHE, TROP]),
        (EPEE.waiver("note"), [EPEE]),
        (TROP.waiver("note"), [TROP]),
        (Waiver("TOY-1.2", "note", "Hache"), [HACHE]),
        (Waiver("TOY-1.2", "note", "Arc"), []),
        (Waiver("TOY-1.1", "note", "Hache"), []),
        (Waiver("TOY-1.2", " ", "Hache"), []),
    ],
)
def test_an_exception_may_be_about_one_problem_alone(waiver, excused):
    creation = replace(CREATION, problems=lambda draft: [EPEE, HACHE, TROP])
    review = creation.review(waived(GOOD, waiver))
    assert [p.why for p in review.problems if p.waived] == [p.why for p in excused]


def test_an_exception_stays_when_the_figures_change():
    assert EPEE.waiver("note").excuses(Problem("traits", Closed("TOY-1.2", EPEE.why.text, ("Épée", 6))))


# ---------------------------------------------------------------- what a draft is begun with

READY = replace(CREATION, starts={"forte": Start("La forte", "Tout dans le bras.", STRONG)})


def test_a_draft_begins_from_nothing_or_from_one_that_is_ready():
    assert READY.begin() == Brouillon()
    assert READY.begin(("mort_subite",), "forte") == msgspec.structs.replace(STRONG, options=("mort_subite",))


def test_a_draft_at_random_holds_under_the_options_there_are():
    def problems(draft):
        weak = "faible" in draft.options and draft.force > 0
        return [Problem("points", Closed("TOY-1.2", "Trop fort"))] if weak else []

    choosy = replace(CREATION, problems=problems)
    strong = next(seed for seed in range(99) if CREATION.random(seed).force)
    assert choosy.at_random(strong) == CREATION.random(strong)
    drawn = choosy.at_random(strong, ("faible",))
    assert (drawn.force, drawn.options) == (0, ("faible",))


def test_a_draft_is_read_under_the_options_there_are_now():
    assert CREATION.read({"nom": "Alys", "options": ["jadis"]}, ("mort_subite",)).options == ("mort_subite",)
    with pytest.raises(ContentError, match=r"brouillon : .*clé inconnue « magie »"):
        CREATION.read({"magie": 3})


# ---------------------------------------------------------------- what every game asks


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("Aliénor la Cendre", "alienor_la_cendre"),
        ("Hedda l'Œil-d'Or", "hedda_l_oeil_d_or"),
        ("Cœur-de-Lin", "coeur_de_lin"),
        ("MJ", "mj_"),
        ("All", "all_"),
        ("!?", "personnage"),
        (" ", "personnage"),
    ],
)
def test_a_name_becomes_an_id_that_means_nobody_else(name, id):
    assert id_of(name) == id


def test_somebody_has_a_name_that_is_not_too_long():
    assert [str(why) for why in misnamed("  ", 5, "TOY-1.3")] == ["Il manque un nom (TOY-1.3)"]
    assert [str(why) for why in misnamed("Aliénor", 5, "TOY-1.3")] == ["Un nom a 5 caractères au plus, pas 7 (TOY-1.3)"]
    assert not [*misnamed(" Alys ", 5, "TOY-1.3")]


@given(st.integers(0, 10**6), st.integers(0, 12), st.dictionaries(st.text(max_size=3), st.integers(0, 4), min_size=3))
def test_points_spread_at_random_are_all_spent_and_none_too_many_in_one_place(seed, points, given):
    points += sum(given.values())
    wanted = {name: 1 + n % 3 for n, name in enumerate(given)}
    placed = spread(random.Random(seed), points, dict.fromkeys(given, 20), wanted, given)
    assert sum(placed.values()) == points
    assert all(given[name] <= n <= 20 for name, n in placed.items())
    assert placed == spread(random.Random(seed), points, dict.fromkeys(given, 20), wanted, given)


def test_what_is_missing_is_to_be_done_and_what_is_too_many_is_wrong():
    assert isinstance(counted("TOY-1.1", "{} sur {}", 6, 5), Todo)
    assert not isinstance(counted("TOY-1.1", "{} sur {}", 6, 7), Todo)
    assert [Problem("nom", why).todo for why in (*misnamed("", 5, "TOY-1.3"), *misnamed("Aliénor", 5, "TOY-1.3"))] == [
        True,
        False,
    ]


GUIDE = Guide(
    step={"nom": Phrase("Comment on l'appelle.", "What he is called.")},
    card={"arme": {"epee": CardText("On s'en sert de près.", "Used close by.", ("Mêlée",))}},
    same={"autre": "arme"},
    spread={
        "force": (SpreadText("Égale", "Even", Phrase("Autant partout.", "The same everywhere."), {"a": 1, "b": 1}),)
    },
    start={
        "fort": StartText("Le fort", "The strong one", Phrase("Il frappe.", "He strikes."), ("Frapper",), {"force": 4})
    },
)
ARME = Field("arme", "choice", "Arme", keys=(("epee", "Épée"), ("arc", "Arc")))


def taught(**given):
    return replace(CREATION, guide=GUIDE, **given)


def test_a_guide_says_what_steps_are_for_and_brings_archetypes():
    creation = taught()
    assert [step.says for step in creation.steps] == ["Comment on l'appelle.", ""]
    assert creation.starts["fort"] == Start("Le fort", "Il frappe.", Brouillon(force=4), ("Frapper",))
    assert GUIDE.english["On s'en sert de près."] == "Used close by." and GUIDE.english["Autant partout."]


def test_what_is_written_of_a_choice_joins_what_was_worked_out():
    creation = taught(cards=lambda draft, field: {"epee": Card("Épée.", tags=("Fer",), fits=2)})
    for name in ("arme", "autre"):
        cards = creation.cards_of(GOOD, msgspec.structs.replace(ARME, name=name))
        assert cards["epee"] == Card("On s'en sert de près.", tags=("Fer", "Mêlée"), fits=2)
        assert cards["arc"] == Card()
    assert creation.cards_of(GOOD, msgspec.structs.replace(ARME, notes={"arc": "Loin."}))["arc"].says == "Loin."


def test_what_would_be_wrong_is_closed_and_says_by_how_much():
    classe = Field("force", "choice", "Force", keys=(("3", "Trois"), ("5", "Cinq")))

    def problems(draft):
        return [Problem("points", Closed("TOY-1.2", "Force {} : 4 au plus", (5,)))] if draft.force == "5" else []

    steps = tuple(msgspec.structs.replace(s, fields=(classe,)) if s.id == "points" else s for s in CREATION.steps)
    cards = replace(CREATION, steps=steps, problems=problems).cards_of(GOOD, classe)
    assert {key: str(card.closed) for key, card in cards.items() if card.closed} == {
        "5": "Force 5 : 4 au plus (TOY-1.2)"
    }


def test_points_left_are_remarked_unless_they_are_kept_or_a_problem():
    def left(**given):
        budget = Budget("Points", 2, 6, "TOY-1.1", **given)
        return replace(CREATION, budgets=lambda draft: (budget,)).review(GOOD).remarks

    assert left(step="points") == (Remark("points", Closed("TOY-1.1", "{} : {} à dépenser", ("Points", 4))),)
    assert left() == left(step="points", kept=True) == ()
    assert replace(CREATION, budgets=lambda d: (Budget("P", 2, 6, "TOY-1.1", "nom"),)).review(Brouillon()).remarks == ()


@given(st.integers(0, 10**6))
def test_a_step_is_chosen_for_somebody_and_nothing_else_changes(seed):
    draft = Brouillon(force=9)
    for step in CREATION.steps:
        before, draft = draft, CREATION.suggestion(draft, step, seed)
        assert not [p for p in CREATION.review(draft).problems if p.step == step.id]
        assert CREATION.suggestion(before, step, seed) == draft
    assert CREATION.finish(draft)


def test_of_what_holds_the_best_fitting_is_suggested():
    field = Field("nom", "choice", "Nom")
    step = msgspec.structs.replace(CREATION.steps[0], fields=(field,))

    def cards(draft, asked):
        return {f"Duelliste {n}": Card(fits=n % 7) for n in range(99)}

    chosen = replace(CREATION, cards=cards).suggestion(Brouillon(), step, 1)
    assert chosen.nom == "Duelliste 6"
