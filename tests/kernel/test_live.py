"""Live play: stop at an open question, keep the transcript, run again from the start and go on."""

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.kernel.event import Event, Rolled
from tablee.kernel.live import (
    Awaiting,
    Diverged,
    Entry,
    Live,
    Replay,
    Scripted,
    ScriptError,
    answer,
    answers,
    asking,
    typed,
)
from tablee.kernel.oracle import GM, Amount, Closed, Dice, Option, Question, Throw
from toy import ALYS_BOR, Attaquer, Souffler

ATTACK = Attaquer("alys", "bor")


class Luck(random.Random):
    """A generator whose draws were chosen beforehand; the lowest face when none is left."""

    def __init__(self, draws):
        super().__init__(0)
        self.draws = list(draws)

    def randint(self, a, b):
        return a + (self.draws.pop(0) if self.draws else 0) % (b - a + 1)


def saved(transcript):
    """Written down as JSON and read back."""
    return msgspec.json.decode(msgspec.json.encode(transcript), type=list[Entry])


def play(action, scene, luck, whims=(), by_hand=()):
    """To the end, through every stop; the last oracle, the scene, and all that was waited for."""
    transcript, heard, waited, whims = [], [], [], list(whims)
    while True:
        live = Live(transcript, luck, by_hand)
        try:
            return live, action.resolve(scene, live), waited
        except Awaiting as stop:
            wanted = stop.wanted
        assert live.events[: len(heard)] == heard, "what was told is told again"
        heard = live.events
        if isinstance(wanted[0], Throw):
            entry = typed(wanted[0], [[luck.randint(1, d.sides) for _ in range(d.n)] for d in wanted[0].dice])
        else:
            entry = answers(wanted, [q.open()[(whims.pop(0) if whims else 0) % len(q.open())] for q in wanted], "moi")
        waited.append(wanted)
        transcript = saved([*live.transcript, entry])


def script(transcript):
    """The same dice and answers for a scripted run."""
    dice, answered = [], []
    for entry in transcript:
        for got in entry.got:
            if isinstance(got, (list, tuple)):
                dice += got
            else:
                answered.append(got)
    return Scripted(dice, answered)


def by_nobody(events):
    return [replace(e, dice=tuple(replace(d, by="") for d in e.dice)) for e in events]


LUCK = st.builds(Luck, st.lists(st.integers(0, 99), max_size=20))
WHIMS = st.lists(st.integers(0, 2), max_size=8)
HANDS = st.sets(st.sampled_from(["alys", "bor"]))


@given(LUCK, WHIMS, HANDS)
def test_stopping_and_going_on_changes_nothing(luck, whims, by_hand):
    live, after, waited = play(ATTACK, ALYS_BOR, luck, whims, by_hand)
    at_once = script(live.transcript)
    assert ATTACK.resolve(ALYS_BOR, at_once) == after
    assert at_once.left_over() is None
    assert by_nobody(at_once.events) == by_nobody(live.events)
    assert [replace(e, by="") for e in saved(at_once.transcript)] == [replace(e, by="") for e in saved(live.transcript)]
    assert bool(by_hand & {"alys"}) == any(isinstance(w[0], Throw) and w[0].who == "alys" for w in waited)


@given(LUCK, WHIMS, HANDS)
def test_a_finished_transcript_replays_to_the_same_scene_and_events(luck, whims, by_hand):
    live, after, _ = play(ATTACK, ALYS_BOR, luck, whims, by_hand)
    again = Replay(saved(live.transcript))
    assert ATTACK.resolve(ALYS_BOR, again) == after
    assert again.events == live.events


def tampered(entry):
    """Each way of spoiling one line of a transcript."""
    yield replace(entry, asked=entry.asked + "!")
    yield replace(entry, got=entry.got[1:])
    yield replace(entry, got=[*entry.got, entry.got[0]])
    if isinstance(entry.got[0], (list, tuple)):
        yield replace(entry, got=[[101] * len(f) for f in entry.got])
        yield replace(entry, got=[[0] * len(f) for f in entry.got])
        yield replace(entry, got=[[*f, 1] for f in entry.got])
    else:
        yield replace(entry, got=["fuir"] * len(entry.got))


