"""Exact odds beside icepool on the same mechanic: tests of Fluid and of Terre Natale, and an exchange of blows."""

from __future__ import annotations

from statistics import median
from typing import Any

import icepool
from icepool import d6, d10

from tablee import Sampled, odds
from tablee.games.fluid.book.c3_tests.des import lancer
from tablee.games.fluid.book.c4_combat.combat import Annoncer
from tablee.games.fluid.book.c4_combat.tour import Combattre
from tablee.games.fluid.desk.read import read_scene
from tablee.games.terre_natale.book.c0_tests.actions import Combiner, Tester
from tablee.games.terre_natale.book.c8_confrontation.defense import epargne_moyenne
from tablee.games.terre_natale.book.c8_confrontation.frappes import Attaquer
from tablee.games.terre_natale.desk.tactics import se_defendre
from tablee.games.terre_natale.model.confrontation import Budget, Confrontation
from tablee.games.terre_natale.model.people import Fiche, Personnage
from tablee.games.terre_natale.model.scene import Scene
from tablee.games.terre_natale.model.things import Equipement, Objet
from tablee.kernel.live import Scripted
from tablee.kernel.odds import forget
from tablee.kernel.oracle import Option, Policy, Question, first

from .measure import Job, console, interleaved, spread, table

RULES = (True, True)
ATTACKS = 500


def icepool_test(dice: int) -> Any:
    """FLU-3.13 as icepool would have it: base die first, then doubles, then the highest face."""
    up, down = 10 + d10.explode(depth=12), -1 - d10.explode({1}, depth=12)
    if dice == 0:
        return icepool.map(lambda base: up if base == 10 else down if base == 1 else base, d10)

    def read(base: int, top: tuple[int, ...]) -> Any:
        if base == 10 or (base != 1 and top == (10, 10)):
            return up
        return down if base == 1 else max(base, *top)

    best = d10.pool(dice).highest(2) if dice > 1 else d10.pool(1)
    return icepool.map(read, d10, best.expand())


def icepool_exchange() -> Any:
    """Two tests with three dice, the margin, a sword of 2 against leather of 1."""
    margin = icepool_test(3) - icepool_test(3)
    return icepool.map(lambda m: max(0, m + 1) if m > 0 else -max(0, 1 - m) if m < 0 else 0, margin)


def exchange() -> tuple[Any, Any]:
    """The same exchange as a scene of ours: nobody has anything left to invest, as in icepool's."""
    one = {
        "res_perdue": 10,
        "fiche": {"AGI": 2, "traits": [{"nom": "Épée", "valeur": 3}]},
        "armes": [{"id": "epee", "nom": "Épée", "score": 2, "trait": "Épée"}],
        "armure": {"id": "cuir", "nom": "Cuir", "score": 1, "genre": "armure"},
    }
    scene = read_scene({"personnages": {"a": {**one, "camp": "a"}, "b": {**one, "camp": "b"}}}, ())
    scene = Combattre("a").resolve(scene, Scripted())
    return Annoncer("a", cible="b"), scene


def same_odds() -> None:
    """A benchmark of two different things would be worth nothing."""
    action, scene = exchange()
    ours, theirs = odds(action, scene, "degats"), icepool_exchange()
    worst = max(abs(ours.p(int(v)) - theirs.probability(v)) for v in theirs.outcomes())
    if worst > 1e-9:
        raise SystemExit(f"the two exchanges differ by {worst}")


# ---------------------------------------------------------------- Terre Natale


def climber(karma: int) -> Any:
    """Somebody of FOR 14 with Escalade 2 and Athlétisme 1, no luck either way, and so much karma."""
    fiche = Fiche("Alys", base={"FOR": 14}, competences={"escalade": 2, "natation": 4}, groupes={"athletisme": 1})
    return Scene({"a": Personnage("a", fiche, pertes={"PK": 20 - karma})})


def icepool_climb(net: int) -> Any:
    """TN-0.36, TN-0.37 as icepool would have it: three dice kept, an exploit or a maladresse, and 5 more."""

    def read(faces: tuple[int, ...]) -> int:
        low, pair, high = faces
        if pair not in (low, high):
            return sum(faces) + 5
        return sum(faces) + 5 + (low if pair == 6 else -high if pair <= 2 else 0)

    dice = d6.pool(3 + abs(net))
    return icepool.map(read, (dice.highest(3) if net >= 0 else dice.lowest(3)).expand())


def low_dice_again(question: Question) -> Option:
    """The lowest die, as long as it shows 1 or 2 and can be paid."""
    options = question.options if isinstance(question.options, tuple) else ()
    low = [o for o in options[1:] if question.key == "tn.appel_chance" and int(str(o.id)[0]) <= 2]
    return low[0] if low else first(question)


def climb(avantages: int = 0, desavantages: int = 0) -> Tester:
    return Tester("a", avantages, desavantages, attribut="FOR", competence="escalade", groupe="athletisme")


def same_climb() -> None:
    for net in (0, 3, -3):
        ours, theirs = odds(climb(max(0, net), max(0, -net)), climber(0), "score"), icepool_climb(net)
        worst = max(abs(ours.p(int(v)) - theirs.probability(v)) for v in theirs.outcomes())
        if worst > 1e-9:
            raise SystemExit(f"the two climbs differ by {worst}")


