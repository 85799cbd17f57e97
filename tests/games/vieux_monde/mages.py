"""What the tests of chapter 3 share: mages, plain spells of their own, and scenes to cast them in."""

from tablee.games.vieux_monde.book.c3_magie.incantation import Incanter
from tablee.games.vieux_monde.desk.read import lire_scene
from tablee.games.vieux_monde.model.catalogue import Modif
from tablee.games.vieux_monde.model.sorts import SORTS, EffetSort, Sort
from tablee.kernel.live import Scripted


def pese(sur, mod):
    return (EffetSort("modif", modifs=(Modif(sur, mod),)),)


ESSAIS = (
    Sort("t_trait", "Trait", "domaine", 3, "-", "flamme", portee=20, cible=1, projectile=True, degats=4),
    Sort("t_souffle", "Souffle", "arcane", 3, "-", portee=20, cible="zde", zde=8,
         effets=(EffetSort("degats", points=6),)),
    Sort("t_force", "Vigueur", "arcane", 2, "-", unite="rounds", duree=3, effets=pese("FM", 20)),
    Sort("t_halo", "Halo", "arcane", 2, "-", portee=20, cible=1, unite="rounds", duree=2, effets=pese("FM", 10)),
    Sort("t_nuage", "Nuage", "arcane", 4, "-", portee=30, cible="zde", zde=8, unite="minutes", duree_carac="FM",
         effets=pese("tests", -10)),
    Sort("t_main", "Main", "arcane", 1, "-", portee="contact", cible=1, unite="rounds", duree=1, effets=pese("FOR", 5)),
    Sort("t_tour", "Tour", "mineur", 0, "-", effets=(EffetSort("recit"),)),
    Sort("t_pacte", "Pacte", "chaos", 1, "-", effets=(EffetSort("recit"),)),
    Sort("t_special", "Spécial", "arcane", 1, "-", portee=10, cible="special", effets=(EffetSort("recit"),)),
    Sort("t_ouie", "Ouïe", "arcane", 0, "-", portee=20, cible=1, vue=False, effets=(EffetSort("recit"),)),
    Sort("t_chant", "Chant", "domaine", 7, "-", "lumiere", effets=(EffetSort("recit"),)),
)  # fmt: skip
NOMS = tuple(s.id for s in ESSAIS)


def inscrire(monkeypatch):
    """The spells of these tests stand beside those of the catalogue."""
    for s in ESSAIS:
        monkeypatch.setitem(SORTS, s.id, s)


def mage(**plus):
    """Langue (Magick) 60, Focalisation 60, Force Mentale 40: BFM 4, BE 3."""
    fiche = {
        "INT": 40,
        "FM": 40,
        "competences": {"langue_magick": 20, "focalisation": 20},
        "talents": {"magie_des_arcanes": 1},
        "domaines": ["flamme"],
        "sorts": list(NOMS),
        **plus.pop("fiche", {}),
    }
    return {"fiche": fiche, "camp": "ici", **plus}


def autre(**plus):
    return {"fiche": {"nom": "Brun", "pb_fixes": 40, **plus.pop("fiche", {})}, "camp": "là", "x": 3, **plus}


def scene(en_combat=False, **gens):
    gens = {"alys": mage(), "brun": autre()} | gens
    ici = lire_scene({"personnages": {w: p for w, p in gens.items() if p is not None}})
    if not en_combat:
        return ici
    ordre = tuple(ici.people)
    return lire_scene(
        {
            "personnages": {w: p for w, p in gens.items() if p is not None},
            "combat": {"ordre": ordre, "file": ordre, "initiatives": {w: 30 - i for i, w in enumerate(ordre)}},
        }
    )


def incanter(sort, *cibles, **plus):
    return Incanter("alys", sort, cibles, **plus)


def jouer(ici, action, *dice, reponses=()):
    """An action that must be open, with these faces and answers and no others."""
    assert action.closed(ici) is None, str(action.closed(ici))
    oracle = Scripted(dice, reponses)
    apres = action.resolve(ici, oracle)
    assert oracle.left_over() is None
    return apres, oracle


def refus(ici, action):
    closed = action.closed(ici)
    assert closed is not None
    assert str(closed)
    return closed.rule


def dits(oracle):
    return [e.what for e in oracle.events]


def dit(oracle, what):
    return next(e for e in reversed(oracle.events) if e.what == what)


def demandes(oracle):
    return [(q.who, q.key) for q in oracle.asked]
