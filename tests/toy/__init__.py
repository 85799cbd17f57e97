"""A toy game, whole and tiny: two sides, six- and twenty-sided dice, breath (souffle) to spend.

Laid out as games are: `model`, `book` with its chapters, `desk`; its content is here.
"""

from __future__ import annotations

from tablee.kernel.content import parse
from tablee.kernel.game import Game, Switch, Tactic
from tablee.kernel.ledger import LedgerFile
from tablee.kernel.tools import kept_in
from tablee.kernel.words import Words

from .book import CHAPTERS
from .book.ardeur import Crier
from .book.duel import Attaquer, blessure, riposte
from .book.souffle import Souffler
from .desk import CREATION, Brouillon, dodge, fiche, first_open, hasard, read_scene
from .model import Duel, Duelliste

__all__ = [
    "ALYS_BOR",
    "Attaquer",
    "Brouillon",
    "Crier",
    "Duel",
    "Duelliste",
    "Souffler",
    "blessure",
    "dodge",
    "fiche",
    "hasard",
    "legal",
    "riposte",
    "toy",
]

LEDGER = """
rule = [
    { id = "TOY-0.1", title = "Avant-propos", kind = "guidance", says = "Have fun." },
    { id = "TOY-1.1", title = "Points", kind = "mechanic", says = "Six points.", dit = "Six points à répartir." },
    { id = "TOY-1.2", title = "Force limitée", kind = "mechanic", says = "At most 4.", dit = "Jamais plus de 4." },
    { id = "TOY-1.3", title = "Nom", kind = "mechanic", says = "A name." },
    { id = "TOY-2.1", title = "Attaque", kind = "mechanic", says = "2d6 keep 1 + d20.", dit = "Toucher au cœur." },
    { id = "TOY-2.2", title = "Gardes", kind = "mechanic", says = "Chosen blindly." },
    { id = "TOY-2.3", title = "Riposte", kind = "option", says = "Paid with souffle." },
    { id = "TOY-2.4", title = "Blessure", kind = "derived", says = "Open-ended." },
    { id = "TOY-2.5", title = "Augure", kind = "mechanic", says = "Secret." },
    { id = "TOY-2.6", title = "Souffler", kind = "mechanic", says = "One breath back." },
    { id = "TOY-3.1", title = "Surnombre", kind = "mechanic", says = "+1 for each companion." },
    { id = "TOY-3.2", title = "Armes", kind = "catalog", says = "What arms bring." },
    { id = "TOY-3.3", title = "Allonge", kind = "mechanic", says = "Long arms, +1 against short ones." },
    { id = "TOY-3.4", title = "Armes fragiles", kind = "mechanic", says = "They break when they hit." },
    { id = "TOY-3.5", title = "Dague", kind = "mechanic", says = "-2 against long arms." },
    { id = "TOY-4.1", title = "Cri", kind = "mechanic", says = "A bonus for three turns, the best alone." },
    { id = "TOY-4.2", title = "Soif", kind = "mechanic", says = "A breath for every blow that hits." },
    { id = "TOY-9.9", title = "Voir ailleurs", kind = "see", says = "See elsewhere.", see = "TOY-1.1" },
]
example = [{ id = "TOY-X1", rules = ["TOY-2.1"], given = "two duellists", expect = "a wound", consistent = true }]
undefined = [{ name = "armes", provide = "two swords" }]
"""

WORDS = """
event.touche = { fr = "{who} touche {target} : {depth}", en = "{who} hits {target}: {depth}" }
event.gardes = { fr = "Gardes : {gardes}", en = "Stances: {gardes}" }
kind = { depth = "number", score = "number", gardes = "label", avantages = "terms" }
question."toy.riposte" = { fr = "{who}, {score} contre vous ?", en = "{who}, {score} against you?" }
[en]
Esquiver = "Dodge"
souffle = "breath"
fougue = "dash"
Boiteux = "Lame"
"C'est le tour de {}" = "It is {}'s turn"
"""


toy = Game(
    id="toy",
    title="Duel",
    credit="Tablée",
    ledger=parse(LEDGER, LedgerFile, "ledger.toml").ledger(),
    words=parse(WORDS, Words, "words.toml"),
    switches=(Switch("mort_subite", "TOY-2.4", excludes=("premier_sang",)), Switch("premier_sang", "TOY-2.4")),
    scene=Duel,
    read_scene=read_scene,
    chapters=CHAPTERS,
    sheet=lambda scene, who: fiche(who, scene[who]),
    creation=CREATION,
    tactics={"esquive": Tactic(first_open, dodge)},
    conditions=kept_in("traits", {"boiteux": "Boiteux", "borgne": "Borgne"}),
    complete=True,
)

legal = toy.legal

ALYS_BOR = Duel(
    {"alys": Duelliste("Alys", "rouge", id="alys"), "bor": Duelliste("Bor", "bleu", id="bor")}, ("alys", "bor")
)
