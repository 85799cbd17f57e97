"""Whole fights at random: what must hold whatever everybody does, and that all of it can be read."""

import random
from collections import Counter
from importlib.resources import files

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games.yin_yang import game
from tablee.games.yin_yang.book import c10_attaque, c10_combat, c10_gestes, c10_lutte
from tablee.games.yin_yang.book.c7_fatigue.repos import Attendre
from tablee.games.yin_yang.book.c10_attaque.attaquer import Attaquer, Defendre
from tablee.games.yin_yang.book.c10_attaque.tir import Tirer
from tablee.games.yin_yang.book.c10_combat import Combattre, Passer
from tablee.games.yin_yang.book.c10_gestes import AutreAction, Degainer, Nettoyer, Obscurcir, Ramasser, Surprendre
from tablee.games.yin_yang.book.c10_lutte import Echapper, LacherPrise, SeLiberer
from tablee.games.yin_yang.book.c11_manoeuvres.demandes import A_DISTANCE
from tablee.games.yin_yang.book.c15_mouvements import SeDeplacer
from tablee.games.yin_yang.desk.names import with_names
from tablee.games.yin_yang.desk.read import read_scene
from tablee.games.yin_yang.desk.tactics import TACTICS
from tablee.games.yin_yang.model.catalogue import CREATURES, PRETS
from tablee.games.yin_yang.model.manoeuvres import MANOEUVRES
from tablee.games.yin_yang.model.scene import Scene
from tablee.kernel import content
from tablee.kernel.english import ENGLISH
from tablee.kernel.live import Awaiting, Live, Replay, answers
from tablee.kernel.odds import odds
from tablee.kernel.simulated import Sampled, Simulated
from tablee.kernel.tally import total
from tablee.kernel.typography import typeset
from tablee.kernel.words import LANGUAGES, Words
from telling import asked, told

LEDGER = game.ledger.rules
MOTS = Words()
for fichier in files("tablee.games.yin_yang").joinpath("content/words").iterdir():
    MOTS |= content.parse(fichier.read_text("utf-8"), Words, fichier.name)
MOTS = with_names(MOTS)
MIENNES = tuple(a for m in (c10_attaque, c10_combat, c10_gestes, c10_lutte) for a in m.ACTIONS)
SORTES = [*({"creature": c} for c in CREATURES), *({"pret": p} for p in PRETS)]


@st.composite
def rencontres(draw):
    """Two to six creatures of the catalogue, in two or three camps, near each other or not."""
    n = draw(st.integers(2, 6))
    camps = [
        *draw(st.permutations(["rouge", "bleu"])),
        *(draw(st.sampled_from(["rouge", "bleu", "vert"])) for _ in range(4)),
    ]
    gens = {}
    for i in range(n):
        x = draw(st.sampled_from([0, 0, 1, 2, 3, 6, 15]))
        gens[f"p{i}"] = {**draw(st.sampled_from(SORTES)), "camp": camps[i], "x": x, "y": draw(st.integers(0, 2))}
        if draw(st.integers(0, 4)) == 0:
            gens[f"p{i}"]["blessures"] = {"torse": draw(st.integers(1, 12))}
        if draw(st.integers(0, 4)) == 0:
            gens[f"p{i}"]["fatigue"] = draw(st.integers(1, 20))
    return read_scene({"personnages": gens})


