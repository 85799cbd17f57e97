"""What helps somebody who has never seen a game to make a character: counted over all games, and legal in each."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from tablee.kernel.draft import Draft, Field, Spread, Step, placed
from tablee.kernel.game import Game, games
from tablee.kernel.teaching import BEST, MANY
from tablee.kernel.typography import typeset

GAMES = [pytest.param(game, id=game.id) for game in games().values()]
ARCHETYPES, SPREADS = 6, 2
SPREAD_OVER = range(4, 41)  # things: fewer need no advice, more are chosen one by one
SEEDS = range(2)
# Sentences, archetypes and spreads that games still owe: to be lowered with each that is written, never raised.
OWED: dict[str, int] = {"fragments": 14, "terre_natale": 12}


def fields(game: Game) -> Iterator[tuple[Step, Field]]:
    for step in game.creation.steps:
        for field in step.fields:
            yield step, field


def owed(game: Game) -> list[str]:
    """What somebody who does not know the game is not told."""
    creation, draft = game.creation, game.creation.random(1)
    found = [f"step {step.id}" for step in creation.steps if not step.says]
    found += [f"archetype {n}" for n in range(len(creation.starts), ARCHETYPES)]
    found += [f"tags of {id}" for id, start in creation.starts.items() if not start.tags]
    for _, field in fields(game):
        if field.kind in ("choice", "choices") and len(field.keys) > MANY and field.name not in creation.guide.bare:
            cards = creation.cards_of(draft, field)
            found += [f"{field.name} {key}" for key, _ in field.keys if key and not cards[key].says]
        if field.kind == "points" and len(creation.asked(draft, field).keys) in SPREAD_OVER:
            there = creation.spreads_of(draft, creation.asked(draft, field))
            found += [f"spread {n} of {field.name}" for n in range(len(there), SPREADS)]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_whoever_does_not_know_a_game_is_told_of_all_he_may_choose(game: Game) -> None:
    missing = owed(game)
    assert len(missing) <= OWED.get(game.id, 0), missing


def told(game: Game) -> Iterator[str]:
    """Every sentence of a game's creation, in French."""
    creation, draft = game.creation, game.creation.random(1)
    yield from (step.says for step in creation.steps)
    for start in creation.starts.values():
        yield from (start.label, start.note, *start.tags)
    for _, field in fields(game):
        asked = creation.asked(draft, field)
        for card in creation.cards_of(draft, asked).values():
            yield from (card.says, *card.tags, *(s.label for s in card.strengths), *(f.label for f in card.figures))
            if card.why is not None:
                yield card.why.text
        for spread in creation.spreads_of(draft, asked):
            yield from (spread.label, spread.note)
    yield from (remark.why.text for remark in creation.review(creation.draft()).remarks)


@pytest.mark.parametrize("game", GAMES)
def test_all_of_it_is_said_in_both_languages(game: Game) -> None:
    french = {text for text in told(game) if re.search(r"[a-zà-ÿ]{3}.* .*[a-zà-ÿ]{3}", text)}
    assert {text for text in french if game.words.tr(text, "en") == typeset(text)} == set()


@pytest.mark.parametrize("game", GAMES)
def test_archetypes_are_whole_and_never_hollow(game: Game) -> None:
    for id, start in game.creation.starts.items():
        review = game.creation.review(start.draft)
        assert [str(p.why) for p in review.problems] == [], id
        assert [str(r.why) for r in review.remarks] == [], id


@pytest.mark.parametrize("game", GAMES)
def test_recommended_spreads_hold(game: Game) -> None:
    creation = game.creation
    for seed in SEEDS:
        draft = creation.random(seed)
        for step, field in fields(game):
            for spread in creation.spreads_of(draft, creation.asked(draft, field)):
                assert wrong(game, replaced(creation.draft, draft, field, spread), step) == [], (field.name, spread)


def replaced(kind: type[Draft], draft: Draft, field: Field, spread: Spread) -> Draft:
    return replace(draft, **{field.name: placed(kind, field.name, spread)})


def wrong(game: Game, draft: Draft, step: Step) -> list[str]:
    return [str(p.why) for p in game.creation.review(draft).problems if p.step == step.id]


@pytest.mark.parametrize("game", GAMES)
def test_a_character_is_chosen_for_one_step_by_step(game: Game) -> None:
    """From nothing: each step that was suggested holds, and nothing is wrong at the end."""
    for seed in SEEDS:
        draft = game.creation.begin()
        for step in game.creation.steps:
            before = draft
            draft = game.creation.suggestion(draft, step, seed)
            assert wrong(game, draft, step) == [], step.id
            mine = {field.name for field in step.fields}
            for name in set(draft.__struct_fields__) - mine:
                assert getattr(draft, name) == getattr(before, name), (step.id, name)
        assert game.creation.review(draft).problems == ()


@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_wrong_before_having_begun(game: Game) -> None:
    assert [str(p.why) for p in game.creation.problems(game.creation.draft()) if not p.todo] == []


@pytest.mark.parametrize("game", GAMES)
def test_strengths_are_from_one_to_five_and_steps_are_steps(game: Game) -> None:
    creation, steps = game.creation, {step.id for step in game.creation.steps}
    for seed in SEEDS:
        draft = creation.random(seed)
        review = creation.review(draft)
        assert {budget.step for budget in review.budgets} <= steps
        assert {remark.step for remark in review.remarks} <= steps
        for _, field in fields(game):
            for card in creation.cards_of(draft, creation.asked(draft, field)).values():
                assert len(card.strengths) <= 4 and all(1 <= s.value <= BEST for s in card.strengths)
