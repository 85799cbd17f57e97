"""Chapter 8: the odds on the button of an attack, beside a count of every throw and beside whole resolutions."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c8_confrontation.conditions import PorterCondition
from tablee.games.terre_natale.book.c8_confrontation.frappes import Attaquer
from tablee.games.terre_natale.model.confrontation import Budget, Confrontation
from tablee.kernel.odds import odds
from tablee.kernel.orders import figure

from .jeu import exact, jouer, scene

# Alys: DEX 16, a knife (catégorie 0: 2D8, no penalty), +3 and 4 of skill and group: +7. Bor: 15 everywhere.
ALYS = {"base": {"DEX": 16}, "groupes": {"combat": 2}, "competences": {"arme_a_garde": 2}, "destinee": 0}
BOR = {
    "groupes": {"defense": 2},
    "competences": {"parade": 2, "evasion": 2, "armure": 3, "escroquerie": 1},
    "destinee": 0,
}


def duel(**bor):
    s = scene(
        alys={"fiche": ALYS, "equipement": {"armes": [{"modele": "couteau"}]}, "camp": "rouge", "pertes": {"PK": 20}},
        bor={"fiche": BOR, "equipement": {}, "camp": "bleu", "x": 1, "pertes": {"PK": 20}, **bor},
    )
    e = Confrontation(initiatives={"alys": 20, "bor": 15}, budgets={"alys": Budget(), "bor": Budget()}, passe="alys")
    return replace(s, encounter=e)


CUIR = {"equipement": {"armes": [{"modele": "epee_courte"}], "armure": {"modele": "cuir"}}}
COUP = Attaquer("alys", "bor")


def lus(faces):
    """Three dice: their sum, a pair of sixes and the lowest again, a pair of ones or twos and less the highest."""
    bas, paire, haut = sorted(faces)
    n = bas + paire + haut
    if paire not in (bas, haut):
        return n
    return n + bas if paire == 6 else n - haut if paire <= 2 else n


def compte(resistance, absorption, endurance):
    """Every throw of 3D6 and 2D8, by hand: (permanent points, level of lésion or -1), each with its share."""
    found = Counter()
    for faces in product(range(1, 7), repeat=3):
        score = lus(faces) + 7
        for jets in product(range(1, 9), repeat=2):
            if score <= 15:
                found[0, -1] += 1
                continue
            jet = 16 + 3 + 3 if score >= 25 else sum(jets) + 3
            d = max(0, jet - resistance)
            k = max(n for n in range(min(d, absorption) + 1) if max(0, 2 * n - absorption, n - d // 2) <= endurance)
            found[d - k, min(5, (d - k) // 5)] += 1
    return {value: Fraction(n, 216 * 64) for value, n in found.items()}


def ensemble(table, de):
    """A table by one of its columns."""
    found = Counter()
    for value, p in table.items():
        found[de(value)] += p
    return dict(found)


@pytest.mark.rule("TN-8.93", "TN-8.128", "TN-8.143")
@pytest.mark.parametrize(("resistance", "absorption"), [(0, 0), (4, 0), (3, 7)])
def test_the_odds_of_a_blow_are_a_count_of_every_throw(resistance, absorption):
    """The threshold of a lésion is 5, of the absorption half is free for whoever does not defend himself."""
    s = duel()
    modifiers = [
        {"on": on, "n": n, "label": "Peau", "rule": "TN-8.261"}
        for on, n in (("resistance", resistance), ("absorption", absorption))
        if n
    ]
    s = duel(effets=modifiers)
    table = compte(resistance, absorption, s["bor"].reste("PE"))
    assert exact(odds(COUP, s, "degats")) == ensemble(table, lambda value: value[0])
    assert exact(odds(COUP, s, "lesion")) == ensemble(table, lambda value: value[1])
    assert odds(COUP, s, "touche").p(True, exact=True) == 1 - table[0, -1]
    assert odds(COUP, s, "hors_de_combat").p(True, exact=True) == sum(
        [p for (n, niveau), p in table.items() if niveau == 5 or n >= 40]
    )


def au_mieux(question):
    """What the odds take its target to do: the defence that spares most, or none if none spares anything."""
    if question.key != "tn.defense":
        return question.options[0]
    best = max(question.options[1:], key=lambda o: figure(question, f"epargne:{o.id}"))
    return best if figure(question, f"epargne:{best.id}") > 0 else question.options[0]


LOOKS = {
    "degats": lambda avant, apres, _: apres["bor"].pertes.get("PV", 0) - avant["bor"].pertes.get("PV", 0),
    "lesion": lambda _, apres, __: apres["bor"].lesions[-1].niveau if apres["bor"].lesions else -1,
    "hors_de_combat": lambda _, apres, __: not apres["bor"].up,
}


@pytest.mark.rule("TN-8.107", "TN-8.150")
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("bor", [{}, CUIR])
def test_the_odds_of_a_defended_blow_are_those_of_the_whole_action_with_that_defence(look, bor):
    s = duel(**bor, **({"pertes": {"PK": 20, "PV": 28}} if look == "hors_de_combat" else {}))  # -8: 12 more kill
    whole = odds(COUP, s, LOOKS[look], policy=au_mieux)
    found = odds(COUP, s, f"{look}_defendu")
    assert exact(found) == exact(whole)
    assert found.mean() < odds(COUP, s, look).mean()


@pytest.mark.rule("TN-8.289", "TN-8.291")
@pytest.mark.parametrize("look", LOOKS)
def test_those_of_a_located_blow_too(look):
    coup, s = Attaquer("alys", "bor", "Jambes"), duel()
    assert exact(odds(coup, s, look)) == exact(odds(coup, s, LOOKS[look]))


@pytest.mark.rule("TN-8.209")
def test_those_of_a_blow_that_is_not_to_kill_too():
    coup, s = Attaquer("alys", "bor", non_letal=True), duel()
    assert exact(odds(coup, s, "degats")) == exact(odds(coup, s, LOOKS["degats"]))


@pytest.mark.rule("TN-8.223", "TN-8.358")
@pytest.mark.parametrize("condition", ["poison", "destabilise"])
def test_the_odds_of_what_a_blow_carries_count_its_save(condition):
    """A poison of 12 charges if it wounds, another condition with the charges of the jet."""
    s = duel()
    assert odds(COUP, s, "condition").p(True) == 0
    s, _ = jouer(s, PorterCondition("alys", condition, 12 if condition == "poison" else 0))
    whole = odds(COUP, s, lambda _, apres, __: bool(apres["bor"].conditions))
    found = odds(COUP, s, "condition")
    assert exact(found) == exact(whole)
    assert 0 < found.p(True) < odds(COUP, s, "touche").p(True)


@pytest.mark.rule("TN-8.156")
def test_whoever_would_defend_himself_does_not_feint_where_that_costs_more_than_it_spares():
    """A feint that fails makes the blow critical: its figure on the button is below nothing."""
    _, oracle = jouer(duel(), COUP, 6, 5, 3, 1, 1)
    question = next(q for q in oracle.asked if q.key == "tn.defense")
    assert figure(question, "epargne:feinter/acts") < 0 < figure(question, "epargne:esquiver/acts")
