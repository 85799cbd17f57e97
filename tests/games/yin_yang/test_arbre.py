"""Chapter 4: the skill graph, as data and as a drawn tree."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games.yin_yang.book.c4_experience.prix import prix_du_rang_suivant
from tablee.games.yin_yang.desk.creation import CREATION
from tablee.games.yin_yang.desk.tree import Graphe, dessiner, graphe
from tablee.games.yin_yang.model.catalogue import COMPETENCES, ancetres, racines
from tablee.games.yin_yang.model.tables import NOMS
from tablee.kernel.ledger import plain
from tablee.kernel.tally import total

from .atelier import JEU, seul

LIGNES = JEU.ledger.rules["YY-4.9"].rows


@pytest.mark.rule("YY-4.9")
def test_the_graph_has_the_seventy_two_skills_of_the_book_and_their_parents():
    assert len(COMPETENCES) == len(LIGNES) == 72
    par_nom = {c.nom: c for c in COMPETENCES.values()}
    noms = NOMS | {c.id: c.nom for c in COMPETENCES.values()}
    for ligne in LIGNES:
        c = par_nom[ligne["nom"]]
        assert (c.famille, c.groupe) == (ligne["famille"], ligne.get("groupe", ""))
        assert [noms[p] for p in c.parents] == list(ligne["parents"])
    familles = [c.famille for c in COMPETENCES.values()]
    assert [familles.count(f) for f in ("martiale", "mystique", "diverse", "savante", "de jeu")] == [13, 11, 9, 34, 5]
    groupes = [c.groupe for c in COMPETENCES.values()]
    assert [groupes.count(g) for g in ("Groupe d'armes", "Artisanat", "Connaissances", "Survie")] == [8, 13, 9, 5]


@pytest.mark.rule("YY-4.1")
def test_in_the_tree_means_all_ancestors_each_once():
    assert set(ancetres("rune_de_terre")) == {"terre", "controle_du_qi", "sens_du_qi", "vide", "volonte"}
    assert set(racines("rune_du_temps")) == {"air", "terre", "eau", "feu", "volonte", "vide"}
    assert len(ancetres("rune_du_temps")) == len(set(ancetres("rune_du_temps"))) == 6 + 9
    assert ancetres("epees") == ("agilite",)  # neither Feu nor its other attribute


@pytest.mark.rule("YY-4.1")
def test_the_graph_as_data_parents_first_without_a_cycle():
    g = graphe(seul(agilite=6, competences={"epees": 3}, utilisees=["epees"])["aki"].fiche)
    assert (len(g.noeuds), len(g.aretes)) == (13 + 72, sum(len(c.parents) for c in COMPETENCES.values()))
    places = {n.id: i for i, n in enumerate(g.noeuds)}
    assert all(places[parent] < places[fils] for parent, fils in g.aretes)
    noeuds = {n.id: n for n in g.noeuds}
    epees = noeuds["epees"]
    assert (epees.rang, epees.utilisee, epees.parents, total(epees.prix)) == (3, True, ("agilite",), 8)
    assert (noeuds["agilite"].genre, noeuds["agilite"].rang, total(noeuds["agilite"].prix)) == ("attribut", 6, 84)
    assert (noeuds["feu"].genre, noeuds["feu"].prix) == ("trait", None)
    assert msgspec.json.decode(msgspec.json.encode(g), type=Graphe) == g


@pytest.mark.rule("YY-4.1", "YY-4.2", "YY-4.5")
def test_the_drawn_tree_goes_from_the_roots_down_with_ranks_and_prices():
    f = seul(agilite=6, intuition=5, competences={"epees": 3, "sens_du_qi": 2, "artisanat_poterie": 1})["aki"].fiche
    dessin = [(b.trace + b.nom, b.rang, b.note) for b in dessiner(f)]
    assert ("Feu/Agilité", 6, "84 PP") in dessin and ("├─ Epées", 3, "8 PP") in dessin
    assert ("├─ Connaissances", None, "9 x 1 PP") in dessin  # a family one has nothing of takes one line
    assert ("├─ Artisanat : Poterie", 1, "4 PP") in dessin and ("├─ Artisanat : Pêche", 0, "1 PP") in dessin
    assert ("└─ Contrôle du Qì", 0, "…") in dessin  # under Volonté it is only named
    i = dessin.index(("├─ Sens du Qì", 2, "6 PP"))
    assert dessin[i + 1 : i + 3] == [("│  └─ Contrôle du Qì", 0, "1 PP"), ("│     ├─ Rune d'Air", 0, "2 PP")]
    assert ("│           └─ Rune de l'Espace", 0, f"{2**7} PP") in dessin
    assert ("│              └─ Rune du Temps", 0, f"{2**8} PP") in dessin


@given(st.integers(0, 10**6))
@settings(max_examples=20)
def test_every_skill_is_drawn_out_exactly_once_with_its_own_price(seed):
    f = CREATION.finish(CREATION.random(seed)).fiche
    entiers = [b for b in dessiner(f) if b.note != "…"]
    for c in COMPETENCES.values():
        lignes = [b for b in entiers if b.nom == c.nom]
        if lignes:
            assert [(b.rang, b.note) for b in lignes] == [
                (f.competences.get(c.id, 0), f"{total(prix_du_rang_suivant(f, c.id))} PP")
            ]
        else:
            assert not f.competences.get(c.id) and any(b.nom == c.groupe and b.rang is None for b in entiers)


def test_a_drawn_name_is_translated_and_its_branch_kept():
    f = seul(competences={"epees": 3})["aki"].fiche
    anglais = [JEU.words.tr(b.trace + b.nom, "en") for b in dessiner(f)]
    assert "├─ Swords" in anglais and "│     ├─ Rune of Air" in anglais and "Fire/Agility" in anglais
    assert plain(JEU.words.tr("├─ Epées", "fr")) == plain("├─ Epées")
