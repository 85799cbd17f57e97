"""Confrontations of every form, where everybody does whatever he is offered, on any dice and any answers."""

import random
from collections import Counter

import msgspec
import pytest
from msgspec.structs import replace

from tablee.games.terre_natale import game
from tablee.games.terre_natale.book.c0_tests.figures import cles, colonnes_seules
from tablee.games.terre_natale.book.c4_caracteristiques.capacites import SUR_TOUS
from tablee.games.terre_natale.book.c4_caracteristiques.usage import SANS_GENE, TORSE_SEUL
from tablee.games.terre_natale.book.c8_confrontation.frappes import Frapper
from tablee.games.terre_natale.book.c8_confrontation.mener import Engager, Passer, Rompre
from tablee.games.terre_natale.book.c8_confrontation.repertoire import UserDeTactique
from tablee.games.terre_natale.book.c8_confrontation.zones import AgirEnZone
from tablee.games.terre_natale.model.effects import Essai
from tablee.kernel.simulated import Simulated
from tablee.table import commands as c
from tablee.table.store import Store

from .test_c8_proprietes import Repondant, quelqu_un, sain

FORMES = [(forme, format) for forme in ("combat", "joute", "mixte") for format in ("affrontement", "escarmouche")]
HORS = Rompre | Engager  # would end it, or begin another
SIENS = 0.95  # how often it is the one whose passe it is who acts
DU_JEU = 0.85  # how often it is an action of players, where there is one
DU_CHAPITRE = 0.8  # and how often of chapter 8
LARGE = 3  # squares of the map
COUPS = 0.4  # how often he goes for an adversary, if he can
AGRESSIONS = Frapper | UserDeTactique | AgirEnZone
PAS = 40  # actions of a form in the suite
RETOURS = 6  # of them at a stored table
CAMPS = ("rouge", "bleu")


def assemblee(rng):
    """Three against three: made by chance, ready characters and opponents of the book's profiles."""
    cast = [(kind, id) for kind in ("pret", "adversaire") for id in sorted(game.cast[kind])]
    gens = {}
    for camp in CAMPS:
        for n in range(rng.randint(2, 3)):
            who = f"{camp}{n}"
            gens[who] = quelqu_un(rng, camp) | {"x": rng.randrange(LARGE), "y": rng.randrange(LARGE)}
            if rng.random() < 0.5:
                kind, id = rng.choice(cast)
                gens[who] = {key: gens[who][key] for key in ("camp", "x", "y")} | {kind: id}
            gens[who].setdefault("fiche", {})["nom"] = who.capitalize()
    return game.read_scene({"personnages": gens}, ())


def une(rng, s):
    """Somebody, and something open of all that he is offered: mostly the one whose passe it is, and what he may do."""
    (passe,) = s.turn()
    who = passe if rng.random() < SIENS else rng.choice(list(s.people))
    du_jeu, du_meneur = [], []
    chapitres = [chapitre for chapitre in game.chapters if chapitre.offers is not None]
    if rng.random() < DU_CHAPITRE:
        chapitres = [chapitre for chapitre in chapitres if chapitre.id.endswith("c8_confrontation")]
    for action in (action for chapitre in chapitres for action in chapitre.offers(s, s[who])):
        (du_meneur if action.master else du_jeu).append(action)
    assert Passer(passe).closed(s) is None, passe
    if rng.random() < COUPS:
        du_jeu = [a for a in du_jeu if isinstance(a, AGRESSIONS)] or du_jeu
    for offertes in (du_jeu, du_meneur) if rng.random() < DU_JEU else (du_meneur, du_jeu):
        poids = Counter(type(a) for a in offertes)  # of all kinds alike, however many targets they have
        offertes.sort(key=lambda a: 1 - rng.random() ** poids[type(a)])
        for action in offertes:
            if not isinstance(action, HORS) and action.closed(s) is None:
                return action
    return Passer(passe)


def verifie(avant, apres):
    """What holds of any two scenes with one action between them."""
    sain(apres)
    for p in apres.people.values():
        assert all(n >= 0 for n in p.pertes.values()), (p.id, p.pertes)
    a, b = avant.encounter, apres.encounter
    if a is None or b is None:
        return
    assert b.finie or b.passe in b.budgets
    for who in set(a.budgets) & set(b.budgets):
        if (a.tour, a.manche) == (b.tour, b.manche) and not a.budgets[who].actr:
            assert not b.budgets[who].actr, who


