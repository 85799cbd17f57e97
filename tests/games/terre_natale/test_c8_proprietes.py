"""What always holds of confrontations on a small map: whoever fights, whatever is done, any dice, any answers."""

import random

import msgspec
import pytest
from msgspec.structs import replace

from tablee.games.terre_natale import game
from tablee.games.terre_natale.book.c8_confrontation import offers
from tablee.games.terre_natale.book.c8_confrontation.budget import confrontation
from tablee.games.terre_natale.book.c8_confrontation.mener import NOMS, Engager, Passer, Rompre
from tablee.games.terre_natale.book.c8_confrontation.zones import GUET
from tablee.games.terre_natale.model.scene import Scene
from tablee.kernel.oracle import Amount
from tablee.kernel.simulated import Simulated

from .jeu import scene

ARMES = ("epee_longue", "dague", "lance", "arc_long", "hachette", "bouclier")
COMPETENCES = {
    "combat": ("arme_a_garde", "arme_a_hampe", "represailles"),
    "defense": ("parade", "evasion", "armure", "vigilance", "escroquerie"),
    "tactique": ("assistance", "domination", "controle"),
    "discipline": ("endurance", "concentration"),
    "finesse": ("acrobatie",),
    "athletisme": ("course", "escalade", "natation"),
    "guerison": ("medecine",),
    "communication": ("persuasion",),
    "inspiration": ("manipulation",),
    "representation": ("rhetorique",),
}
TRAITS = (
    {"id": "opportuniste"},
    {"id": "habitue", "sujet": "courir"},
    {"id": "habitue", "sujet": "premiers_soins"},
    {"id": "reflexe", "sujet": "opportunite"},
    {"id": "specialisation_posture", "sujet": "deplacement"},
)
PAS = 90  # actions of one confrontation


def quelqu_un(rng, camp):
    """Somebody of a side, on a map of six by six."""
    competences = {id: rng.randint(0, 4) for lot in COMPETENCES.values() for id in lot}
    return {
        "fiche": {
            "base": {code: rng.randint(6, 16) for code in ("FOR", "DEX", "AGI", "CON", "VOL", "CHA", "PER", "RUS")},
            "groupes": {groupe: rng.randint(0, 3) for groupe in COMPETENCES},
            "competences": competences,
            "traits": rng.sample(TRAITS, rng.randint(0, 2)),
            "destinee": rng.randint(1, 5),
        },
        "equipement": {
            "armes": [{"modele": rng.choice(ARMES)}] * rng.randint(0, 1),
            "armure": rng.choice((None, {"modele": "cuir"})),
            "argument": rng.randint(0, 3),
            "raisonnement": rng.randint(0, 3),
        },
        "camp": camp,
        "x": rng.randint(0, 5),
        "y": rng.randint(0, 5),
    }


def melee(rng):
    gens = {f"{camp}{n}": quelqu_un(rng, camp) for camp in ("rouge", "bleu") for n in range(rng.randint(1, 3))}
    return scene(**gens)


class Repondant:
    """Answers anything that is open, at random, and keeps what it was asked."""

    def __init__(self, rng):
        self.rng, self.asked = rng, []

    def __call__(self, question):
        self.asked.append(question)
        options = question.options
        if isinstance(options, Amount):
            return options.option(self.rng.choice((options.low, options.low, min(options.high, options.low + 1))))
        assert any(option.closed is None for option in options), question.key
        assert len(options) > 1, question.key  # never asked where there is nothing to choose
        return self.rng.choice([option for option in options if option.closed is None])


def sain(s):
    """What must hold of every scene."""
    assert msgspec.json.decode(msgspec.json.encode(s), type=Scene) == s
    e = s.encounter
    if e is None:
        return
    for who, b in e.budgets.items():
        assert b.acts >= 0 and b.actl >= 0 and b.supp >= 0, (who, b)
        assert 0 <= b.bouge <= 2
    assert set(e.attentes) <= set(s.people)
    for a in e.attentes.values():
        assert a.chantier is None or 0 < a.chantier.paye < a.chantier.prix
        assert not a.preparee or a.preparee.rpartition(":")[2] in (*NOMS, GUET)
    for p in s.people.values():
        for ressource in ("PK", "PC"):
            assert p.reste(ressource) >= 0, (p.id, ressource)
        assert all(n >= 0 for n in p.temporaires.values())


