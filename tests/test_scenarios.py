"""Every scenario file is a test: played step by step, and compared with what it expects."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee.kernel.content import ContentError, convert
from tablee.kernel.game import game
from tablee.kernel.scenario import Expected, Scenario, play, read

HERE = Path(__file__).parent / "scenarios"


def scenarios() -> Iterator[object]:
    for path in sorted(HERE.glob("*/*.toml")):
        try:
            rules = read(path).rules
        except ContentError:  # the test itself says what is wrong with it
            rules = ()
        marks = [pytest.mark.rule(*rules)] if rules else []
        yield pytest.param(path, id=path.relative_to(HERE).as_posix(), marks=marks)


def complaints(scenario: Scenario, name: str) -> list[str]:
    """All that is wrong with a scenario: what it names, what it expects, how it went."""
    ledger = game(scenario.game).ledger
    wrong = [f"{id} is in no ledger of {scenario.game}" for id in scenario.rules if id not in ledger.rules]
    if scenario.example and scenario.example not in ledger.examples:
        wrong.append(f"{scenario.example} is no example of the ledger of {scenario.game}")
    if all(step.expect == Expected() for step in scenario.step):
        wrong.append("nothing is expected in any step")
    for number, played in enumerate(play(scenario, name), 1):
        wrong += [f"step {number}: {difference}" for difference in played.differences]
    return wrong


@pytest.mark.parametrize("path", list(scenarios()))
def test_scenario(path: Path) -> None:
    scenario = read(path)
    assert scenario.game == path.parent.name
    wrong = complaints(scenario, path.name)
    assert not wrong, "\n".join([f"{path.name}:", *wrong])


# ---------------------------------------------------------------- the test above, on the toy game

SCENE = {"ordre": ["alys", "bor"], "qui": {"alys": {"nom": "A", "camp": "r"}, "bor": {"nom": "B", "camp": "b"}}}
REST = {"do": "souffler", "actor": "alys"}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, []),
        ({"rules": ["TOY-2.6", "TOY-99"]}, ["TOY-99 is in no ledger of toy"]),
        ({"example": "TOY-X1"}, []),
        ({"example": "TOY-X2"}, ["TOY-X2 is no example of the ledger of toy"]),
        ({"step": [{"do": REST}]}, ["nothing is expected in any step"]),
        ({"step": []}, ["nothing is expected in any step"]),
        (
            {"step": [{"do": REST}, {"do": REST, "expect": {"scene": {"tour": 3}}}]},
            ["step 2: refus : C'est le tour de bor (TOY-2.1), attendu aucun"],
        ),
    ],
)
@pytest.mark.usefixtures("toy_installed")
def test_what_is_wrong_with_a_scenario_is_said(changes, said):
    step = {"do": REST, "expect": {"scene": {"tour": 2}}}
    data = {"game": "toy", "rules": ["TOY-2.6"], "scene": SCENE, "step": [step], **changes}
    assert complaints(convert(data, Scenario, "x.toml"), "x.toml") == said
