"""Every scene of a table, kept small and whole."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.kernel.snapshot import KEYFRAME_EVERY, Snapshots, from_json, to_json
from toy import ALYS_BOR, Duel, Duelliste

NAMES = st.text(max_size=8)
FIGHTERS = st.builds(Duelliste, NAMES, NAMES, st.integers(-(2**60), 2**60), st.integers(-9, 9), st.integers(-9, 99))
SCENES = st.builds(Duel, st.dictionaries(NAMES, FIGHTERS, max_size=4), st.lists(NAMES, max_size=4).map(tuple))
CHANGES = st.tuples(
    st.sampled_from(["alys", "bor"]), st.sampled_from(["vie", "souffle", "force"]), st.integers(-99, 99)
)


def story(changes):
    """A scene after each change."""
    scenes = [ALYS_BOR]
    for who, what, value in changes:
        scenes.append(replace(scenes[-1].change(who, **{what: value}), clock=len(scenes)))
    return scenes


def stored(scenes):
    snapshots = Snapshots(Duel)
    assert [snapshots.add(scene) for scene in scenes] == list(range(len(scenes)))
    return snapshots


@given(SCENES)
def test_json_is_exact(scene):
    assert from_json(to_json(scene), Duel) == scene
    assert to_json(from_json(to_json(scene), Duel)) == to_json(scene)


def test_json_of_another_form_is_refused():
    with pytest.raises(msgspec.ValidationError):
        from_json(b'{"qui": {}, "ordre": 3}', Duel)


@given(st.lists(SCENES, min_size=1, max_size=12), st.randoms(use_true_random=False))
def test_any_scene_comes_back_equal_in_any_order(scenes, random):
    snapshots, order = stored(scenes), list(range(len(scenes)))
    random.shuffle(order)
    assert [snapshots.get(n) for n in order] == [scenes[n] for n in order]


@settings(max_examples=20)
@given(st.lists(CHANGES, min_size=1, max_size=20), st.randoms(use_true_random=False))
def test_scenes_come_back_equal_across_keyframes_and_after_a_cut(changes, random):
    scenes = story((changes * (2 * KEYFRAME_EVERY + 30))[: random.randint(KEYFRAME_EVERY + 1, 2 * KEYFRAME_EVERY + 30)])
    snapshots = stored(scenes)
    picked = [random.randrange(len(scenes)) for _ in range(20)] + [99, 100, 101, len(scenes) - 1]
    assert [snapshots.get(n) for n in picked] == [scenes[n] for n in picked]

    at = random.randint(1, len(scenes) - 1)
    other = [replace(scene, clock=-scene.clock) for scene in scenes[at:]]
    snapshots.cut(at)
    assert len(snapshots) == at
    assert [snapshots.add(scene) for scene in other] == list(range(at, len(scenes)))
    assert [snapshots.get(n) for n in range(len(scenes))] == scenes[:at] + other


@pytest.mark.parametrize("at", [0, 1, 99, 100, 101, 150])
def test_a_cut_around_a_keyframe(at):
    scenes = story([("alys", "vie", n) for n in range(150)])
    snapshots = stored(scenes)
    snapshots.cut(at)
    with pytest.raises(IndexError):
        snapshots.get(at)
    again = [replace(scene, options=("après",)) for scene in scenes[at:]]
    for scene in again:
        snapshots.add(scene)
    assert [snapshots.get(n) for n in range(len(scenes))] == scenes[:at] + again


def test_the_last_scene_is_number_minus_one():
    scenes = story([("alys", "vie", n) for n in range(120)])
    snapshots = stored(scenes)
    assert snapshots.get(-1) == scenes[-1]
    assert snapshots.get(-21) == scenes[100]
    with pytest.raises(IndexError):
        snapshots.get(121)


def test_a_damaged_scene_harms_no_other():
    scenes = story([("bor", "vie", n) for n in range(120)])
    snapshots = stored(scenes)
    snapshots.stored[50] = snapshots.stored[50][:-1]
    for n in (*range(50), *range(51, 121)):
        assert snapshots.get(n) == scenes[n]


def test_scenes_between_keyframes_are_small():
    snapshots = stored(story([("bor", "vie", n) for n in range(99)]))
    keyframe, *others = map(len, snapshots.stored)
    assert max(others) < keyframe / 2
