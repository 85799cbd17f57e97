"""`tablee upgrade`: campaigns that were played under other rules than those installed; what changes, and going on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rich.text import Text

from tablee.kernel.sentence import plain
from tablee.table.commands import PlayOn
from tablee.table.refusal import Refused
from tablee.table.seen import SeenChanges, SeenFigure, SeenRules
from tablee.table.store import Campaign, Store

from .stores import database_url, opened, told
from .terminal import complain, out
from .texts import lang, say


def upgrade(campaign: str | None, check: bool, data: Path | None, database: str | None) -> None:
    """Say what the present rules change of each campaign, or of this one; then, unless it is to be checked, accept."""
    with told(None):
        store = opened(database_url(data, database))
        found = 0
        for one in [store.campaign(campaign)] if campaign is not None else store.campaigns():
            try:
                found += _upgraded(store, one, check)
            except Refused as refused:  # its game cannot be had: the others are upgraded
                complain(f"{one.title} : {refused.say(plain(lang()))}")
        store.close()
    if not found:
        out.print(Text(say("upgrade.none")))
    elif check:
        out.print(Text(say("upgrade.checked")), soft_wrap=True)


def _upgraded(store: Store, one: Campaign, check: bool) -> bool:
    """Whether there was anything to say, and to accept in the name of the game master."""
    gm = next((member.id for member in store.members.of(one.id).values() if member.gm), None)
    if gm is None:
        return False
    rules = store.rules(one.id, gm, "en" if lang() == "en" else "fr")
    if rules.played == rules.present and not rules.unread:
        return False
    out.print(Text(say("upgrade.one", title=one.title, game=one.game, id=one.id, then=rules.played, now=rules.present)))
    for line in _lines(rules):
        out.print(Text(f"  {line}"), soft_wrap=True)
    if not check:
        store.command(one.id, gm, PlayOn())
        out.print(Text(say("upgrade.done")))
    return True


def _lines(rules: SeenRules) -> Iterator[str]:
    yield from (say("upgrade.unread", path=part.path, value=part.value, why=part.why) for part in rules.unread)
    if rules.changes is not None:
        yield from _changes(rules.changes)
    elif rules.played != rules.present:
        yield say("upgrade.unknown")


def _changes(changes: SeenChanges) -> Iterator[str]:
    yield from map(_figure, changes.figures)
    for key, names in (
        ("upgrade.actions_gone", changes.actions_gone),
        ("upgrade.actions_new", changes.actions_new),
        ("upgrade.options_gone", changes.options_gone),
        ("upgrade.options_new", changes.options_new),
    ):
        if names:
            yield say(key, names=", ".join(names))
    if changes == SeenChanges((), (), (), (), ()):
        yield say("upgrade.same")


def _figure(one: SeenFigure) -> str:
    before, after = ("—" if figure is None else figure for figure in (one.before, one.after))
    return say("upgrade.figure", name=one.name, label=one.label, before=before, after=after)
