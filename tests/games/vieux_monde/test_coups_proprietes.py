"""What must hold of blows, shots and riders, whatever is asked for and however the dice fall."""

from fractions import Fraction

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games.vieux_monde.book.c2_combat.monte import Descendre, Monter
from tablee.games.vieux_monde.book.c2_combat.monte import offers as en_selle
from tablee.games.vieux_monde.book.c2_coups.attaque import Attaquer
from tablee.games.vieux_monde.book.c2_coups.attaque import offers as coups
from tablee.games.vieux_monde.book.c2_coups.tir import Recharger, Tirer
from tablee.games.vieux_monde.book.c2_coups.tir import offers as tirs
from tablee.games.vieux_monde.model.catalogue import ARMES, ARMURES, FORMES
from tablee.games.vieux_monde.model.scene import Scene
from tablee.games.vieux_monde.model.tables import TAILLES
from tablee.kernel.live import Replay
from tablee.kernel.odds import odds
from tablee.kernel.tally import total

from .essais import LEDGER, derouler, scene

QUI = ("anna", "bruno", "bise", "")
qui = st.sampled_from(QUI)
arme = st.one_of(st.sampled_from(["", "mains_nues", "nulle_part"]), st.sampled_from(sorted(ARMES)))
actions = st.one_of(
    st.builds(Attaquer, qui, qui, arme, st.booleans()),
    st.builds(Tirer, qui, qui, arme, st.booleans()),
    st.builds(Monter, qui, qui),
    st.builds(Descendre, qui),
    st.builds(Recharger, qui, arme),
)
SOMMES = {"degats": "points", "sans_mal": "points"}


@st.composite
def scenes(draw):
    """Two adversaries and a mount, armed and sized at random, hurt or not, Engagés or not."""
    valeurs = st.integers(5, 80)

    def combattant(camp, x):
        return {
            "camp": camp,
            "x": x,
            "pb_perdus": draw(st.integers(0, 3)),
            "avantages": draw(st.integers(0, 6)),
            "etats": [
                {"id": e} for e in draw(st.sets(st.sampled_from(["surpris", "a_terre", "sonne", "brise"]), max_size=1))
            ],
            "fiche": {
                "CC": draw(valeurs),
                "TIR": draw(valeurs),
                "AGI": draw(valeurs),
                "FOR": draw(valeurs),
                "taille": draw(st.sampled_from(sorted(TAILLES))),
                "forme": draw(st.sampled_from(sorted(FORMES))),
                "destin": draw(st.integers(0, 1)),
                "resilience": draw(st.integers(0, 1)),
                "competences": {"armes_a_feu": 5, "fleaux": 5},
            },
            "equipement": {
                "armes": draw(st.lists(st.sampled_from(sorted(ARMES)), max_size=3, unique=True)),
                "armures": draw(st.lists(st.sampled_from(sorted(ARMURES)), max_size=2, unique=True)),
            },
        }

    anna, bruno = combattant("a", 0), combattant("b", draw(st.integers(0, 5)))
    bise = {**combattant("a", 0), "etats": []}
    if draw(st.booleans()):
        anna["monture"] = "bise"
    ordre = draw(st.permutations(["anna", "bruno", "bise"]))
    liens = [{"a": "anna", "b": "bruno", "round": 1}] if draw(st.booleans()) else []
    combat = {"ordre": ordre, "file": ordre, "engagements": liens}
    return scene(anna=anna, bruno=bruno, bise=bise, **({"combat": combat} if draw(st.booleans()) else {}))


def saine(s):
    for p in s.people.values():
        assert 0 <= p.pb_perdus <= p.fiche.PB and 0 <= p.avantages <= 6
        assert p.pb > 0 or p.vie != "actif" or p.niveau("a_terre")
        assert {a.id for a in p.equipement.tenues} <= {a.id for a in p.equipement.armes}
        assert sum(a.mains for a in p.equipement.tenues) <= 2
        if p.monture:
            assert (p.x, p.y) == (s[p.monture].x, s[p.monture].y) and not p.niveau("a_terre")
    assert msgspec.json.decode(msgspec.json.encode(s), type=Scene) == s


@settings(max_examples=150, deadline=None)
@given(scenes(), actions, st.integers(0, 10**6))
def test_whatever_is_open_resolves_to_a_sound_scene_and_is_replayed_alike(s, action, seed):
    closed = action.closed(s)
    if closed is not None:
        assert closed.rule in LEDGER and str(closed)
        return
    apres, live = derouler(s, action, seed)
    if not s["anna"].niveau("a_terre") or not s["anna"].monture:
        saine(apres)
    for e in live.events:
        assert e.rule in LEDGER and all(regle in LEDGER for _, _, regle in e.terms), e
        if e.what in SOMMES:
            assert total(e.terms) == e[SOMMES[e.what]] >= 0
    again = Replay(live.transcript)
    assert action.resolve(s, again) == apres and again.events == live.events and again.unread == []


@settings(max_examples=40, deadline=None)
@given(scenes())
def test_every_button_can_be_judged_and_the_odds_of_an_open_one_add_up(s):
    for p in s.people.values():
        for action in (*coups(s, p), *tirs(s, p), *en_selle(s, p)):
            if action.closed(s) is None and action.looks:
                chances = [odds(action, s, look) for look in action.looks]
                assert all(sum(d.p(v, exact=True) for v in d.ways) > 1 - Fraction(1, 10**6) for d in chances)
                assert set(chances[0].ways) <= {True, False}
                break
