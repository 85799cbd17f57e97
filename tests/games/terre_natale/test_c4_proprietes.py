"""What always holds of resources, lésions, rests and saves, whoever it befalls, with whatever dice and answers."""

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.terre_natale.book.c4_caracteristiques import ACTIONS, SWITCHES, capacites, offers, portees, seuils
from tablee.games.terre_natale.book.c4_caracteristiques.lesions import NATURES, cases, remplies
from tablee.games.terre_natale.book.c4_caracteristiques.repos import GRADES, SeReposer, Souffler
from tablee.games.terre_natale.book.c4_caracteristiques.sauvegardes import Sauvegarder
from tablee.games.terre_natale.book.c4_caracteristiques.soins import Soigner, Stabiliser
from tablee.games.terre_natale.model.caracteristiques import RESSOURCES_NOMMEES, SAUVEGARDES
from tablee.games.terre_natale.model.scene import Confrontation, Scene
from tablee.games.terre_natale.model.sums import ATTRIBUTS, PRINCIPAUX, SECONDAIRES, modificateur
from tablee.games.terre_natale.model.things import MODELES
from tablee.kernel.odds import odds
from tablee.kernel.oracle import Amount
from tablee.kernel.simulated import Simulated
from tablee.kernel.tally import total
from tablee.kernel.words import words_of

from .jeu import scene

WORDS = words_of("tablee.games.terre_natale")
WHO = ("alba", "bor")
ARMES = [m for m, sorte in MODELES.items() if sorte.nature == "arme"]
ARMURES = [m for m, sorte in MODELES.items() if sorte.nature == "armure"]
graines = st.integers(0, 2**32)


def quelqu_un(rng):
    """Somebody with any sheet and any things, already worn or hurt."""
    objet = {c: rng.randint(-2, 2) for c in ("taille", "gabarit", "equilibre")}
    lesions = [{"niveau": rng.randint(0, 4), "nature": rng.choice(NATURES)} for _ in range(rng.randint(0, 3))]
    return {
        "fiche": {
            "base": {code: rng.randint(0, 22) for code in (*PRINCIPAUX, *SECONDAIRES)},
            "competences": {id: rng.randint(0, 5) for id in ("medecine", "chirurgie", "psychologie", "therapie")},
            "groupes": {"guerison": rng.randint(0, 3)},
        },
        "equipement": {
            "armes": [{"modele": rng.choice(ARMES), **objet, "qualite": rng.randint(-5, 6)}] * rng.randint(0, 2),
            "armure": rng.choice((None, {"modele": rng.choice(ARMURES), **objet, "travaille": rng.random() < 0.5})),
            "sac": [{"modele": m, "nombre": rng.randint(1, 9)} for m in rng.sample(sorted(MODELES), 2)],
            "argument": rng.randint(0, 5),
            "raisonnement": rng.randint(0, 5),
        },
        "pertes": {"PE": rng.randint(0, 20)},
        "lesions": lesions,
        "stabilise": {nature: rng.choice(("", "temporaire", "permanente")) for nature in NATURES},
        "fatigue": rng.randint(0, 40),
    }


def lieu(rng):
    options = [s.id for s in SWITCHES if rng.random() < 0.3]
    table = scene(*options, **{who: quelqu_un(rng) for who in WHO})
    return replace(table, encounter=Confrontation(passe=WHO[0])) if rng.random() < 0.3 else table


def une_action(rng, table):
    """Anything that is offered, or any of the actions with whatever parameters they may be given."""
    who = rng.choice(WHO)
    if rng.random() < 0.5:
        return rng.choice(list(offers(table, table[who])))
    autre = rng.choice((*WHO, "personne"))
    given = {
        "actor": rng.choice((who, who, who, "personne")),
        "ressource": rng.choice((*RESSOURCES_NOMMEES, "rien")),
        **{
            f: rng.randint(-1, 30)
            for f in ("n", "degats", "absorption", "precision", "distance", "difficulte", "effet")
        },
        "niveau": rng.randint(-1, 6),
        "quoi": rng.choice((*SAUVEGARDES, "rien")),
        "nature": rng.choice(NATURES),
        "maniere": rng.choice(("temporaire", "permanente")),
        "origine": rng.choice(("stress", "action", "soins")),
        "mode": rng.choice(("lancer", "tir", "mots")),
        "plan": rng.choice(("physique", "mental")),
        **{f: rng.random() < 0.5 for f in ("repit", "defendue", "averti", "favorable")},
        **{f: rng.choice(tuple(GRADES)) for f in ("lieu", "nourriture", "sommeil")},
        **dict.fromkeys(("compagnons", "parmi"), (autre,)),
        **dict.fromkeys(("patient", "cible"), autre),
        **{f: rng.randint(-1, 3) for f in ("avantages", "desavantages")},
        "circonstances": rng.choice(((), ("nuit", "poison"), ("brume",))),
        **{f: rng.randint(-3, 3) for f in ("ajustement", "bonus", "prouesse")},
        **{f: rng.choice(("", "AGI", "CHA", "CHN", "rien")) for f in ("attribut", "defense")},
        **{f: rng.choice(("", "escalade", "athletisme", "rien")) for f in ("competence", "groupe")},
        "objet": rng.choice(("", "epee_longue", "rien")),
        "seuil_bas": rng.randint(0, 3),
        "seuil_haut": rng.randint(4, 7),
        "secret": rng.random() < 0.5,
    }
    kind = rng.choice(ACTIONS)
    if kind is Soigner:
        given["quoi"] = rng.choice((*NATURES, "fatigue"))
    return kind(**{f.name: given[f.name] for f in msgspec.structs.fields(kind)})


