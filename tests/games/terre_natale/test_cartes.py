"""Ready maps and ready encounters: what is there, where one walks, what hides, and what stays broken."""

import msgspec
import pytest
from msgspec.structs import replace

from tablee import demo
from tablee.games.terre_natale import game
from tablee.games.terre_natale.book.c8_confrontation.cartes import AUCUNE, DresserCarte
from tablee.games.terre_natale.book.c8_confrontation.effets import pousse
from tablee.games.terre_natale.book.c8_confrontation.escarmouche import Rejoindre
from tablee.games.terre_natale.book.c8_confrontation.mener import Engager
from tablee.games.terre_natale.book.c8_confrontation.mouvement import SeDeplacer, chemins, portee, sol
from tablee.games.terre_natale.book.c8_confrontation.situations import PoserObstacle, couvert
from tablee.games.terre_natale.book.c10_monde.adversite import ADVERSAIRES
from tablee.games.terre_natale.book.c10_monde.meneur import Convoquer
from tablee.games.terre_natale.model.adversite import PROFILS
from tablee.games.terre_natale.model.cartes import CARTES, SOLS
from tablee.games.terre_natale.model.contrats import EMPLOIS
from tablee.games.terre_natale.model.scene import Scene
from tablee.kernel.content import ContentError, parse
from tablee.kernel.scenario import Scenario
from tablee.kernel.simulated import Simulated
from tablee.kernel.tally import total

from .jeu import dit, jouer

PONT = "haute_combe"  # rows 4 to 7 are the bridge; the river is columns 8 to 11


def refus(scene, action, regle):
    """Why an action is closed; it must be, by this rule."""
    closed = action.closed(scene)
    assert closed is not None and closed.rule == regle
    return closed


def pont(**ou):
    """The bridge of the demonstration, some people set elsewhere."""
    s = demo("terre_natale", "demo")
    for who, (x, y) in ou.items():
        s = s.put(replace(s[who], x=x, y=y))
    return s


def test_there_are_encounters_of_every_form_and_people_to_meet():
    scenes = {name: demo("terre_natale", name) for name in game.demos}
    assert len(scenes) >= 8
    joutes = [s for s in scenes.values() if s.encounter is not None and s.encounter.forme == "joute"]
    assert len(joutes) >= 2
    assert any(s.rixe is not None for s in scenes.values()) and any(s.chronique is not None for s in scenes.values())
    assert len({s.carte for s in scenes.values() if s.carte}) >= 3 and set(CARTES) >= {
        s.carte for s in scenes.values()
    } - {""}
    assert len(game.creation.starts) >= 8 and len(ADVERSAIRES) >= 30
    assert {c.profil for c in ADVERSAIRES.values()} == set(PROFILS)
    assert {"humain", "animal", "mort_vivant", "machine", "primitif"} <= {c.sorte for c in ADVERSAIRES.values()}
    assert scenes["dragon"]["dragon"].fiche.points and len(EMPLOIS) >= 10


@pytest.mark.parametrize("nom", list(game.demos))
def test_whoever_is_in_a_ready_scene_stands_somewhere_of_its_own(nom):
    s = demo("terre_natale", nom)
    places = [(p.x, p.y) for p in s.people.values()]
    assert len(set(places)) == len(places)
    assert all(s.praticable(case) for case in places)


@pytest.mark.rule("TN-8.368")
def test_a_map_brings_what_stands_on_it_and_says_what_each_square_is():
    s = pont()
    assert s.carte == PONT and {o.nom for o in s.obstacles} == {"Arbre", "Buisson", "Muret"}
    sols = {(p.x, p.y): p.kind for p in sol(s).plots}
    assert len(sols) == 20 * 12
    assert (sols[9, 0], sols[9, 5], sols[5, 3], sols[0, 0]) == ("Eau profonde", "Chemin", "Muret", "Herbe")
    assert {"Eau profonde", "Ravin", "Mur"} == set(sol(s).barred)
    assert sol(demo("terre_natale", "banquet")).plots == ()


@pytest.mark.rule("TN-8.362")
def test_nobody_walks_into_deep_water_nor_off_the_map():
    s = Engager("alienor").resolve(pont(alienor=(7, 3)), Simulated(1))
    pas = chemins(s, s["alienor"]).pas
    assert (8, 3) not in pas and (9, 2) not in pas and (8, 4) in pas
    assert min(x for x, _ in pas) >= 0 and min(y for _, y in pas) >= 0
    s = replace(s, encounter=replace(s.encounter, passe="alienor"))
    assert "Aucun chemin" in str(refus(s, SeDeplacer("alienor", 8, 3), "TN-8.362"))
    for way in portee(s, "alienor"):
        assert all(s.praticable(case) for case in way.cells)


