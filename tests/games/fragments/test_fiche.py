"""The sheet: every number opens into its sum, for players, creatures, mounts and drafts alike."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.fragments.book.c2_systeme.figures import carac, mouvement, surcharge
from tablee.games.fragments.book.c4_attaque.attaque import botte
from tablee.games.fragments.desk.creation import CREATION
from tablee.games.fragments.desk.draft import Brouillon
from tablee.games.fragments.desk.read import lire_scene
from tablee.games.fragments.desk.sheet import fiche_du_brouillon, sheet, termes_pv
from tablee.games.fragments.model.catalogue import CHOSES, CREATURES, MAUX, MONTURES, PACKAGE, PRETS, TECHNIQUES, TOMES
from tablee.games.fragments.model.effects import Assaut
from tablee.games.fragments.model.langage import Effet
from tablee.games.fragments.model.people import Actif, Equipement, Fiche, MalActif, Survie, Unite
from tablee.games.fragments.model.scene import Scene
from tablee.games.fragments.model.tables import AUTRES, COMBAT, NOMS, SOCIALES, STATS
from tablee.kernel.game import game
from tablee.kernel.ledger import ledger_of
from tablee.kernel.sheet import Mark, Pool, Stat, Text
from tablee.kernel.tally import total
from tablee.kernel.voice import Voice

from .chiffres import esquive, precision
from .test_creation import LIVRE

LEDGER = ledger_of(PACKAGE)


def feuille(u: Unite, **autre):
    return sheet(Scene({u.id: replace(u, **autre)}), u.id)


def section(f, titre):
    return next((s.lines for s in f.sections if s.title == titre), ())


def marques(f, titre):
    return [(m.label, m.value, m.note) for m in section(f, titre) if isinstance(m, Mark)]


HEROS = CREATION.finish(LIVRE)

# ---------------------------------------------------------------- figures


@pytest.mark.rule("FD-2.21", "FD-2.22")
def test_the_characteristics_of_the_book_in_its_order():
    combat = [r["nom"] for r in LEDGER.rules["FD-2.21"].rows]
    sociales = [r["nom"] for r in LEDGER.rules["FD-2.22"].rows]
    assert [NOMS[s] for s in COMBAT] == combat and [NOMS[s] for s in SOCIALES] == sociales
    assert list(COMBAT) == [r["abr"] for r in LEDGER.rules["FD-2.21"].rows]
    assert list(SOCIALES) == [r["abr"] for r in LEDGER.rules["FD-2.22"].rows]
    f = feuille(HEROS)
    assert [x.label for x in section(f, "Caractéristiques de combat")] == combat
    assert [x.value for x in section(f, "Caractéristiques de combat")] == [7, 1, 4 + 1, 2, 8, 6, 5]  # a shield
    assert [x.label for x in section(f, "Caractéristiques sociales")][:7] == sociales


@pytest.mark.rule("FD-2.21", "FD-2.11")
def test_every_figure_opens_into_its_sum():
    f = feuille(HEROS)
    assert f.line("Agilité").terms == (
        ("Points", 3, "FD-7.18"),
        ("Elfe Lumineux", 2, "FD-7.9"),
        ("Myrmidon", 1, "FD-7.11"),
    )
    monte = feuille(HEROS, fiche=replace(HEROS.fiche, gains={"FOR": 1999}))
    assert monte.line("Force").terms[-1] == ("Niveaux", 1, "FD-8.1")  # the whole part only
    assert ("Acquis", None, "0,999") in marques(monte, "Taux de croissance")


@pytest.mark.rule("FD-2.18")
def test_pv_are_a_pool_with_the_terms_of_the_maximum():
    terms = ("Points", 3, "FD-7.18"), ("Myrmidon", 17, "FD-7.11")
    assert feuille(HEROS).line("Points de Vie") == Pool("Points de Vie", 20, terms, at="perdus", lost=True, low=1)
    assert feuille(HEROS, perdus=6).line("Points de Vie").now == 14
    las = feuille(HEROS, epuisement=4).line("Points de Vie")
    assert las.most == 10 and las.terms[-1] == ("Épuisement", -10, "FD-5.9")


@pytest.mark.rule("FD-2.18")
def test_pv_that_depend_on_something_are_no_part_of_the_maximum():
    loup = Fiche("Loup", points={"PV": 9}, passifs=(Effet("bonus", "PV", 5, si="plein"), Effet("bonus", "PV", 2)))
    u = Unite("l", loup)
    assert feuille(u).line("Points de Vie").most == u.pv_max == 11


@pytest.mark.rule("FD-2.19", "FD-6.10")
def test_constitution_bears_weapons():
    f = feuille(HEROS)
    assert f.line("Constitution").value == 8
    lourd = replace(CHOSES["epee_courte"], poids=11)
    charge = replace(HEROS, equipement=Equipement(actif=(lourd,)))
    assert surcharge(Scene({"x": charge}), charge) == -3
    g = feuille(charge)
    assert ("Poids porté", 11, "") in marques(g, "Corps et mouvement")
    assert ("Surcharge", -3, "") in marques(g, "Corps et mouvement")
    assert g.line("Initiative").terms[-1] == ("Poids", -5, "FD-6.10")
    assert "Surcharge" not in [x[0] for x in marques(f, "Corps et mouvement")]


@pytest.mark.rule("FD-2.20")
def test_initiative_dodge_and_movement_are_those_of_play():
    f = feuille(HEROS)
    assert (f.line("Initiative").value, f.line("Esquive").value, f.line("Mouvement").value) == (6 + 2, 6 + 10, 6)
    assert f.line("Esquive").terms[0] == ("Agilité", 6, "FD-4.17")
    las = feuille(HEROS, sequelles=2)
    assert las.line("Mouvement").value == 4 and ("Séquelles", 2, "") in marques(las, "États")


@pytest.mark.rule("FD-2.23")
def test_passive_perception_and_stealth():
    f = feuille(HEROS)
    assert f.line("Perception passive").value == 8 + 2 and f.line("Discrétion passive").value == 6


@pytest.mark.rule("FD-2.25", "FD-7.20")
def test_growth_rates_with_what_they_come_from():
    lignes = {x.label: x for x in section(feuille(HEROS), "Taux de croissance")}
    assert [lignes[NOMS[s]].value for s in (*STATS, "CON")] == [20, 25, 5, 15, 5, 30, 20, 5, 3]
    assert lignes["Habileté"].terms == (("Points", 5, "FD-7.20"), ("Myrmidon", 25, "FD-8.9"))
    assert "Esquive" not in lignes and "Mouvement" not in lignes


# ---------------------------------------------------------------- weapons


@pytest.mark.rule("FD-6.16", "FD-6.17", "FD-6.18")
def test_precision_of_the_weapon_in_hand():
    arme = CHOSES["epee_courte"]
    f = feuille(HEROS)
    (ligne,) = section(f, "Précision")
    assert ligne.terms == ((arme.nom, arme.pre, "FD-4.16"), ("Habileté", 8, "FD-6.16"), ("Rondache", -3, "FD-6.20"))
    jamais = replace(HEROS, equipement=Equipement(actif=(CHOSES["arc_de_branche"],)))
    stat, marque = section(feuille(jamais), "Précision")
    assert stat.value == CHOSES["arc_de_branche"].pre // 2 and marque.note == "type jamais maîtrisé"


@pytest.mark.rule("FD-6.16")
def test_masteries_and_what_they_multiply():
    f = replace(HEROS.fiche, maitrises={t: n for n, t in enumerate(("FEU", "Épée", "Hast", "Angle", "Arc", "Dague"))})
    lignes = {m[0]: m[1:] for m in marques(feuille(HEROS, fiche=f), "Maîtrises d'armes")}
    assert [(lignes["Feu" if t == "FEU" else t]) for t in f.maitrises] == [
        (r["niveau"], f"HAB x {str(r['mult']).replace('.', ',').removesuffix(',0')}")
        for r in LEDGER.rules["FD-6.16"].rows
    ]


def test_damage_of_a_magic_sword_in_both_ways():
    u = replace(HEROS, equipement=Equipement(actif=(CHOSES["epee_du_vent"],)))
    pres, loin = [x for x in section(feuille(u), "Dégâts") if isinstance(x, Stat)]
    assert pres.terms[0] == ("Force", 7, "FD-4.18") and loin.terms[0] == ("Magie", 1, "FD-4.19")
    assert [m[2] for m in marques(feuille(u), "Dégâts") if m[0] == "Type de dégâts"] == ["Tranchant", "Vent"]
    assert len([x for x in section(feuille(u), "Précision") if isinstance(x, Stat)]) == 2


def test_bare_hands_are_a_weapon():
    f = feuille(replace(HEROS, equipement=Equipement()))
    assert section(f, "Précision")[0].label == "Mains nues" and marques(f, "Équipement")[0] == (
        "En main",
        None,
        "Mains nues",
    )


# ---------------------------------------------------------------- what was learned and is carried


@pytest.mark.rule("FD-3.55", "FD-3.57", "FD-3.58")
def test_techniques_with_what_they_do():
    f = feuille(HEROS)
    assert f.line("Points de technique") == Pool("Points de technique", 25 - 22, (("Myrmidon", 25, "FD-3.55"),))
    equipees = {m[0]: m[2] for m in marques(f, "Techniques équipées")}
    assert set(equipees) == {"Sur le fil", "Curée", "Botte apprise", "Technique personnelle"}
    assert "+3" in equipees["Curée"] and equipees["Technique personnelle"] == "Curée"
    ouvertes = {m[0]: m[1:] for m in marques(f, "Techniques débloquées")}
    assert ouvertes["Entrée en matière"] == (4, "niveau requis") and ouvertes["Pied léger"][0] is None


@pytest.mark.rule("FD-7.2", "FD-7.3", "FD-5.19", "FD-9.17", "FD-2.17")
def test_who_it_is():
    f = feuille(HEROS)
    assert marques(f, "Identité") == [
        ("Origine", None, "Elfe Lumineux"),
        ("Classe", None, "Myrmidon"),
        ("Niveau", 1, ""),
        ("Expérience", 0, ""),
        ("Prochain niveau", 100, "expérience requise"),
        ("Affinité", None, "Obscur"),
        ("Contexte", None, "Voyageur"),
        ("Langue", None, "Commun"),
        ("Langue", None, "Elfique"),
        ("Mot-clé", None, "Froid"),
        ("Mot-clé", None, "Tendre"),
    ]
    assert [x.text for x in section(f, "Identité") if isinstance(x, Text)] == list(HEROS.fiche.description.values())
    assert "Prochain niveau" not in [
        m[0] for m in marques(feuille(HEROS, fiche=replace(HEROS.fiche, niveau=60)), "Identité")
    ]


@pytest.mark.rule("FD-8.7", "FD-7.13")
def test_the_classes_one_may_reach():
    assert marques(feuille(HEROS), "Changement de classe")[:2] == [
        ("Lame franche", None, ""),
        ("Niveaux conseillés", None, "5-15"),
    ]
    haut = feuille(HEROS, fiche=replace(HEROS.fiche, classe="lame_franche", passees=("myrmidon",), techniques=()))
    assert marques(haut, "Changement de classe") == [
        ("Lame souveraine", 20, "niveau requis"),
        ("Niveaux conseillés", None, "25-35"),
    ]
    assert ("Classe passée", None, "Myrmidon") in marques(haut, "Identité")


@pytest.mark.rule("FD-9.3")
def test_traits_of_the_origin():
    traits = {m[0]: m[2] for m in marques(feuille(HEROS), "Traits")}
    assert set(traits) == {"Lueur du soir", "Peau de jour"} and "+2" in traits["Lueur du soir"]


@pytest.mark.rule("FD-6.4", "FD-6.5", "FD-6.2")
def test_belongings():
    ration, fiole = CHOSES["ration"], CHOSES["fiole_vermeille"]
    baume = replace(CHOSES["baume_de_campagne"], usages=2)
    e = Equipement(
        actif=(CHOSES["epee_courte"], CHOSES["rondache"], fiole, replace(fiole, id="f2", vaut=fiole.id), baume),
        sac_a_dos=True,
        sac=(ration,),
        talisman=True,
        sorts=(TOMES["soin"], TOMES["illumine"]),
        lies=("illumine",),
        ecus=42,
    )
    f = feuille(replace(HEROS, equipement=e))
    assert f.line("Inventaire actif").now == 5 and f.line("Inventaire actif").most == 5 and f.line("Sac à dos").now == 1
    objets = {m[0]: m[1:] for m in marques(f, "Équipement")}
    assert objets["Fiole vermeille"][0] == 2 and objets["Usages restants"] == (2, "Baume de campagne")
    assert objets["Baume de campagne"][1].startswith("4 usages") and objets["Écus"] == (42, "")
    assert objets["En main"] == (None, "Épée courte") and objets["Bouclier porté"] == (None, "Rondache")
    sorts = marques(f, "Talisman et sorts")
    assert [m[0] for m in sorts] == ["Talisman", "Illumine", "Lié au catalyseur", "Soin"]


# ---------------------------------------------------------------- what weighs on it


def test_wounds_afflictions_and_passing_effects():
    u = replace(
        HEROS,
        affliction=MalActif("poison", 2),
        etats=(MalActif("a_terre"),),
        effets=(Actif("Clameur", Effet("bonus", "FOR", 2), "FD-9.4", 3),),
        ep=4,
        jt=1,
        charges=2,
        epuisement=1,
        esquive=True,
        recharges=(("sur_le_fil", 2),),
    )
    f = feuille(u)
    etats = {m[0]: m[1] for m in marques(f, "États")}
    assert etats[MAUX["poison"].nom] == 2 and etats["Clameur"] == 3 and etats["Épuisement"] == 1
    assert "Esquive active" in etats and MAUX["a_terre"].nom in etats
    assert ("Clameur", 2, "FD-9.4") in f.line("Force").terms
    assert [(p.label, p.now, p.most) for p in section(f, "Réserves")[1:4]] == [
        ("Enveloppe palliative", 4, f.line("Points de Vie").most),
        ("Jetons de technique", 1, 6),
        ("Impulsion divine", 2, 3),
    ]
    assert ("Recharge", 2, "Sur le fil") in marques(f, "Techniques équipées")


def test_survival_and_death():
    f = feuille(HEROS, perdus=20, survie=Survie(1234, "Grave"))
    assert (f.line("Survie").now, f.line("Survie").most, f.line("Points de Vie").now) == (12, 20, 0)
    assert ("Sans connaissance", None, "Grave") in marques(f, "États")
    assert marques(feuille(HEROS, vie="mort"), "États")[0][0] == "Mort"


@pytest.mark.rule("FD-6.34", "FD-6.35")
def test_rider_and_mount():
    sorte = next(iter(MONTURES.values()))
    scene = lire_scene(
        {
            "unites": {
                "a": {**msgspec.to_builtins(HEROS), "monture": "m", "camp": "Nous"},
                "m": {"bete": sorte.id, "cavalier": "a", "camp": "Nous"},
            }
        }
    )
    voice = Voice(game("fragments"), "fr", scene=scene)
    assert ("En selle", None, sorte.nom) in marques(voice.sheet(sheet(scene, "a")), "Monture")
    bete = sheet(scene, "m")
    assert ("Montée par", None, "Aubelin") in marques(voice.sheet(bete), "Monture")
    assert bete.line("Mouvement").value == sorte.caracs["MOV"] == sheet(scene, "a").line("Mouvement").value
    assert "Jetons de technique" not in [x.label for x in section(bete, "Réserves")]


# ---------------------------------------------------------------- whoever it is


def concorde(scene: Scene, who: str) -> None:
    """What the sheet says is what the engine counts with."""
    u, f = scene[who], sheet(scene, who)
    assert total(termes_pv(u)) == u.pv_max and f.line("Points de Vie").now == u.pv
    combat = {x.label: x.value for x in section(f, "Caractéristiques de combat")}
    assert combat == {NOMS[s]: carac(scene, u, s) for s in COMBAT}
    assert f.line("Esquive").value == esquive(scene, u)
    if "interdit" not in u.fiche.part.tags and u.simple:
        assert f.line("Mouvement").value == mouvement(scene, u)
    assert msgspec.json.decode(msgspec.json.encode(f), type=type(f)) == f


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 6), st.sampled_from((None, *MAUX)), st.integers(0, 14))
def test_the_sheet_says_what_the_engine_counts_with(seed, epuisement, mal, perdus):
    u = CREATION.finish(CREATION.random(seed))
    u = replace(u, epuisement=min(5, epuisement), etats=(MalActif(mal, 2),) if mal else (), perdus=min(perdus, 6))
    concorde(Scene({u.id: u}), u.id)


@pytest.mark.parametrize("id", [*(f"pret:{p}" for p in PRETS), *(f"creature:{c}" for c in CREATURES)])
def test_everybody_ready_made_has_a_sheet(id):
    sorte, _, nom = id.partition(":")
    concorde(lire_scene({"unites": {"x": {sorte: nom}}}), "x")


def test_precision_on_the_sheet_is_that_of_an_attack_without_the_dodge():
    cible = Unite("c", Fiche("Mannequin", points={"PV": 9}), x=1)
    scene = Scene({HEROS.id: HEROS, "c": cible})
    b = botte(HEROS.equipement.tenues[0])
    assaut = Assaut(b.arme.type, b.degats, b.magique, 1)
    assert section(sheet(scene, HEROS.id), "Précision")[0].value == precision(scene, HEROS, cible, b, assaut)


@pytest.mark.rule("FD-7.1")
def test_the_preview_of_a_draft_is_the_sheet_of_the_character():
    assert fiche_du_brouillon(LIVRE) == feuille(HEROS)
    vide = fiche_du_brouillon(Brouillon())
    assert vide.name == "" and vide.line("Points de Vie").most == 18  # the class alone


def test_every_label_of_the_sheet_has_its_english():
    en = game("fragments").words.en
    u = replace(
        HEROS, affliction=MalActif("poison", 2), ep=3, epuisement=1, sequelles=1, souffle=2, esquive=True, repos=True,
        aides=("aide",),
    )  # fmt: skip
    tombe = feuille(HEROS, perdus=20, survie=Survie(100, "Grave"))
    propres = {x.nom for x in (*CHOSES.values(), *TECHNIQUES.values(), *MAUX.values())}
    propres |= {"Lueur du soir", "Peau de jour", "Lame franche", "Coureur des landes", "Sigillaire", "Mains nues"}
    for f in (feuille(u), tombe):
        for s in f.sections:
            assert s.title in en
            assert not [x.label for x in s.lines if x.label not in en and x.label not in propres]
    assert all(NOMS[s] in en for s in (*STATS, *AUTRES, *SOCIALES))
