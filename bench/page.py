"""`make bench-page`: the page in a real browser on a real server; how soon it can be used, and how soon a roll is seen.

Also a table whose log is long beside one whose is short: each measure is taken at both by turns, so use the ratios.
No figure is asserted.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import httpx
import msgspec
from playwright.sync_api import Browser, Locator, Page, ViewportSize, sync_playwright
from sqlalchemy import insert, select, update

from tablee.table.commands import Bring, Give, LayMap, Line, Put, StartEncounter
from tablee.table.games import game_of
from tablee.table.models import campaigns, entries
from tablee.table.store import Store
from tablee.web import built
from tablee.web.seats import COOKIE
from tablee.web.settings import Settings

from .measure import console, table
from .tables import quick_store, running

GAME, READY = "fragments", "duel"
ROLL = "Jet : Agilité"  # an action of this game with dice that asks nothing and can be done again at once
QUIET = 2500  # milliseconds until the dice of a roll are gone and its new odds are there
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
ARGUMENTS += ["--no-first-run", "--disable-sync", "--disable-quic", "--enable-precise-memory-info"]
LARGE: ViewportSize = {"width": 1440, "height": 900}
USABLE = "aside .act:not(:disabled), .side .act:not(:disabled)"  # an action that can be taken
TYPED = [
    "Bon.",
    "/r 2d6+3",
    "On passe par le gué ou on attend la nuit ? De jour ils nous verront venir de loin, et il en reste au moins trois.",
    "/r 1d20",
    "Je regarde d'abord ce qu'il y a derrière la porte, sans faire de bruit.",
    "/r 4d6",
]
SERVE = """
import sys, msgspec
from tablee.web import serving
from tablee.web.settings import Settings
listening = serving.bound("127.0.0.1", 0)
print(f"http://127.0.0.1:{listening.getsockname()[1]}/", flush=True)
serving.run(msgspec.json.decode(sys.argv[1], type=Settings), listening)
"""

# Notes in the page when a card is drawn, dice folded or not: each clock is set to the same hour. No first visit.
WATCH = """
try { localStorage.setItem('tablee.tour', JSON.stringify(['gm', 'player'])); } catch {}
const now = () => performance.timeOrigin + performance.now();
window.clicked = 0;
window.told = [];
window.drawn = [];
addEventListener('click', (event) => { window.clicked = performance.timeOrigin + event.timeStamp; }, true);
const Plain = WebSocket;
window.WebSocket = class extends Plain {
  constructor(...all) {
    super(...all);
    this.addEventListener('message', (event) => {
      if (event.data.includes('"type":"entry"')) window.told.push(now());
    });
  }
};
new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes)
      if (node.nodeType === 1 && (node.matches('article') || node.querySelector('article')))
        requestAnimationFrame(() => { const frame = new MessageChannel();
          frame.port1.onmessage = () => window.drawn.push(now()); frame.port2.postMessage(0); });
}).observe(document, { childList: true, subtree: true });
"""

# Scrolls the log so many pixels at each frame, and says how long each frame took.
SCROLL = """
([step, frames]) => new Promise((done) => {
  const box = document.querySelector('[role=log]');
  const times = [];
  let last = performance.now();
  const frame = () => {
    const now = performance.now();
    times.push(now - last);
    last = now;
    box.scrollTop += step;
    if (times.length > frames) done(times.slice(1));
    else requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})
"""

# When the next card was drawn.
DRAWN = """
() => new Promise((done, never) => {
  const look = () => (window.drawn.length ? done(window.drawn[0]) : setTimeout(look, 10));
  look();
  setTimeout(() => never(new Error('no card was drawn')), 10_000);
})
"""


# Frames while the map is slid by a pointer that moves a little with each of them, or while nothing moves.
FRAMES = """
(moves) => new Promise((done) => {
  const svg = document.querySelector('.map svg');
  const box = svg.getBoundingClientRect();
  const send = (type, x) => svg.dispatchEvent(new PointerEvent(type, {
    pointerId: 1, clientX: x, clientY: box.top + 5, bubbles: true, pointerType: 'mouse', button: 0,
  }));
  svg.setPointerCapture = () => {};
  const found = [];
  let [n, last] = [0, performance.now()];
  if (moves) send('pointerdown', box.left + box.width / 2);
  const frame = (now) => {
    found.push(now - last);
    last = now;
    if (moves) send('pointermove', box.left + box.width / 2 + 160 * Math.sin(n / 12));
    if (n++ < 180) requestAnimationFrame(frame);
    else {
      if (moves) send('pointerup', box.left + box.width / 2);
      done(found.slice(2));
    }
  };
  requestAnimationFrame(frame);
})
"""


@dataclass
class Sitting:
    """A campaign and the tokens of those at it: the game master, the player who rolls, another player."""

    campaign: str
    tokens: list[str]
    last: int


# ---------------------------------------------------------------- setting the tables


def sitting(store: Store, entries: int) -> Sitting:
    """A table with a log of this length, and a scene under way at its end."""
    gm = store.create(GAME, "Banc d'essai", "Meneuse")
    campaign = store.campaign_of(gm.id)
    _, secret = store.members.invite(campaign, gm.id)
    members = [gm, *(store.members.join(secret, name) for name in ("Alix", "Bastien"))]
    lengthen(store, campaign, gm.id, entries)
    store.command(campaign, gm.id, StartEncounter(ready=READY))
    roller = store.eyes(campaign, gm.id)[1].table().people[-1].id  # one who has nothing to spend on a second try
    store.command(campaign, gm.id, Give(roller, members[1].id))
    tokens = []
    for member in members:
        tokens.append(store.members.new_device())
        store.members.seat(tokens[-1], member.id)
    return Sitting(campaign, tokens, store.campaign(campaign).last)


def lengthen(store: Store, campaign: str, gm: str, length: int) -> None:
    """A few lines are typed; the rest of the log is copies of them, written straight into the database."""
    for line in TYPED:
        store.command(campaign, gm, Line(line))
    last = store.campaign(campaign).last
    with store.database.writing() as link:
        found = link.execute(select(entries).where(entries.c.campaign == campaign).order_by(entries.c.seq))
        typed = [dict(row._mapping) for row in found][-len(TYPED) :]
        more = [{**typed[n % len(typed)], "seq": n, "client": None} for n in range(last + 1, length + 1)]
        for at in range(0, len(more), 2000):
            link.execute(insert(entries), more[at : at + 2000])
        link.execute(update(campaigns).where(campaigns.c.id == campaign).values(last=max(last, length)))


@contextmanager
def serving(folder: Path, page: str) -> Iterator[str]:
    settings = Settings(f"sqlite:///{folder}/tablee.db", page=page)
    with running([sys.executable, "-c", SERVE, msgspec.json.encode(settings).decode()]) as (url, _):
        yield url


def sit(browser: Browser, url: str, token: str, **options: Any) -> Page:
    """Somebody with a browser of their own."""
    context = browser.new_context(viewport=LARGE, locale="fr-FR", **options)
    context.add_cookies([{"name": COOKIE, "value": token, "url": url}])
    context.add_init_script(WATCH)
    return context.new_page()


def seated(browser: Browser, url: str, at: Sitting, who: int) -> Page:
    page = sit(browser, url, at.tokens[who])
    page.goto(f"{url}/c/{at.campaign}")
    page.locator("header .link:not(.lost)").wait_for()
    page.locator("[role=log] article").last.wait_for()
    page.wait_for_timeout(400)
    return page


# ---------------------------------------------------------------- figures


def first_load(page: str) -> None:
    """The script that a table needs before it can be used, compressed."""
    manifest = json.loads((Path(page) / "manifest.json").read_text("utf-8"))
    wanted, found = ["index.html", "src/table/Around.svelte", "src/table/TablePage.svelte"], set()
    while wanted:
        chunk = manifest.get(wanted.pop())
        if chunk and chunk["file"] not in found:
            found.add(chunk["file"])
            wanted += chunk.get("imports", [])
    size = sum(len(gzip.compress((Path(page) / name).read_bytes(), 9)) for name in found)
    console.print(f"script on first load of a table: {size / 1000:.1f} kB compressed (aim: under 65)")


def usable(browser: Browser, url: str, at: Sitting, rounds: int) -> None:
    """From the address typed to an action that can be taken."""
    cold: list[float] = []
    warm: list[float] = []
    for _ in range(rounds):
        page = sit(browser, url, at.tokens[1])
        for times in (cold, warm):
            page.goto(f"{url}/c/{at.campaign}", wait_until="commit")
            page.locator(USABLE).first.wait_for()
            times.append(page.evaluate("performance.now()"))
            page.wait_for_timeout(300)
        page.context.close()
    made = table("Table usable after (ms; aim: under 1000)", "", "median", "worst")
    for name, times in (("nothing in the browser's cache", cold), ("opened before", warm)):
        made.add_row(name, f"{median(times):.0f}", f"{max(times):.0f}")
    console.print(made)


def rolls(browser: Browser, url: str, tables: dict[str, Sitting], rounds: int) -> None:
    """A player takes an action with dice: from the click to the card on each of three screens."""
    screens = {name: [seated(browser, url, at, who) for who in (1, 2, 0)] for name, at in tables.items()}
    names = ("who rolls", "another player", "game master")
    times: dict[tuple[str, str], list[float]] = {}
    for pages in screens.values():
        pages[0].get_by_role("searchbox").first.fill(ROLL)
    for n in range(rounds + 2):
        for log, pages in list(screens.items())[:: 1 if n % 2 else -1]:
            button = pages[0].locator(".act:not(:disabled)", has_text=ROLL).first
            button.wait_for()
            for page in pages:
                page.evaluate("window.drawn = []")
            pages[0].mouse.move(*middle(button))
            pages[0].wait_for_timeout(200)
            pages[0].mouse.down()
            pages[0].mouse.up()
            for name, page in zip(names, pages, strict=True):
                drawn = page.evaluate(DRAWN)
                if n > 1:  # the first are to warm up
                    times.setdefault((log, name), []).append(drawn - pages[0].evaluate("window.clicked"))
            pages[0].wait_for_timeout(QUIET)
    made = table("Roll shown after the click (ms; aim: under 100)", "log", "screen", "p50", "p95", "worst")
    for (log, name), each in times.items():
        made.add_row(log, name, f"{median(each):.0f}", f"{quantiles(each, n=20)[-1]:.0f}", f"{max(each):.0f}")
    console.print(made)
    for pages in screens.values():
        for page in pages:
            page.context.close()


def middle(button: Locator) -> tuple[float, float]:
    box = button.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def long_and_short(browser: Browser, url: str, tables: dict[str, Sitting], rounds: int) -> None:
    """Scrolling the log up and down, and a card that is added to it, at both tables by turns."""
    pages = {name: seated(browser, url, at, 0) for name, at in tables.items()}
    spent = {name: page.context.new_cdp_session(page) for name, page in pages.items()}
    for session in spent.values():
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
    times: dict[tuple[str, str], list[float]] = {}

    def note(what: str, log: str, *more: float) -> None:
        times.setdefault((what, log), []).extend(more)

    def work(log: str) -> float:
        """Milliseconds of processor time the page has used for itself."""
        found = spent[log].send("Performance.getMetrics")["metrics"]
        return next(1e3 * float(each["value"]) for each in found if each["name"] == "TaskDuration")

    with httpx.Client(base_url=url, headers={"X-Tablee": "1"}) as client:
        for n in range(rounds):
            for log, page in list(pages.items())[:: 1 if n % 2 else -1]:
                for way, step in (("up", -60), ("down", 60)):
                    before = work(log)
                    frames = page.evaluate(SCROLL, [step, 120])
                    note(f"scrolling {way}: work a frame", log, (work(log) - before) / len(frames))
                    note(f"scrolling {way}: frame, p95", log, quantiles(frames, n=20)[-1])
                page.evaluate("document.querySelector('[role=log]').scrollTop = 1e9")
                page.wait_for_timeout(250)
                page.evaluate("window.told = []; window.drawn = []")
                before = work(log)
                body = {"id": f"page-{n}", "command": {"do": "roll", "formula": "2d6+3"}}
                cookies = {"Cookie": f"{COOKIE}={tables[log].tokens[1]}"}
                client.post(f"/api/v1/campaigns/{tables[log].campaign}/commands", json=body, headers=cookies)
                note("a card added: told to drawn", log, page.evaluate(DRAWN) - page.evaluate("window.told[0]"))
                page.wait_for_timeout(200)
                note("a card added: work", log, work(log) - before)
    short, long = tables
    made = table("A long log (ms)", "", short, long, "long / short")
    for what in dict.fromkeys(what for what, _ in times):
        few, many = median(times[what, short]), median(times[what, long])
        made.add_row(what, f"{few:.2f}", f"{many:.2f}", f"{many / few:.2f}")
    console.print(made)
    deep(pages[long], spent[long])
    for page in pages.values():
        page.context.close()


def deep(page: Page, session: Any) -> None:
    """Reading back a long way: frames there, and what the page holds of the log."""

    def held() -> float:
        session.send("HeapProfiler.collectGarbage")
        return float(page.evaluate("performance.memory.usedJSHeapSize / 1e6"))

    before = held()
    made = table("Reading back in the long log", "entries back", "frame, median (ms)", "frame, p95 (ms)", "memory (MB)")
    for _ in range(4):
        for _ in range(15):  # to the top of what is there, until older entries have come
            page.evaluate("document.querySelector('[role=log]').scrollTop = 0")
            page.wait_for_timeout(120)
        frames = page.evaluate(SCROLL, [-60, 60])
        at = page.evaluate("Number(document.querySelector('[role=log] li').dataset.key.slice(1))")
        made.add_row(str(at), f"{median(frames):.1f}", f"{quantiles(frames, n=20)[-1]:.1f}", f"{held():.1f}")
    console.print(made)
    console.print(f"memory before: {before:.1f} MB")


def crowded(store: Store) -> Sitting:
    """A board of 2,000 cells with 60 people on it."""
    gm = store.create("vieux_monde", "Mêlée", "Meneuse")
    campaign = store.campaign_of(gm.id)
    store.command(campaign, gm.id, StartEncounter(ready="demo"))
    store.command(campaign, gm.id, LayMap("square", 50, 40))
    key, cast = next(iter(game_of("vieux_monde").cast.items()))
    for _ in range(3):
        store.command(campaign, gm.id, Bring(key=key, id=next(iter(cast)), count=20, side="Foule"))
    people = [person.id for person in store.eyes(campaign, gm.id)[1].table().people][:60]
    for n, who in enumerate(people):
        store.command(campaign, gm.id, Put(who, 3 + 4 * (n % 12), 4 + 7 * (n // 12)))
    token = store.members.new_device()
    store.members.seat(token, gm.id)
    return Sitting(campaign, [token], store.campaign(campaign).last)


def pans(browser: Browser, url: str, at: Sitting) -> None:
    """The map is slid to and fro: the time between frames that are drawn, beside that of a page that does nothing."""
    page = sit(browser, url, at.tokens[0])
    page.goto(f"{url}/c/{at.campaign}")
    page.locator("g.token").first.wait_for()
    page.get_by_role("button", name="Tout voir").click()
    page.locator("g.token").nth(59).wait_for(state="attached")
    page.wait_for_timeout(1500)
    made = table(
        "a map of 2,000 cells with 60 tokens, milliseconds from frame to frame", "", "median", "95 %", "longest"
    )
    for what, moves in (("at rest", False), ("sliding", True)):
        frames = sorted(page.evaluate(FRAMES, moves))
        made.add_row(what, *(f"{each:.1f}" for each in (median(frames), quantiles(frames, n=20)[-1], frames[-1])))
    console.print(made)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--entries", type=int, default=50_000, help="of the long log")
    options.add_argument("--rounds", type=int, default=30, help="rolls; half as many of the other measures")
    options.add_argument("--page", default=built.folder(), help="a built page; by default the one of the package")
    options.add_argument("--only", default="", help="load, usable, rolls, long or map")
    given = options.parse_args()
    chromium = next((path for path in map(shutil.which, CHROMIUM) if path), None)
    if chromium is None or not given.page:
        raise SystemExit("Chromium or the built page is missing (`make chromium page`).")
    with tempfile.TemporaryDirectory() as folder:
        with quick_store(Path(folder) / "tablee.db") as store:
            tables = {f"{length:,} entries": sitting(store, length) for length in (200, given.entries)}
            crowd = crowded(store)
        with serving(Path(folder), given.page) as url, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
            if given.only in ("", "load"):
                first_load(given.page)
            if given.only in ("", "usable"):
                usable(browser, url, next(iter(tables.values())), given.rounds // 2)
            if given.only in ("", "rolls"):
                rolls(browser, url, tables, given.rounds)
            if given.only in ("", "long"):
                long_and_short(browser, url, tables, given.rounds // 2)
            if given.only in ("", "map"):
                pans(browser, url, crowd)
            browser.close()


if __name__ == "__main__":
    main()
