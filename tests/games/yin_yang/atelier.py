"""What the tests of creation, experience and the sheet share: the game as the terminal sees it, and short scenes."""

from importlib.resources import files

from reading import read
from tablee.games.yin_yang import experience, marche
from tablee.games.yin_yang.creation import CREATION
from tablee.games.yin_yang.epreuves import Tester
from tablee.games.yin_yang.fiche import sheet
from tablee.games.yin_yang.legal import legal
from tablee.games.yin_yang.lire import lire_scene, reunir
from tablee.games.yin_yang.mots import avec_les_noms
from tablee.games.yin_yang.scene import Scene
from tablee.kernel import content
from tablee.kernel.game import Game
from tablee.kernel.ledger import LedgerFile
from tablee.kernel.live import Scripted
from tablee.kernel.words import Words

_WORDS = files("tablee.games.yin_yang").joinpath("content/words/creation.toml").read_text("utf-8")

JEU = Game(
    id="yin_yang",
    title="Yin-Yang",
    credit="",
    ledger=content.read("tablee.games.yin_yang", "ledger.toml", LedgerFile).ledger(),
    words=avec_les_noms(content.parse(_WORDS, Words, "creation.toml")),
    switches=(),
    scene=Scene,
    read_scene=lire_scene,
    actions=(*experience.ACTIONS, *marche.ACTIONS, Tester),
    legal=legal,
    sheet=sheet,
    creation=CREATION,
    tactics={},
    people=lambda scene: tuple(scene.people),
    gather=reunir,
)


def seul(**fiche):
    """Somebody of a player's, alone, with this on his sheet; `equipement` and other pools beside it."""
    a_part = {k: fiche.pop(k) for k in ("equipement", "vide_perdu", "blessures", "effets", "vie") if k in fiche}
    return lire_scene({"personnages": {"aki": {"fiche": {"nom": "Aki", "joueur": True, **fiche}, **a_part}}})


def faire(scene, *actions):
    """Actions that must be open, one after the other: the scene after, all that was told."""
    dits = []
    for action in actions:
        assert action.closed(scene) is None, str(action.closed(scene))
        oracle = Scripted()
        scene = action.resolve(scene, oracle)
        dits += oracle.events
    return scene, dits


def refus(scene, action):
    ferme = action.closed(scene)
    return None if ferme is None else read(scene, ferme)
