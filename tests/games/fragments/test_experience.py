"""Chapters 2, 8 and 9: experience, the three modes of growth to the thousandth, what the MJ awards."""

import random
from collections import Counter
from fractions import Fraction
from itertools import pairwise, product

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from reading import read
from tablee.games.fragments.book.c2_systeme.jets import termes_du_jet
from tablee.games.fragments.book.c8_progression.experience import (
    CROISSANTES,
    RECOMPENSES,
    AccorderMaitrise,
    AccorderTechnique,
    ChoisirPersonnelle,
    GagnerExperience,
    MonterDeNiveau,
    RecompenseSociale,
    croissance_aleatoire,
    croissance_de,
    croissance_fixe,
    croissance_mixte,
    decimal,
    offers,
    seuil,
)
from tablee.games.fragments.book.c9_emplois.techniques import EquiperTechniques
from tablee.games.fragments.desk.creation import CREATION
from tablee.games.fragments.model.catalogue import CLASSES, PACKAGE, TECHNIQUES
from tablee.games.fragments.model.people import Fiche, Unite
from tablee.games.fragments.model.scene import Combat, Options, Scene
from tablee.games.fragments.model.tables import SOCIALES, STATS, TYPES_ARMES
from tablee.kernel.action import Action
from tablee.kernel.english import ENGLISH
from tablee.kernel.live import Live, Scripted
from tablee.kernel.odds import odds
from tablee.kernel.oracle import GM
from tablee.kernel.tally import total
from tablee.kernel.words import words_of

# The worked Myrmidon of the book: CHA 5.
FICHE = Fiche(
    "Aubelin",
    origine="elfe",
    classe="myrmidon",
    points={"PV": 3, "FOR": 5, "DEF": 4, "RES": 1, "HAB": 5, "AGI": 3, "CHA": 3},
    plus={"MAG": 1, "RES": 1, "AGI": 2},
    con=5,
    taux={"FOR": 25, "MAG": 5, "DEF": 15, "RES": 5, "HAB": 5, "AGI": 15, "CHA": 5},
    maitrises={"Épée": 2, "Hast": 1},
    choisies=("Hast",),
)
TAUX = {"PV": 20, "FOR": 25, "MAG": 5, "DEF": 15, "RES": 5, "HAB": 30, "AGI": 20, "CHA": 5, "CON": 3}
MIXTE, ALEATOIRE, FIXE = Options(), Options(croissance_aleatoire=True), Options(croissance_fixe=True)


def seul(options: Options = MIXTE, **fiche) -> Scene:
    u = Unite("a", replace(FICHE, **fiche), joueur=True)
    return Scene({"a": u}, options=options)


def faire(scene: Scene, action: Action, dice=(), answers=()):
    assert action.closed(scene) is None, str(action.closed(scene))
    oracle = Scripted(dice, answers)
    apres = action.resolve(scene, oracle)
    assert oracle.left_over() is None
    return apres, oracle.events


def refus(scene: Scene, action: Action) -> str | None:
    ferme = action.closed(scene)
    return None if ferme is None else read(scene, ferme)


# ---------------------------------------------------------------- experience


@pytest.mark.rule("FD-2.17", "FD-9.17")
def test_sixty_levels_each_dearer_than_the_last():
    seuils = [seuil(n) for n in range(1, 61)]
    ecarts = [b - a for a, b in pairwise(seuils)]
    assert seuils[0] == 0 and ecarts[0] == 100 and ecarts == sorted(ecarts) and len(set(ecarts)) == 59
    with pytest.raises(IndexError):
        seuil(61)


@pytest.mark.rule("FD-9.17", "FD-2.17")
def test_experience_is_awarded_by_the_scale_or_freely_and_opens_a_level():
    scene, dits = faire(seul(), GagnerExperience("a", "rude_combat"))
    assert scene["a"].fiche.xp == 80 and [e.what for e in dits] == ["experience"]
    scene, dits = faire(scene, GagnerExperience("a", points=20))
    assert scene["a"].fiche.xp == 100 and dits[1].what == "niveau_ouvert" and dits[1]["niveau"] == 2
    assert scene["a"].fiche.niveau == 1  # the level itself is another thing to do
    scene, dits = faire(scene, GagnerExperience("a", "mission", 5))
    assert dits[0].terms == (("Mission accomplie", 70, "FD-9.17"), ("Au gré du MJ", 5, "FD-9.17"))
    assert [e.what for e in dits] == ["experience"]  # told once