def rapides(avant, apres, who, changees=()):
    """How many ACTR somebody took: never one he had used already. `changees`: whose initiative something else took."""
    if avant is None or who not in avant.budgets or apres is None or who not in apres.budgets:
        return
    if (avant.tour, avant.manche) == (apres.tour, apres.manche) and not avant.budgets[who].actr:
        assert not apres.budgets[who].actr
        assert who in changees or apres.initiatives[who] == avant.initiatives[who], who  # nothing is paid twice with it


def une_ouverte(rng, s, who):
    """Something the chapter offers him that is open; to end his passe always is."""
    offertes = [a for a in offers(s, s[who]) if not isinstance(a, Rompre | Engager)]
    rng.shuffle(offertes)
    assert Passer(who).closed(s) is None, who
    return next(a for a in offertes if a.closed(s) is None)


@pytest.mark.rule("TN-8.29", "TN-8.62", "TN-8.68", "TN-8.87", "TN-8.274", "TN-8.81")
@pytest.mark.parametrize("graine", range(24))
def test_whatever_is_open_can_be_done_and_leaves_a_sound_scene(graine):
    rng = random.Random(graine)
    repondant = Repondant(rng)
    oracle = Simulated(rng.random().hex(), repondant, events=[])
    s = melee(rng)
    premier = next(iter(s.people))
    forme = rng.choice(("combat", "combat", "joute", "mixte"))
    format = rng.choice(("affrontement", "affrontement", "escarmouche"))
    s = Engager(premier, forme=forme, format=format).resolve(s, oracle)
    for _ in range(PAS):
        if s.encounter is None:
            break
        (who,) = s.turn()
        action = une_ouverte(rng, s, who) if rng.random() < 0.8 else Passer(who)
        avant = s.encounter
        s = action.resolve(s, oracle)
        sain(s)
        changees = {e.who for e in oracle.events if e.what == "initiative_changee"}
        oracle.events.clear()
        for autre in s.people:
            rapides(avant, s.encounter, autre, changees)
    assert repondant.asked


@pytest.mark.rule("TN-8.81", "TN-8.79")
@pytest.mark.parametrize("graine", range(4))
def test_those_who_are_asked_at_once_are_asked_in_the_order_of_the_count(graine):
    """Of one group every question comes before anybody acts: at most one for each."""
    rng = random.Random(100 + graine)
    repondant = Repondant(rng)
    s = Engager("rouge0").resolve(melee(rng), Simulated(rng.random().hex(), repondant))
    for _ in range(60):
        if s.encounter is None:
            break
        (who,) = s.turn()
        repondant.asked.clear()
        s = une_ouverte(rng, s, who).resolve(s, Simulated(rng.random().hex(), repondant))
        offres = [q for q in repondant.asked if q.key in ("tn.opportunite", "tn.aide")]
        for q in offres:
            assert q.group and q.who in s.people
            assert q.who != who  # nobody interrupts himself
            assert all(str(o.id).endswith(("/actr", "/acts", "/prepare", "/gratuite", "/actg")) for o in q.options[1:])
            if q.key == "tn.opportunite":
                assert not any(str(o.id).endswith("/acts") for o in q.options)


def test_the_reach_of_the_map_is_what_is_open():
    rng = random.Random(7)
    s = Engager("rouge0").resolve(melee(rng), Simulated(7, Repondant(rng)))
    (who,) = s.turn()
    for way in game.reach(s, who):
        for x, y in rng.sample(sorted(way.cells), min(5, len(way.cells))):
            assert replace(way.action, x=x, y=y).closed(s) is None
    assert confrontation(s).passe == who
