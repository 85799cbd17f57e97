"""What always holds of wounds, états, fumbles, fear and corruption, whatever the people, the dice and the answers."""

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.games.vieux_monde.book import c6_corruption as corruption
from tablee.games.vieux_monde.book.c2_combat import au_sol
from tablee.games.vieux_monde.book.c2_combat.au_sol import Ramasser
from tablee.games.vieux_monde.book.c2_coups import maladresses
from tablee.games.vieux_monde.book.c2_coups.coup import Coup
from tablee.games.vieux_monde.book.c2_coups.maladresses import FAUTE_DE_MIEUX, MALADRESSES, Desenrayer, maladresse
from tablee.games.vieux_monde.book.c2_rounds.rounds import Terminer
from tablee.games.vieux_monde.book.c2_rounds.temps import laisser_passer
from tablee.games.vieux_monde.book.c5_blessures import mort
from tablee.games.vieux_monde.book.c5_blessures.blessures import CRITIQUES, blessure_critique
from tablee.games.vieux_monde.book.c5_blessures.degats import Source, subir
from tablee.games.vieux_monde.book.c5_blessures.mort import Achever, guerir
from tablee.games.vieux_monde.book.c5_soins import secours, soins
from tablee.games.vieux_monde.book.c5_soins.secours import SECOURS, SeDegager, SeLaver
from tablee.games.vieux_monde.book.c5_soins.soins import Attendre, Dormir, Operer, Soigner, Traiter
from tablee.games.vieux_monde.book.c6_corruption import MUTATIONS, Expier, Exposer, gagner_corruption
from tablee.games.vieux_monde.book.c6_creatures.psychologie import au_debut_du_combat
from tablee.games.vieux_monde.book.c6_etats import gagner_etat, perdre_etat
from tablee.games.vieux_monde.model.catalogue import ETATS, MAINS_NUES
from tablee.games.vieux_monde.model.people import HEURE, MINUTE
from tablee.kernel.action import tag
from tablee.kernel.live import Awaiting, Live, Replay, answer
from tablee.kernel.simulated import Simulated
from telling import told

from .essais import derouler, recopie
from .plaies import combat, homme, lieu

graines = st.integers(0, 2**32)
QUI = ("ana", "bor", "cyd", "dan")
ZONES = ("tete", "bras_gauche", "bras_droit", "corps", "jambe_gauche", "jambe_droite")
TENACES = ("", "", "", "guerison", "lavage", "duree")
MODULES = (au_sol, corruption, maladresses, mort, secours, soins)


def des_etats(rng):
    ids = rng.sample(sorted(ETATS), rng.randint(0, 3))
    etats = []
    for id in ids:
        tenace = rng.choice(TENACES)
        niveaux = rng.randint(1, 4) if ETATS[id].cumul else 1
        etats.append({"id": id, "niveaux": niveaux, "tenace": tenace, "force": rng.randint(0, 50)})
        if tenace == "duree" or rng.random() < 0.3:
            etats[-1]["fin"] = rng.randint(10, 9000)
    return etats


def quelqu_un(rng, camp):
    """Somebody in any condition."""
    fiche = {c: rng.randint(5, 70) for c in ("CC", "FOR", "END", "AGI", "INT", "FM", "PRE")}
    fiche |= {
        "destin": rng.choice((0, 0, 2)),
        "resilience": rng.choice((0, 0, 2)),
        "competences": rng.choice(({}, {"guerison": 10})),
        "traits": rng.choice(([], [], ["peur"], ["terreur"], ["perturbante"], ["mort_vivant"])),
    }
    equipement = {"armes": rng.choice(([], ["epee"], ["arc"], ["epee", "arc"]))}
    equipement["objets"] = rng.choice(([], ["trousse_de_soins"]))
    p = homme(camp, equipement, rng.randint(0, 3), rng.randint(0, 1), fiche=fiche)
    p |= {"etats": des_etats(rng), "corruption": rng.choice((0, 0, 7)), "avantages": rng.randint(0, 3)}
    return p


