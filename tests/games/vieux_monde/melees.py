"""What the tests of blows, shots and the saddle share: two who face each other, with figures easy to add up."""

from .essais import dit, jouer, scene

ANNA = {"fiche": {"CC": 40, "TIR": 40, "competences": {"lames": 10, "arcs": 10}}, "camp": "a"}
BRUNO = {"fiche": {"AGI": 40}, "camp": "b", "x": 1}
EPEE = {"armes": ["epee"]}


def duel(anna=(), bruno=(), fiche=(), fiche_bruno=(), combat=(), **autres):
    """Anna (Lames and Arcs 50, épée 4 + BF 3) beside Bruno (Esquive 40, BE 3, 12 PB, bare hands); it is her tour."""
    personnes = {
        "anna": {"equipement": EPEE, **ANNA, **dict(anna), "fiche": {**ANNA["fiche"], **dict(fiche)}},
        "bruno": {**BRUNO, **dict(bruno), "fiche": {**BRUNO["fiche"], **dict(fiche_bruno)}},
        **autres,
    }
    tour = {"ordre": list(personnes), "file": list(personnes), **dict(combat)}
    return scene(**personnes, combat=tour)


def terms(oracle, what, who=""):
    """The sum behind the last event of a kind, by label."""
    e = next(e for e in reversed(oracle.events) if e.what == what and (not who or e.who == who))
    return {nom: n for nom, n, _ in e.terms}


def essai(oracle, who):
    """The sum behind the value that somebody tested last."""
    return terms(oracle, "essai", who)


def valeur(oracle, who):
    return next(e for e in reversed(oracle.events) if e.what == "essai" and e.who == who)["valeur"]


def racontes(oracle):
    return [e.what for e in oracle.events]


__all__ = ["ANNA", "BRUNO", "EPEE", "dit", "duel", "essai", "jouer", "racontes", "terms", "valeur"]
