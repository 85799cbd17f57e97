"""Actions as plain data, and `closed` as the one truth about what is open."""

import random
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.kernel.action import Action, literals, open_actions, tag
from tablee.kernel.odds import odds
from tablee.kernel.oracle import Closed
from tablee.kernel.refs import Who, WhoOnce
from tablee.kernel.run import Run, run
from tablee.kernel.scene import Person, Scene, faults_of
from tablee.kernel.simulated import Simulated
from tablee.testing import play
from toy import ALYS_BOR, Attaquer, Duelliste, Souffler, legal, toy

SOMEBODY = st.sampled_from(["alys", "bor", "cid", ""]) | st.text(max_size=5)
FALLEN = ALYS_BOR.change("bor", vie=0)
THREE = replace(ALYS_BOR.put(Duelliste("Cid", "bleu", vie=0, id="cid")), encounter=("alys", "bor", "cid"))


def reasons(scene, actor):
    return {msgspec.json.encode(a).decode(): str(why) if why else None for a, why in legal(scene, actor)}


def test_legal_lists_what_is_open_and_why_the_rest_is_not():
    assert reasons(THREE, "alys") == {
        '{"do":"attaquer","actor":"alys","target":"alys"}': "On ne s'attaque pas soi-même (TOY-2.1)",
        '{"do":"attaquer","actor":"alys","target":"bor"}': None,
        '{"do":"attaquer","actor":"alys","target":"cid"}': "Déjà à terre (TOY-2.1)",
        '{"do":"souffler","actor":"alys"}': None,
    }
    assert set(reasons(THREE, "bor").values()) == {"C'est le tour d'alys (TOY-2.1)"}


def test_open_actions_are_those_without_a_reason():
    assert open_actions(legal(THREE, "alys")) == [Attaquer("alys", "bor"), Souffler("alys")]
    assert open_actions(legal(THREE, "bor")) == []


@given(SOMEBODY, SOMEBODY, st.sampled_from([ALYS_BOR, FALLEN, THREE]))
def test_closed_judges_any_action_and_every_open_one_resolves(actor, target, scene):
    for data in {"do": "attaquer", "actor": actor, "target": target}, {"do": "souffler", "actor": actor}:
        action = toy.action(data)
        closed = action.closed(scene)
        if closed is not None:
            assert closed.rule in toy.ledger.rules and str(closed)
        else:
            assert action.resolve(scene, Simulated(1)).clock == scene.clock + 1


@pytest.mark.parametrize("action", [Attaquer("alys", "bor"), Souffler("bor")])
def test_an_action_written_down_comes_back_equal(action):
    written = msgspec.json.encode(action)
    assert msgspec.json.decode(written, type=toy.action_type) == action


@pytest.mark.parametrize(
    "written",
    [
        b'{"do":"fuir","actor":"alys"}',
        b'{"actor":"alys"}',
        b'{"do":"souffler"}',
        b'{"do":"souffler","actor":"alys","target":"bor"}',
        b'{"do":"attaquer","actor":"alys","target":3}',
    ],
)
def test_what_is_no_action_is_refused(written):
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(written, type=toy.action_type)


def test_an_action_is_named_by_its_tag():
    assert tag(Attaquer) == tag(Attaquer("alys", "bor")) == "attaquer"


def test_an_action_that_does_not_say_how_it_is_resolved_is_an_error():
    class Rien(Action, frozen=True, tag="rien"):
        pass

    assert Rien("alys").closed(ALYS_BOR) is None
    with pytest.raises(TypeError, match="Rien does not say how it is resolved"):
        Rien("alys").resolve(ALYS_BOR, Simulated(1))


def test_resolving_leaves_the_scene_before_as_it_was():
    before = msgspec.json.encode(ALYS_BOR)
    for seed in range(20):
        Attaquer("alys", "bor").resolve(ALYS_BOR, Simulated(seed))
    assert msgspec.json.encode(ALYS_BOR) == before


def structs(kind=msgspec.Struct):
    for sub in kind.__subclasses__():
        yield sub
        yield from structs(sub)


def test_plain_data_of_the_kernel_never_changes():
    kernel = [s for s in structs() if s.__module__.startswith("tablee.kernel.") and s.__name__ != "Played"]
    assert len(kernel) > 20
    assert [s for s in kernel if not s.__struct_config__.frozen] == []


def test_what_a_scene_is_follows_from_its_people():
    class Somebody(Person, frozen=True):
        id: WhoOnce
        side: str = ""

    class Bare(Scene, frozen=True):
        people: dict[Who, Somebody]
        clock: int = 0
        encounter: str | None = None

    scene = Bare({})
    assert (scene.turn(), scene.sides(), scene.standing(), scene.round()) == ((), {}, (), 0)
    assert scene.name("alys") == "alys"
    assert scene.calm() is scene
    scene = Bare({"alys": Somebody("alys")}, encounter="mêlée").put(Somebody("bor", "bleu"))
    assert (scene.sides(), scene.standing()) == ({"bleu": ("bor",)}, ("alys", "bor"))
    assert (scene["bor"].name, scene.calm().encounter) == ("bor", None)
    assert list(faults_of(Bare)) == []


def test_what_a_scene_lacks_of_the_contract_is_told():
    class Beast(Person, frozen=True):
        id: str
        owner: Who = ""

    class Odd(Scene, frozen=True):
        people: dict[str, Beast]
        encounter: Any = None

    assert [*faults_of(Odd)] == [
        "Odd: no field `clock`",
        "Odd.encounter: say what stands there; references cannot be found in it",
        "Odd.people: its keys must be `Who`",
        "Beast: no field `side`",
        "Beast.id must be a `WhoOnce`",
        "Beast.owner must be a `WithWho`: a beast goes where its master goes",
    ]


def test_the_fallen_do_not_stand():
    assert (FALLEN.standing(), FALLEN.sides()) == (("alys",), {"bleu": ("bor",), "rouge": ("alys",)})


class Rien(Attaquer, frozen=True, tag="rien"):
    looks = {"liste": lambda before, after, events: [before, after]}

    def resolve(self, scene: Any, oracle: Any) -> Any:
        return None


class Liste(Souffler, frozen=True, tag="liste"):
    looks = {"liste": lambda before, after, events: [1]}


def test_an_action_that_gives_no_scene_is_named_wherever_it_is_done():
    for done in (
        lambda: run(ALYS_BOR, Run(Rien("alys", "bor")), random.Random(1)),
        lambda: play(ALYS_BOR, Rien("alys", "bor")),
        lambda: odds(Rien("alys", "bor"), ALYS_BOR),
    ):
        with pytest.raises(TypeError, match=r"test_action\.Rien\.resolve gives nothing: it must return the scene"):
            done()


def test_a_look_that_cannot_be_counted_is_named_with_what_is_wanted():
    with pytest.raises(TypeError, match=r"test_action\.Liste, look 'liste': a list cannot be counted: .*a figure"):
        odds(Liste("alys"), ALYS_BOR)


def test_values_of_a_list_stand_in_the_order_they_are_written():
    assert literals(Literal["haut", "bas", "droit"]) == ("haut", "bas", "droit")
    assert literals(Annotated[Literal["b", "a"], "noted"]) == ("b", "a") and literals(str) == ()


def test_a_reason_without_a_rule_has_no_parentheses():
    assert str(Closed("", "Il dort")) == str(Closed("", "Il dort").said) == "Il dort"
    assert str(Closed("TOY-2.1", "Il dort").said) == "Il dort (TOY-2.1)"