def au_hasard(scene, who, rng):
    """An action with parameters no button proposes, open or not."""
    p = scene[who]
    autres = [w for w in scene.people if w != who] or [who]
    autre = rng.choice([*autres, *autres, who, "personne"])
    arme = rng.choice(["", "", "mains_nues", "rien", *[a.id for a in p.equipement.armes]])
    manoeuvres = tuple(rng.sample([*MANOEUVRES], rng.choice([0, 1, 1, 1, 2])))
    vide = rng.choice(["", "", "relance", "bonus"])
    membre = rng.choice(["torse", "torse", "tete", "jambe_gauche", "queue", ""])
    n = rng.choice([0, 0, 1, 2, 5, -1, 10**9])
    return rng.choice(
        [
            Attaquer(
                who,
                arme,
                rng.choice(["", "", *[a.id for a in p.equipement.armes]]),
                vide,
                rng.choice([0, 0, 5, -99]),
                autre,
                manoeuvres,
                n,
                membre,
                rng.random() < 0.2,
                rng.choice([0, 0, 3, 8, -4]),
                rng.random() < 0.2,
                rng.choice([None, None, 0, 2, -1]),
                rng.random() < 0.5,
            ),
            Defendre(who, arme, vide=vide, contre=tuple(rng.sample([*autres, who, "personne"], rng.randint(0, 2)))),
            Tirer(who, autre, arme, rng.choice([0, 0, 3, 9]), manoeuvres, n, membre, vide, 0, rng.random() < 0.5),
            AutreAction(who, rng.choice([*p.fiche.competences, "force", "rien", ""]), rng.choice([0, 8, 12, -5, 1000])),
            SeDeplacer(who, rng.randint(-9, 20), rng.randint(-9, 20)),
            Surprendre(who, (autre,)),
            Obscurcir(who, rng.choice([0, 2, 6, 9]), rng.choice([(), (autre,)])),
            Degainer(who, tuple(rng.sample([*[a.id for a in p.equipement.armes], "rien"], 1))),
            Ramasser(who, arme),
            Nettoyer(who),
            Echapper(who, vide),
            LacherPrise(who),
            SeLiberer(who, rng.random() < 0.5, vide),
            Passer(who),
        ]
    )


def resoudre(scene, action, rng):
    """Resolve, answering at random; each question can be read."""
    transcript = []
    while True:
        live = Live(transcript, rng)
        try:
            return action.resolve(scene, live), live
        except Awaiting as stop:
            for q in stop.wanted:
                assert q.key in MOTS.question
                assert q.rule in LEDGER
                assert all(asked(MOTS, q, {}, lang) for lang in LANGUAGES)
            ids = [rng.choice(q.open()) for q in stop.wanted]
            transcript = [*live.transcript, answers(stop.wanted, ids, "hasard")]


def se_dit(live, scene):
    """Everything that happened can be read in both languages, and every sum has its words and its rule."""
    noms = {who: p.nom for who, p in scene.people.items()}
    for e in live.events:
        assert e.what in MOTS.event, e.what
        assert all(told(MOTS, e, noms, lang) for lang in LANGUAGES)
        assert e.rule in LEDGER
        for label, _, rule in e.terms:
            assert (label in MOTS.en or label in ENGLISH) or label in noms.values(), label
            assert rule in LEDGER
        if e.what in ("touche", "touche_de_loin"):
            assert total(e.terms) == e["marge"] >= 0
        if e.what == "coup":
            assert total(e.terms) == e["points"] >= 0


def tient_debout(scene):
    """What holds in any fight, after anything."""
    for p in scene.people.values():
        assert p.fatigue >= 0
        assert p.vide_perdu >= 0
        assert p.vide >= 0
        assert all(n >= 0 for n in p.blessures.values())
        assert 0 <= p.elan <= max(0, p.rang("vide"))
        assert {*(p.equipement.en_main or ())} <= {a.id for a in p.equipement.armes}
        assert not {*p.a_terre_armes} & {a.id for a in p.equipement.tenues}
        assert sum(a.mains for a in p.equipement.tenues) <= 2 or p.equipement.en_main is None
    fight = scene.encounter
    if fight is None:
        return
    assert fight.avant is None
    assert len({p.side for p in scene.people.values() if p.conscient}) > 1 or fight.declarations
    prises = Counter(w for paire in fight.luttes for w in paire)
    assert all(n == 1 for n in prises.values())
    assert all({c.par, c.sur} in [{*x} for x in fight.luttes] or c.tour == fight.tour for c in fight.clefs)
    assert not {*fight.file} & {*fight.declarations}
    for b in fight.blocages:
        assert b.marge >= 0


def se_garde(scene):
    """In JSON and back, the same."""
    assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene


@pytest.mark.rule("YY-10.1", "YY-10.6", "YY-10.7", "YY-11.4")
@given(rencontres(), st.integers(0, 2**32))
@settings(max_examples=120)
def test_a_fight_at_random_goes_on_or_ends_but_never_breaks(scene, seed):
    rng = random.Random(seed)
    scene, _ = resoudre(scene, Combattre("p0"), rng)
    for _ in range(50):
        tient_debout(scene)
        se_garde(scene)
        if scene.encounter is None:
            return
        (who,) = scene.turn()
        possibles = [au_hasard(scene, rng.choice([who, who, who, *scene.people]), rng) for _ in range(12)]
        possibles += [a for a, _ in game.legal(scene, who) if isinstance(a, (*MIENNES, SeDeplacer, Attendre))]
        ouvertes = []
        for a in possibles:
            refus = a.closed(scene)
            if refus is None:
                ouvertes.append(a)
            else:
                assert refus.rule in LEDGER
                assert str(refus)
                assert refus.text in MOTS.en or refus.text in ENGLISH, refus.text
        assert ouvertes
        action = rng.choice([a for a in ouvertes if not isinstance(a, c10_combat.Cesser)])
        avant = scene
        scene, live = resoudre(scene, action, rng)
        se_dit(live, scene)
        rejoue = Replay(live.transcript)
        assert action.resolve(avant, rejoue) == scene
        assert rejoue.events == live.events
        assert rejoue.unread == []


@pytest.mark.rule("YY-10.1")
@given(rencontres(), st.integers(0, 2**32))
@settings(max_examples=40)
def test_only_the_one_whose_turn_it_is_has_something_to_declare(scene, seed):
    rng = random.Random(seed)
    scene, _ = resoudre(scene, Combattre("p0"), rng)
    for _ in range(8):
        if scene.encounter is None:
            return
        (who,) = scene.turn()
        for autre in scene.people:
            for a, _ in game.legal(scene, autre):
                if autre != who and isinstance(a, (Attaquer, Defendre, Tirer, Attendre, SeDeplacer, AutreAction)):
                    assert a.closed(scene) is not None
        actions = [a for a, _ in game.legal(scene, who) if isinstance(a, MIENNES) and a.closed(scene) is None]
        scene, _ = resoudre(scene, rng.choice([a for a in actions if not isinstance(a, c10_combat.Cesser)]), rng)


@pytest.mark.rule("YY-10.9", "YY-10.21", "YY-10.22")
@given(rencontres(), st.integers(0, 2**32))
@settings(max_examples=25)
def test_every_button_has_exact_odds(scene, seed):
    rng = random.Random(seed)
    scene, _ = resoudre(scene, Combattre("p0"), rng)
    (who,) = scene.turn()
    boutons = [a for a, _ in game.legal(scene, who) if isinstance(a, MIENNES) and a.looks and a.closed(scene) is None]
    for a in rng.sample(boutons, min(4, len(boutons))):
        for look in a.views():
            d = odds(a, scene, look)
            assert d.lost == 0


@pytest.mark.rule("YY-10.7")
@pytest.mark.parametrize(
    "creatures", [("bandit", "bandit"), ("archer", "soldat"), ("ours", "moine"), ("lutteur", "troll")]
)
def test_the_plain_tactic_fights_to_the_end(creatures):
    gens = {f"p{i}": {"creature": c, "camp": f"c{i}", "x": 8 * i} for i, c in enumerate(creatures)}
    choisir = TACTICS["simple"].act
    for oracle in (Simulated(3), Sampled(3)):
        scene = Combattre("p0").resolve(read_scene({"personnages": gens}), oracle)
        for _ in range(3000):
            if scene.encounter is None:
                break
            action = choisir(scene, scene.turn()[0])
            assert action.closed(scene) is None
            scene = action.resolve(scene, oracle)
        assert scene.encounter is None
        tient_debout(scene)


@pytest.mark.rule("YY-11.4")
def test_every_action_manoeuvre_and_parameter_has_its_words():
    cles = {a.__struct_config__.tag for a in MIENNES} | {"eclaircir", "rengainer", "se_liberer.lacher"}
    cles |= {f"attaquer.{id}" for id, m in MANOEUVRES.items() if not m.tir}
    cles |= {f"tirer.{id}" for id in A_DISTANCE}
    assert cles <= {*MOTS.action}
    for a in MIENNES:
        assert {*a.__struct_fields__} <= {*MOTS.field}
        assert {*a.looks} <= {*MOTS.look}
    for id, m in MANOEUVRES.items():
        assert MOTS.tr(id, "fr") == typeset(m.nom)
        assert MOTS.en[id] == MOTS.en[m.nom]
