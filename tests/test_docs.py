"""The documents as a site: every page has its place, every link leads somewhere. `make docs` builds it strictly."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [*sorted(DOCS.rglob("*.md")), *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"))]
LINK = re.compile(r"(?<!\\)\]\(([^)\s]+)\)|src=\"([^\"]+)\"")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def anchors(page: Path) -> set[str]:
    """What headings are called in links."""
    said = (re.sub(r"[^\w\s-]", "", heading.lower()) for heading in HEADING.findall(page.read_text("utf-8")))
    return {re.sub(r"[\s]+", "-", each.strip()) for each in said}


def without_code(text: str) -> str:
    return re.sub(r"`[^`]*`", "", re.sub(r"^( {4}|```).*$", "", text, flags=re.MULTILINE))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    for found in LINK.finditer(without_code(page.read_text("utf-8"))):
        link = found[1] or found[2]
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        there = (page.parent / name).resolve() if name else page
        assert there.exists(), link
        if anchor and there.suffix == ".md":
            assert anchor in anchors(there), link


def test_the_table_of_contents_names_pages_there_are() -> None:
    """Others stand last by themselves."""
    listed = set(re.findall(r"([\w/-]+\.md)\b", (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:")[2]))
    there = {page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")}
    assert listed and listed <= there


def test_the_kernel_s_page_names_modules_there_are() -> None:
    named = re.findall(r"^::: tablee\.kernel\.(\w+)$", (DOCS / "kernel.md").read_text("utf-8"), re.MULTILINE)
    assert named and all((ROOT / f"src/tablee/kernel/{name}.py").exists() for name in named)


def test_the_routes_of_the_site_are_those_of_the_schema() -> None:
    """The hook that the site is built with, asked for what it writes."""
    namespace: dict[str, object] = {"__file__": str(DOCS / "site/hooks.py")}
    exec((DOCS / "site/hooks.py").read_text("utf-8"), namespace)
    routes = namespace["routes"]
    assert callable(routes)
    written = routes()
    assert "## GET /api/v1/games/{game}/reference" in written and written.count("\n## ") > 40
