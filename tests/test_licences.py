"""Licences of all that is installed and of all that the page is built from: known, and fit to be used here."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression
from packaging.utils import canonicalize_name

from locked import ROOT, lock
from tablee.web import built

NOTICE = (ROOT / "NOTICE").read_text("utf-8")
NPM: dict[str, Any] = json.loads((ROOT / "frontend" / "package-lock.json").read_text("utf-8"))["packages"]

PERMISSIVE = {
    "0BSD",
    "Apache-2.0",
    "Artistic-1.0-Perl",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "MIT-CMU",
    "PSF-2.0",
    "Python-2.0",
    "Zlib",
}
WEAK_COPYLEFT = {"LGPL-3.0-only", "MPL-2.0", "OFL-1.1"}  # asks something of its own files alone
ALLOWED = PERMISSIVE | WEAK_COPYLEFT

IN_WORDS = {  # how packages of before SPDX say it, in their licence field or their classifiers
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD 2-Clause License": "BSD-2-Clause",
    "ISC License": "ISC",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
ELSEWHERE = {  # what the metadata do not say: in the file of their licence, if nothing else is said here
    "contourpy": "BSD-3-Clause",
    "cycler": "BSD-3-Clause",
    "jinja2": "BSD-3-Clause",
    "kiwisolver": "BSD-3-Clause",
    "matplotlib": "PSF-2.0",  # its own words, those of Python with another name
    "partd": "BSD-3-Clause",
    "zict": "BSD-3-Clause",
    "text-unidecode": "Artistic-1.0-Perl OR GPL-1.0-or-later",  # its README leaves the choice, its classifiers do not
}


def spdx(said: str) -> str:
    """A licence as SPDX writes it; nothing if these are no words for one."""
    try:
        return str(canonicalize_license_expression(IN_WORDS.get(said, said)))
    except InvalidLicenseExpression:
        return ""


def told(package: Distribution) -> str:
    """What a package says of its licence: by expression, else in its first words, else by all of its classifiers."""
    fields = package.metadata.get_all
    for said in [*(fields("License-Expression") or ()), *(fields("License") or ())]:
        if found := spdx(said.strip().partition("\n")[0]):
            return found
    classified = [each for each in fields("Classifier") or () if each.startswith("License ::")]
    every = [spdx(each.rpartition(" :: ")[2]) for each in classified]
    return " AND ".join(every) if all(every) else ""


def licence(package: Distribution) -> str:
    return ELSEWHERE.get(canonicalize_name(package.name)) or told(package)


def allowed(expression: str) -> bool:
    """Whether one of the choices is allowed in all its parts; choices within parts are not understood, so refused."""
    choices = expression.removeprefix("(").removesuffix(")").split(" OR ")
    return any(all(part in ALLOWED for part in choice.split(" AND ")) for choice in choices)


def refused(licences: Iterable[tuple[str, str]]) -> dict[str, str]:
    return {name: said or "says none" for name, said in licences if not allowed(said)}


def test_all_that_is_installed_may_be_used() -> None:
    found = {package.name: licence(package) for package in distributions()}
    assert len(found) > 50
    assert refused(found.items()) == {}


def test_all_that_the_page_is_built_from_may_be_used() -> None:
    found = {path: spdx(package.get("license", "")) for path, package in NPM.items() if path}
    assert len(found) > 50
    assert refused(found.items()) == {}


def test_what_is_said_elsewhere_is_not_said_by_the_package() -> None:
    assert {name: told(distribution(name)) for name in ELSEWHERE} == dict.fromkeys(ELSEWHERE, "")


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("License-Expression: MIT", {}),
        ("License-Expression: GPL-3.0-only OR MIT", {}),
        ("License-Expression: MIT AND GPL-3.0-only", {"paquet": "MIT AND GPL-3.0-only"}),
        ("License: MIT License\n        Copyright somebody", {}),
        ("License: ask us", {"paquet": "says none"}),
        ("License: ask us\nClassifier: License :: OSI Approved :: MIT License", {}),
        (
            "Classifier: License :: OSI Approved :: MIT License\nClassifier: License :: Other/Proprietary License",
            {"paquet": "says none"},
        ),
        ("Summary: a package", {"paquet": "says none"}),
    ],
)
def test_a_licence_that_is_unknown_or_asks_too_much_is_refused_by_name(
    tmp_path: Path, said: str, expected: dict[str, str]
) -> None:
    there = tmp_path / "paquet-1.dist-info"
    there.mkdir()
    (there / "METADATA").write_text(f"Metadata-Version: 2.4\nName: paquet\nVersion: 1\n{said}\n", "utf-8")
    assert refused((each.name, licence(each)) for each in distributions(path=[str(tmp_path)])) == expected


# ---------------------------------------------------------------- NOTICE


def named(name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", NOTICE, re.IGNORECASE) is not None


def copyleft() -> Iterator[str]:
    """Packages of players whose licence asks more than to be mentioned."""
    for name, pin in lock("play").items():
        if pin.here and not {*licence(distribution(name)).split()}.isdisjoint(WEAK_COPYLEFT):
            yield name


def test_the_notice_names_what_players_install_that_is_not_permissive() -> None:
    found = list(copyleft())
    assert "psycopg" in found
    assert [name for name in found if not named(name)] == []


def test_the_notice_names_the_typefaces_in_the_page() -> None:
    typefaces = [path.rpartition("/")[2].replace("-", " ") for path in NPM if "/@fontsource" in path]
    assert len(typefaces) == 2
    assert [name for name in typefaces if not named(name)] == []


def test_the_notice_names_whose_code_is_in_the_page() -> None:
    assert built.folder(), "the page is not built: make page"
    text = (built.FOLDER / "licences.txt").read_text("utf-8")
    inside = re.findall(r"^## (\S+) - (\S+) \((.+)\)$", text, re.MULTILINE)
    assert "svelte" in [name for name, *_ in inside]
    assert refused((name, spdx(said)) for name, _, said in inside) == {}
    assert {name: version for name, version, _ in inside} == {
        name: NPM[f"node_modules/{name}"]["version"] for name, *_ in inside
    }
    assert [name for name, *_ in inside if not named(name)] == []