def answers(rng):
    def any_of(question):
        if isinstance(question.options, Amount):
            high = min(question.options.high, question.options.low + 8)
            return question.options.option(rng.randint(question.options.low, high))
        return rng.choice([o for o in question.options if o.closed is None])

    return any_of


@given(graines)
def test_whatever_is_done_everybody_stays_within_bounds(graine):
    rng = random.Random(graine)
    table = lieu(rng)
    for _ in range(12):
        action = une_action(rng, table)
        if action.closed(table) is not None:
            continue
        events = []
        table = action.resolve(table, Simulated(rng.random(), answers(rng), events))
        for who in WHO:
            holds(table[who])
            p, recus = table[who], [e for e in events if e.what == "lesion" and e.who == who]
            for nature, niveau in {(e["nature"], e["niveau"]) for e in recus}:
                assert remplies(p, nature, niveau) <= cases(p, nature, niveau)
        assert msgspec.convert(msgspec.to_builtins(table), Scene) == table
        assert msgspec.json.decode(msgspec.json.encode(table), type=Scene) == table
        for event in events:
            explained(event)


def holds(p):
    for code, maximum in p.fiche.maxima.items():
        assert p.reste(code) <= maximum
        assert code not in ("PK", "PC") or p.reste(code) >= 0
    assert all(0 <= n <= p.fiche.resilience for n in p.temporaires.values())
    assert p.fatigue >= 0
    assert all(0 <= x.niveau <= 5 for x in p.lesions)


def explained(event):
    """Every fact has a kind, and every sum an event tells is the sum of its terms."""
    facts = dict(event.facts)
    assert event.what in WORDS.event
    for fact, value in facts.items():
        assert fact in WORDS.kind or f"{event.what}.{fact}" in WORDS.kind, (event.what, fact)
        kind, _, of = WORDS.kind_of(event.what, fact).partition(":")
        terms = facts[of] if of else event.terms
        assert kind != "sum" or not terms or value == total(terms), event


@given(graines)
def test_a_rest_never_gives_more_than_there_can_be_and_a_good_one_never_takes(graine):
    rng = random.Random(graine)
    table = replace(lieu(rng), encounter=None)
    for action in (Souffler("alba"), SeReposer("alba", "totale", "totale", "totale")):
        if action.closed(table) is not None:
            continue
        p, q = table["alba"], action.resolve(table, Simulated(graine))["alba"]
        assert all(q.reste(code) <= maximum for code, maximum in q.fiche.maxima.items())
        if total(capacites.somme(p, ("SAG",), "rien", "TN-4.52")) >= 10 and p.niveau_de_fatigue <= 3:
            assert all(q.reste(code) >= p.reste(code) for code in ("PV", "PS", "PE", "PK"))
            assert q.fatigue <= p.fatigue
            assert sum(x.niveau for x in q.lesions) <= sum(x.niveau for x in p.lesions)


@given(graines)
def test_every_figure_of_anybody_can_be_computed(graine):
    p = lieu(random.Random(graine))["alba"]
    assert all(total(seuils.seuil(p, nature, n)) >= 1 for nature in NATURES for n in range(4))
    assert total(seuils.memoire(p)) >= 0
    base = 10 if "epuise" in p.etats else 15
    for attribut in ATTRIBUTS:  # the odd point is the modifier of one more
        valeur = total(seuils.valeur_de_defense(p, attribut))
        assert total(seuils.defense(p, attribut)) == base + modificateur(valeur + 1)
    assert total(portees.deplacement(p)) >= 0
    assert total(portees.deplacement(p)) <= max(0, -(-total(portees.allure(p)) // 2))
    assert total(capacites.charge_totale(p)) >= 0 and total(capacites.encombrement(p)) >= 0
    assert 0 <= capacites.depassement(p) <= 2


@pytest.mark.parametrize("graine", range(40))
def test_the_odds_of_whatever_has_a_look_add_up(graine):
    rng = random.Random(graine)
    table = lieu(rng)
    table = table.put(*(replace(p, pertes={**p.pertes, "PK": p.fiche.maxima["PK"]}) for p in table.people.values()))
    for action in offers(table, table["alba"]):
        if isinstance(action, Sauvegarder | Stabiliser) and action.closed(table) is None:
            chances = odds(action, table)
            assert sum(chances.p(value) for value in chances.ways) == pytest.approx(1)
