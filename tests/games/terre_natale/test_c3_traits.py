"""Chapter 3: traits. Every one of the catalogue acts, and whether it can be had is judged by its own rules."""

import re

import pytest

from tablee.games.terre_natale.book import c0_tests
from tablee.games.terre_natale.book.c0_tests.actions import Tester
from tablee.games.terre_natale.book.c3_traits import acquerir, cout, dit, ferme, rang_de, sujets
from tablee.games.terre_natale.book.c4_caracteristiques import capacites, portees, seuils, usage
from tablee.games.terre_natale.book.c4_caracteristiques.sauvegardes import Sauvegarder
from tablee.games.terre_natale.model import effects
from tablee.games.terre_natale.model.caracteristiques import SAUVEGARDES
from tablee.games.terre_natale.model.castes import TOUS_TRAITS
from tablee.games.terre_natale.model.competences import COMPETENCES, GROUPES
from tablee.games.terre_natale.model.effects import Essai
from tablee.games.terre_natale.model.people import Caste, Fiche, Lesion, Personnage, Trait
from tablee.games.terre_natale.model.scene import Confrontation, Scene
from tablee.games.terre_natale.model.sums import PRINCIPAUX
from tablee.games.terre_natale.model.traits import CATALOGUE, TRAITS
from tablee.kernel.effects import tally
from tablee.kernel.live import Scripted

from .jeu import dit as dit_de
from .jeu import jouer, rows

AVANTAGES = [t for t in TRAITS.values() if t.polarite == "avantage"]
DESAVANTAGES = [t for t in TRAITS.values() if t.polarite == "desavantage"]
CASTE = Caste("combattant", "FOR", "CON", majeure="robustesse")
PAR_D_AUTRES = (  # figures that chapters 5, 7, 9 and 10 read, and tags of chapters 7 to 9
    "pa", "pecule", "ta", "lecons", "creativite", "qualite:artisanat", "renommee", "stress", "ambidextre",
    "cases:blessure", "cases:traumatisme", "maitrise:armes", "maitrise:armures",
)  # fmt: skip
MESURES = ("degats", "deviation", "soin", "charges", "impact", "artisanat")


def fiche(*traits, **more):
    return Fiche("Aude", base={"RUS": 14}, traits=tuple(traits), caste=CASTE, **more)


def essais(p, scene, contre):
    """The sums of every test there is, whatever is said of the place and moment."""
    lots = [(lot.naturels[0], c.id, g) for c in COMPETENCES.values() for g, lot in c.lots.items()]
    tests = [(code, "", "", "") for code in PRINCIPAUX] + [(*lot, "") for lot in lots]
    tests += [(s.attribut, "", "", s.id) for s in SAUVEGARDES.values()] + [("INT", "langues:nain", "langues", "")]
    found = {}
    for attribut, competence, groupe, sauvegarde in tests:
        circonstances = tuple(CATALOGUE.circonstance)
        f = c0_tests.figures_d_essai(Essai(p, scene, contre, attribut, competence, groupe, sauvegarde, circonstances))
        found["test", attribut, competence, groupe, sauvegarde] = f
    return found