def joue(graine, forme, format, pas, vues=None):
    """So many actions, confrontation after confrontation: how many were played."""
    rng = random.Random(f"{graine} {forme} {format}")
    repondant = Repondant(rng)
    oracle, s, n = Simulated(rng.random().hex(), repondant, []), None, 0
    while n < pas:
        if s is None or s.encounter is None:
            s = assemblee(rng)
            s = Engager(next(iter(s.people)), forme=forme, format=format).resolve(s, oracle)
            if s.encounter is None:
                continue
        action = une(rng, s)
        try:
            apres = action.resolve(s, oracle)
            verifie(s, apres)
        except Exception as failed:
            failed.add_note(f"{graine} {forme} {format}, {n}: {action}")
            raise
        if vues is not None:
            vues[type(action).__name__] += 1
        oracle.events.clear()
        s, n = apres, n + 1
    return n


@pytest.mark.rule("TN-8.2", "TN-8.3", "TN-8.29", "TN-8.59", "TN-8.81", "TN-8.83", "TN-8.87")
@pytest.mark.parametrize(("forme", "format"), FORMES)
def test_whatever_anybody_is_offered_can_be_done_in_a_confrontation_of_any_form(forme, format):
    assert joue(1, forme, format, PAS) == PAS


ESSAIS = (
    ("DEX", "parade", "defense"),
    ("AGI", "evasion", "defense"),
    ("FOR", "", ""),
    ("CHA", "persuasion", "communication"),
)


@pytest.mark.rule("TN-0.5")
@pytest.mark.parametrize("options", [(), (SUR_TOUS, SANS_GENE, TORSE_SEUL)])
def test_what_is_kept_of_somebody_s_tests_is_what_his_rules_would_say_anew(options):
    """Rules that are marked as looking at him and what he has alone look at nothing else, whatever goes on."""
    rng = random.Random("a part")
    oracle, s = Simulated(5, Repondant(rng), []), None
    for _ in range(PAS):
        if s is None or s.encounter is None:
            s = replace(assemblee(rng), options=options)
            s = Engager(next(iter(s.people)), forme="mixte").resolve(s, oracle)
            continue
        s = une(rng, s).resolve(s, oracle)
        for p in s.people.values():
            autre = rng.choice(list(s.people.values()))
            for of in ESSAIS:
                objet = rng.choice((None, p.equipement.armure, *p.equipement.armes))
                c = Essai(p, s, autre, *of, objet=objet)
                seules = colonnes_seules(p, (*of, ""), objet, s.options, s.encounter is not None)
                for colonne in ("ajustement", "bonus", "net", "plancher", "plafond"):
                    anew = p.bears.figure(cles(colonne, *of, "", s.encounter is not None)).tally(c)
                    assert getattr(seules, colonne).tally(c) == anew, (p.id, of, colonne)


class Tablee:
    """A campaign of one game master, who plays everybody at the ford."""

    def __init__(self, rng):
        self.rng, self.store = rng, Store("sqlite://", rng=random.Random(rng.random()))
        self.meneur = self.store.create("terre_natale", "Le gué", "Marie", ())
        self.id = self.store.campaign_of(self.meneur.id)

    def do(self, command):
        return self.store.command(self.id, self.meneur.id, command, "").seq

    @property
    def play(self):
        return self.store.state_at(self.id, self.store.campaign(self.id).last).play

    def act(self, action):
        """An action to its end, whatever is asked: the entry it began with."""
        seq = self.do(c.Act(msgspec.to_builtins(action)))
        while (pending := self.play.open) is not None:
            at = next(n for n, picked in enumerate(pending.picked or [None] * len(pending.questions)) if picked is None)
            self.do(c.Answer(self.rng.choice(pending.questions[at].open()[:9]), at))
        return seq


@pytest.mark.rule("TN-8.2", "TN-8.3")
@pytest.mark.parametrize(("forme", "format"), FORMES)
def test_what_is_taken_back_leaves_the_scene_as_it_was(forme, format):
    """At a table that is stored: after taking back an action and its answers every byte is as before it."""
    table = Tablee(random.Random(f"{forme} {format}"))
    table.do(c.StartEncounter(ready="gue"))
    table.act(Engager("alienor", forme=forme, format=format))
    for _ in range(RETOURS):
        before = msgspec.json.encode(table.play)
        if table.play.scene.encounter is None:
            break
        seq = table.act(une(table.rng, table.play.scene))
        after = msgspec.json.encode(table.play)
        table.do(c.Undo(seq, confirm=True))
        assert msgspec.json.encode(table.play) == before
        table.do(c.Redo())
        while msgspec.json.encode(table.play) != after:  # it had answers: each is done again by itself
            table.do(c.Redo())
