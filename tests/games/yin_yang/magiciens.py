"""What the tests of magic share: a magician who knows every rune, somebody to aim at, rolls by what they read."""

from tablee.games.yin_yang import game
from tablee.games.yin_yang.book.c10_combat import Combattre
from tablee.games.yin_yang.desk.read import read_scene
from tablee.games.yin_yang.model.runes import RUNES
from tablee.games.yin_yang.model.tables import ATTRIBUTS
from tablee.kernel.live import Scripted

RANGS = {r.id: r.rows for r in game.ledger.rules.values() if r.rows}
DESASTRE = (10, 10)  # two zeros


def de(n):
    """The two faces of a yin/Yang roll that reads n; 11 to 19 for an exploit of that face."""
    return (n - 10, n - 10) if n > 10 else (10, n)


def fiche(rang=6, **competences):
    """Attributes all of one rank, so that Vide is 8, and these skills."""
    return {**dict.fromkeys(ATTRIBUTS, rang), "competences": competences}


def mage(qi=5, runes=5, camp="sages", **plus):
    """A score of 11 in all magic and in Arts martiaux: rank 5 and attributes of 6."""
    connues = {r.competence: runes for r in RUNES.values()}
    autres = {"rune_de_permanence": 5, "arts_martiaux": 5, "armes_d_hast": 4}
    propre = fiche(sens_du_qi=5, controle_du_qi=qi, **autres, **connues)
    return {"fiche": propre, "camp": camp, **plus}


def cible(camp="loups", x=3, **plus):
    """Somebody bare of armour, with a score of 10 in Arts martiaux; 36 PV on the torso."""
    return {"fiche": fiche(arts_martiaux=4), "camp": camp, "x": x, **plus}


def scene(*options, **qui):
    gens = qui or {"lin": mage(), "bo": cible()}
    return read_scene({"personnages": gens}, options)


def faire(s, action, *dice, reponses=()):
    """Resolve an action that must be open with these faces and no others."""
    assert action.closed(s) is None, str(action.closed(s))
    oracle = Scripted(dice, reponses)
    apres = action.resolve(s, oracle)
    assert oracle.left_over() is None
    return apres, oracle.events


def refus(s, action):
    ferme = action.closed(s)
    return ferme.rule if ferme is not None else None


def dits(events, what):
    return [e for e in events if e.what == what]


def dit(events, what):
    return dits(events, what)[-1]


def somme(event):
    return {label: n for label, n, _ in event.terms}


def combat(s, *premiers):
    """The fight has begun; those who declare before the one we look at do so with these actions."""
    s, _ = faire(s, Combattre(next(iter(s.people))))
    for action in premiers:
        s, _ = faire(s, action)
    return s