@pytest.mark.rule("FD-9.17")
def test_without_a_reason_the_mj_is_asked_for_one():
    oracle = Scripted(answers=["etape"])
    scene = GagnerExperience("a").resolve(seul(), oracle)
    assert scene["a"].fiche.xp == RECOMPENSES["etape"].points == 25
    assert GagnerExperience.offers["motif"].keys() == RECOMPENSES.keys()  # to choose from, not to type in
    (question,) = oracle.asked
    assert question.who == GM and question.open() == tuple(RECOMPENSES)


@pytest.mark.rule("FD-9.17")
def test_to_one_or_to_all_the_players():
    joueur, autre = Unite("b", FICHE, joueur=True), Unite("c", FICHE)
    mort, bete = Unite("d", FICHE, joueur=True, vie="mort"), Unite("e", Fiche("Loup"), joueur=True)
    scene = seul().put(joueur, autre, mort, bete)
    apres, _ = faire(scene, GagnerExperience("a", "combat", tous=True))
    assert {u.id: u.fiche.xp for u in apres.people.values()} == {"a": 45, "b": 45, "c": 0, "d": 0, "e": 0}
    apres, _ = faire(scene, GagnerExperience("c", "combat"))
    assert [u.fiche.xp for u in apres.people.values()] == [0, 0, 45, 0, 0]


@pytest.mark.rule("FD-9.17", "FD-7.11")
def test_what_is_no_award_is_refused():
    scene = seul().put(Unite("e", Fiche("Loup")))
    assert refus(scene, GagnerExperience("a", "danse")) == "« danse » n'est pas au barème (FD-9.17)"
    assert refus(scene, GagnerExperience("a", points=-1)) == "De 0 à 10000 XP, pas -1 (FD-9.17)"
    assert refus(scene, GagnerExperience("e", "combat")) == "Loup n'a pas de classe (FD-7.11)"
    assert refus(scene, GagnerExperience("x", "combat")).endswith("(FD-2.12)")


# ---------------------------------------------------------------- a level


@pytest.mark.rule("FD-2.17", "FD-9.17")
def test_a_level_takes_its_experience_or_the_mj():
    pauvre = seul(xp=99)
    assert refus(pauvre, MonterDeNiveau("a")) == "Niveau 2 : 100 XP requis, 99 acquis (FD-9.17)"
    assert refus(seul(xp=100), MonterDeNiveau("a")) is None
    donne, _ = faire(seul(FIXE, xp=99), MonterDeNiveau("a", accord=True))
    assert (donne["a"].fiche.niveau, donne["a"].fiche.xp) == (2, 100)
    garde, _ = faire(seul(FIXE, xp=150), MonterDeNiveau("a"))
    assert garde["a"].fiche.xp == 150
    assert refus(seul(niveau=60, xp=99999), MonterDeNiveau("a")) == "Il n'y a que 60 niveaux (FD-2.17)"
    assert refus(seul(niveau=60), MonterDeNiveau("a", accord=True)) == "Il n'y a que 60 niveaux (FD-2.17)"
    assert refus(replace(seul(xp=100), encounter=Combat()), MonterDeNiveau("a")) == "Pas en plein combat (FD-8.1)"
    assert refus(seul().put(Unite("e", Fiche("Loup"))), MonterDeNiveau("e")) == "Loup n'a pas de classe (FD-7.11)"


@pytest.mark.rule("FD-2.25", "FD-8.1", "FD-8.3")
def test_fixed_growth_keeps_its_decimals():
    scene, dits = faire(seul(FIXE, xp=100), MonterDeNiveau("a"))
    assert scene["a"].fiche.gains == {s: 10 * n for s, n in TAUX.items()}
    assert scene["a"].fiche.base == FICHE.base  # not one whole point yet
    for _ in range(3):
        scene, dits = faire(scene, MonterDeNiveau("a", accord=True))
    f = scene["a"].fiche
    assert f.gains["FOR"] == 1000 and f.base["FOR"] == 8 and f.base["HAB"] == 9 and f.base["DEF"] == 4
    assert f.termes("FOR")[-1] == ("Niveaux", 1, "FD-8.1")
    assert next(e for e in dits if e.what == "croissance" and e["quoi"] == "Force")["points"] == 1
    assert "INIT" not in f.gains and "ESQ" not in f.gains and "MOV" not in f.gains


