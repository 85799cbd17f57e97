"""An action run as far as it goes, and again with what was missing."""

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.kernel.live import Diverged, Entry, recalled
from tablee.kernel.oracle import Dice, Question, Throw
from tablee.kernel.run import Run, answered, grouped, run, thrown
from toy import ALYS_BOR, Attaquer, Souffler

ATTACK = Run(Attaquer("alys", "bor"))


def asked(hands: tuple[str, ...] = ()) -> Run:
    """The attack once both stances are in."""
    now = run(ALYS_BOR, ATTACK, random.Random(5), hands)
    for at in (1, 0):
        now = answered(now, at, "fougue", "moi")
    return run(ALYS_BOR, now, random.Random(5), hands)


def test_what_asks_nothing_is_done_at_once() -> None:
    done = run(ALYS_BOR, Run(Souffler("alys")), random.Random(1))
    assert (done.wanted, done.scene.turn(), [event.what for event in done.events]) == ((), ("bor",), ["souffle"])


def test_it_waits_until_all_who_are_asked_at_once_have_answered() -> None:
    waits = run(ALYS_BOR, ATTACK, random.Random(5))
    assert waits.scene is None
    assert isinstance(waits.next, Question) and waits.next.who == "alys"
    one = answered(waits, 0, "fougue", "moi")
    assert (one.picked, one.transcript) == (("fougue", None), ())
    assert isinstance(one.next, Question) and one.next.who == "bor"
    both = answered(one, 1, "prudence", "lui")
    assert (both.wanted, both.picked) == ((), ())
    assert [(entry.got, entry.by) for entry in both.transcript] == [(("fougue", "prudence"), "moi;lui")]
    assert waits.picked == (None, None)  # nothing is changed


def test_what_is_no_answer_and_what_is_no_throw_is_refused_with_a_sentence() -> None:
    waits = run(ALYS_BOR, ATTACK, random.Random(5))
    with pytest.raises(ValueError, match=r"réponse refusée à toy\.garde : « fuir »"):
        answered(waits, 1, "fuir")
    throw = asked(hands=("alys",))
    for faces in ([6, 5], [6, 5, 12, 3], []):
        with pytest.raises(ValueError, match="3 faces attendues"):
            thrown(throw, faces)
    with pytest.raises(ValueError, match="21 n'est pas une face"):
        thrown(throw, [6, 5, 21])


def test_dice_typed_in_are_cut_into_the_kinds_of_the_throw() -> None:
    throw = asked(hands=("alys",))
    assert throw.throw == throw.next == Throw("alys", (Dice(2, 6, "attaque", 1), Dice(1, 20, "attaque")))
    assert thrown(throw, [5, 6, 1]).transcript[-1] == Entry("2d6 attaque + 1d20 attaque alys", ((5, 6), (1,)), "hand")


@given(st.lists(st.integers(1, 3), min_size=1, max_size=4), st.lists(st.integers(1, 6), max_size=15))
def test_no_face_is_lost_when_they_are_cut(kinds: list[int], faces: list[int]) -> None:
    groups = grouped(Throw("alys", tuple(Dice(n, 6) for n in kinds)), faces)
    assert [face for group in groups for face in group] == faces
    assert len(groups) == len(kinds)
    if len(faces) == sum(kinds):
        assert [len(group) for group in groups] == kinds


def test_running_again_changes_nothing() -> None:
    waits = asked()
    assert run(ALYS_BOR, waits, random.Random(99)) == waits


ANSWER, DIE, HAND, OTHER = (
    Entry("garde", ("fougue",), "moi"),
    Entry("1d6", ((3,),), "server"),
    Entry("1d20", ((12,),), "hand"),
    Entry("garde", ("prudence",), "moi"),
)


@pytest.mark.parametrize(
    ("transcript", "past", "known"),
    [
        ((), (DIE, HAND, ANSWER, DIE), (DIE, HAND)),
        ((), (ANSWER, DIE), ()),
        ((ANSWER,), (ANSWER, DIE, HAND), (ANSWER, DIE, HAND)),
        ((OTHER,), (ANSWER, DIE, HAND), (OTHER,)),
        ((ANSWER, DIE), (ANSWER,), (ANSWER, DIE)),
    ],
)
def test_dice_are_known_from_the_past_while_all_before_them_is_the_same(
    transcript: tuple[Entry, ...], past: tuple[Entry, ...], known: tuple[Entry, ...]
) -> None:
    stored = msgspec.json.decode(msgspec.json.encode(past), type=tuple[Entry, ...])
    assert recalled(transcript, past) == known
    assert [e.asked for e in recalled(transcript, stored)] == [e.asked for e in known]


def test_the_transcript_of_another_action_diverges() -> None:
    with pytest.raises(Diverged):
        run(ALYS_BOR, Run(Attaquer("bor", "alys"), asked().transcript), random.Random(1))


def test_a_question_that_was_not_asked_yet_when_it_was_played_gets_its_first_answer() -> None:
    before = run(ALYS_BOR, Run(Attaquer("alys", "bor")), random.Random(1))
    assert before.questions  # stances are asked for
    chosen = answered(answered(before, 0, "prudence"), 1, "prudence")
    done = run(ALYS_BOR, chosen, random.Random(1))
    older = tuple(entry for entry in done.transcript if "toy.garde" not in entry.asked)
    again = run(ALYS_BOR, replace(done, transcript=older, scene=None), random.Random(2))
    assert (again.scene, again.wanted, again.events) == (done.scene, done.wanted, done.events)


def test_an_answer_that_nothing_asks_for_any_more_diverges() -> None:
    stray = Entry("toy.rien alys ['oui']", ("oui",), "alys")
    with pytest.raises(Diverged):
        run(ALYS_BOR, Run(Souffler("alys"), (stray,)), random.Random(1))