def portrait(fiche):
    """All that is known of somebody: his sheet, his tests and jets, wounded, alone and beside a friend."""
    p = Personnage("aude", fiche, "nous", pertes={"PV": 40}, lesions=(Lesion(1),))
    grand = Personnage("grand", Fiche("Grand", base={"TAI": 18}), "eux")
    ami = Personnage("ami", Fiche("Ami"), "nous")
    found = {"valeurs": fiche.valeurs, "maxima": fiche.maxima, "resilience": fiche.resilience}
    for name, people in (("seul", (p, grand)), ("entoure", (p, grand, ami))):
        scene = Scene({q.id: q for q in people}, Confrontation(tuple(q.id for q in people)))
        found[name] = essais(p, scene, grand)
        found[name, "jets"] = [
            c0_tests.jets(Scripted([5, 4]), c0_tests.Jet(Essai(p, scene, grand, code)), dict.fromkeys(MESURES, 0))
            for code in PRINCIPAUX
        ]
    for f in (capacites.poigne, capacites.capacite_de_charge, capacites.capacite_d_encombrement, capacites.panache,
              capacites.prestance, portees.allure, seuils.memoire):  # fmt: skip
        found[f.__name__] = f(p)
    found["defenses"] = [seuils.defense(p, code) for code in PRINCIPAUX]
    found["seuils"] = [seuils.seuil(p, nature) for nature in ("blessure", "traumatisme")]
    found["usage"] = [
        usage.penalite_d_usage(p, quoi, 3) for quoi in ("melee", "distance", "armures", "outils", "joutes")
    ]
    found["recuperation"] = [
        tally(p.bears, ("recuperation", f"recuperation:{quoi}"), Essai(p)) for quoi in CATALOGUE.recuperation
    ]
    maxima = [f"competence:{id}" for id in COMPETENCES] + [f"groupe:{id}" for id in GROUPES]
    found["maxima des niveaux"] = [tally(p.bears, f"maximum:{quoi}", Essai(p)) for quoi in maxima]
    found["ailleurs"] = [tally(p.bears, quoi, Essai(p)) for quoi in PAR_D_AUTRES]
    found["marques"] = {tag for tag in p.bears.tags if not tag.startswith("trait:")}
    return found


SANS = portrait(fiche())


def un_sujet(trait):
    return next(iter(sujets(trait.sujet)), "la forge") if trait.sujet else ""


@pytest.mark.rule("TN-3.1", "TN-3.10")
@pytest.mark.parametrize("trait", [t for t in TOUS_TRAITS.values() if not t.extension], ids=lambda t: t.id)
def test_every_trait_of_the_catalogue_acts(trait):
    avec = portrait(fiche(Trait(trait.id, 1, un_sujet(trait))))
    changed = [key for key in SANS if SANS[key] != avec[key]]
    assert changed, trait.id


@pytest.mark.rule("TN-3.10")
@pytest.mark.parametrize("trait", TOUS_TRAITS.values(), ids=lambda t: t.id)
def test_every_trait_says_what_it_does_in_both_languages(trait):
    fr, anglais = dit(trait)
    assert fr.endswith(".") and anglais.endswith(".")
    assert fr != anglais or re.fullmatch(r"(Par rang : )?[A-Z]{3} [+-]\d\.", fr)
    assert not re.search(r"[{}?_]", fr + anglais)
    avec_sujet = dit(trait, un_sujet(trait))[0]
    assert not re.search(r"[{}?_]", avec_sujet)


def test_every_figure_that_a_trait_bears_on_is_one_the_rules_know():
    known = {"bonus", "net", "ajustement", *re.findall(r"[a-z]+(?=:|\b)", effects.__doc__)}
    for trait in TRAITS.values():
        for e in trait.effets:
            first = e.on.partition(":")[0]
            assert first in (*known, "{}", "PV", "PS", "PE", "PK", "PC", "APP", "STA", "TAI", "EGO", "CHN"), e.on
            kind, _, id = e.on.partition(":")[2].partition(":")
            assert kind != "competence" or id in (*COMPETENCES, "{}"), e.on
            assert kind != "groupe" or id in (*GROUPES, "{}"), e.on


@pytest.mark.rule("TN-3.10")
def test_the_catalogue_has_all_that_the_book_names():
    named = {(t.nom, t.rangs, t.polarite == "avantage") for t in TRAITS.values() if not t.origin}
    assert named == {(row["nom"], row["rangs"], row["polarite"] == "avantage") for row in rows("TN-3.10")}


@pytest.mark.rule("TN-3.6")
def test_there_is_enough_to_choose_from():
    assert len(AVANTAGES) >= 60
    assert len(DESAVANTAGES) >= 35
    assert {t.style for t in AVANTAGES} == {"combat", "social", "aventure", "ombre", "savoir", "corps", "esprit"}
    assert sum(sum(t.cout) for t in DESAVANTAGES) > 6 * 6
    assert all(t.exclut == () or all(id in TRAITS for id in t.exclut) for t in TRAITS.values())