@pytest.mark.rule("FD-8.2")
def test_random_growth_is_a_whole_point_under_the_rate():
    justes = [*TAUX.values()]  # every die shows its rate exactly
    scene, _ = faire(seul(ALEATOIRE, xp=100), MonterDeNiveau("a"), justes)
    assert scene["a"].fiche.gains == dict.fromkeys(TAUX, 1000)
    scene, _ = faire(seul(ALEATOIRE, xp=100), MonterDeNiveau("a"), [n + 1 for n in justes])
    assert scene["a"].fiche.gains == dict.fromkeys(TAUX, 0) and scene["a"].fiche.base == FICHE.base


@pytest.mark.rule("FD-8.2")
def test_random_growth_has_no_criticals():
    """CON 3: 3 succeeds, 4 and 5 do not; a rate of 99 fails on 100 alone."""
    assert odds(croissance_aleatoire, "CON", 3, 50).p((("Croissance aléatoire", 1000, "FD-8.2"),)) == 0.03
    assert odds(croissance_aleatoire, "CON", 99, 0).p(()) == 0.01


@pytest.mark.rule("FD-8.4")
def test_mixed_growth_keeps_the_half():
    """25 / 2 + 5 = 17.5: rolls up to 17 succeed, and are worth 0.175."""
    assert total(croissance_mixte(Scripted([17]), "FOR", 25, 5)) == 250 + 175
    assert croissance_mixte(Scripted([18]), "FOR", 25, 5) == (("Croissance fixe", 250, "FD-8.3"),)
    assert total(croissance_mixte(Scripted([15]), "AGI", 20, 5)) == 200 + 150
    assert total(croissance_mixte(Scripted([16]), "AGI", 20, 5)) == 200


@pytest.mark.rule("FD-8.4")
@given(st.integers(1, 100), st.integers(0, 40))
def test_mixed_growth_is_what_the_rule_says_exactly(taux, cha):
    """Beside the engine: fractions, and each of the hundred faces."""
    chance = Fraction(taux, 2) + cha
    attendu = Counter[Fraction]()
    for de in range(1, 101):
        attendu[Fraction(taux, 100) + (chance / 100 if de <= chance else 0)] += 1
    trouve = odds(croissance_mixte, "FOR", taux, cha)
    sommes = Counter[Fraction]()
    for terms, _ in trouve.items():
        sommes[Fraction(total(terms), 1000)] += trouve.p(terms, exact=True)
    assert {g: n * 100 for g, n in sommes.items()} == dict(attendu)


@pytest.mark.rule("FD-8.4", "FD-8.1")
def test_luck_is_that_before_the_level_and_only_what_has_a_rate_is_rolled():
    presque = seul(xp=100, gains={"CHA": 999})  # CHA reaches 6 in this level
    faces = [99, 99, 99, 99, 99, 99, 99, 99, 7]  # CON last: 3 / 2 + 5 = 6.5, not 7.5
    scene, dits = faire(presque, MonterDeNiveau("a"), faces)
    assert scene["a"].fiche.base["CHA"] == 6 and scene["a"].fiche.gains["CON"] == 30
    assert [e["quoi"] for e in dits if e.what == "croissance"][-1] == "Constitution"
    faces[-1] = 6
    scene, _ = faire(presque, MonterDeNiveau("a"), faces)
    assert scene["a"].fiche.gains["CON"] == 30 + 65


@pytest.mark.rule("FD-8.1", "FD-8.4")
@pytest.mark.parametrize("options", [MIXTE, ALEATOIRE])
def test_what_has_no_rate_is_not_rolled_even_for_luck(options):
    scene, dits = faire(seul(options, xp=100, taux={}), MonterDeNiveau("a"), [1, 1, 1, 1])  # the class's four rates
    assert set(scene["a"].fiche.gains) == {"PV", "HAB", "AGI", "CON"}
    assert len([e for e in dits if e.what == "croissance"]) == 4


@pytest.mark.rule("FD-8.1")
def test_the_mode_is_the_campaigns():
    assert croissance_de(Options()) is croissance_mixte  # the recommended one
    assert croissance_de(ALEATOIRE) is croissance_aleatoire and croissance_de(FIXE) is croissance_fixe


@pytest.mark.rule("FD-2.18", "FD-8.1")
def test_pv_grow_with_their_rate_and_wounds_stay():
    blesse = seul(ALEATOIRE, xp=100)
    blesse = blesse.put(replace(blesse["a"], perdus=6))
    scene, _ = faire(blesse, MonterDeNiveau("a"), [20, *[100] * 8])
    assert (blesse["a"].pv_max, blesse["a"].pv) == (20, 14)
    assert (scene["a"].pv_max, scene["a"].pv) == (21, 15)