@given(LUCK, WHIMS, HANDS)
def test_a_tampered_transcript_diverges(luck, whims, by_hand):
    live, _, _ = play(ATTACK, ALYS_BOR, luck, whims, by_hand)
    transcript = saved(live.transcript)
    for n, entry in enumerate(transcript):
        for wrong in tampered(entry):
            with pytest.raises(Diverged):
                ATTACK.resolve(ALYS_BOR, Live([*transcript[:n], wrong, *transcript[n + 1 :]], Luck([])))
        with pytest.raises(Diverged):
            ATTACK.resolve(ALYS_BOR, Replay(transcript[:n]))


def test_a_transcript_of_another_action_diverges():
    live, _, _ = play(ATTACK, ALYS_BOR, Luck([]))
    with pytest.raises(Diverged, match="alys"):
        Attaquer("bor", "alys").resolve(ALYS_BOR, Live(live.transcript))


def test_a_replay_rolls_no_new_die_and_asks_nothing_new():
    with pytest.raises(Diverged, match="ends before '1d6'"):
        Replay([]).d(6)


# ---------------------------------------------------------------- what is waited for


def test_a_blind_choice_waits_for_everybody_at_once():
    with pytest.raises(Awaiting) as stop:
        ATTACK.resolve(ALYS_BOR, Live())
    assert [(q.who, q.key) for q in stop.value.wanted] == [("alys", "toy.garde"), ("bor", "toy.garde")]


def test_real_dice_are_waited_for_in_one_throw():
    gardes = play(ATTACK, ALYS_BOR, Luck([]))[0].transcript[:1]
    with pytest.raises(Awaiting) as stop:
        ATTACK.resolve(ALYS_BOR, Live(gardes, by_hand={"alys"}))
    assert stop.value.wanted == (Throw("alys", (Dice(2, 6, "attaque", 1), Dice(1, 20, "attaque"))),)


def test_the_server_rolls_for_hands_without_real_dice():
    live, _, waited = play(ATTACK, ALYS_BOR, Luck([5, 5, 19]), by_hand={"bor"})
    assert not any(isinstance(w[0], Throw) for w in waited)
    assert [e.by for e in live.transcript if "d6" in e.asked] == ["server", "server"]


def test_typed_dice_are_marked_in_the_log():
    live, _, _ = play(ATTACK, ALYS_BOR, Luck([]), by_hand={"alys"})
    assert {(d.who, d.why, d.by) for e in live.events for d in e.dice} >= {("alys", "attaque", "hand")}


@given(LUCK, WHIMS)
def test_secret_dice_are_never_asked_of_a_player(luck, whims):
    live, _, waited = play(ATTACK, ALYS_BOR, luck, whims, by_hand={"alys", "bor"})
    assert all(d.why != "augure" for w in waited for t in w if isinstance(t, Throw) for d in t.dice)
    assert [e.by for e in live.transcript if "augure" in e.asked] == ["server"]
    secret = [d for e in live.events for d in e.dice if d.why == "augure"]
    assert [(d.audience, d.by) for d in secret] == [(GM, "")]


def test_nothing_an_ordinary_rule_does_can_swallow_the_stop():
    def careless(oracle):
        try:
            return oracle.ask(Question("alys", "k", "TOY-1", (Option("oui"),)))
        except Exception:
            return None

    with pytest.raises(Awaiting):
        careless(Live())


def test_an_action_without_chance_or_choice_never_stops():
    live, after, waited = play(Souffler("alys"), ALYS_BOR, Luck([]))
    assert (live.transcript, waited, after["alys"].souffle) == ([], [], 4)


def test_without_a_generator_the_dice_are_the_systems_own():
    faces = {Live().d(6) for _ in range(200)}
    assert faces == {1, 2, 3, 4, 5, 6}


# ---------------------------------------------------------------- impossible input

RIPOSTE = Question("bor", "toy.riposte", "T", (Option("non"), Option("oui"), Option("si", closed=Closed("T", "Non"))))
THROW = Throw("bor", (Dice(2, 6, "attaque"), Dice(1, 20)))


@pytest.mark.parametrize(
    ("faces", "sentence"),
    [
        ([[7, 1], [20]], "2d6 attaque : 7 n'est pas une face (de 1 à 6)"),
        ([[1, 1], [0]], "1d20 : 0 n'est pas une face (de 1 à 20)"),
        ([[1, 1]], "2d6 attaque + 1d20 : 3 faces attendues"),
        ([[1], [20, 1]], "2d6 attaque + 1d20 : 3 faces attendues"),
        ([], "2d6 attaque + 1d20 : 3 faces attendues"),
    ],
)
def test_impossible_faces_are_refused_with_a_sentence(faces, sentence):
    with pytest.raises(ValueError) as refused:
        typed(THROW, faces)
    assert str(refused.value) == sentence