def scene(rng):
    """Four people, some of them hurt already, in a fight or not."""
    qui = {w: quelqu_un(rng, ("rouge", "bleu")[i % 2]) for i, w in enumerate(QUI)}
    paires = [p for p in (("ana", "bor"), ("cyd", "bor")) if rng.random() < 0.6]
    ici = combat(paires, **qui) if rng.random() < 0.5 else lieu(**qui)
    oracle = Simulated(rng.randint(0, 2**32))
    for who in QUI:
        if rng.random() < 0.5:
            ici = subir(ici, oracle, who, rng.randint(1, 14), Source("Chute", rng.choice(ZONES)))[0]
        for _ in range(rng.choice((0, 0, 1, 3))):
            ici = blessure_critique(ici, oracle, who, rng.choice(ZONES))
    return ici


def action(rng, ici):
    """Any action of these modules with any parameters, sensible or not."""
    who, cible = rng.choice((*QUI, "zoe")), rng.choice((*QUI, "zoe", ""))
    plaies = [b.id for p in ici.people.values() for b in p.blessures]
    plaie = rng.choice((*plaies, "rien"))
    arme = rng.choice(("epee", "arc", "rien"))
    return rng.choice(
        (
            *(genre(who, cible) for genre in (*SECOURS, Soigner, Achever)),
            SeDegager(who),
            SeLaver(who),
            Traiter(who, cible, plaie),
            Operer(who, cible, plaie),
            Dormir(who, tuple(rng.sample(QUI, rng.randint(0, 4)))),
            Attendre(who, rng.choice((-1, 0, 1, 2, 99)), rng.choice((-5, 0, 3, 40))),
            Ramasser(who, arme),
            Desenrayer(who, arme),
            Expier(who),
            Exposer(who, rng.randint(-1, 12), rng.choice(("calme", "resistance", "autre"))),
            Terminer(who),
        )
    )


def tenir(ici):
    """All that must hold of any scene."""
    assert recopie(ici) == ici
    for p in ici.people.values():
        assert 0 <= p.pb_perdus <= p.fiche.PB and p.pb >= 0
        assert 0 <= p.avantages <= 6 and p.corruption >= 0
        assert all(e.niveaux >= 1 and (ETATS[e.id].cumul or e.niveaux == 1) for e in p.etats)
        assert len({e.id for e in p.etats}) == len(p.etats)
        assert len({b.id for b in p.blessures}) == len(p.blessures)
        liees = {b.id for b in p.blessures}
        assert {e.lie for e in p.effets if e.origine == "critique" and not e.lie.startswith("ampute:")} <= liees
        assert set(p.mutations) <= set(MUTATIONS) and len(set(p.mutations)) == len(p.mutations)
        if p.vie == "actif":
            assert (p.pb == 0) == (p.a_zero is not None)
            assert p.pb or p.niveau("a_terre")


@given(graines)
def test_whatever_happens_everything_stays_in_bounds(graine):
    rng = random.Random(graine)
    ici = scene(rng)
    tenir(ici)
    oracle = Simulated(rng.randint(0, 2**32), lambda q: q.pick(rng.choice(q.open())))
    who = rng.choice(QUI)
    for fait in rng.sample(range(8), 4):
        if fait == 0:
            ici = gagner_etat(ici, oracle, who, rng.choice(sorted(ETATS)), rng.randint(-1, 4))
        elif fait == 1:
            ici = perdre_etat(ici, oracle, who, rng.choice(sorted(ETATS)), rng.choice((None, -1, 0, 1, 9)))
        elif fait == 2:
            ici = guerir(ici, oracle, who, (("Baume", rng.randint(-2, 20), "VM-5.13"),), "VM-5.13")[0]
        elif fait == 3:
            ici = gagner_corruption(ici, oracle, who, rng.randint(-1, 25))
        elif fait == 4:
            cible = rng.choice([w for w in QUI if w != who])
            armes = (*ici[who].equipement.armes, MAINS_NUES)
            ici = maladresse(ici, oracle, Coup(who, cible, rng.choice(armes)))
        elif fait == 5:
            ici = au_debut_du_combat(ici, oracle)
        elif fait == 6 and ici.encounter is None:
            ici = laisser_passer(ici, oracle, rng.choice((6, MINUTE, HEURE)))
        elif ici[who].vie == "actif":
            ici = subir(ici, oracle, who, rng.randint(1, 30), Source("Chute", rng.choice(ZONES)))[0]
        tenir(ici)