@pytest.mark.rule("FD-6.16", "FD-7.11")
def test_masteries_rise_at_the_levels_of_the_class():
    assert CLASSES["myrmidon"].gains == ((6, "Épée", 3), (13, "secondaire", 2), (19, "Épée", 4))
    scene, dits = faire(seul(FIXE, niveau=5), MonterDeNiveau("a", accord=True))
    assert scene["a"].fiche.maitrises == {"Épée": 3, "Hast": 1}
    assert [(e["arme"], e["maitrise"]) for e in dits if e.what == "maitrise"] == [("Épée", 3)]
    scene, _ = faire(seul(FIXE, niveau=12), MonterDeNiveau("a", accord=True))
    assert scene["a"].fiche.maitrises == {"Épée": 3, "Hast": 2}
    scene, _ = faire(seul(FIXE, niveau=6, maitrises={"Épée": 4, "Hast": 1}), MonterDeNiveau("a", accord=True))
    assert scene["a"].fiche.maitrises["Épée"] == 4  # never lowered


@pytest.mark.rule("FD-8.5", "FD-3.57", "FD-3.55")
def test_techniques_open_with_levels_and_are_equipped_within_the_pt():
    scene, dits = faire(seul(FIXE, niveau=3), MonterDeNiveau("a", accord=True))
    assert [e["nom"] for e in dits if e.what == "technique_debloquee"] == ["Entrée en matière"]
    f = scene["a"].fiche
    assert f.debloquees == ("sur_le_fil", "botte_apprise", "pied_leger", "entree_en_matiere")
    assert f.techniques == ()  # opened, not equipped
    huit_sept = EquiperTechniques("a", ("sur_le_fil", "entree_en_matiere", "botte_apprise", "pied_leger"))
    assert refus(scene, huit_sept) is None  # 8 + 7 + 5 + 5 = 25
    assert EquiperTechniques("a", ("pas_glisse",)).closed(scene) is not None  # level 8
    _, dits = faire(seul(FIXE, niveau=4), MonterDeNiveau("a", accord=True))
    assert not [e for e in dits if e.what == "technique_debloquee"]


def test_the_odds_of_a_level_are_those_of_its_dice():
    """Beside the engine: each figure is one die; only those about to reach a point can give it."""
    presque = seul(xp=100, gains={"FOR": 700, "HAB": 500, "DEF": 850})
    chances = []
    for stat, taux in TAUX.items():
        reste = presque["a"].fiche.gains.get(stat, 0)
        demis = taux + 10
        gagne = (reste + 10 * taux + 5 * demis) // 1000 - reste // 1000
        manque = (reste + 10 * taux) // 1000 - reste // 1000
        p = Fraction(demis // 2, 100)
        chances.append([(gagne, p), (manque, 1 - p)])
    attendu = Counter[int]()
    for cas in product(*chances):
        poids = Fraction(1)
        for _, p in cas:
            poids *= p
        attendu[sum(n for n, _ in cas)] += poids
    trouve = odds(MonterDeNiveau("a"), presque, "points_gagnes")
    assert {n: trouve.p(n, exact=True) for n in attendu} == dict(attendu)
    assert odds(MonterDeNiveau("a"), presque).p(True, exact=True) == 1 - attendu[0]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from((Options(), ALEATOIRE, FIXE)))
def test_sixty_levels_of_anybody(seed, options):
    """Whoever it is: figures never fall, masteries stay within 5, PT unlocked once, the scene survives a file."""
    u = CREATION.finish(CREATION.random(seed))
    scene = Scene({u.id: u}, options=options)
    rng = random.Random(seed)
    while (monter := MonterDeNiveau(u.id, accord=True)).closed(scene) is None:
        avant = scene[u.id].fiche
        scene = monter.resolve(scene, Live(rng=rng))
        f = scene[u.id].fiche
        assert f.niveau == avant.niveau + 1 and f.xp >= seuil(f.niveau)
        assert all(f.base[s] >= avant.base[s] for s in CROISSANTES)
        assert all(f.base[s] == avant.base[s] for s in ("INIT", "ESQ", "MOV"))
        assert all(0 <= avant.maitrises.get(t, 0) <= n <= 5 for t, n in f.maitrises.items())
        assert set(avant.debloquees) <= set(f.debloquees) and f.sociales == avant.sociales
    assert scene[u.id].fiche.niveau == 60
    if options == FIXE:
        assert all(scene[u.id].fiche.gains.get(s, 0) == 590 * u.fiche.croissance(s) for s in STATS)
    assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene


def test_decimals_are_written_as_in_french():
    assert [decimal(n) for n in (0, 30, 175, 250, 425, 1000, 2500)] == [
        "0",
        "0,03",
        "0,175",
        "0,25",
        "0,425",
        "1",
        "2,5",
    ]


# ---------------------------------------------------------------- awards


@pytest.mark.rule("FD-5.18", "FD-2.22")
def test_a_deed_is_worth_social_points_and_levels_are_not():
    depart = seul(FIXE, sociales={"PRA": 10})
    scene, dits = faire(depart, RecompenseSociale("a", "PRA", 2, "Le toit de l'atelier"))
    assert scene["a"].fiche.sociales == {"PRA": 12}  # the 10 of creation is no bound any more
    assert dits[0].terms == (("Pratique", 10, "FD-2.22"), ("Récompense", 2, "FD-5.18"))
    assert dits[0]["acte"] == "Le toit de l'atelier"
    oracle = Scripted(answers=["ELO"])
    assert RecompenseSociale("a").resolve(depart, oracle)["a"].fiche.sociales == {"PRA": 10, "ELO": 1}
    assert oracle.asked[0].who == GM and oracle.asked[0].open() == SOCIALES
    monte, _ = faire(depart, MonterDeNiveau("a", accord=True))
    assert monte["a"].fiche.sociales == {"PRA": 10}
    assert refus(depart, RecompenseSociale("a", "FOR")).startswith("« Force » n'est pas une caractéristique sociale ;")
    assert refus(depart, RecompenseSociale("a", "PRA", 0)) == "De 1 à 10 points, pas 0 (FD-5.18)"
    assert refus(depart, RecompenseSociale("a", "PRA", 1, "x" * 201)) == "200 caractères au plus (FD-5.18)"


@pytest.mark.rule("FD-6.19", "FD-6.16", "FD-6.17")
def test_a_type_outside_the_class_starts_at_zero_and_rises_one_by_one():
    scene = seul()
    for n in range(6):
        scene, dits = faire(scene, AccorderMaitrise("a", "Arc"))
        assert scene["a"].fiche.maitrises == {"Épée": 2, "Hast": 1, "Arc": n} and dits[0]["maitrise"] == n
    assert refus(scene, AccorderMaitrise("a", "Arc")) == "Arc : la maîtrise ne dépasse pas 5 (FD-6.16)"
    for type_ in ("Épée", "Hast"):
        assert refus(seul(), AccorderMaitrise("a", type_)).endswith("(FD-6.19)")
    assert refus(seul(), AccorderMaitrise("a", "FEUX")).startswith(
        "« FEUX » n'est pas un type d'arme ; on peut dire : Épée"
    )
    oracle = Scripted(answers=["FEU"])
    assert AccorderMaitrise("a").resolve(seul(), oracle)["a"].fiche.maitrises["FEU"] == 0
    assert set(oracle.asked[0].open()) == set(TYPES_ARMES) - {"Épée", "Hast"}
    savant = seul(maitrises=dict.fromkeys(TYPES_ARMES, 5))
    assert refus(savant, AccorderMaitrise("a")) == "Rien de plus à maîtriser hors de la classe (FD-6.16)"
    assert (
        refus(scene.put(Unite("e", Fiche("Loup"))), AccorderMaitrise("e", "Arc")) == "Loup n'a pas de classe (FD-7.11)"
    )


@pytest.mark.rule("FD-3.57")
def test_the_mj_may_open_a_technique():
    scene, dits = faire(seul(), AccorderTechnique("a", "gardien"))
    assert "gardien" in scene["a"].fiche.debloquees and dits[0]["nom"] == "Gardien"
    assert EquiperTechniques("a", ("gardien",)).closed(scene) is None
    assert EquiperTechniques("a", ("gardien",)).closed(seul()) is not None
    assert refus(scene, AccorderTechnique("a", "gardien")) == "Aubelin connaît déjà Gardien (FD-3.57)"
    assert refus(scene, AccorderTechnique("a", "vol_plané")).startswith("« vol_plané » n'est pas une technique ;")
    assert refus(seul(apprises=tuple(TECHNIQUES)), AccorderTechnique("a")).endswith("(FD-3.57)")
    oracle = Scripted(answers=["nargue"])
    assert "nargue" in AccorderTechnique("a").resolve(seul(), oracle)["a"].fiche.debloquees
    assert oracle.asked[0].who == GM and "sur_le_fil" not in oracle.asked[0].open()


