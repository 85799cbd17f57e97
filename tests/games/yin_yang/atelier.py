"""What the tests of creation, experience and the sheet share: the game as the terminal sees it, and short scenes."""

from reading import read
from tablee.games.yin_yang import game
from tablee.games.yin_yang.book import c4_experience, c12_equipement
from tablee.games.yin_yang.book.c18_epreuves.essais import Tester
from tablee.games.yin_yang.desk.creation import CREATION
from tablee.games.yin_yang.desk.read import gather, read_scene
from tablee.games.yin_yang.desk.sheet import sheet
from tablee.games.yin_yang.model.scene import Scene
from tablee.kernel.game import Game
from tablee.kernel.live import Scripted

JEU = Game(
    id="yin_yang",
    title="Yin-Yang",
    credit="",
    ledger=game.ledger,
    words=game.words,
    switches=(),
    scene=Scene,
    read_scene=read_scene,
    actions=(*c4_experience.ACTIONS, *c12_equipement.ACTIONS, Tester),
    legal=game.legal,
    sheet=sheet,
    creation=CREATION,
    tactics={},
    gather=gather,
)


def seul(**fiche):
    """Somebody of a player's, alone, with this on his sheet; `equipement` and other pools beside it."""
    a_part = {k: fiche.pop(k) for k in ("equipement", "vide_perdu", "blessures", "effets", "vie") if k in fiche}
    return read_scene({"personnages": {"aki": {"fiche": {"nom": "Aki", "joueur": True, **fiche}, **a_part}}})


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
