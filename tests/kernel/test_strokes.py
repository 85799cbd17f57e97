"""What was done, of all that is told at once: each blow with what led to it and what came of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.kernel.event import Event
from tablee.kernel.strokes import Change, Stroke, strokes
from tablee.kernel.voice import Grown, Voice
from tablee.kernel.words import WEIGHTS, Phrase, Telling, Words
from toy import toy

WORDS = Words(
    event={
        "annonce": Telling("{who} annonce", "{who} declares", headline=False),
        "touche": Telling("{who} touche {target}", "{who} hits {target}", "wound", headline=True, figure="-points"),
        "manque": Telling("{who} manque {target}", "{who} misses {target}", "miss", headline=True),
        "plaie": Telling("{who} saigne", "{who} bleeds", "wound"),
        "tombe": Telling("{who} tombe", "{who} falls", "major"),
        "meurt": Telling("{who} meurt", "{who} dies", "fatal"),
        "round": Telling("Round", "Round", headline=False),
    }
)


def voice(words: Words = WORDS, lang: str = "fr") -> Voice:
    return Voice(replace(toy, words=words), lang, {})


def found(*events: Event) -> tuple[Stroke, ...]:
    return strokes(events, [voice().rank(event, place) for place, event in enumerate(events)])


def does(what: str, who: str = "", target: str = "", **facts: Any) -> Event:
    return Event(what, who, target, facts=tuple(facts.items()))


def test_a_blow_is_read_first_and_what_came_of_it_beside_it() -> None:
    told = found(does("annonce", "a"), does("touche", "a", "b"), does("plaie", "b"), does("tombe", "b"))
    assert told == (Stroke(head=1, then=(3,), lines=(0, 2), weight="major"),)


def test_blows_that_are_told_together_are_each_read_with_what_belongs_to_them() -> None:
    first, second, rest = found(
        does("annonce", "a"),
        does("annonce", "c"),
        does("touche", "a", "b"),
        does("tombe", "b"),
        does("touche", "c", "a"),
        does("plaie", "a"),
        does("round"),
    )
    assert first == Stroke(head=2, then=(3,), lines=(0,), weight="major")
    assert second == Stroke(head=4, then=(), lines=(1, 5), weight="wound")
    assert rest == Stroke(head=6, then=(), lines=(), weight="minor")


def test_what_comes_to_nothing_is_a_stroke_too_and_twice_the_same_is_one() -> None:
    missed, hit = found(does("manque", "a", "b"), does("touche", "b", "a"), does("touche", "b", "a"))
    assert (missed.head, missed.weight) == (0, "miss")
    assert (hit.places, hit.weight) == ((1, 2), "wound")


def test_what_nobody_did_to_anybody_is_one() -> None:
    assert found(does("plaie", "a"), does("meurt", "a")) == (Stroke(1, (), (0,), "fatal"),)
    assert found() == ()


@given(
    st.lists(
        st.builds(
            does, st.sampled_from(sorted(WORDS.event)), st.sampled_from(["", *"abc"]), st.sampled_from(["", *"abc"])
        ),
        max_size=25,
    )
)
def test_every_event_belongs_to_one_stroke_that_weighs_no_less_than_what_is_read_of_it(events: list[Event]) -> None:
    told = found(*events)
    assert sorted(place for stroke in told for place in stroke.places) == list(range(len(events)))
    for stroke in told:
        read = [voice().weight(events[place]) for place in (stroke.head, *stroke.then)]
        assert stroke.weight == min(read, key=WEIGHTS.index)


def test_a_figure_says_what_was_lost_or_won_and_of_what() -> None:
    words = Words(
        event={
            "perd": Telling("", "", figure="-points", unit="PV"),
            "gagne": Telling("", "", figure="+points", unit="{quoi}"),
        },
        en={"PV": "HP", "souffle": "breath"},
        fr={"PV": "Points de Vie"},
    )
    assert voice(words).figure(does("perd", points=3)) == Change(-3, "PV")
    assert voice(words, "en").figure(does("perd", points=3)) == Change(-3, "HP")
    assert voice(words, "en").figure(does("gagne", points=2, quoi="souffle")) == Change(2, "breath")
    assert voice(words).figure(does("perd", points=0)) is None
    assert voice(words).figure(does("autre", points=4)) is None


@pytest.mark.parametrize(("what", "moment"), [("meurt", "death"), ("coup", "feat"), ("monte", "level"), ("touche", "")])
def test_a_moment_is_what_the_game_says_or_what_weighs_most(what: str, moment: str) -> None:
    more = Words(event={"coup": Telling("", "", "critical"), "monte": Telling("", "", "major", moment="level")})
    assert voice(WORDS | more).moment(does(what)) == moment


def test_a_phrase_may_depend_on_a_fact_and_on_whether_one_does_it_to_oneself() -> None:
    when = {
        "self": Phrase("{who} se blesse", "{who} is hurt"),
        "points=0": Phrase("{who} effleure {target}", "{who} grazes {target}"),
        "reussi": Phrase("{who} réussit sur {target}", "{who} succeeds on {target}"),
    }
    words = Words(event={"coup": Telling("{who} frappe {target}", "{who} strikes {target}", when=when)})
    said = voice(words).event
    assert said(does("coup", "a", "a", points=3)) == said(does("coup", "a")) == "a se blesse"
    assert said(does("coup", "a", "b", points=0)) == "a effleure b"
    assert said(does("coup", "a", "b", reussi=True)) == "a réussit sur b"
    assert said(does("coup", "a", "b", reussi=False)) == "a frappe b"
    assert voice(words, "en").event(does("coup", "a")) == "a is hurt"


def test_growth_is_told_in_the_readers_language() -> None:
    words = Words(event={"croit": Telling("", "")}, kind={"de": "growth"}, en={"Force": "Strength"})
    grown = does("croit", "a", de=(("Force", 3, 4, 0.75, 0.5),))
    assert voice(words, "en").growth(grown) == (Grown("Strength", 3, 4, 0.75, 0.5),)