@pytest.mark.rule("TN-3.10")
def test_a_pp_buys_two_bonus_majeurs_of_specific_tests():
    """+1 to a test of one skill or one save each; twice as much where it counts in some circumstance only."""
    for trait in TRAITS.values():
        if all(re.match("bonus:(competence|sauvegarde):", e.on) for e in trait.effets) and trait.effets:
            assert sum(abs(e.n) / (2 if e.when else 1) for e in trait.effets) == 2 * trait.cout[0], trait.id


def test_what_a_trait_excludes_excludes_it_too():
    assert str(ferme(fiche(Trait("fragilite")), "vigueur")) == "« Vigueur » ne va pas avec « Fragilité » (TN-3.10)"
    assert (
        str(ferme(fiche(Trait("une_main")), "ambidextre"))
        == "« Ambidextre » ne va pas avec « Une seule main » (TN-3.10)"
    )


# ---------------------------------------------------------------- stacking


@pytest.mark.rule("TN-3.5")
def test_of_two_bonuses_to_the_same_thing_the_best_alone_counts():
    both = Fiche("Aude", traits=(Trait("duelliste"),), caste=Caste("bretteur", "DEX", "AGI", 3, "reflexes"))
    parade = "bonus:competence:parade"
    assert [m.label for m in both.bears.modifiers if m.on == parade] == ["Duelliste", "Garde du bretteur"]
    assert both.bears.figure(parade).terms == (("Duelliste", 1, "TN-3.10"),)


@pytest.mark.rule("TN-3.5")
def test_bonuses_of_another_nature_and_traits_that_say_so_add_up():
    f = fiche(Trait("sens_aiguises"), Trait("yeux_de_chat"))
    vue = ("bonus:competence:detection_visuelle", "bonus:attribut:PER")
    p = Personnage("aude", f)
    assert [n for _, n, _ in tally(p.bears, vue, Essai(p, circonstances=("nuit",)))] == [1, 2]
    armures = fiche(Trait("entrainement_armures"))  # one rank bought, one from the caste
    assert armures.bears.figure("entrainement:armures").n == 2
    assert rang_de(armures, "entrainement_armures") == 2


@pytest.mark.rule("TN-3.5")
def test_penalties_of_several_desavantages_add_up():
    f = fiche(Trait("borgne"), Trait("myope"))
    vue = ("bonus:competence:detection_visuelle", "bonus:attribut:PER")
    assert f.bears.figure(vue).n == -2


# ---------------------------------------------------------------- what ranks cost


@pytest.mark.rule("TN-3.7", "TN-3.8")
@pytest.mark.parametrize(
    ("id", "de", "a", "pp"), [("vigueur", 0, 3, 3), ("vigueur", 1, 3, 2), ("ambidextre", 0, 2, 4), ("science", 0, 1, 2)]
)
def test_ranks_cost_each_their_own(id, de, a, pp):
    assert cout(TRAITS[id], de, a) == pp


@pytest.mark.rule("TN-3.2", "TN-3.8")
def test_an_avantage_takes_its_pp_and_more_ranks_take_more():
    f = acquerir(fiche(pp=4), "ambidextre")
    assert (f.pp, f.traits) == (2, (Trait("ambidextre"),))
    f = acquerir(f, "ambidextre")
    assert (f.pp, f.traits) == (0, (Trait("ambidextre", 2),))
    assert f.bears.figure("ambidextre").n == 2


@pytest.mark.rule("TN-3.6")
def test_a_desavantage_gives_its_pp():
    f = acquerir(fiche(pp=1), "une_main")
    assert (f.pp, f.traits) == (4, (Trait("une_main"),))


def test_a_trait_may_bring_points_of_attributes():
    assert acquerir(fiche(pp=2, pa=3), "potentiel").pa == 13


