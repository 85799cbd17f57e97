"""Who sees what: the one filter through which the log goes."""

import msgspec
import pytest

from tablee.kernel.event import Event, Rolled, Viewer, seen_by
from tablee.kernel.live import Scripted
from tablee.kernel.oracle import ALL, GM
from toy import ALYS_BOR, Attaquer

MASTER = Viewer(gm=True)
ALYS, BOR, BOTH = Viewer(frozenset({"alys"})), Viewer(frozenset({"bor"})), Viewer(frozenset({"alys", "bor"}))
SPECTATOR = Viewer()
NAMED_LIKE_THE_MASTER = Viewer(frozenset({GM}))
VIEWERS = [MASTER, ALYS, BOR, BOTH, SPECTATOR, NAMED_LIKE_THE_MASTER]

SEES = {
    ALL: [True, True, True, True, True, True],
    GM: [True, False, False, False, False, False],
    "alys": [True, True, False, True, False, False],
    "bor": [True, False, True, True, False, False],
    "cid": [True, False, False, False, False, False],
}
CASES = [(a, v, sees) for a, row in SEES.items() for v, sees in zip(VIEWERS, row, strict=True)]


@pytest.mark.parametrize(("audience", "viewer", "sees"), CASES)
def test_an_event_is_seen_by_its_audience_and_the_game_master(audience, viewer, sees):
    event = Event("mot", "alys", audience=audience)
    assert seen_by(viewer, event) == (event if sees else None)


@pytest.mark.parametrize(("audience", "viewer", "sees"), CASES)
def test_dice_hidden_from_a_viewer_are_taken_out(audience, viewer, sees):
    open_die, other = Rolled("alys", "attaque", 20, (12,)), Rolled("bor", "ruse", 100, (77,), audience)
    seen = seen_by(viewer, Event("jet", "alys", dice=(other, open_die)))
    assert seen.dice == ((other, open_die) if sees else (open_die,))
    assert (b"77" in msgspec.json.encode(seen)) == sees
    assert (b"ruse" in msgspec.json.encode(seen)) == sees


def test_a_played_secret_reaches_the_game_master_alone():
    """77 is the secret face; nothing else in this attack can show it."""
    oracle = Scripted([6, 6, 20, 77, 3], ["prudence", "prudence", "encaisser"])
    Attaquer("alys", "bor").resolve(ALYS_BOR, oracle)

    def sent_to(viewer):
        return msgspec.json.encode([seen_by(viewer, e) for e in oracle.events])

    assert b"77" in sent_to(MASTER) and b"augure" in sent_to(MASTER)
    for viewer in VIEWERS[1:]:
        assert b"77" not in sent_to(viewer)
        assert b"augure" not in sent_to(viewer)
        assert b"touche" in sent_to(viewer)


def test_a_secret_die_that_stayed_without_event_hides_within_the_next():
    oracle = Scripted([6, 6, 20, 13, 3], ["prudence", "prudence", "encaisser"])
    Attaquer("alys", "bor").resolve(ALYS_BOR, oracle)
    (hit,) = oracle.events
    assert [d.why for d in seen_by(MASTER, hit).dice] == ["attaque", "attaque", "augure", "blessure"]
    assert [d.why for d in seen_by(BOR, hit).dice] == ["attaque", "attaque", "blessure"]


def test_facts_are_read_by_name():
    event = Event("touche", facts=(("score", 12), ("vide", None)))
    assert (event["score"], event["vide"]) == (12, None)
    with pytest.raises(KeyError, match="dégâts"):
        event["dégâts"]


def test_an_event_written_down_comes_back_equal_and_stays_small():
    oracle = Scripted([6, 6, 20, 80, 3])
    Attaquer("alys", "bor").resolve(ALYS_BOR, oracle)
    written = msgspec.json.encode(oracle.events)
    back = msgspec.json.decode(written, type=list[Event])
    assert msgspec.json.encode(back) == written
    assert [(e.what, e.dice, e.terms) for e in back] == [(e.what, e.dice, e.terms) for e in oracle.events]
    assert all(len(msgspec.json.encode(e)) < 2000 for e in oracle.events)


@pytest.mark.parametrize(
    ("facts", "achieved"),
    [((("reussi", True),), True), ((("dr", 2), ("reussi", False)), False), ((("reussi", "oui"),), None), ((), None)],
)
def test_an_event_says_whether_what_was_tried_came_off(facts, achieved):
    assert Event("test", "alys", facts=facts).achieved is achieved