@pytest.mark.rule("FD-3.58")
def test_one_personal_technique_an_ordinary_one():
    scene, _ = faire(seul(), ChoisirPersonnelle("a", "enchainement"))
    assert "enchainement" in scene["a"].fiche.debloquees  # level 35 of another class
    assert EquiperTechniques("a", ("enchainement",)).closed(scene) is None
    assert EquiperTechniques("a", ("enchainement", "botte_apprise")).closed(scene).rule == "FD-3.55"  # 22 + 5 PT
    assert refus(scene, ChoisirPersonnelle("a", "gardien")) == "Aubelin a déjà une technique personnelle (FD-3.58)"
    assert refus(seul(), ChoisirPersonnelle("a", "danse")).endswith("(FD-3.58)")  # a special one
    oracle = Scripted(answers=["gardien"])
    assert ChoisirPersonnelle("a").resolve(seul(), oracle)["a"].fiche.personnelle == "gardien"
    assert oracle.asked[0].who == "a" and all(not TECHNIQUES[t].speciale for t in oracle.asked[0].open())


@pytest.mark.rule("FD-2.23", "FD-2.24")
def test_the_passive_characteristic_of_the_other_is_taken_off():
    guet = Unite("g", Fiche("Guet", points={"AGI": 4}, sociales={"INS": 9}))
    scene = seul(sociales={"INS": 3}).put(guet)
    discret = termes_du_jet(scene, scene["a"], "AGI", 60, (), "g")
    assert total(discret) == 60 + 6 - 9 and ("Perception passive", -9, "FD-2.24") in discret
    voit = termes_du_jet(scene, scene["a"], "INS", 60, (), "g")
    assert total(voit) == 60 + 3 - 4 and ("Discrétion passive", -4, "FD-2.24") in voit


# ---------------------------------------------------------------- whatever is asked

IDS = st.sampled_from(("a", "e", "x", ""))
NOMS = st.sampled_from((*SOCIALES, *TYPES_ARMES, *RECOMPENSES, "gardien", "danse", "FOR", "", "é"))
NOMBRES = st.integers(-(10**5), 10**5)
ACTIONS = st.one_of(
    st.builds(GagnerExperience, IDS, NOMS, NOMBRES, st.booleans()),
    st.builds(MonterDeNiveau, IDS, st.booleans()),
    st.builds(RecompenseSociale, IDS, NOMS, st.integers(-3, 20), NOMS),
    st.builds(AccorderMaitrise, IDS, NOMS),
    st.builds(AccorderTechnique, IDS, NOMS),
    st.builds(ChoisirPersonnelle, IDS, NOMS),
)


@settings(max_examples=200, deadline=None)
@given(st.lists(ACTIONS, max_size=8), st.integers(0, 99))
def test_any_parameter_is_judged_and_what_is_open_resolves(actions, seed):
    scene = seul(niveau=57, xp=30000).put(Unite("e", Fiche("Loup", points={"PV": 9})))
    en = words_of(PACKAGE).en | ENGLISH
    for action in actions:
        ferme = action.closed(scene)
        if ferme is not None:
            assert ferme.text in en or ferme.rule in ("FD-2.12", "FD-3.6")
            continue
        oracle = Scripted([1 + (seed + n) % 100 for n in range(9)])
        scene = action.resolve(scene, oracle)
        assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene
        assert scene["a"].fiche.niveau <= 60 and all(0 <= n <= 5 for n in scene["a"].fiche.maitrises.values())


def test_buttons_between_fights():
    scene = seul(xp=100)
    offerts = [*offers(scene, scene["a"])]
    assert {type(a) for a in offerts} == {
        MonterDeNiveau, GagnerExperience, RecompenseSociale, AccorderMaitrise, AccorderTechnique, ChoisirPersonnelle,
    }  # fmt: skip
    assert all(a.closed(scene) is None for a in offerts)
    assert [*offers(replace(scene, encounter=Combat()), scene["a"])] == []
    assert [*offers(scene, Unite("e", Fiche("Loup")))] == []
