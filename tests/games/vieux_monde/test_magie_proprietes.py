"""What always holds of magic, whoever casts what on whom; and that all of it can be read in both languages."""

import ast
import random
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games import vieux_monde
from tablee.games.vieux_monde.book.c2_rounds.rounds import Terminer
from tablee.games.vieux_monde.book.c3_magie import dissipation, focalisation, grimoire, incantation, majeures
from tablee.games.vieux_monde.book.c3_magie.dissipation import Dissiper
from tablee.games.vieux_monde.book.c3_magie.focalisation import Focaliser
from tablee.games.vieux_monde.book.c3_magie.grimoire import Copier, Memoriser, PercevoirLesVents, Voix
from tablee.games.vieux_monde.book.c3_magie.incantation import Incanter
from tablee.games.vieux_monde.book.c3_magie.majeures import Parjurer, Trahir
from tablee.games.vieux_monde.book.c3_magie.vents import TABLEAUX
from tablee.games.vieux_monde.model.people import Focalisation
from tablee.games.vieux_monde.model.scene import Scene, SortActif
from tablee.games.vieux_monde.model.sorts import SORTS
from tablee.games.vieux_monde.model.tables import DIFFICULTES
from tablee.kernel import content
from tablee.kernel.action import tag
from tablee.kernel.live import Awaiting, Entry, Live, Replay, asking
from tablee.kernel.odds import odds
from tablee.kernel.words import Words

from .mages import ESSAIS, autre, mage, scene

MODULES = (incantation, focalisation, dissipation, grimoire, majeures)
CATALOGUE = tuple(SORTS)
CONTRE = {"competences": {"langue_magick": 30}, "domaines": ["flamme"]}
QUI = ("alys", "brun", "cyd", "personne", "")
NOMS = (*CATALOGUE, "inconnu", "")


@pytest.fixture(autouse=True, scope="module")
def _sorts():
    with pytest.MonkeyPatch.context() as patch:
        for s in ESSAIS:
            patch.setitem(SORTS, s.id, s)
        yield


@st.composite
def scenes(draw):
    """Two mages and somebody else, in peace or in a fight, with magic under way."""
    tous = {"magie_mineure": 1, "magie_des_arcanes": 1, "magie_du_chaos": 1, "seconde_vue": 1}
    fiche = {
        "INT": draw(st.sampled_from((20, 40, 75))),
        "FM": draw(st.sampled_from((5, 40, 66))),
        "destin": draw(st.sampled_from((0, 1))),
        "resilience": draw(st.sampled_from((0, 1))),
        "talents": draw(st.sampled_from((tous, {"magie_mineure": 1}))),
        "domaines": ["flamme", "givre", "lumiere", "ossuaire"],
        "sorts": CATALOGUE,
        "grimoire": draw(st.sampled_from(([], ["trait_de_feu"]))),
        "xp": draw(st.sampled_from((0, 500))),
    }
    effets = [{"nom": "Bâillonné", "sur": "muet", "mod": 0, "lie": "voix"}] if draw(st.integers(0, 5)) == 0 else []
    ici = scene(
        draw(st.booleans()),
        alys=mage(fiche=fiche, effets=effets, avantages=draw(st.integers(0, 6))),
        brun=autre(fiche=CONTRE, x=draw(st.integers(0, 12))),
        cyd=mage(fiche={"destin": 1}, x=draw(st.integers(0, 12)), camp=draw(st.sampled_from(("ici", "là")))),
    )
    if draw(st.booleans()):
        f = Focalisation(draw(st.sampled_from(CATALOGUE)), draw(st.integers(0, 6)), draw(st.booleans()), -1)
        ici = ici.put(replace(ici["alys"], focalisation=f))
    if draw(st.booleans()):
        actif = SortActif("cyd:t_halo", "t_halo", "cyd", ("brun",), 2, ici.clock + 12, draw(st.booleans()))
        ici = replace(ici, sorts=(actif,))
    return ici


GENS = st.lists(st.sampled_from(QUI), max_size=3).map(tuple)
DIFF = st.sampled_from((*DIFFICULTES, "impossible"))
SORT = st.sampled_from(NOMS)
ACTES = st.one_of(
    st.builds(
        Incanter,
        st.sampled_from(QUI),
        SORT,
        GENS,
        st.integers(-3, 20),
        st.integers(-3, 20),
        st.integers(-1, 7),
        st.booleans(),
        DIFF,
        st.sampled_from((0, -20, 101)),
    ),
    st.builds(Incanter, st.just("alys"), SORT, st.sampled_from((("brun",), ("alys",), ()))),
    st.builds(Focaliser, st.sampled_from(QUI), SORT, DIFF),
    st.builds(Dissiper, st.sampled_from(QUI), st.sampled_from(("cyd:t_halo", "", "alys:x")), GENS, DIFF),
    st.builds(Copier, st.sampled_from(QUI), SORT, st.sampled_from(QUI)),
    st.builds(Memoriser, st.sampled_from(QUI), SORT),
    st.builds(PercevoirLesVents, st.sampled_from(QUI), st.sampled_from(("perception", "pistage", "INI", "x")), DIFF),
    st.builds(Voix, st.sampled_from(QUI), st.sampled_from(("libre", "genee", "baillonne", "autre"))),
    st.builds(Trahir, st.sampled_from(QUI), st.sampled_from(QUI)),
    st.builds(Parjurer, st.sampled_from(QUI), st.sampled_from(QUI)),
)


