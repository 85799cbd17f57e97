"""The odds of tests, against a plain count of all faces written from the book alone: exact fractions."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from tablee.games.terre_natale.book.c0_tests.actions import Combiner, Evaluer, Opposer, Tester
from tablee.kernel.odds import forget, odds
from tablee.kernel.oracle import first

from .jeu import exact, scene

# ---------------------------------------------------------------- the count


@cache
def lances(avantages, desavantages):
    """Every throw, the three dice that are kept of it, in ascending order, and how often."""
    net = avantages - desavantages
    found = Counter()
    for faces in product(range(1, 7), repeat=3 + abs(net)):
        rangees = sorted(faces)
        found[tuple(rangees[net:] if net > 0 else rangees[:3])] += 1
    return found


def lu(faces, *, formation=False, science=0, porte_bonheur=6, chance=0, bas=1, haut=6):
    """What three dice count, by the text: seuils, exploit, maladresse, coup de chance, baraka."""
    compte = sorted(max(bas, min(haut, face)) for face in faces)
    points = sum(compte)
    double = next((face for face in range(1, 7) if faces.count(face) >= 2), None)
    if double is None:
        return points
    if double in {0: (6,), 1: (5, 6), 2: (4, 5, 6), 3: (4, 5, 6)}[science]:
        points += compte[0]
    elif double in ((1,) if formation else (1, 2)):
        points -= compte[2]
    if faces.count(double) == 3:
        points += 2 * chance if double == porte_bonheur else chance
    elif double == porte_bonheur:
        points += chance
    return points


def compte(avantages, desavantages, plus, **how):
    throws = lances(avantages, desavantages)
    found = Counter()
    for faces, n in throws.items():
        found[lu(faces, **how) + plus] += n
    return {points: Fraction(n, throws.total()) for points, n in found.items()}


# ---------------------------------------------------------------- whom


def quelqu_un(*, formation=False, science=0, porte_bonheur=6, chance=0, bas=1, haut=6, karma=True):
    """Somebody of FOR 14 with Escalade 2 and Athlétisme 1, who has these."""
    effets = [{"on": "science:escalade", "n": 1, "label": "Science", "rule": "TN-0.34"}] * science
    effets += [{"on": "formation:FOR", "n": 1, "label": "Formation", "rule": "TN-0.33"}] * formation
    effets += [{"on": "plancher", "n": bas}] * (bas > 1) + [{"on": "plafond", "n": haut}] * (haut < 6)
    fiche = {"base": {"FOR": 14, "CHN": 10 + 2 * chance}, "competences": {"escalade": 2, "natation": 4}}
    fiche |= {"groupes": {"athletisme": 1}, "porte_bonheur": porte_bonheur}
    return scene(alys={"fiche": fiche, "effets": effets, "pertes": {} if karma else {"PK": 20 + 4 * chance}})


GRIMPER = {"attribut": "FOR", "competence": "escalade", "groupe": "athletisme"}
PLUS = 2 + 2 + 1


@pytest.mark.rule("TN-0.2", "TN-0.6", "TN-0.7", "TN-0.17", "TN-0.59")
@pytest.mark.parametrize("karma", [True, False])
@pytest.mark.parametrize("avantages", range(4))
@pytest.mark.parametrize("desavantages", range(4))
def test_any_number_of_avantages_and_desavantages(avantages, desavantages, karma):
    s = quelqu_un(chance=1, porte_bonheur=4, karma=karma)
    essai = Tester("alys", avantages, desavantages, **GRIMPER, difficulte=15)
    attendu = compte(avantages, desavantages, PLUS, chance=1, porte_bonheur=4)
    assert exact(odds(essai, s, "score")) == attendu
    assert exact(odds(essai, s)).get(True, 0) == sum(p for score, p in attendu.items() if score > 15)


@pytest.mark.rule("TN-0.30", "TN-0.31", "TN-0.33", "TN-0.34", "TN-0.35", "TN-0.36", "TN-0.37", "TN-0.38", "TN-0.39")
@pytest.mark.parametrize("formation", [False, True])
@pytest.mark.parametrize("science", [0, 1, 2, 3])
@pytest.mark.parametrize("porte_bonheur", range(1, 7))
@pytest.mark.parametrize("chance", [-2, 0, 3])
def test_every_singularity(formation, science, porte_bonheur, chance):
    how = {"formation": formation, "science": science, "porte_bonheur": porte_bonheur, "chance": chance}
    s = quelqu_un(**how)
    for avantages, desavantages in ((0, 0), (2, 0), (0, 3)):
        essai = Tester("alys", avantages, desavantages, **GRIMPER)
        assert exact(odds(essai, s, "score")) == compte(avantages, desavantages, PLUS, **how)


@pytest.mark.rule("TN-0.14", "TN-0.32")
@pytest.mark.parametrize("bas, haut", [(2, 6), (3, 6), (1, 4), (3, 5), (4, 4)])
def test_reinterpreted_faces_keep_their_pairs(bas, haut):
    s = quelqu_un(bas=bas, haut=haut, chance=1, porte_bonheur=2)
    for avantages in (0, 1, 3):
        essai = Tester("alys", avantages, **GRIMPER)
        assert exact(odds(essai, s, "score")) == compte(
            avantages, 0, PLUS, bas=bas, haut=haut, chance=1, porte_bonheur=2
        )


@pytest.mark.rule("TN-0.13")
@pytest.mark.parametrize("avantages, desavantages", [(0, 0), (3, 0), (0, 3), (2, 1)])
def test_a_combined_test_has_the_odds_of_its_lowest_lot(avantages, desavantages):
    s = quelqu_un()
    essai = Combiner("alys", avantages, desavantages, attribut="FOR", competence="natation", avec=("escalade",))
    attendu = compte(avantages, desavantages, PLUS)  # Natation 4, Escalade 2, one group
    assert exact(odds(essai, s, "score")) == attendu


@pytest.mark.rule("TN-0.40", "TN-0.45", "TN-0.46")
def test_degrees_of_an_evaluation():
    found = exact(odds(Evaluer("alys", 1, **GRIMPER), quelqu_un(), "degre"))
    attendu = Counter()
    for score, p in compte(1, 0, PLUS).items():
        attendu[max(0, min(2, (score - 10) // 5))] += p
    assert found == attendu


@pytest.mark.rule("TN-0.18", "TN-0.25", "TN-0.28")
def test_an_opposed_test_and_what_a_critical_one_does_to_the_other():
    s = quelqu_un()
    s = s.put(scene(bor={"base": {"PER": 12}})["bor"])
    own, simple = compte(0, 0, PLUS), compte(0, 0, 1)
    essai = Opposer("alys", **GRIMPER, cible="bor", leur_attribut="PER")
    assert exact(odds(essai, s))[True] == sum(p * q for a, p in own.items() for b, q in simple.items() if a > b)
    essai = Opposer("alys", **GRIMPER, cible="bor", leur_attribut="PER", difficulte=8)
    gagne = 0
    for a, p in own.items():
        theirs = compte(0, 1, 1) if a >= 18 else compte(1, 0, 1) if a <= -2 else simple
        gagne += sum(p * q for b, q in theirs.items() if a > max(b, 8))
    assert exact(odds(essai, s))[True] == gagne


# ---------------------------------------------------------------- appel à la chance


def relancer_les_bas(question):
    """Throws the lowest die again as long as it shows 1 or 2 and can be paid."""
    if question.key != "tn.appel_chance":
        return first(question)
    bas = [o for o in question.options[1:] if int(str(o.id)[0]) <= 2]
    return bas[0] if bas else first(question)


def avec_relances(n, net, karma, plus, **how):
    """The same by hand: every die with how often it was thrown again; the lowest that is low and can be paid, again."""
    found = Counter()

    def suivre(des, karma, poids):
        payables = [(face, fois) for face, fois in des if face <= 2 and 6 - face + fois <= karma]
        if not karma or not payables:
            gardes = sorted(face for face, _ in des)
            found[lu(tuple(gardes[net:] if net > 0 else gardes[:3]), **how) + plus] += poids
            return
        face, fois = min(payables)
        reste = list(des)
        reste.remove((face, fois))
        for nouvelle in range(1, 7):
            suivre([*reste, (nouvelle, fois + 1)], karma - (6 - face + fois), poids / 6)

    distincts = Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=n))
    for faces, ways in distincts.items():
        suivre([(face, 0) for face in faces], karma, Fraction(ways, 6**n))
    return dict(found)


@pytest.mark.rule("TN-0.47", "TN-0.48")
@pytest.mark.parametrize("karma", [0, 1, 4, 5, 9, 12, 20])
@pytest.mark.parametrize("net", [0, 1, -1, 3, -3])
def test_a_call_on_luck_under_a_policy(karma, net):
    if abs(net) == 3 and karma > 9:
        karma = 9  # the count by hand would take minutes
    s = quelqu_un(science=1, formation=True)
    s = s.put(s["alys"].sans("PK", 20 - karma))
    essai = Tester("alys", max(0, net), max(0, -net), **GRIMPER)
    forget()
    found = exact(odds(essai, s, "score", policy=relancer_les_bas))
    assert found == avec_relances(3 + abs(net), net, karma, PLUS, science=1, formation=True)


# ---------------------------------------------------------------- prouesses


def prouesse_utile(question):
    """As little chi as makes the score exceed the difficulty; none if that cannot be."""
    if question.key != "tn.prouesse":
        return first(question)
    manque = question.see("difficulte") + 1 - question.see("score")
    assez = [o for n, o in enumerate(question.options) if n >= manque]
    return assez[0] if assez else first(question)


@pytest.mark.rule("TN-0.55", "TN-0.56")
@pytest.mark.parametrize(
    "force, groupe, ruse, de_plus", [(14, 1, 10, 0), (13, 1, 10, 1), (14, 2, 14, 2), (13, 3, 14, 3)]
)
def test_a_prouesse_counts_by_the_modifier_alone(force, groupe, ruse, de_plus):
    """The limit is the group and the modifier of Ruse; an even value needs 2 chi for 1 more, an odd one 1, then 2."""
    fiche = {"base": {"FOR": force, "RUS": ruse}, "competences": {"escalade": 2}, "groupes": {"athletisme": groupe}}
    s = scene(alys={"fiche": fiche, "temporaires": {"PC": 9}})
    found = exact(odds(Tester("alys", **GRIMPER, difficulte=15), s, policy=prouesse_utile))
    plus = (force - 10) // 2 + 2 + groupe
    assert found[True] == sum(p for score, p in compte(0, 0, plus).items() if score + de_plus > 15)