def run_climbs(rounds: int) -> None:
    """Cold: every button of a sheet has its odds when it is first drawn."""
    same_climb()
    both = Combiner("a", attribut="FOR", competence="natation", avec=("escalade",))
    jobs: dict[str, Job] = {
        "test": lambda: odds(climb(), climber(0)),
        "test, 3 avantages": lambda: odds(climb(3), climber(0)),
        "test, 3 désavantages": lambda: odds(climb(0, 3), climber(0)),
        "combined test": lambda: odds(both, climber(0)),
        "test, dice kept with karma 20": lambda: odds(climb(), climber(20)),
        "test, 3 avantages, dice kept with karma 20": lambda: odds(climb(3), climber(20)),
        "low dice thrown again with karma 6": lambda: odds(climb(), climber(6), policy=low_dice_again),
        "low dice thrown again with karma 10": lambda: odds(climb(), climber(10), policy=low_dice_again),
        "low dice thrown again with karma 20": lambda: odds(climb(), climber(20), policy=low_dice_again),
        "icepool, test": lambda: icepool_climb(0),
        "icepool, test, 3 avantages": lambda: icepool_climb(3),
    }
    times = interleaved(jobs, rounds, dict.fromkeys(jobs, forget))
    made = table("Exact odds", "Terre Natale", "cold (ms)")
    for name, taken in times.items():
        made.add_row(name, spread([1e3 * t for t in taken]))
    console.print(made)


def duel(karma: int) -> Scene:
    """A swordswoman's passe, somebody in leather before her who has every defence open."""
    alys = Fiche("Alys", base={"DEX": 20, "FOR": 15}, groupes={"combat": 2}, competences={"arme_a_garde": 2})
    bor = Fiche("Bor", groupes={"defense": 2}, competences={"parade": 2, "evasion": 2, "armure": 2, "vigilance": 2})
    lame = Equipement((Objet("epee_longue"),))
    cuir = Equipement((Objet("dague"),), Objet("cuir"))
    pertes = {"PK": 20 - karma}
    people = {
        "alys": Personnage("alys", alys, "a", pertes=pertes, equipement=lame),
        "bor": Personnage("bor", bor, "b", 1, pertes=pertes, equipement=cuir),
    }
    e = Confrontation(initiatives={"alys": 20, "bor": 15}, budgets={w: Budget() for w in people}, passe="alys")
    return Scene(people, encounter=e)


def run_blows(rounds: int) -> None:
    """Cold, on the button of an attack: nobody asked, and defended by the open defence that spares most."""

    def job(karma: int, zone: str, look: str) -> Job:
        return lambda: odds(Attaquer("alys", "bor", zone), duel(karma), look)

    jobs: dict[str, Job] = {look: job(0, "", look) for look in Attaquer.looks}
    jobs |= {f"{look}, at the arms": job(0, "Bras", look) for look in ("touche", "degats", "degats_defendu")}
    jobs |= {f"{look}, karma kept": job(20, "", look) for look in ("touche", "degats_defendu")}

    def cold() -> None:
        forget()
        epargne_moyenne.cache_clear()

    times = interleaved(jobs, rounds, dict.fromkeys(jobs, cold))
    made = table("Exact odds", "Terre Natale, an attack", "cold (ms)")
    for name, taken in times.items():
        made.add_row(name, spread([1e3 * t for t in taken]))
    console.print(made)
    answers: dict[str, Policy] = {"nobody answers": first, "every defence weighed": se_defendre}
    resolved = interleaved({name: attacks(policy) for name, policy in answers.items()}, rounds)
    made = table("Attacks resolved, all tallies and events", "Terre Natale", "a second")
    for name, taken in resolved.items():
        made.add_row(name, spread([ATTACKS / t for t in taken], 0))
    console.print(made)


def attacks(policy: Policy) -> Job:
    """The same blow again and again, with everything that is told of it."""
    scene, blow = duel(0), Attaquer("alys", "bor")

    def job() -> None:
        oracle = Sampled(7, policy, [])
        for _ in range(ATTACKS):
            blow.resolve(scene, oracle)

    return job


def run(rounds: int) -> None:
    run_climbs(rounds)
    run_blows(rounds)
    same_odds()
    action, scene = exchange()
    pairs: dict[str, tuple[Job, Job]] = {
        f"test, {n} dice": (lambda n=n: odds(lancer, n, RULES), lambda n=n: icepool_test(n)) for n in (0, 3, 10)
    }
    pairs["exchange to damage"] = (lambda: odds(action, scene, "degats"), icepool_exchange)
    jobs, before = {}, {}
    for name, (ours, theirs) in pairs.items():
        jobs[f"{name} / cold"], before[f"{name} / cold"] = ours, forget
        jobs[f"{name} / icepool"] = theirs
        jobs[f"{name} / again"], before[f"{name} / again"] = ours, ours
    times = interleaved(jobs, rounds, before)
    made = table("Exact odds", "Fluid", "ours, cold (ms)", "icepool (ms)", "ours / icepool", "asked again (µs)")
    for name in pairs:
        cold, ice, again = (times[f"{name} / {kind}"] for kind in ("cold", "icepool", "again"))
        ratio = median([c / i for c, i in zip(cold, ice, strict=True)])
        made.add_row(
            name,
            spread([1e3 * t for t in cold]),
            spread([1e3 * t for t in ice]),
            f"{ratio:.2f}",
            f"{1e6 * median(again):.1f}",
        )
    console.print(made)