def test_possible_faces_become_an_entry_by_hand():
    assert typed(THROW, [[1, 6], [20]]) == Entry("2d6 attaque + 1d20 bor", ((1, 6), (20,)), "hand")


@pytest.mark.parametrize("id", ["peut-être", "si", "", 0])
def test_impossible_answers_are_refused_with_a_sentence(id):
    with pytest.raises(ValueError, match=r"réponse refusée à toy.riposte : .* ; réponses ouvertes : non, oui$"):
        answer(RIPOSTE, id)


def test_an_amount_out_of_bounds_is_refused_without_listing_it_all():
    with pytest.raises(ValueError, match=r"réponses ouvertes : de 0 à 500$"):
        answer(Question("bor", "k", "T", Amount(0, 500)), 501)


def test_a_transcript_writes_who_was_asked_what_and_the_open_answers():
    spend = Question("alys", "toy.mise", "T", Amount(0, 500))
    assert asking((RIPOSTE, spend)) == "toy.riposte bor ['non', 'oui']; toy.mise alys 0..500"
    assert answer(spend, "20") == Entry("toy.mise alys 0..500", (20,))


def test_all_that_was_asked_at_once_is_answered_at_once():
    with pytest.raises(ValueError, match=r"2 réponses attendues, 1 donnée$"):
        answers((RIPOSTE, RIPOSTE), ["oui"])
    assert answers((RIPOSTE, RIPOSTE), ["oui", "non"], "bor").got == ("oui", "non")


# ---------------------------------------------------------------- events and scripts


def test_an_event_carries_the_dice_rolled_since_the_last():
    oracle = Scripted([4, 2, 13])
    oracle.of("alys").pool(2, 6, "un", keep=1)
    oracle.tell(Event("premier"))
    oracle.of("bor", GM).d(20, "deux")
    oracle.tell(Event("second"))
    oracle.tell(Event("troisième"))
    told = [[(d.who, d.why, d.faces, d.audience) for d in e.dice] for e in oracle.events]
    assert told == [[("alys", "un", (4, 2), "all")], [("bor", "deux", (13,), "mj")], []]


def test_an_event_that_has_its_dice_keeps_them():
    oracle, old = Scripted(), (Rolled("alys", "hier", 6, (3,)),)
    oracle.tell(Event("rappel", dice=old))
    assert oracle.events[0].dice == old


def test_a_hand_is_a_view_and_leaves_the_oracle_as_it_was():
    oracle = Scripted([1, 2, 3])
    mine, theirs = oracle.of("alys"), oracle.of("bor")
    mine.d(6), theirs.d(6), oracle.d(6)
    assert [e.asked for e in oracle.transcript] == ["1d6 alys", "1d6 bor", "1d6"]


@pytest.mark.parametrize(
    ("oracle", "sentence"),
    [
        (Scripted([3]), "plus assez de dés : 2d6 attaque à lancer, il reste seulement 3"),
        (Scripted(), "plus assez de dés : 2d6 attaque à lancer, il ne reste rien"),
        (Scripted([3, 7]), "2d6 attaque : 7 n'est pas une face (de 1 à 6)"),
        (Scripted([0, 3]), "2d6 attaque : 0 n'est pas une face (de 1 à 6)"),
    ],
)
def test_a_script_whose_dice_do_not_fit_says_so(oracle, sentence):
    with pytest.raises(ScriptError) as wrong:
        oracle.pool(2, 6, "attaque")
    assert str(wrong.value) == sentence


@pytest.mark.parametrize(("sides", "face"), [(10, 10), (100, 100)])
def test_a_ten_may_be_written_0_and_a_hundred_00_as_they_are_marked_on_real_dice(sides, face):
    assert Scripted([0]).d(sides) == face
    assert typed(Throw("alys", (Dice(2, sides),)), [[0, 7]]).got == ((face, 7),)


@pytest.mark.parametrize("sides", [4, 6, 8, 12, 20])
def test_no_other_die_has_a_0(sides):
    with pytest.raises(ScriptError, match="0 n'est pas une face"):
        Scripted([0]).d(sides)
    with pytest.raises(ScriptError, match="0 n'est pas une face"):
        typed(Throw("alys", (Dice(1, sides),)), [[0]])


