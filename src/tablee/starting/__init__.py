"""`tablee new-game NAME`: a package that loads, plays and keeps its contract at once, to be grown.

The files are in `template/`, each with `.in` behind its name. `@name@` is the package, `@title@` what players read,
`@dashed@` the name as it is distributed, `@CODE@` what the ids of its rules begin with.
"""

from __future__ import annotations

import keyword
import re
import sys
from importlib.resources import files
from pathlib import Path

from tablee.kernel.content import ContentError
from tablee.kernel.game import installed
from tablee.kernel.sentence import Said, Typed

TEMPLATE = Path(str(files(__package__))) / "template"
LONGEST = 40
FIT = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


def make(name: str, where: Path) -> Path:
    """The folder of a new game, below this one; ContentError, and nothing written, where that cannot be."""
    judge(name)
    folder = where / name
    if folder.exists():
        raise ContentError(str(folder), Said("il y a déjà quelque chose ici : rien n’est écrasé"))
    for path, text in written(name).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    return folder


def judge(name: str) -> None:
    """ContentError if a game cannot be called so."""
    if not FIT.fullmatch(name) or len(name) > LONGEST:
        said = "un nom de jeu est fait de lettres minuscules sans accent, de chiffres et de « _ » : {} signes au plus"
        raise ContentError("", Said("« {} » : {}", (Typed(name), Said(said, (LONGEST,)))))
    if keyword.iskeyword(name) or name in sys.stdlib_module_names or name in ("tablee", "tests"):
        taken = Said("« {} » est un mot de Python ou de Tablée : choisissez un autre nom", (Typed(name),))
        raise ContentError("", taken)
    if name in installed():
        raise ContentError("", Said("un jeu « {} » est déjà installé : choisissez un autre nom", (Typed(name),)))


def written(name: str) -> dict[str, str]:
    """Every file of the package, by its path."""
    facts = {
        "name": name,
        "dashed": name.replace("_", "-"),
        "title": name.replace("_", " ").capitalize(),
        "CODE": name.replace("_", "")[:3].upper(),
    }

    def filled(text: str) -> str:
        return re.sub(r"@(\w+)@", lambda slot: facts[slot[1]], text)

    found = sorted(path for path in TEMPLATE.rglob("*.in"))
    named = ((path.relative_to(TEMPLATE).as_posix().removesuffix(".in"), path) for path in found)
    return {at.replace("package", name): filled(path.read_text("utf-8")) for at, path in named}