@given(graines)
def test_any_action_is_judged_without_failing_and_once_open_resolves(graine):
    rng = random.Random(graine)
    ici = scene(rng)
    for _ in range(6):
        a = action(rng, ici)
        ferme = a.closed(ici)
        if ferme is not None:
            assert str(ferme)
            continue
        morts = {w: p for w, p in ici.people.items() if p.vie == "mort"}
        ici, live = derouler(ici, a, rng.randint(0, 2**32))
        tenir(ici)
        assert all(ici[w].vie == "mort" and ici[w].pb == 0 for w in morts)
        assert all(set(ici[w].etats) <= set(p.etats) for w, p in morts.items())
        assert not any(e.who in morts for e in live.events if e.what in ("essai", "etat", "critique", "gueri"))


@given(graines)
def test_every_button_offered_can_be_judged(graine):
    rng = random.Random(graine)
    ici = scene(rng)
    for p in ici.people.values():
        for module in MODULES:
            for a in module.offers(ici, p):
                assert isinstance(a, module.ACTIONS) and a.actor == p.id
                a.closed(ici)


@given(graines)
def test_what_happened_can_be_replayed(graine):
    rng = random.Random(graine)
    ici = scene(rng)
    for _ in range(20):
        a = action(rng, ici)
        if a.closed(ici) is None:
            break
    else:
        return
    transcript = []
    while True:
        live = Live(transcript, rng)
        try:
            apres = a.resolve(ici, live)
            break
        except Awaiting as stop:
            (question,) = stop.wanted
            transcript = [*live.transcript, answer(question, rng.choice(question.open()), "x")]
    replay = Replay(live.transcript)
    assert a.resolve(ici, replay) == apres and replay.events == live.events


def test_every_action_parameter_and_look_has_words():
    from tablee.games.vieux_monde import game

    words = game.words
    for genre in (g for module in MODULES for g in module.ACTIONS):
        assert words.action[tag(genre)].fr and words.action[tag(genre)].en
        assert all(words.field[f.name].fr for f in msgspec.structs.fields(genre)), tag(genre)
        assert all(words.look[look].fr for look in genre.looks), tag(genre)


def test_every_row_and_condition_has_its_english():
    from tablee.games.vieux_monde import game

    lignes = [row for table in CRITIQUES.values() for row in table] + list(MUTATIONS.values())
    lignes += [f for row in MALADRESSES for f in (row, row.tir) if f is not None]
    for row in (*lignes, FAUTE_DE_MIEUX, *ETATS.values()):
        assert game.words.en[row.nom] and game.words.en[row.dit], row.nom


@pytest.mark.parametrize("module", MODULES, ids=lambda m: m.__name__.rpartition(".")[2])
def test_all_that_is_told_can_be_read_in_both_languages(module):
    """A run of each action over many scenes; every event has its phrase, every phrase its facts."""
    from tablee.games.vieux_monde import game

    rng = random.Random(5)
    for _ in range(60):
        ici = scene(rng)
        a = action(rng, ici)
        if a.closed(ici) is not None or not isinstance(a, module.ACTIONS):
            continue
        _, live = derouler(ici, a, 1)
        for event in live.events:
            for lang in ("fr", "en"):
                text = told(game.words, event, {w: w for w in QUI}, lang)
                assert text and text != event.what and "{" not in text
