"""Falls, lack of air, and outcomes that need no roll."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee import odds
from tablee.games.fragments.book.c3_combat.actions import Attendre
from tablee.games.fragments.book.c3_combat.vie import soigner
from tablee.games.fragments.book.c5_aventure.dangers import (
    ACTIONS,
    Chuter,
    IssueEvidente,
    Respirer,
    Suffoquer,
    offers,
    secondes_de_souffle,
    tours_sans_air,
)
from tablee.games.fragments.book.c5_aventure.temps import PasserLeTemps
from tablee.games.fragments.model.langage import Effet
from tablee.games.fragments.model.people import Actif, Equipement, MalActif, Survie
from tablee.games.fragments.model.scene import Options, Scene
from tablee.kernel.content import ContentError
from tablee.kernel.game import game
from tablee.kernel.live import Scripted
from tablee.kernel.simulated import Simulated
from tablee.kernel.tally import total

from .route import cheval, choses, dit, halte, jouer, melee, refus, sac, unite

SOLIDE = {"PV": 200}

# ---------------------------------------------------------------- falls


@pytest.mark.rule("FD-5.12")
@pytest.mark.parametrize(
    ("metres", "des", "points"),
    [
        (4, (3,), 3),  # 3 + 10/20
        (7, (4,), 4),
        (8, (1, 2), 4),  # 3 + 2 x 10/20
        (12, (1, 1, 1), 4),  # 3 + 3 x 10/20, rounded down at the end
        (80, (2,) * 20, 50),  # 40 + 20 x 10/20
        (400, (2,) * 20, 50),  # no more than 20 dice
    ],
)
def test_a_d4_for_each_four_metres_and_one_s_weight(metres: int, des: tuple[int, ...], points: int) -> None:
    apres, events = jouer(halte(points=SOLIDE), Chuter("ana", metres), des)
    assert apres["ana"].perdus == points == dit(events, "chute")["points"] == total(dit(events, "chute").terms)


@pytest.mark.rule("FD-5.12")
def test_all_that_is_carried_weighs_and_def_does_not_help() -> None:
    charge = Equipement(actif=choses("espadon", "pavois"), sac_a_dos=True, sac=choses("tente", "gourde"))  # 12 + 11 + 7
    apres, _ = jouer(halte(points={**SOLIDE, "DEF": 50}, equipement=charge), Chuter("ana", 8), (1, 1))
    assert apres["ana"].perdus == 2 + 2 * 40 // 20


@pytest.mark.rule("FD-5.12")
def test_one_ends_on_the_ground() -> None:
    apres, _ = jouer(halte(points=SOLIDE), Chuter("ana", 4), (1,))
    assert apres["ana"].a("a_terre")


@pytest.mark.rule("FD-5.12")
@pytest.mark.parametrize("metres", [3, 0, -8, 10**7])
def test_less_than_four_metres_is_no_fall(metres: int) -> None:
    assert refus(halte(), Chuter("ana", metres)) == "FD-5.12"


@pytest.mark.rule("FD-5.12")
def test_a_part_of_a_metre_never_counts() -> None:
    with pytest.raises(ContentError, match="metres : attendu un entier"):
        game("fragments").action({"do": "chuter", "actor": "ana", "metres": 7.9})
    ici = halte(points=SOLIDE)
    vues = {n: odds(Chuter("ana", n), ici, "degats") for n in (4, 7, 8)}
    chances = {n: [vue.p(points) for points in range(12)] for n, vue in vues.items()}
    assert chances[7] == chances[4] != chances[8]  # under eight metres: one step of four
    assert [points for points, p in enumerate(chances[7]) if p] == [1, 2, 3, 4]
    assert [points for points, p in enumerate(chances[8]) if p] == [*range(3, 10)]


@pytest.mark.rule("FD-5.12", "FD-4.22")
@pytest.mark.parametrize(
    ("effets", "points"),
    [
        ((Effet("vulnerable", "IMP"),), 15),  # 2 x 7.5, rounded at the end
        ((Effet("resiste", "IMP"),), 3),
        ((Effet("resiste", "IMP"), Effet("vulnerable", "IMP")), 7),
        ((Effet("resiste", "TRA"),), 7),
        ((Effet("bonus", "defense_brute", 3),), 4),
        ((Effet("bonus", "defense_brute", 30),), 0),
    ],
)
def test_what_weighs_on_impact_weighs_on_a_fall(effets: tuple[Effet, ...], points: int) -> None:
    actifs = tuple(Actif("X", e, "FD-9.1", cle=str(i)) for i, e in enumerate(effets))
    apres, events = jouer(halte(points=SOLIDE, effets=actifs), Chuter("ana", 12), (2, 2, 2))
    assert apres["ana"].perdus == points == total(dit(events, "chute").terms)


@pytest.mark.rule("FD-5.12")
def test_a_fall_may_put_one_down_and_off_one_s_mount() -> None:
    scene = halte(cheval(x=0, cavalier="ana"), monture="cheval", perdus=19)
    apres, _ = jouer(scene, Chuter("ana", 4), (1,), ("1",))
    assert apres["ana"].survie is not None
    assert (apres["ana"].monture, apres["cheval"].cavalier) == ("", "")
    assert odds(Chuter("ana", 4), halte(perdus=17)).p(1) == pytest.approx(0.5)  # 3 or 4 on the die


# ---------------------------------------------------------------- air


@pytest.mark.rule("FD-5.13")
@pytest.mark.parametrize(("con", "secondes", "tours"), [(10, 150, 2), (3, 45, 1), (4, 60, 1), (8, 120, 2), (0, 0, 1)])
def test_breath_and_consciousness(con: int, secondes: int, tours: int) -> None:
    scene = halte(points={"CON": con})
    assert secondes_de_souffle(scene, scene["ana"]) == secondes
    assert tours_sans_air(scene, scene["ana"]) == tours


@pytest.mark.rule("FD-5.13")
def test_out_of_a_fight_breath_runs_out_then_consciousness_then_life() -> None:
    scene, _ = jouer(halte(points={"CON": 4}), Suffoquer("ana"))  # 60 s, then one tour
    scene, _ = jouer(scene, PasserLeTemps("ana", 60, "secondes"))
    assert scene["ana"].souffle == 1
    scene, _ = jouer(scene, PasserLeTemps("ana", 10, "secondes"))
    assert (scene["ana"].souffle, scene["ana"].conscient) == (0, True)
    scene, _ = jouer(scene, PasserLeTemps("ana", 10, "secondes"))
    survie = scene["ana"].survie
    assert survie is not None
    assert survie.blessure == "Conséquente"
    scene, _ = jouer(scene, PasserLeTemps("ana", 10, "secondes"))
    survie = scene["ana"].survie
    assert survie is not None
    assert survie.reste == 1800  # ten percent a tour
    scene, _ = jouer(scene, PasserLeTemps("ana", 90, "secondes"))
    assert scene["ana"].vie == "mort"


@pytest.mark.rule("FD-5.13")
def test_no_healing_until_one_breathes_again() -> None:
    scene = halte(survie=Survie(1000, "Conséquente", plein=20), perdus=20, souffle=0)
    assert soigner(scene, Scripted(), "ana", 10, "FD-6.6")["ana"].survie is not None
    scene, _ = jouer(scene, Respirer("ana"))
    assert soigner(scene, Scripted(), "ana", 10, "FD-6.6")["ana"].pv == 1
    assert refus(scene, Respirer("ana")) == "FD-5.13"


@pytest.mark.rule("FD-5.13")
def test_in_a_fight_tours_are_counted_once_the_breath_is_spent() -> None:
    base = melee(halte(unite("cyr", "B", 9), points={"CON": 4}), "ana")
    scene, _ = jouer(base, Suffoquer("ana", surpris=True))
    assert (scene["ana"].souffle, scene["ana"].apnee) == (1, 0)
    assert refus(scene, Suffoquer("ana")) == "FD-5.13"

    def manche(scene: Scene) -> Scene:
        for id in ("ana", "cyr"):
            if id in scene.turn():
                scene = Attendre(id).resolve(scene, Scripted())
        return scene

    while scene.encounter is not None and scene.encounter.manche < 3:
        scene = manche(scene)
    assert not scene["ana"].conscient  # one tour with breath 1, the next with none
    retenu, _ = jouer(base, Suffoquer("ana"))
    while retenu.encounter is not None and retenu.encounter.manche < 4:
        retenu = manche(retenu)
    assert retenu["ana"].souffle == 1  # 60 seconds are not over


# ---------------------------------------------------------------- what is obvious

LOGIQUE = Options(situations_logiques=True)


@pytest.mark.rule("FD-5.3")
def test_a_sleeper_is_killed_without_a_roll_where_the_table_plays_so() -> None:
    cyr = unite("cyr", "B", 1, affliction=MalActif("sommeil", 1))
    assert refus(halte(cyr), IssueEvidente("ana", "cyr")) == "FD-5.3"
    scene = halte(cyr, options=LOGIQUE)
    apres, _ = jouer(scene, IssueEvidente("ana", "cyr"))
    assert apres["cyr"].vie == "mort"


@pytest.mark.rule("FD-5.3")
def test_not_the_wakeful_the_distant_nor_the_protected() -> None:
    dort = {"affliction": MalActif("sommeil", 1)}
    for cyr in (
        unite("cyr", "B", 1),
        unite("cyr", "B", 2, **dort),
        unite("cyr", "B", 1, ep=3, **dort),
        unite("cyr", "B", 1, etats=(MalActif("protege", 2),), **dort),
    ):
        assert refus(halte(cyr, options=LOGIQUE), IssueEvidente("ana", "cyr")) == "FD-5.3"


@pytest.mark.rule("FD-5.3", "FD-3.18")
def test_a_resurrection_stone_still_works() -> None:
    cyr = unite("cyr", "B", 1, affliction=MalActif("sommeil", 1), equipement=sac("pierre_de_resurrection"), perdus=5)
    apres, _ = jouer(halte(cyr, options=LOGIQUE), IssueEvidente("ana", "cyr"))
    assert (apres["cyr"].vie, apres["cyr"].pv) == ("actif", 20)


# ---------------------------------------------------------------- what must always hold

NOMS = st.one_of(st.sampled_from(["ana", "cyr", "cheval", ""]), st.text(max_size=3))
ACTES = st.one_of(
    st.builds(Chuter, NOMS, st.one_of(st.integers(-5, 120), st.integers())),
    st.builds(Suffoquer, NOMS, st.booleans()),
    st.builds(Respirer, NOMS),
    st.builds(IssueEvidente, NOMS, NOMS),
    st.builds(PasserLeTemps, NOMS, st.integers(1, 90), st.just("secondes")),
)


@given(st.lists(ACTES, max_size=6), st.booleans(), st.integers(0, 19))
def test_dangers_leave_a_scene_that_holds(actes: list[Chuter], combat: bool, perdus: int) -> None:
    cyr = unite("cyr", "B", 1, affliction=MalActif("sommeil", 1))
    scene = halte(cyr, cheval(x=0, cavalier="ana"), monture="cheval", perdus=perdus, options=LOGIQUE)
    scene = melee(scene, "ana") if combat else scene
    for acte in actes:
        if acte.closed(scene) is None:
            scene = acte.resolve(scene, Simulated(3))
    for u in scene.people.values():
        assert 0 <= u.pv <= u.pv_max
        assert u.survie is None or u.survie.reste > 0
    assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene


def test_buttons() -> None:
    scene = halte(unite("cyr", "B", 1), options=LOGIQUE)
    boutons = list(offers(scene, scene["ana"]))
    assert {type(b) for b in boutons} == {Chuter, Suffoquer, IssueEvidente}
    sans_air = scene.put(replace(scene["ana"], souffle=1))
    assert Respirer("ana") in list(offers(sans_air, sans_air["ana"]))
    assert {Chuter, Suffoquer, Respirer, IssueEvidente} == set(ACTIONS)
