"""Chapter 6: what a scenario brings, and what it buys."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from reading import read
from tablee.games.fluid.book import c6_experience as experience
from tablee.games.fluid.book.c2_traits import DonnerTrait, PlacerTrait, inscrire
from tablee.games.fluid.book.c6_experience import Developper, Progresser, Recompenser, SeCompliquer, SeDefaire
from tablee.games.fluid.desk.read import gather, read_scene
from tablee.games.fluid.model.combat import Combat
from tablee.games.fluid.model.people import CARACS, Fiche, Trait
from tablee.games.fluid.model.scene import Scene
from tablee.kernel import content
from tablee.kernel.live import Live, Replay, Scripted
from tablee.kernel.tally import total
from tablee.kernel.words import Words
from telling import told
from typed import typed

EPEE = {"nom": "Épée", "valeur": 2}
PEUR = {"nom": "Peureux", "valeur": 3, "negatif": True}
PLAIE = {"nom": "Balafre", "valeur": 2, "negatif": True, "origine": "blessure"}
CHOC = {"nom": "Cauchemars", "valeur": 2, "negatif": True, "origine": "psychique"}
EFFORT = {"nom": "Contrecoup", "valeur": 2, "negatif": True, "origine": "effort"}
PASSAGER = {"nom": "Enrhumé", "valeur": 2, "negatif": True, "origine": "temporaire", "fin": 99}
FLAMME = {"id": "flamme", "nom": "Flamme", "niveau": 0}


def table(xp=0, scenario=1, bilan=None, **a):
    a = {"camp": "nous", "xp": xp, "fiche": {"traits": [EPEE, PEUR]}, **a}
    autres = {"b": {"camp": "nous", "xp": 1}, "g": {"sbire": "gueux", "camp": "eux"}}
    return read_scene({"scenario": scenario, "bilan": bilan, "personnages": {"a": a, **autres}}, ())


def faire(scene, *actions):
    """Each in turn; all must be open."""
    for action in actions:
        assert action.closed(scene) is None
        scene = action.resolve(scene, Scripted())
    return scene


def refus(action, scene):
    closed = action.closed(scene)
    return read(scene, closed) if closed is not None else None


# ---------------------------------------------------------------- the end of a scenario


@pytest.mark.rule("FLU-6.1")
def test_the_end_of_a_scenario_brings_1_to_3_xp_to_each():
    oracle = Scripted()
    scene = Recompenser("a", (("a", 3), ("b", 1))).resolve(table(xp=2), oracle)
    assert (scene["a"].xp, scene["b"].xp, scene["g"].xp) == (5, 2, 0)
    assert scene.scenario == 2
    assert [e.what for e in oracle.events] == ["recompense", "recompense", "fin_scenario"]
    assert (oracle.events[0]["total"], total(oracle.events[0].terms)) == (5, 5)
    assert oracle.events[2]["scenario"] == 1


@pytest.mark.rule("FLU-6.1")
@pytest.mark.parametrize(
    ("gains", "why"),
    [
        ((("a", 0),), "De 1 à 3 XP par personnage, pas 0 (FLU-6.1)"),
        ((("b", 1), ("a", 4)), "De 1 à 3 XP par personnage, pas 4 (FLU-6.1)"),
        ((("a", -1),), "De 1 à 3 XP par personnage, pas -1 (FLU-6.1)"),
        ((), "Il faut récompenser au moins un personnage (FLU-6.1)"),
        ((("a", 1), ("a", 1)), "Une seule récompense par personnage (FLU-6.1)"),
        ((("g", 1),), "Gueux est un sbire (FLU-4.65)"),
        ((("x", 1),), "Personne ne s'appelle « x » dans cette scène (FLU-3.1)"),
        ((("a", 1),), None),
        ((("a", 2), ("b", 3)), None),
    ],
)
def test_what_may_be_granted(gains, why):
    assert refus(Recompenser("a", gains), table()) == why


# ---------------------------------------------------------------- Traits


@pytest.mark.rule("FLU-6.2")
def test_a_trait_costs_the_value_aimed_at():
    scene = table(xp=9)
    assert refus(Progresser("a", "Épée"), table(xp=2)) == "Pas assez de XP : il en faut 3, il en reste 2 (FLU-6.2)"
    scene = faire(scene, Progresser("a", "epee"))
    assert (scene["a"].trait("Épée").valeur, scene["a"].xp) == (3, 6)


@pytest.mark.rule("FLU-6.2")
def test_points_are_bought_one_by_one_beyond_the_3_of_creation():
    scene = table(xp=9, fiche={"traits": [{"nom": "Épée", "valeur": 3}]})
    scene = faire(scene, Progresser("a", "Épée"), Progresser("a", "Épée"))
    assert (scene["a"].trait("Épée").valeur, scene["a"].xp) == (5, 0)


@pytest.mark.rule("FLU-6.2")
def test_a_new_trait_costs_1():
    oracle = Scripted()
    scene = Progresser("a", " Astronome ", famille="passion").resolve(table(xp=1), oracle)
    assert scene["a"].trait("Astronome") == Trait("Astronome", 1, famille="passion")
    assert scene["a"].xp == 0
    assert oracle.events[0].terms == (("Valeur visée", 1, "FLU-6.2"),)
    assert refus(Progresser("a", "Astronome"), table()) == "Pas assez de XP : il en faut 1, il en reste 0 (FLU-6.2)"


@pytest.mark.rule("FLU-6.2")
@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (Progresser("a", "Peureux"), "FLU-6.2"),  # negative: FLU-6.4, FLU-6.5
        (Progresser("a", "Balafre"), "FLU-6.2"),
        (Progresser("a", "Enrhumé"), "FLU-6.2"),
        (Progresser("a", ""), "FLU-2.8"),
        (Progresser("a", "Costaud"), "FLU-2.9"),
        (Progresser("a", "Costaud", accord=True), None),
        (Progresser("g", "Épée"), "FLU-4.65"),
        (Progresser("x", "Épée"), "FLU-3.1"),
        (Progresser("a", "Épée"), None),
    ],
)
def test_which_traits_can_be_raised(action, rule):
    closed = action.closed(table(xp=50, traits=[PLAIE, PASSAGER]))
    assert (closed.rule if closed else None) == rule


@pytest.mark.rule("FLU-4.23")
def test_a_secret_thrust_is_learned_with_the_mj_s_consent():
    scene = table(xp=3)
    appris = faire(scene, Progresser("a", "Le Faucon", botte="engourdir", accord=True))
    assert appris["a"].trait("Le Faucon").botte == "engourdir"
    assert faire(appris, Progresser("a", "Le Faucon"))["a"].trait("Le Faucon") == Trait(
        "Le Faucon", 2, botte="engourdir"
    )
    assert Progresser("a", "Le Faucon", botte="engourdir").closed(scene).rule == "FLU-4.23"
    assert Progresser("a", "Le Faucon", botte="voler", accord=True).closed(scene).rule == "FLU-4.23"
    assert Progresser("a", "Épée", botte="engourdir", accord=True).closed(scene).rule == "FLU-4.23"


@pytest.mark.rule("FLU-6.2", "FLU-6.5")
def test_what_is_bought_or_bought_off_leaves_the_other_traits_alone():
    fiche = Fiche("A", traits=(Trait("Épée", 2), Trait("Barde", 0), Trait("Peureux", 3, negatif=True)))
    fiche = inscrire(inscrire(fiche, Trait("Épée", 3)), Trait("Peureux", 0, negatif=True))
    assert [(t.nom, t.valeur) for t in fiche.traits] == [("Épée", 3), ("Barde", 0)]


@pytest.mark.rule("FLU-5.17", "FLU-6.2")
def test_a_written_spell_is_raised_like_a_trait():
    scene = table(xp=3, fiche={"MAG": 5}, grimoire=[FLAMME, {"id": "gel", "nom": "Gel", "niveau": 2}])
    scene = faire(scene, Progresser("a", "flamme"))
    assert ([s.niveau for s in scene["a"].grimoire], scene["a"].xp) == ([1, 2], 2)
    scene = faire(scene, Progresser("a", "Flamme"))
    assert ([s.niveau for s in scene["a"].grimoire], scene["a"].xp) == ([2, 2], 0)
    assert scene["a"].fiche.traits == ()
    assert refus(Progresser("a", "Gel"), scene) == "Pas assez de XP : il en faut 3, il en reste 0 (FLU-6.2)"


@pytest.mark.rule("FLU-5.17", "FLU-6.2")
def test_a_written_spell_is_known_by_its_name_whatever_the_accents():
    livre = [{"id": "eclair_ancien-1", "nom": "Éclair ancien", "niveau": 1}]
    scene = faire(table(xp=2, fiche={"MAG": 5}, grimoire=livre), Progresser("a", "eclair Ancien"))
    assert ([s.niveau for s in scene["a"].grimoire], scene["a"].fiche.traits) == ([2], ())


@pytest.mark.rule("FLU-5.17", "FLU-2.15", "FLU-2.13", "FLU-6.4")
@pytest.mark.parametrize("nom", ["Éclair ancien", "eclair Ancien", "eclair"])
def test_no_trait_hides_a_written_spell_of_its_name(nom):
    livre = [{"id": "eclair", "nom": "Éclair ancien", "niveau": 2}]
    scene = table(bilan=0, traits_libres=3, fiche={"MAG": 5}, grimoire=livre)
    scene = replace(scene, options=replace(scene.options, creation_en_jeu=True))
    for action in (DonnerTrait("a", nom), PlacerTrait("a", nom), SeCompliquer("a", nom, accord=True)):
        assert action.closed(scene).rule == "FLU-5.17"


# ---------------------------------------------------------------- caractéristiques


@pytest.mark.rule("FLU-6.3")
def test_a_caracteristique_costs_twice_the_value_aimed_at_and_the_attributes_follow():
    scene = table(xp=12, res_perdue=4)
    assert (scene["a"].fiche.RES, scene["a"].res) == (10, 6)
    scene = faire(scene, Developper("a", "CON"))
    assert (scene["a"].carac("CON"), scene["a"].xp) == (6, 0)
    assert (scene["a"].fiche.RES, scene["a"].res) == (11, 7)
    assert refus(Developper("a", "CON"), scene) == "Pas assez de XP : il en faut 14, il en reste 0 (FLU-6.3)"
    assert refus(Developper("a", "FOR"), table(xp=11)) == "Pas assez de XP : il en faut 12, il en reste 11 (FLU-6.3)"


@pytest.mark.rule("FLU-6.3")
def test_every_attribute_rises_with_its_two_caracteristiques_and_7_is_no_limit():
    avant = Fiche("X", **dict.fromkeys(CARACS, 7), MAG=7)
    monte = {}
    for c in (*CARACS, "MAG"):
        scene = read_scene({"personnages": {"a": {"xp": 16, "fiche": msgspec.to_builtins(avant)}}}, ())
        apres = faire(scene, Developper("a", c))["a"]
        assert (apres.carac(c), apres.xp) == (8, 0)
        monte[c] = [n for n in ("RES", "AUR", "SAN", "INI") if getattr(apres.fiche, n) == getattr(avant, n) + 1]
    assert monte == {
        "FOR": ["INI"],
        "CON": ["RES"],
        "AGI": ["INI"],
        "PER": ["SAN"],
        "INT": ["SAN"],
        "VOL": ["RES"],
        "CHA": ["AUR"],
        "CONN": ["AUR"],
        "MAG": [],
    }


@pytest.mark.rule("FLU-6.3", "FLU-2.3")
def test_nobody_buys_magie_who_does_not_practise_it():
    assert refus(Developper("a", "MAG"), table(xp=99)) == "A ne pratique pas la magie (FLU-2.3)"
    assert Developper("g", "FOR").closed(table()).rule == "FLU-4.65"
    assert Developper("x", "FOR").closed(table()).rule == "FLU-3.1"


# ---------------------------------------------------------------- negative Traits


@pytest.mark.rule("FLU-6.4")
@pytest.mark.parametrize(("valeur", "xp"), [(1, 2), (2, 4), (3, 6)])
def test_a_negative_trait_of_the_adventure_brings_2_xp_a_point(valeur, xp):
    oracle = Scripted()
    action = SeCompliquer("a", "Ennemi du bailli", valeur, accord=True)
    assert action.closed(table(bilan=0)) is None
    p = action.resolve(table(xp=1, bilan=0), oracle)["a"]
    assert (p.xp, p.trait("Ennemi du bailli").valeur, p.trait("Ennemi du bailli").negatif) == (1 + xp, valeur, True)
    assert (total(oracle.events[0].terms), oracle.events[0]["total"]) == (xp, 1 + xp)


@pytest.mark.rule("FLU-6.4")
@pytest.mark.parametrize(
    ("action", "why"),
    [
        (SeCompliquer("a", "Traqué"), "Il faut l'accord du MJ (FLU-6.4)"),
        (SeCompliquer("a", "Traqué", 4, accord=True), "« Traqué » : de 1 à 3, pas 4 (FLU-6.4)"),
        (SeCompliquer("a", "Traqué", 0, accord=True), "« Traqué » : de 1 à 3, pas 0 (FLU-6.4)"),
        (SeCompliquer("a", "Balafre", 2, accord=True), "A a déjà le Trait « Balafre » (FLU-6.4)"),  # wounds bring none
        (SeCompliquer("a", "contrecoup", accord=True), "A a déjà le Trait « contrecoup » (FLU-6.4)"),
        (SeCompliquer("a", "", accord=True), "Un Trait doit avoir un nom (FLU-2.8)"),
        (SeCompliquer("g", "Traqué", accord=True), "Gueux est un sbire (FLU-4.65)"),
    ],
)
def test_what_brings_nothing(action, why):
    assert refus(action, table(bilan=0, traits=[PLAIE, EFFORT])) == why


@pytest.mark.rule("FLU-6.4")
def test_complications_come_when_xp_are_granted_as_many_as_one_likes():
    traque, endette = SeCompliquer("a", "Traqué", accord=True), SeCompliquer("a", "Endetté", 2, accord=True)
    pas_encore = "Une complication se prend à la fin d'un scénario, juste après l'attribution des XP (FLU-6.4)"
    assert refus(traque, table()) == refus(traque, table(scenario=2)) == pas_encore
    scene = faire(table(), Recompenser("a", (("a", 1),)), traque, endette)
    assert scene["a"].xp == 1 + 2 + 4
    assert refus(SeCompliquer("b", "Endetté", accord=True), scene) is None
    plus_tard = scene.avancer(6)  # the next scenario is under way
    assert refus(SeCompliquer("a", "Maudit", accord=True), plus_tard) == pas_encore
    assert refus(SeCompliquer("a", "Maudit", accord=True), faire(plus_tard, Recompenser("a", (("a", 1),)))) is None


@pytest.mark.rule("FLU-6.4", "FLU-6.5")
def test_those_who_meet_again_go_on_from_the_scenario_their_traits_remember():
    traque = {"nom": "Traqué", "valeur": 1, "negatif": True, "origine": "aventure", "scenario": 3}
    gens = [{"id": "a", "xp": 5, "fiche": {"nom": "A", "traits": [traque]}}, {"id": "b", "fiche": {"nom": "B"}}]
    scene = gather(gens)
    assert scene.scenario == 3
    assert SeDefaire("a", "Traqué").closed(scene).rule == "FLU-6.5"
    assert SeDefaire("a", "Traqué").closed(faire(scene, Recompenser("a", (("a", 1),)))) is None
    assert gather(gens[1:]).scenario == 1


@pytest.mark.rule("FLU-6.5")
@pytest.mark.parametrize(("niveaux", "cout", "reste"), [(1, 3, 2), (2, 5, 1), (3, 6, 0)])
def test_each_point_taken_off_costs_the_score_before(niveaux, cout, reste):
    oracle = Scripted()
    action = SeDefaire("a", "Peureux", niveaux)
    assert action.closed(table(xp=cout)) is None
    assert action.closed(table(xp=cout - 1)).rule == "FLU-6.5"
    p = action.resolve(table(xp=cout), oracle)["a"]
    assert p.xp == 0
    assert (p.trait("Peureux").valeur if p.trait("Peureux") else 0) == reste
    assert p.trait("Épée").valeur == 2
    assert [amount for _, amount, _ in oracle.events[0].terms] == [3, 2, 1][:niveaux]


@pytest.mark.rule("FLU-6.5")
@pytest.mark.parametrize("trait", [PLAIE, CHOC, EFFORT, PASSAGER])
def test_what_heals_or_passes_cannot_be_bought_off(trait):
    scene = table(xp=50, traits=[trait])
    assert (
        refus(SeDefaire("a", trait["nom"]), scene)
        == f"« {trait['nom']} » ne se rachète pas : cela guérit ou passe (FLU-6.5)"
    )


@pytest.mark.rule("FLU-6.5")
@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (SeDefaire("a", "Épée"), "FLU-6.5"),
        (SeDefaire("a", "rien"), "FLU-6.5"),
        (SeDefaire("a", "Peureux", 0), "FLU-6.5"),
        (SeDefaire("a", "Peureux", -1), "FLU-6.5"),
        (SeDefaire("a", "Peureux", 4), "FLU-6.5"),
        (SeDefaire("g", "Peureux"), "FLU-4.65"),
        (SeDefaire("x", "Peureux"), "FLU-3.1"),
        (SeDefaire("a", "peureux", 3), None),
    ],
)
def test_only_points_that_are_there_can_be_bought_off(action, rule):
    closed = action.closed(table(xp=50))
    assert (closed.rule if closed else None) == rule


@pytest.mark.rule("FLU-6.4", "FLU-6.5")
def test_no_xp_out_of_nothing():
    """Taken for 2 XP and bought off for 1: not before another scenario has ended."""
    scene = faire(table(), Recompenser("a", (("a", 1),)), SeCompliquer("a", "Traqué", accord=True))
    rachat = SeDefaire("a", "Traqué")
    assert refus(rachat, scene) == "« Traqué » vient d'être pris : pas avant la fin d'un autre scénario (FLU-6.5)"
    scene = faire(scene, Recompenser("a", (("a", 1),)), rachat)
    assert (scene["a"].trait("Traqué"), scene["a"].xp) == (None, 1 + 2 + 1 - 1)


@pytest.mark.rule("FLU-6.5")
def test_a_trait_of_the_adventure_kept_with_the_others_is_bought_off_there():
    traque = {"nom": "Traqué", "valeur": 2, "negatif": True, "origine": "aventure"}
    scene = faire(table(xp=9, traits=[traque, PLAIE]), SeDefaire("a", "Traqué"))
    assert [(t.nom, t.valeur) for t in scene["a"].traits] == [("Traqué", 1), ("Balafre", 2)]
    scene = faire(scene, SeDefaire("a", "Traqué"))
    assert [t.nom for t in scene["a"].traits] == ["Balafre"]
    assert len(scene["a"].fiche.traits) == 2


@pytest.mark.rule("FLU-6.1")
def test_not_in_the_middle_of_a_fight():
    scene = replace(table(xp=50, scenario=2), encounter=Combat(file=("a",)))
    for action in (
        Recompenser("a", (("a", 1),)),
        Progresser("a", "Épée"),
        Developper("a", "FOR"),
        SeCompliquer("a", "Traqué", accord=True),
        SeDefaire("a", "Peureux"),
    ):
        assert action.closed(scene).text == "Pas en plein combat"
    assert list(experience.offers(scene, scene["a"])) == []


# ---------------------------------------------------------------- what must always hold

noms = st.sampled_from(["Épée", "Peureux", "Balafre", "Traqué", "Flamme", "gel", "Costaud", "", "{}", "Neuf"])
qui = st.sampled_from(["a", "b", "g", "x"])
n = st.integers(-1, 5)
actions = st.one_of(
    st.builds(Recompenser, qui, st.lists(st.tuples(qui, n), max_size=3).map(tuple)),
    st.builds(Progresser, qui, noms, botte=st.sampled_from(["", "aveugler", "x"]), accord=st.booleans()),
    st.builds(Developper, qui, st.sampled_from([*CARACS, "MAG"])),
    st.builds(SeCompliquer, qui, noms, n, accord=st.booleans()),
    st.builds(SeDefaire, qui, noms, n),
)


@given(st.lists(actions, max_size=25), st.integers(0, 30))
def test_xp_never_falls_below_zero_whatever_is_tried(tentees, xp):
    scene = table(xp=xp, traits=[PLAIE], grimoire=[FLAMME])
    for action in tentees:
        closed = action.closed(scene)
        if closed is not None:
            assert str(closed).endswith(f"({closed.rule})")
            continue
        live = Live()
        apres = action.resolve(scene, live)
        assert action.resolve(scene, Replay(live.transcript)) == apres
        assert msgspec.json.decode(msgspec.json.encode(apres), type=Scene) == apres
        assert all(p.xp >= 0 for p in apres.people.values())
        assert all(t.valeur >= 1 for p in apres.people.values() for t in p.fiche.traits)
        assert apres["a"].traits == scene["a"].traits  # wounds are left alone
        scene = apres


def test_buttons_are_judged_by_the_same_rules():
    scene = table(xp=3, armes=["dague"], grimoire=[FLAMME])
    boutons = list(experience.offers(scene, scene["a"]))
    assert boutons[0] == Recompenser("a", (("a", 1), ("b", 1)))
    assert boutons[1:4] == [Progresser("a", "Épée"), Progresser("a", "Dague"), Progresser("a", "Flamme")]
    assert boutons[-1] == SeDefaire("a", "Peureux")
    assert [b.closed(scene) for b in (*boutons[:4], boutons[-1])] == [None] * 5
    assert list(experience.offers(scene, scene["g"])) == []
    assert list(experience.offers(scene, table()["a"])) == [boutons[0]]


def test_events_as_sentences():
    mots = content.read("tablee.games.fluid", "content/words/experience.toml", Words)
    scene, oracle = table(xp=20), Scripted()
    for action in (
        Recompenser("a", (("a", 2),)),
        Progresser("a", "Épée"),
        Developper("a", "FOR"),
        SeCompliquer("a", "Traqué", accord=True),
        SeDefaire("a", "Peureux"),
    ):
        scene = action.resolve(scene, oracle)
    assert [typed(told(mots, e, {"a": "Alys"}, "fr")) for e in oracle.events] == [
        "Alys gagne 2 XP et en a 22.",
        "Le scénario 1 est terminé.",
        "Alys progresse : Épée 3, pour 3 XP. Restent 19 XP.",
        "Alys se développe : Force 6, pour 12 XP. Restent 7 XP.",
        "Alys se complique la vie : Traqué -1, contre 2 XP. Total : 9 XP.",
        "Alys se défait de Peureux, désormais à 2, pour 3 XP. Restent 6 XP.",
    ]
    assert [w for e in oracle.events for w in [told(mots, e, {}, "en")] if "{" in w] == []