@pytest.mark.rule("TN-8.368", "TN-8.362")
def test_walls_of_a_map_stop_steps_and_blows_alike():
    s = demo("terre_natale", "rois")
    assert not s.praticable((4, 0)) and not s.praticable((0, 4)) and s.praticable((0, 5)) and not s.praticable((0, 0))
    gersende, archer = s["gersende"], s["archer"]
    derriere = replace(archer, x=10, y=9)  # behind the pillar at (9, 9), seen along the row
    assert total(couvert(s, replace(gersende, x=8, y=9), derriere)) == -5
    assert couvert(s, replace(gersende, x=8, y=6), replace(archer, x=10, y=6)) == ()


@pytest.mark.rule("TN-8.259")
def test_whoever_is_driven_back_stops_at_the_water():
    s = pont(alienor=(5, 3), odo=(6, 3))
    assert pousse(s, "odo", "alienor", 5) == (7, 3)
    s = pont(alienor=(5, 5), odo=(6, 5), ermeline=(0, 0))
    assert pousse(s, "odo", "alienor", 3) == (9, 5)


@pytest.mark.rule("TN-8.3")
def test_in_an_escarmouche_one_joins_somebody_where_one_can_stand():
    s = Engager("alienor", format="escarmouche").resolve(pont(odo=(12, 3), alienor=(7, 3)), Simulated(1))
    x, y = Rejoindre("alienor", "odo").place(s)
    assert s.praticable((x, y)) and (x, y) == (11, 4)


@pytest.mark.rule("TN-10.118")
def test_whoever_is_called_comes_where_one_can_stand():
    s = pont(alienor=(7, 2))
    s, _ = jouer(s, Convoquer("alienor", adversaire="loup", camp="Meute", combien=3))
    venus = [p for p in s.people.values() if p.side == "Meute"]
    assert len({(p.x, p.y) for p in venus}) == 3 and all(s.praticable((p.x, p.y)) for p in venus)


@pytest.mark.rule("TN-8.369")
def test_what_is_taken_away_does_not_come_back_when_the_scene_is_read_again():
    s = pont()
    muret = next(o for o in s.obstacles if o.nom == "Muret")
    s, _ = jouer(s, PoserObstacle("alienor", muret.x, muret.y, 0))
    again = game.read_scene(msgspec.to_builtins(s), ())
    assert len(again.obstacles) == len(pont().obstacles) - 1
    assert {(p.x, p.y): p.kind for p in sol(again).plots}[muret.x, muret.y] == "Herbe"


@pytest.mark.rule("TN-8.368")
def test_the_game_master_lays_a_map_and_everybody_stands_on_it():
    s = demo("terre_natale", "banquet")
    s, oracle = jouer(s, DresserCarte("isabeau", "tertre_des_rois"))
    assert s.carte == "tertre_des_rois" and s.obstacles == CARTES["tertre_des_rois"].obstacles
    assert dit(oracle, "carte_dressee")["carte"] == "Le tertre des rois"
    places = [(p.x, p.y) for p in s.people.values()]
    assert len(set(places)) == len(places) and all(s.praticable(case) for case in places)
    s, _ = jouer(s, DresserCarte("isabeau", AUCUNE))
    assert (s.carte, s.obstacles) == ("", ())


def test_a_map_that_does_not_exist_is_refused():
    s = pont()
    assert "on peut dresser" in str(refus(s, DresserCarte("alienor", "lune"), "TN-8.368"))
    refus(s, DresserCarte("alienor", PONT), "TN-8.368")
    read = parse(game.demos["demo"], Scenario, "demo").scene
    with pytest.raises(ContentError, match="terrain"):
        game.read_scene({**read, "terrain": "lune"}, ())
    with pytest.raises(ContentError, match="carte"):
        game.read_scene({**msgspec.to_builtins(s), "carte": "lune"}, ())


def test_every_kind_of_ground_is_on_a_map_and_no_sign_stands_for_two():
    assert len({x.signe for x in SOLS.values()}) == len(SOLS)
    assert {x.nom for x in SOLS.values()} == {x.nom for carte in CARTES.values() for x in carte.sols.values()}
    for carte in CARTES.values():
        assert carte.fond in SOLS and not SOLS[carte.fond].couvre


def test_a_scene_says_which_of_it_is_the_place():
    assert set(Scene.here) <= set(Scene.__struct_fields__)
