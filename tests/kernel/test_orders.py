"""Standing orders: what was said once answers, is told to its owner alone, and never changes what has happened."""

import random

import msgspec
import pytest

from tablee.kernel.live import Entry, Live, each_by, in_a_row
from tablee.kernel.oracle import Amount, Closed, Option, Oracle, Question, Try, chance, first
from tablee.kernel.orders import Order, Orders, Then, When, figure
from tablee.kernel.run import Run, answered, run
from tablee.kernel.typography import typeset
from tablee.kernel.voice import Voice
from toy import ALYS_BOR, Attaquer, toy

ATTACK = Run(Attaquer("alys", "bor"))


@chance
def above(oracle: Oracle, n: int) -> bool:
    return oracle.d(10, "essai") > n


@chance
def points(oracle: Oracle, n: int) -> int:
    return oracle.d(6, "essai") + n


DEFEND = Question(
    "alys",
    "toy.defense",
    "TOY-2.2",
    (Option("rien", "Rien"), Option("parer", "Parer"), Option("bondir", "Bondir", closed=Closed("TOY-2.2", "Non"))),
    (("score", 12), ("arme", "épée")),
    tries=(Try("chance:parer", above, (6,)), Try("blesse", points, (1,))),
)


def test_a_figure_is_a_chance_a_mean_or_a_fact_that_is_shown() -> None:
    assert figure(DEFEND, "chance:parer") == 0.4
    assert figure(DEFEND, "blesse") == 4.5
    assert figure(DEFEND, "score") == 12
    assert figure(DEFEND, "arme") is None and figure(DEFEND, "autre") is None


@pytest.mark.parametrize(
    ("when", "holds"),
    [
        (When("chance:parer", low=0.4), True),
        (When("chance:parer", low=0.41), False),
        (When("blesse", high=4.5), True),
        (When("blesse", high=4.4), False),
        (When("score", 12, 12), True),
        (When("absent", low=0), False),
    ],
)
def test_a_condition_holds_between_its_bounds(when: When, holds: bool) -> None:
    assert when.holds(DEFEND) is holds


@pytest.mark.parametrize(
    ("orders", "answer"),
    [
        ((), None),
        ((Order("toy.defense", "parer"),), "parer"),
        ((Order("toy.autre", "parer"),), None),
        ((Order("toy.defense", "bondir"), Order("toy.defense", "rien")), "rien"),  # closed now: passed over
        ((Order("toy.defense"), Order("toy.defense", "rien")), None),  # « ask me » ends the search
        ((Order("toy.defense", "parer", (When("chance:parer", 0.5),)), Order("toy.defense", "rien")), "rien"),
        ((Order("toy.defense", "parer", (When("chance:parer", 0.3), When("blesse", high=1))),), None),
    ],
)
def test_the_first_order_that_fits_answers(orders: tuple[Order, ...], answer: str | None) -> None:
    found = Orders({"alys": orders}).answer(DEFEND)
    assert (found and found.id) == answer


def test_what_a_game_orders_comes_after_ones_own_and_is_for_everybody() -> None:
    usual = (Order("toy.defense", "rien"),)
    assert Orders({}, usual).answer(DEFEND) == Option("rien", "Rien")
    assert Orders({"alys": (Order("toy.defense", "parer"),)}, usual).answer(DEFEND) == Option("parer", "Parer")
    assert Orders({"bor": (Order("toy.defense", "parer"),)}, usual).answer(DEFEND) == Option("rien", "Rien")
    assert Orders({"alys": (Order("toy.defense"),)}, usual).answer(DEFEND) is None


def test_a_number_is_ordered_like_an_option() -> None:
    much = Question("alys", "toy.combien", "TOY-2.3", Amount(0, 3))
    assert Orders({"alys": (Order("toy.combien", 2),)}).answer(much) == Option(2, "2")
    assert Orders({"alys": (Order("toy.combien", 9),)}).answer(much) is None


def test_a_tactic_may_stand_behind_orders() -> None:
    policy = Then(Orders({"alys": (Order("toy.defense", "parer"),)}), first)
    assert policy(DEFEND).id == "parer"
    assert policy(msgspec.structs.replace(DEFEND, who="bor")).id == "rien"


def test_what_is_kept_of_a_question_is_plain_data() -> None:
    kept = DEFEND.kept
    assert not kept.tries and kept.shown == DEFEND.shown
    assert msgspec.json.decode(msgspec.json.encode(kept), type=Question).key == "toy.defense"
    assert kept.kept is kept


