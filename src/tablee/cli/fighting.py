"""`tablee fight`: the same fight many times over, and how sure the result is."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from math import ceil
from pathlib import Path
from time import perf_counter

import msgspec
import platformdirs
from rich.table import Table
from rich.text import Text

from tablee.kernel.scene import Scene
from tablee.kernel.voice import Voice
from tablee.lab.fight import LIMIT, ROUNDS, NotOpen
from tablee.lab.job import BLOCK, Job, Unfit, job
from tablee.lab.many import MOST, Done, NeverEnds, fight_many
from tablee.lab.report import Report
from tablee.lab.workers import Cluster, Here, NoCluster, Workers, WorkersDied, cores, crew

from . import chances, files, render
from .bar import bar
from .errors import Refused, refuse
from .files import Stage
from .options import Wish
from .terminal import complain, out, write_json
from .texts import number, percent, say, some
from .wording import voice_of

USUAL = 1000  # fights
QUICK = 2.0  # seconds: for less than that no other process is called
INTERRUPTED = 130
LAB = 2  # another one whenever fights of the same seed come out otherwise: what was kept is then no part of them
UNFIT = {"sides": "fight.sides", "begin": "fight.begin", "which": "fight.which"}  # why a scene cannot be fought


class Bounds(msgspec.Struct, frozen=True):
    """Until when fights are fought, whether their cost is counted, and whether those broken off are gone on with."""

    until: float = 0.0
    cost: bool = False
    resume: bool = False


class Kept(msgspec.Struct):
    """Fights that were broken off, to go on with."""

    seed: int
    blocks: Done = {}


def fight(stage: Stage, wish: Wish, bounds: Bounds, json: bool) -> int:
    until = bounds.until
    n = asked(wish, MOST if until else USUAL)
    if until and not 0 < until < 1:
        raise refuse("fight.until", until=until)
    name, _ = chances.tactic(stage.game, wish.tactic)
    place = kept_at(stage, name, bounds.cost)
    kept = taken_up(place, wish) if bounds.resume else Kept(chosen(wish.seed))
    began = perf_counter()
    done = sum(report.n for report in kept.blocks.values())
    with judged(), bar(n, done) as shown:

        def told(report: Report) -> None:
            shown.now(report.n, expected(report, n, until))

        try:
            work = job(stage.game, stage.scene, name, kept.seed, bounds.cost)
            report = fought(work, n, until, wish, kept.blocks, told)
        except KeyboardInterrupt:
            return broken_off(place, kept)
    place.unlink(missing_ok=True)
    if json:
        write_json({"game": stage.game.id, "seed": kept.seed, "tactic": name, **report.to_json()})
        return 0
    voice = voice_of(stage.game, stage.scene)
    out.print(Text(stage.title, "title"))
    out.print(Text(some("fight.done", report.n, seed=kept.seed, tactic=voice.tr(name)), "soft"))
    out.print()
    show(report, voice, stage.scene, perf_counter() - began)
    return 0


def asked(wish: Wish, usual: int) -> int:
    """How many fights."""
    if wish.n is not None and wish.n < 1:
        raise refuse("error.least", what="--n", least=1)
    return wish.n or usual


def hands(wish: Wish) -> Workers:
    """Who does the work: a cluster, so many processes, or one for each core."""
    return crew(wish.jobs or cores(), wish.cluster)


def chosen(seed: int | None) -> int:
    return random.SystemRandom().randrange(10**9) if seed is None else seed


def fought(job: Job, n: int, until: float, wish: Wish, done: Done, told: Callable[[Report], None]) -> Report:
    """All of them. What is soon done is done by this process alone."""
    began, first = perf_counter(), min(n, BLOCK)
    report = fight_many(job, first, Here(), until, done, told)
    ahead = (perf_counter() - began) * (expected(report, n, until) / first - 1)
    with hands(wish) if wish.cluster or ahead > QUICK else Here() as workers:
        return fight_many(job, n, workers, until, done, told)


def expected(report: Report, n: int, until: float) -> int:
    """How many fights it will take: an interval half as wide takes four times as many."""
    return min(n, max(report.n, ceil(report.n * (report.width() / until) ** 2))) if until else n


@contextmanager
def judged() -> Iterator[None]:
    """Refused with a sentence where a scene cannot be fought, or nobody is there to do it."""
    try:
        yield
    except Unfit as unfit:
        listed = ", ".join(unfit.facts) or say("nobody")
        raise refuse(UNFIT[unfit.why], sides=listed, actions=listed) from None
    except NeverEnds:
        raise refuse("fight.never_ends", limit=number(LIMIT), rounds=ROUNDS) from None
    except NotOpen as wrong:
        raise Refused(say("fight.not_open", action=repr(wrong.action), why=str(wrong.closed)), status=70) from None
    except NoCluster as error:
        missing = str(error) == "distributed"
        raise refuse("fight.no_dask" if missing else "fight.no_cluster", address=error, local=Cluster.LOCAL) from None
    except WorkersDied:
        raise Refused(say("fight.workers"), status=70) from None


# ---------------------------------------------------------------- broken off, and taken up again


def kept_at(stage: Stage, tactic: str, cost: bool) -> Path:
    """Where fights of this scene by this tactic are kept when they are broken off."""
    what = LAB, stage.game.id, stage.game.version, stage.scene, tactic, cost
    name = sha256(msgspec.json.encode(what)).hexdigest()[:16]
    return platformdirs.user_cache_path("tablee") / "fights" / f"{name}.json"


def taken_up(place: Path, wish: Wish) -> Kept:
    if not place.is_file():
        raise refuse("fight.nothing_kept")
    kept = msgspec.json.decode(place.read_bytes(), type=Kept)
    if wish.seed not in (None, kept.seed):
        raise refuse("fight.other_seed", kept=kept.seed, seed=wish.seed)
    return kept


def broken_off(place: Path, kept: Kept) -> int:
    n = sum(report.n for report in kept.blocks.values())
    if n:
        place.parent.mkdir(parents=True, exist_ok=True)
        files.write(place, msgspec.json.encode(kept))
        complain(some("fight.kept", n))
    return INTERRUPTED


# ---------------------------------------------------------------- what is shown


def show(report: Report, voice: Voice, scene: Scene, seconds: float) -> None:
    table = Table(box=None, padding=(0, 3, 0, 0), header_style="soft", show_edge=False)
    for header in ("fight.side", "fight.wins", "fight.rate", "fight.interval", "fight.fallen"):
        table.add_column(say(header), justify="left" if header == "fight.side" else "right")
    table.add_column("")
    for place, side in enumerate(report.sides):
        table.add_row(*row(report, side, voice, place))
    out.print(table)
    out.print()
    if report.draws:
        out.print(f"{say('fight.draws')}{say('colon')}{number(report.draws)}")
    if report.unfinished:
        limit = say("fight.unfinished", limit=number(LIMIT), rounds=ROUNDS)
        out.print(f"{limit}{say('colon')}{number(report.unfinished)}")
    rounds = report.lengths()
    low, _, median, _, high = rounds.quantiles()
    out.print(say("fight.rounds", mean=number(rounds.mean(), 1), low=low, high=high, median=median))
    most = [f"{scene.name(who)} {percent(share)}" for who, share in report.falls()[:3]]
    if most:
        out.print(f"{say('fight.most')}{say('colon')}{', '.join(most)}")
    for side in report.sides:
        for pool, points in report.cost(side).items():
            out.print(say("fight.cost", side=voice.tr(side), pool=voice.tr(pool), points=number(points, 1)))
    out.print(Text(say("fight.pace", pace=number(report.actions / max(seconds, 1e-9))), "soft"))


def row(report: Report, side: str, voice: Voice, place: int) -> tuple[Text, ...]:
    low, high = report.interval(side)
    return (
        Text(voice.tr(side), f"side.{place % 4}"),
        Text(number(report.wins.get(side, 0))),
        Text(percent(report.rate(side)), "title"),
        Text(f"{percent(low)} – {percent(high)}", "soft"),
        Text(number(report.losses(side).mean(), 2)),
        render.chance_bar(report.rate(side), 16),
    )


def side_of(scene: Scene, named: str | None) -> str:
    """The side that is looked at: the one that is named, or the first."""
    sides = scene.sides()
    if named is None:
        return next(iter(sides), "")
    if named not in sides:
        raise refuse("fight.side_unknown", side=named, known=", ".join(sides))
    return named