@pytest.mark.rule("TN-3.2", "TN-3.3", "TN-3.4", "TN-3.6", "TN-3.7")
@pytest.mark.parametrize(
    ("id", "more", "why"),
    [
        ("vigueur", {"pp": 0}, "« Vigueur » coûte 1 PP, il en reste 0 (TN-3.2)"),
        ("vigueur", {"pp": 1}, None),
        ("vigueur", {}, None),
        ("beaute", {"pp": 9}, "« Beauté » ne se prend qu'à la création (TN-3.3)"),
        ("beaute", {"pp": 9, "creation": True}, None),
        ("beaute", {"pp": 9, "exception": True}, None),
        ("borgne", {}, "En jeu, un désavantage vient du MJ ou avec son accord (TN-3.6)"),
        ("borgne", {"accord": True, "pp": 0}, None),
        ("borgne", {"creation": True, "pp": 0}, None),
        ("entrainement_arcanes", {}, "« Entraînement aux arcanes » appartient à une extension (TN-3.10)"),
        ("lumiere", {}, "Aucun trait « lumiere » (TN-3.10)"),
        ("formation", {"sujet": "FOR"}, None),
        ("formation", {}, "« Formation » demande un sujet (TN-3.10)"),
        ("formation", {"sujet": "parade"}, "« Formation » demande un sujet ; « parade » n'en est pas un (TN-3.10)"),
        ("science", {"sujet": "parade"}, None),
        ("science", {"sujet": "profession:boulanger:SAG"}, None),
        ("vigueur", {"sujet": "FOR"}, "« Vigueur » n'a pas de sujet (TN-3.10)"),
        ("dependance", {"sujet": "x" * 41, "accord": True}, "« Dépendance » demande un sujet"),
        ("peau_dure", {}, "« Peau dure » demande CON 12, pas 10 (TN-3.10)"),
        ("maitrise_armes", {}, "« Maîtrise des armes » demande Entraînement aux armes de mêlée 1, pas 0 (TN-3.10)"),
    ],
)
def test_why_a_trait_cannot_be_had(id, more, why):
    closed = ferme(fiche(), id, **more)
    if why is None:
        assert closed is None
    else:
        assert str(closed).startswith(why)


@pytest.mark.rule("TN-3.7")
def test_a_trait_ends_at_its_last_rank_whatever_gave_it():
    assert str(ferme(fiche(Trait("vigueur", 3)), "vigueur")) == "« Vigueur » s'arrête au rang 3 (TN-3.7)"
    assert ferme(fiche(), "entrainement_armures") is None  # the caste gave the first
    assert str(ferme(fiche(Trait("entrainement_armures")), "entrainement_armures")).endswith(
        "s'arrête au rang 2 (TN-3.7)"
    )
    assert ferme(fiche(Trait("formation", 1, "FOR")), "formation", "DEX") is None  # once for each attribute
    assert (
        str(ferme(fiche(Trait("formation", 1, "DEX")), "formation", "DEX"))
        == "« Formation » s'arrête au rang 1 (TN-3.7)"
    )


def test_a_circumstance_that_no_trait_knows_is_refused():
    s = Scene({"aude": Personnage("aude", fiche(Trait("yeux_de_chat")))})
    assert str(Tester("aude", attribut="PER", circonstances=("brume",)).closed(s)).startswith("Circonstance inconnue")
    nuit = Tester("aude", attribut="PER", circonstances=("nuit",))
    assert nuit.closed(s) is None
    assert ("Yeux de chat", 2, "TN-3.10") in nuit.figures(s).modificateurs


def test_a_save_is_made_in_circumstances_too():
    s = Scene({"aude": Personnage("aude", fiche(Trait("estomac_de_fer")))})
    assert "Circonstance inconnue" in str(Sauvegarder("aude", "robustesse", circonstances=("brume",)).closed(s))
    _, plain = jouer(s, Sauvegarder("aude", "robustesse"), 4, 3, 2)
    _, poisoned = jouer(s, Sauvegarder("aude", "robustesse", circonstances=("poison",)), 4, 3, 2)
    assert dict(dit_de(poisoned, "sauvegarde").facts)["score"] - dict(dit_de(plain, "sauvegarde").facts)["score"] == 4