def test_a_script_whose_answer_does_not_fit_says_so():
    with pytest.raises(ScriptError, match=r"réponse refusée à toy\.riposte : « si » ; réponses ouvertes : non, oui"):
        Scripted(answers=["si"]).ask(RIPOSTE)


def test_beyond_its_last_answer_a_script_takes_the_first_option():
    oracle = Scripted(answers=["oui"])
    assert [oracle.ask(RIPOSTE).id, oracle.ask(RIPOSTE).id] == ["oui", "non"]
    assert [q.key for q in oracle.asked] == ["toy.riposte", "toy.riposte"]


GARDE = (Option("prudence"), Option("fougue"), Option("ruse"))


def stance(who, key="toy.garde"):
    return Question(who, key, "T", GARDE)


def said(oracle, *questions):
    return [option.id for option in oracle.ask_all(questions)]


def test_answers_by_key_are_each_keys_own_in_order():
    oracle = Scripted(answers={"toy.garde": ["fougue", "ruse"], "toy.riposte": "oui"})
    assert said(oracle, RIPOSTE, stance("bor"), stance("alys"), stance("alys"), RIPOSTE) == [
        "oui", "fougue", "ruse", "prudence", "non",
    ]  # fmt: skip
    assert oracle.left_over() is None


def test_who_is_asked_names_a_question_more_closely_than_its_key():
    oracle = Scripted(answers={"toy.garde": ["ruse"], "bor:toy.garde": ["fougue"]})
    assert said(oracle, stance("alys"), stance("bor"), stance("bor")) == ["ruse", "fougue", "prudence"]
    assert oracle.left_over() is None


def test_questions_no_key_names_are_answered_in_order():
    oracle = Scripted(answers={"toy.riposte": "oui", "*": ["fougue", "ruse"]})
    assert said(oracle, stance("alys"), RIPOSTE, RIPOSTE, stance("bor", "toy.autre")) == [
        "fougue",
        "oui",
        "non",
        "ruse",
    ]
    assert oracle.left_over() is None


def test_an_answer_by_key_that_does_not_fit_says_so():
    with pytest.raises(ScriptError, match=r"réponse refusée à toy\.riposte : « si » ; réponses ouvertes : non, oui"):
        Scripted(answers={"toy.riposte": ["si"]}).ask(RIPOSTE)


@given(st.lists(st.tuples(st.sampled_from(["alys", "bor"]), st.sampled_from("abc"), st.integers(0, 2)), max_size=12))
def test_the_same_answers_in_order_by_key_and_by_whom(asked):
    """However they are written down, the same questions get the same answers, and none is left."""
    in_order, by_key, by_whom = [], {}, {}
    for who, key, n in asked:
        id = GARDE[n].id
        in_order.append(id)
        by_key.setdefault(key, []).append(id)
        by_whom.setdefault(f"{who}:{key}", []).append(id)
    for written in (in_order, {"*": in_order}, by_key, by_whom):
        oracle = Scripted(answers=written)
        assert [oracle.ask(stance(who, key)).id for who, key, _ in asked] == in_order
        assert oracle.left_over() is None


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        ({"toy.garde": ["ruse", "ruse", "fougue"]}, "toy.garde = fougue"),
        ({"bor:toy.garde": ["ruse", "fougue"], "*": ["ruse", 3, "oui"]}, "bor:toy.garde = fougue ; 3, oui"),
        ({"toy.gard": "ruse"}, "toy.gard = ruse ; questions posées : toy.garde (alys, bor)"),
        ({"cid:toy.garde": "ruse"}, "cid:toy.garde = ruse ; questions posées : toy.garde (alys, bor)"),
        ({"toy.gard": []}, None),
    ],
)
def test_answers_left_over_are_named_by_key_and_an_unknown_key_with_those_that_were_asked(answers, sentence):
    oracle = Scripted(answers=answers)
    said(oracle, stance("alys"), stance("bor"))
    over = oracle.left_over()
    assert (over and str(over)) == (sentence and f"réponses en trop, jamais demandées : {sentence}")


def test_where_nothing_was_asked_a_key_is_left_over_with_that():
    assert str(Scripted(answers={"k": "oui"}).left_over()) == (
        "réponses en trop, jamais demandées : k = oui ; questions posées : aucune"
    )


def test_a_script_knows_what_was_left_over():
    assert str(Scripted([4, 5]).left_over()) == "dés en trop, jamais lancés : 4, 5"
    assert str(Scripted(answers=["oui"]).left_over()) == "réponses en trop, jamais demandées : oui"
    assert Scripted().left_over() is None