def derouler(ici, acte, seed):
    """Live, with dice and answers at random."""
    rng, transcript = random.Random(seed), []
    while True:
        live = Live(transcript, rng)
        try:
            return acte.resolve(ici, live), live
        except Awaiting as stop:
            donnees = tuple(rng.choice(q.open()) for q in stop.wanted)
            transcript = [*live.transcript, Entry(asking(stop.wanted), donnees, "x")]


def tient(ici):
    """Pools in bounds, spells once each and not past their end, everything as plain data."""
    assert msgspec.json.decode(msgspec.json.encode(ici), type=Scene) == ici
    ids = [s.id for s in ici.sorts]
    assert len(set(ids)) == len(ids)
    assert all(s.fin is None or s.fin > ici.clock for s in ici.sorts)
    assert all(0 <= v < max(1, s.ni) for s in ici.sorts for v in s.dissipation.values())
    for p in ici.people.values():
        assert 0 <= p.avantages <= 6
        assert p.pb >= 0
        assert p.corruption >= 0
        assert p.focalisation is None or p.focalisation.dr >= 0
        liens = {e.lie for e in p.effets if e.origine == "sort" and e.lie}
        assert liens <= {*ids, "cyd:t_halo"}
    if ici.encounter is not None:
        assert len(set(ici.encounter.dissipations)) == len(ici.encounter.dissipations)


@given(scenes(), ACTES, st.integers(0, 10**6))
@settings(max_examples=250, deadline=None)
def test_closed_never_raises_and_what_is_open_resolves(ici, acte, seed):
    closed = acte.closed(ici)
    if closed is not None:
        assert str(closed).endswith(f"({closed.rule})")
        return
    apres, live = derouler(ici, acte, seed)
    tient(apres)
    assert acte.resolve(ici, Replay(live.transcript)) == apres


@given(scenes(), st.data())
@settings(max_examples=40, deadline=None)
def test_whole_rounds_of_magic_hold(ici, data):
    """Every one plays what his buttons offer; nobody dispels twice in a Round, spells end in time."""
    for n in range(8):
        qui = ici.turn()[0] if ici.encounter is not None else "alys"
        p = ici[qui]
        offerts = [a for m in MODULES for a in m.offers(ici, p) if a.closed(ici) is None]
        offerts += [Terminer(qui)] if ici.encounter is not None else []
        if not offerts:
            return
        ici, _ = derouler(ici, data.draw(st.sampled_from(offerts)), n)
        tient(ici)


@given(scenes())
@settings(max_examples=40, deadline=None)
def test_every_button_has_its_odds(ici):
    for m in MODULES:
        for acte in m.offers(ici, ici["alys"]):
            if acte.closed(ici) is None and acte.looks:
                assert sum(odds(acte, ici).ways.values()) > 0


# ---------------------------------------------------------------- words


WORDS = Words()
for _file in sorted(Path(vieux_monde.__file__).parent.joinpath("content/words").glob("*.toml")):
    WORDS = WORDS | content.parse(_file.read_text("utf-8"), Words, _file.name)
CHAPITRE = (
    "magie",
    "vents",
    "imparfaites",
    "majeures",
    "focalisation",
    "incantation",
    "surincantation",
    "contresorts",
    "dissipation",
    "grimoire",
)
SOURCES = [Path(vieux_monde.__file__).parent / "book/c3_magie" / f"{m}.py" for m in CHAPITRE]


def appels(nom, position):
    """The texts given at one position to every call of this name in the chapter."""
    trouves = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == nom:
                donne = node.args[position] if len(node.args) > position else None
                if isinstance(donne, ast.Constant) and isinstance(donne.value, str):
                    trouves.add(donne.value)
    return trouves


def test_everything_players_read_is_written_in_both_languages():
    assert appels("Event", 0) <= set(WORDS.event)
    assert appels("Question", 1) <= set(WORDS.question)
    assert appels("Closed", 1) <= set(WORDS.en)
    assert appels("Option", 1) <= set(WORDS.en)
    assert appels("effet", 0) | appels("Effet", 0) <= set(WORDS.en)
    assert {x.nom for t in TABLEAUX.values() for x in t} <= set(WORDS.en)
    for m in MODULES:
        for kind in m.ACTIONS:
            assert tag(kind) in WORDS.action
            assert {f.name for f in msgspec.structs.fields(kind)} <= set(WORDS.field)
            assert set(kind.looks) <= set(WORDS.look)
