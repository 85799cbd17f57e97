"""The ledger: every rule that is named is in it, and every rule in it is stated somewhere and can be read."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

from tablee.kernel.about import FILE, written
from tablee.kernel.content import ContentError, texts
from tablee.kernel.ledger import IMPLEMENTED
from tablee.kernel.theme import FILE as THEME
from tablee.kernel.theme import theme_of
from tablee.kernel.written import written as named_at

from .fault import Fault, check, fault
from .subject import Subject

LEDGER = "content/ledger"


@check("rules", "Toute règle nommée est au registre", "Every rule that is named is in the ledger")
def rules(subject: Subject) -> Iterator[Fault]:
    """Of switches, of steps of creation, in the code, and of all that fights tell, ask and refuse."""
    game, sources = subject.game, subject.sources
    known = game.ledger.rules
    if not known:
        yield fault("no_rules")
        return
    for switch in game.switches:
        if switch.rule not in known:
            yield fault("switch_rule", sources.said(switch.id), switch=switch.id, rule=switch.rule)
    for id in sorted(named(subject) - set(known)):
        yield fault("unknown_rule", sources.mentioned(id), rule=id)


def named(subject: Subject) -> set[str]:
    """The ids of rules in the code and in what is heard; none is no rule."""
    game, found = subject.game, set[str]()
    shapes = {id.partition("-")[0] for id in game.ledger.rules if "-" in id}
    for shape in shapes if game.complete else ():
        wanted = re.compile(rf"\b{re.escape(shape)}-\d+(?:\.\d+)*(?!\.?[\w{{])")  # « TN-2.{n} » is put together
        found |= {id for path in subject.sources.code for id in wanted.findall(subject.sources.text(path))}
    found |= {rule for step in game.creation.steps for rule in step.rules}
    for heard in subject.heard:
        found |= {rule for event in heard.events for rule in (event.rule, *(rule for _, _, rule in event.terms))}
        found |= {question.rule for question in heard.asked}
    for scene in subject.moments:
        for who in scene.turn()[:1] or game.people(scene)[:1]:
            found |= {closed.rule for _, closed in game.legal(scene, who) if closed is not None}
    return found - {""}


@check("ledger", "Le registre se lit et s’applique", "The ledger can be read, and is held to")
def ledger(subject: Subject) -> Iterator[Fault]:
    """Every rule has a text for players; of a complete game every one that needs code is tied to some."""
    game, sources = subject.game, subject.sources
    for rule in game.ledger.rules.values():
        if not rule.dit.strip():
            yield fault("unsaid_rule", sources.said(rule.id), rule=rule.id)
    if (sources.root / LEDGER).is_dir():
        met = set[str]()
        for name, text in texts(game.package, LEDGER).items():
            for each in tomllib.loads(text).get("rule", ()):
                if each["id"] in met:
                    yield fault("rule_twice", f"{name}.toml", rule=each["id"])
                met.add(each["id"])
    if not game.complete or not game.package:
        return
    for rule in game.ledger.rules.values():
        if rule.needs_code and rule.id not in IMPLEMENTED:
            yield fault("untied_rule", sources.said(rule.id), rule=rule.id, title=rule.title)
        elif rule.needs_code and not named_at(game.package, rule.id):
            yield fault("unwritten_rule", sources.said(rule.id), rule=rule.id, title=rule.title)
    prefixes = {id.partition("-")[0] for id in game.ledger.rules}
    for id in sorted(id for id in IMPLEMENTED if id.partition("-")[0] in prefixes and id not in game.ledger.rules):
        yield fault("unknown_rule", sources.mentioned(id), rule=id)


@check("theme", "Le thème de la page se lit", "The theme of the page can be read")
def theme(subject: Subject) -> Iterator[Fault]:
    """Colours and paths that the page can draw, where the game brings some."""
    root = subject.sources.root
    try:
        theme_of(root if subject.game.package else None)
    except ContentError as error:
        where = (root / THEME).relative_to(subject.sources.base).as_posix()
        yield fault("theme", where, why=error)


@check(
    "about", "Ce qui se dit du jeu sans le charger est à jour", "What is told of the game without loading it is current"
)
def about(subject: Subject) -> Iterator[Fault]:
    path = subject.sources.root / FILE
    if subject.game.package and path.is_file() and path.read_bytes() != written(subject.game):
        yield fault("stale_about", path.relative_to(subject.sources.base).as_posix(), game=subject.game.id)
