"""Everything the page says itself can be read in English."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from playwright.sync_api import expect

from tablee.kernel.typography import typeset

from .looks import PLACES, more, told, visit
from .people import LARGE, Somebody
from .worlds import Worlds

SOURCES = Path(__file__).parents[2] / "frontend" / "src"
TEXT = r"""'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)\""""
PAIR = re.compile(rf"\w+: \[\s*(?:{TEXT}),\s*(?:{TEXT}),?\s*\]")
READ = """() => {
  const found = []
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walk.nextNode())
    if (!walk.currentNode.parentElement.closest('[lang]:not(html)')) found.push(walk.currentNode.data)
  for (const each of document.querySelectorAll('[aria-label], [placeholder], [title]'))
    for (const name of ['aria-label', 'placeholder', 'title'])
      if (each.hasAttribute(name)) found.push(each.getAttribute(name))
  return [document.title, ...found].map((text) => text.trim()).filter(Boolean)
}"""


@cache
def phrases() -> tuple[frozenset[str], re.Pattern[str]]:
    """What the page says in English, and what only in French, as all its lists of words have it."""
    french, english = set(), set()
    for path in SOURCES.rglob("words.ts"):
        for pair in PAIR.findall(path.read_text("utf-8")):
            french.add(typeset((pair[0] or pair[1]).replace("\\'", "'")))
            english.add(typeset((pair[2] or pair[3]).replace("\\'", "'")))
    assert len(french) > 300
    only = sorted(each for each in french - english if len(re.findall(r"[^\W\d_]", bare(each))) > 3)
    return frozenset(english), re.compile("|".join(pattern(each) for each in only))


def bare(phrase: str) -> str:
    return re.sub(r"\{[^}]*\}", "", phrase)


def pattern(phrase: str) -> str:
    return ".+".join(map(re.escape, re.split(r"\{[^}]*\}", phrase)))


def test_every_page_in_english(worlds: Worlds, somebody: Callable[..., Somebody]) -> None:
    english, french = phrases()
    here = worlds["vieux_monde"]
    marie = somebody(worlds.site, here.tokens["Marie"], **LARGE)
    page = visit(marie, here, "home")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page = visit(marie, here, "table")  # where each member chose a language before
    more(page)
    page.get_by_label("Langue").select_option("en")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    found = {}
    for name in PLACES:
        page = visit(marie, here, name)
        expect(page.locator("html")).to_have_attribute("lang", "en")
        marie.screenshot(f"english_{name}")
        found[name] = [text for text in page.evaluate(READ) if text not in english and french.fullmatch(text)]
    assert told(found) == ""


def test_the_words_are_found() -> None:
    english, french = phrases()
    assert "New campaign" in english
    assert french.fullmatch("Nouvelle campagne")
    assert french.fullmatch("Étape 3 sur 9")
    assert not french.fullmatch("New campaign")