# ---------------------------------------------------------------- in front of a player


def dash(who: str, key: str = "toy.garde", answer: str = "fougue") -> Orders:
    return Orders({who: (Order(key, answer),)})


def test_who_has_ordered_is_not_waited_for() -> None:
    waits = run(ALYS_BOR, ATTACK, random.Random(5), (), dash("alys").given)
    assert (waits.picked, waits.by) == (("fougue", None), ("ordre", ""))
    assert isinstance(waits.next, Question) and waits.next.who == "bor"
    both = answered(waits, 1, "prudence", "lui")
    assert [(entry.got, entry.by) for entry in both.transcript] == [(("fougue", "prudence"), "ordre;lui")]


def test_nobody_is_waited_for_if_all_have_ordered() -> None:
    orders = Orders({}, (Order("toy.garde", "prudence"), Order("toy.riposte", "encaisser")))
    done = run(ALYS_BOR, ATTACK, random.Random(5), (), orders.given)
    assert done.scene is not None and not done.wanted
    assert done.transcript[0] == Entry(done.transcript[0].asked, ("prudence", "prudence"), "usage")


def test_what_the_game_orders_for_who_has_said_nothing_goes_without_saying() -> None:
    orders = Orders({"alys": (Order("toy.garde", "fougue"),)}, (Order("toy.garde", "prudence"),))
    now = run(ALYS_BOR, ATTACK, random.Random(5), (), orders.given)
    assert now.transcript[0].by == "ordre;usage"
    assert [event.who for event in now.events if event.what == "ordre"] == ["alys"]


def test_what_was_ordered_is_told_to_its_owner_alone_and_dice_stay_on_the_table() -> None:
    orders = Orders({"alys": (Order("toy.garde", "fougue"),), "bor": (Order("toy.garde", "prudence"),)}, ())
    now = run(ALYS_BOR, ATTACK, random.Random(5), (), orders.given)
    told = [event for event in now.events if event.what == "ordre"]
    assert [(event.who, event.audience, event["reponse"]) for event in told] == [
        ("alys", "alys", "Fougue"),
        ("bor", "bor", "Prudence"),
    ]
    assert not any(event.dice for event in told)
    assert Voice(toy, "fr", scene=ALYS_BOR).event(told[0]) == typeset("Alys : Fougue, comme convenu.")
    assert Voice(toy, "en", scene=ALYS_BOR).event(told[0]) == "Alys: Fougue, as agreed."


def test_orders_that_change_later_change_nothing_of_what_happened() -> None:
    orders = Orders({}, (Order("toy.garde", "fougue"), Order("toy.riposte", "encaisser")))
    done = run(ALYS_BOR, ATTACK, random.Random(5), (), orders.given)
    for later in (Orders(), dash("alys", answer="prudence")):
        live = Live(done.transcript, random.Random(99), (), later.given)
        assert ATTACK.action.resolve(ALYS_BOR, live) == done.scene
        assert tuple(live.events) == done.events and not live.unread


def test_dice_behind_an_ordered_answer_are_known_again_when_it_was_taken_back() -> None:
    orders = Orders({}, (Order("toy.garde", "fougue"), Order("toy.riposte", "encaisser")))
    done = run(ALYS_BOR, ATTACK, random.Random(5), (), orders.given)
    again = run(ALYS_BOR, Run(ATTACK.action, past=done.transcript), random.Random(99), (), orders.given)
    assert (again.transcript, again.scene) == (done.transcript, done.scene)
    other = Orders({}, (Order("toy.garde", "prudence"), Order("toy.riposte", "encaisser")))
    changed = run(ALYS_BOR, Run(ATTACK.action, past=done.transcript), random.Random(99), (), other.given)
    assert changed.transcript[0].got == ("prudence", "prudence") and changed.transcript[1] != done.transcript[1]


def test_answers_in_a_row_name_who_gave_each() -> None:
    assert (in_a_row(("a", "a")), in_a_row(("a", "b")), in_a_row(("a",)), in_a_row(())) == ("a", "a;b", "a", "")
    assert each_by(Entry("", ("x", "y"), "a;b")) == ("a", "b")
    assert each_by(Entry("", ("x", "y"), "a")) == ("a", "a")
