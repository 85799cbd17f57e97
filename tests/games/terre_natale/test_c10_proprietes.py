"""Chapter 10: whatever is done, money is never below nothing, the clock never goes back, a scene can be written."""

import random

import msgspec
import pytest

from tablee.games.terre_natale import game
from tablee.games.terre_natale.book import c10_monde
from tablee.games.terre_natale.model.scene import Scene
from tablee.kernel.action import tag
from tablee.kernel.scenario import demo
from tablee.kernel.simulated import Simulated

from .jeu import scene

KINDS = set(c10_monde.ACTIONS)


def held(before, action, after):
    """What must hold after every action."""
    assert after.clock >= before.clock, tag(action)
    for p in after.people.values():
        assert p.fiche.pecule >= 0 and p.fatigue >= 0 and p.affaires.matieres >= 0, tag(action)
        assert all(m.gravite > 0 for m in p.maladies), tag(action)
    encoded = msgspec.json.encode(after)
    assert msgspec.json.encode(msgspec.json.decode(encoded, type=Scene)) == encoded
    if after.rixe is not None and after.rixe.phase != "preparation":
        assert set(after.turn()) <= set(after.rixe.protagonistes)
        assert after.turn(), tag(action)


@pytest.mark.rule("TN-10.45", "TN-10.64", "TN-10.65")
@pytest.mark.parametrize("seed", range(6))
def test_random_rixes_end_and_nothing_that_is_offered_is_refused(seed):
    rng = random.Random(seed)
    n, m = rng.randint(1, 4), rng.randint(1, 5)
    ids = [f"n{i}" for i in range(n)] + [f"e{i}" for i in range(m)]
    s = scene(**{id: {"fiche": {"destinee": 0}, "camp": id[0], "pertes": {"PK": 20}} for id in ids})
    oracle = Simulated(seed)
    s = c10_monde.rixe_actions.OuvrirRixe("n0", rng.randint(1, 4), classiques=tuple(ids[n : n + 1])).resolve(s, oracle)
    s = c10_monde.rixe_actions.LancerRixe("n0").resolve(s, oracle)
    for _ in range(250):
        if s.rixe is None:
            break
        who = rng.choice(s.turn())
        found = [a for a in c10_monde.offers(s, s[who]) if a.closed(s) is None and not a.master]
        propres = [a for a in found if a.__module__.endswith(("rixe_actions", "rixe_fin"))]
        assert propres
        strikes = [a for a in propres if tag(a) in ("resoudre", "conclure")]
        action = rng.choice(strikes if strikes and rng.random() < 0.7 else propres)
        after = action.resolve(s, oracle)
        held(s, action, after)
        s = after
    else:
        s = c10_monde.rixe_actions.RompreRixe("n0").resolve(s, oracle) if s.rixe.phase == "jeu" else s
        s = c10_monde.rixe_fin.CloreRixe("n0").resolve(s, oracle)
    assert s.rixe is None and s.turn() == ()


@pytest.mark.rule("TN-10.10", "TN-10.84", "TN-10.113")
@pytest.mark.parametrize("seed", range(5))
def test_random_weeks_of_the_world(seed):
    rng, oracle = random.Random(seed), Simulated(seed)
    s = demo("terre_natale", "montbrun")
    done = set()
    for _ in range(45):
        who = rng.choice([p.id for p in s.debout()])
        found = [a for a, closed in game.legal(s, who) if closed is None and type(a) in KINDS]
        found = [a for a in found if tag(a) not in ("ouvrir_rixe", "annoncer_chronique")]
        kind = rng.choice(sorted({tag(a) for a in found}))
        action = rng.choice([a for a in found if tag(a) == kind])
        after = action.resolve(s, oracle)
        held(s, action, after)
        done.add(kind)
        s = after
    assert len(done) > 10
