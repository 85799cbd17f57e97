"""Mounts: getting on and off, carrying somebody, panic, figures, bardes, the market."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.fragments.book.c2_systeme.figures import carac, mouvement, surcharge, termes_mouvement
from tablee.games.fragments.book.c3_combat.actions import Attendre
from tablee.games.fragments.book.c3_combat.deplacements import SeDeplacer, restants
from tablee.games.fragments.book.c3_combat.tours import Combattre
from tablee.games.fragments.book.c3_combat.vie import perdre
from tablee.games.fragments.book.c4_attaque.attaque import Attaquer, botte, termes_precision
from tablee.games.fragments.book.c6_equipement.inventaire import Decharger
from tablee.games.fragments.book.c6_equipement.montures import (
    ACTIONS,
    AcheterBarde,
    AcheterMonture,
    Deposer,
    Descendre,
    Effrayer,
    GagnerMonture,
    Monter,
    Sauver,
    VendreBarde,
    VendreMonture,
    barde,
    offers,
)
from tablee.games.fragments.model.catalogue import BOUCLIERS, MONTURES
from tablee.games.fragments.model.effects import Assaut, types_de
from tablee.games.fragments.model.hexes import distance
from tablee.games.fragments.model.people import Equipement, MalActif, Survie
from tablee.games.fragments.model.scene import Carte, Scene
from tablee.kernel.live import Scripted
from tablee.kernel.simulated import Simulated
from tablee.kernel.tally import total

from .chiffres import esquive
from .route import cheval, dit, halte, jouer, melee, refus, sac, unite


def en_selle(*autres: object, **ana: object) -> Scene:
    """Ana on her horse, in her tour; Cyr of the other side far away."""
    bob = unite("bob", x=1)
    scene = halte(cheval(x=0, cavalier="ana"), bob, unite("cyr", "B", 9), monture="cheval", **ana)
    return melee(scene, "ana")


def a_pied(mov: int = 5) -> Scene:
    return melee(halte(cheval(), unite("cyr", "B", 9), points={"MOV": mov}), "ana")


# ---------------------------------------------------------------- getting on and off


@pytest.mark.rule("FD-3.24")
@pytest.mark.parametrize(("mov", "reste"), [(5, 3), (4, 2), (7, 4)])
def test_mounting_costs_half_of_one_s_own_mov(mov: int, reste: int) -> None:
    scene, _ = jouer(a_pied(mov), Monter("ana", "cheval"))
    ana = scene["ana"]
    assert (ana.monture, ana.case, scene["cheval"].cavalier) == ("cheval", (1, 0), "ana")
    assert restants(scene, ana) == reste  # the cells left, though the horse could go further


@pytest.mark.rule("FD-3.24", "FD-3.22")
def test_the_cells_left_may_be_walked_before_or_after() -> None:
    base = halte(cheval(x=2), unite("cyr", "B", 9))
    scene, _ = jouer(melee(base, "ana"), SeDeplacer("ana", 1, 0))
    scene, _ = jouer(scene, Monter("ana", "cheval"))
    assert restants(scene, scene["ana"]) == 5 - 1 - 2
    scene, _ = jouer(scene, SeDeplacer("ana", 4, 0))
    assert (scene["ana"].case, scene["cheval"].case) == ((4, 0), (4, 0))
    assert restants(scene, scene["ana"]) == 0
    assert refus(scene, Descendre("ana", 5, 0)) == "FD-3.24"


@pytest.mark.rule("FD-3.24")
def test_too_few_cells_left() -> None:
    base = halte(cheval(x=5), unite("cyr", "B", 9))
    scene, _ = jouer(melee(base, "ana"), SeDeplacer("ana", 4, 0))
    assert restants(scene, scene["ana"]) == 1
    assert refus(scene, Monter("ana", "cheval")) == "FD-3.24"


@pytest.mark.rule("FD-3.24", "FD-3.22")
def test_not_after_another_action_of_the_tour() -> None:
    scene = a_pied()
    assert scene.encounter is not None
    agi = replace(scene.encounter.tours["ana"], agi=True)
    scene = replace(scene, encounter=replace(scene.encounter, tours={"ana": agi}))
    assert refus(scene, Monter("ana", "cheval")) == "FD-3.22"


@pytest.mark.rule("FD-3.24")
def test_dismounting_costs_half_of_the_mount_s_mov_and_the_mount_stays() -> None:
    scene, _ = jouer(en_selle(), SeDeplacer("ana", 0, 2))  # two cells of eight
    scene, _ = jouer(scene, Descendre("ana", 0, 3))
    assert (scene["ana"].case, scene["cheval"].case) == ((0, 3), (0, 2))
    assert (scene["ana"].monture, scene["cheval"].cavalier) == ("", "")
    assert restants(scene, scene["ana"]) == 8 - 2 - 4
    assert Attaquer("ana", "cyr").closed(scene) is not None  # out of reach, but it is still her tour
    assert "ana" in scene.turn()


@pytest.mark.rule("FD-3.24", "FD-9.15")
def test_where_one_gets_off() -> None:
    scene = en_selle()
    assert refus(scene, Descendre("ana", 1, 0)) == "FD-9.15"  # Bob stands there
    assert refus(scene, Descendre("ana", 3, 0)) == "FD-3.24"
    assert refus(scene, Descendre("ana", 0, 0)) == "FD-3.24"
    assert refus(a_pied(), Descendre("ana", 0, 1)) == "FD-3.24"
    etroit = replace(scene, carte=Carte(("..........",)))
    assert refus(etroit, Descendre("ana", 0, 1)) == "FD-9.15"


@pytest.mark.rule("FD-3.24", "FD-6.36")
def test_what_one_does_not_get_on() -> None:
    scene = halte(cheval(x=2), cheval("pris", cavalier="bob"), unite("bob", monture="pris", x=1), unite("cyr", "B", 9))
    scene = scene.put(cheval("adverse", camp="B"), cheval("tombe", survie=Survie(2400, "Légère", plein=24)))
    combat = melee(scene, "ana")
    assert refus(combat, Monter("ana", "cheval")) == "FD-3.24"  # two cells away
    assert refus(combat, Monter("ana", "pris")) == "FD-3.24"
    assert refus(combat, Monter("ana", "adverse")) == "FD-3.24"
    assert refus(combat, Monter("ana", "tombe")) == "FD-6.35"
    assert refus(combat, Monter("ana", "bob")) == "FD-6.36"
    assert refus(combat, Monter("ana", "zz")) == "FD-2.12"
    assert refus(en_selle(), Monter("ana", "cheval")) == "FD-3.24"
    cloue = a_pied().put(replace(a_pied()["ana"], etats=(MalActif("entrave", 2),)))
    assert refus(cloue, Monter("ana", "cheval")) == "FD-9.11"


@pytest.mark.rule("FD-3.24")
def test_out_of_fights_nothing_is_counted() -> None:
    scene, _ = jouer(halte(cheval()), Monter("ana", "cheval"))
    scene, _ = jouer(scene, Descendre("ana", 2, 0))
    assert scene["ana"].case == (2, 0)


# ---------------------------------------------------------------- carrying somebody


@pytest.mark.rule("FD-3.25")
def test_rescuing_burdens_the_mount() -> None:
    scene = en_selle()
    bete = scene["cheval"]
    apres, _ = jouer(scene, Sauver("ana", "bob"))
    assert apres["bob"].passager_de == "ana"
    assert apres["bob"].case == apres["ana"].case
    assert esquive(apres, apres["cheval"]) == esquive(scene, bete) - 20
    assert mouvement(apres, apres["ana"]) == mouvement(scene, scene["ana"]) - 2 == 6
    assert apres.encounter is not None
    assert apres.encounter.tours["ana"].agi  # a bonus action: no more moving, but the tour goes on


@pytest.mark.rule("FD-3.25")
def test_the_passenger_may_only_wait_or_get_off() -> None:
    scene = en_selle()
    scene, _ = jouer(scene, Sauver("ana", "bob"))
    scene, _ = jouer(scene, Attendre("ana"))
    scene = melee(scene, "bob")
    assert refus(scene, SeDeplacer("bob", 0, 1)) == "FD-3.25"
    assert refus(scene, Attaquer("bob", "cyr")) == "FD-3.25"
    assert Attendre("bob").closed(scene) is None
    libre, _ = jouer(scene, Descendre("bob", 0, 1))
    assert (libre["bob"].passager_de, libre["bob"].case) == ("", (0, 1))
    assert restants(libre, libre["bob"]) == 5 - 2  # half of his own MOV
    assert SeDeplacer("bob", 0, 2).closed(libre) is None
    assert (libre["ana"].monture, mouvement(libre, libre["ana"])) == ("cheval", 8)


@pytest.mark.rule("FD-3.25")
def test_the_passenger_goes_where_the_mount_goes() -> None:
    scene, _ = jouer(en_selle(), Sauver("ana", "bob"))
    scene = melee(scene, "ana")
    scene, _ = jouer(scene, SeDeplacer("ana", 0, 4))
    assert {scene[id].case for id in ("ana", "bob", "cheval")} == {(0, 4)}
    assert refus(melee(scene, "cyr"), Attaquer("cyr", "bob")) == "FD-3.25"


@pytest.mark.rule("FD-3.25")
def test_whom_one_does_not_take_up() -> None:
    scene = en_selle()
    assert refus(a_pied(), Sauver("ana", "cheval")) == "FD-3.25"
    assert refus(scene, Sauver("ana", "cyr")) == "FD-3.25"
    assert refus(scene, Sauver("ana", "ana")) == "FD-3.25"
    assert refus(scene.put(replace(scene["bob"], x=2)), Sauver("ana", "bob")) == "FD-3.25"
    plein, _ = jouer(scene.put(unite("dan", x=1)), Sauver("ana", "bob"))
    assert refus(plein, Sauver("ana", "dan")) == "FD-3.25"


@pytest.mark.rule("FD-3.25", "FD-3.24")
def test_the_unconscious_are_rescued_and_set_down() -> None:
    scene = en_selle()
    gisant = replace(scene["bob"], survie=Survie(2000, "Légère", plein=20), perdus=20)
    scene, _ = jouer(scene.put(gisant), Sauver("ana", "bob"))
    pose, _ = jouer(scene, Deposer("ana", 0, 1))
    assert (pose["bob"].passager_de, pose["bob"].case) == ("", (0, 1))
    assert refus(pose, Deposer("ana", 0, 1)) == "FD-3.25"
    debout, _ = jouer(en_selle(), Sauver("ana", "bob"))
    assert refus(debout, Deposer("ana", 0, 1)) == "FD-3.25"


@pytest.mark.rule("FD-3.24", "FD-3.25")
def test_when_the_rider_gets_off_the_passenger_takes_the_reins() -> None:
    scene = halte(cheval(x=0, cavalier="ana"), unite("bob", passager_de="ana"), monture="cheval")
    apres, _ = jouer(scene, Descendre("ana", 1, 0))
    assert (apres["bob"].monture, apres["bob"].passager_de, apres["cheval"].cavalier) == ("cheval", "", "bob")


# ---------------------------------------------------------------- panic


@pytest.mark.rule("FD-9.23")
def test_a_mount_left_alone_flees_from_whoever_hurts_it() -> None:
    scene = melee(halte(cheval(), unite("cyr", "B", 2)), "cyr")
    apres = perdre(scene, Scripted(), "cheval", 3, "FD-4.24", "cyr")
    assert distance(apres["cheval"].case, (2, 0)) == 1 + 8
    ailleurs = scene.put(replace(scene["cheval"], cavalier="ana"), replace(scene["ana"], monture="cheval", x=1))
    assert perdre(ailleurs, Scripted(), "cheval", 3, "FD-4.24", "cyr")["cheval"].case == (1, 0)  # held by its rider
    paix = replace(scene, encounter=None)
    assert perdre(paix, Scripted(), "cheval", 3, "FD-4.24", "cyr")["cheval"].case == (1, 0)  # no fight


@pytest.mark.rule("FD-9.23", "FD-3.24")
def test_the_game_master_frightens_a_mount() -> None:
    scene = melee(halte(cheval(), unite("cyr", "B", 3)), "ana")
    apres, events = jouer(scene, Effrayer("ana", "cheval"))
    assert distance(apres["cheval"].case, (3, 0)) == 2 + 8
    assert dit(events, "panique")["cases"] == 8
    apres, _ = jouer(scene, Effrayer("ana", "cheval", "ana"))
    assert distance(apres["cheval"].case, (0, 0)) == 9
    assert refus(en_selle(), Effrayer("ana", "cheval")) == "FD-9.23"
    assert refus(scene, Effrayer("ana", "cyr")) == "FD-9.23"
    assert refus(scene, Effrayer("ana", "cheval", "cheval")) == "FD-9.23"


@pytest.mark.rule("FD-9.23")
def test_a_panicked_mount_stays_on_the_map() -> None:
    scene = replace(melee(halte(cheval(), unite("cyr", "B", 3)), "ana"), carte=Carte(("......",)))
    apres, _ = jouer(scene, Effrayer("ana", "cheval", "cyr"))
    assert apres["cheval"].case == (1, 0)  # Ana bars nothing, but (0, 0) is taken


# ---------------------------------------------------------------- figures


@pytest.mark.rule("FD-6.35")
def test_rider_and_mount_have_each_their_own_pv() -> None:
    scene = en_selle()
    blesse = perdre(scene, Scripted(), "ana", 5, "FD-4.24", "cyr")
    assert (blesse["ana"].perdus, blesse["cheval"].perdus) == (5, 0)
    tombe = perdre(scene, Scripted((), ("1",)), "cheval", 24, "FD-4.24", "cyr")
    survie = tombe["cheval"].survie
    assert survie is not None
    assert survie.blessure == "Légère"  # wounds and survival hold for mounts too
    assert (tombe["ana"].monture, tombe["ana"].perdus, tombe["ana"].case) == ("", 0, (0, 0))
    assert mouvement(tombe, tombe["ana"]) == 5


@pytest.mark.rule("FD-6.35")
def test_the_attacker_names_rider_or_mount_and_faces_that_one() -> None:
    scene = melee(en_selle().put(unite("cyr", "B", 1)), "cyr")
    for cible in ("ana", "cheval"):
        apres, events = jouer(scene, Attaquer("cyr", cible), (40, 2))
        points = dit(events, "degats")["points"]
        assert points == max(1, 5 + 2 - carac(scene, scene[cible], "DEF"))
        assert apres[cible].perdus == points


@pytest.mark.rule("FD-6.36")
def test_a_mount_has_no_tour() -> None:
    scene = halte(cheval(), unite("cyr", "B", 9))
    apres, _ = jouer(scene, Combattre("ana"), (5, 4))
    assert apres.encounter is not None
    assert set(apres.encounter.initiatives) == {"ana", "cyr"}
    assert refus(apres, Attendre("cheval")) == "FD-6.36"


@pytest.mark.rule("FD-6.38")
def test_without_a_saddle_attacks_are_at_40_less() -> None:
    for selle, malus in ((False, -40), (True, 0)):
        scene = en_selle(equipement=Equipement(selle=selle))
        b = botte(scene["ana"].equipement.tenues[0])
        coup = Assaut(b.arme.type, b.degats, False, 1)
        termes = termes_precision(scene, scene["ana"], scene["cyr"], b, coup)
        assert sum(n for nom, n, regle in termes if regle == "FD-6.38") == malus
        pied = scene.put(replace(scene["ana"], monture=""))
        assert not any(t[2] == "FD-6.38" for t in termes_precision(pied, pied["ana"], pied["cyr"], b, coup))


@pytest.mark.rule("FD-6.40")
def test_the_mount_s_mov_and_the_rider_s_own_con() -> None:
    lourde = en_selle(points={"CON": 5}, equipement=sac("espadon", selle=True))
    assert mouvement(lourde, lourde["ana"]) == 8  # her own burden does not slow the horse
    assert surcharge(lourde, lourde["ana"]) == 5 - 12
    assert surcharge(lourde, lourde["cheval"]) == 0


@pytest.mark.rule("FD-6.40", "FD-6.10")
@pytest.mark.parametrize(("poids", "mov"), [(14, 8), (17, 8), (18, 7), (20, 7)])
def test_the_mount_s_con_against_what_it_carries(poids: int, mov: int) -> None:
    charge = replace(BOUCLIERS["rondache"], id="charge", poids=poids, effets=(), barde=True)
    scene = halte(cheval(equipement=Equipement(actif=(charge,), bouclier="charge")))
    assert total(termes_mouvement(scene, scene["cheval"])) == mov  # CON 14
    en_vrac = halte(cheval(equipement=Equipement(actif=(charge,), bouclier="")))
    assert total(termes_mouvement(en_vrac, en_vrac["cheval"])) == mov  # loads weigh as much as armour


@pytest.mark.rule("FD-9.14", "FD-4.7")
def test_what_mounts_are_themselves() -> None:
    types = {id: MONTURES[id].types for id in MONTURES}
    assert all(("Volante" in types[id]) == (MONTURES[id].type == "Volante") for id in MONTURES)
    scene, _ = jouer(halte(), GagnerMonture("ana", "wyverne"))
    assert set(types_de(scene, scene["wyverne"])) == {"Dragon", "Volante"}


# ---------------------------------------------------------------- the market


@pytest.mark.rule("FD-6.34", "FD-6.39", "FD-9.14")
def test_buying_a_common_mount_brings_it_into_the_scene() -> None:
    scene = halte(equipement=Equipement(ecus=3300))
    scene, _ = jouer(scene, AcheterMonture("ana", "cheval", "Noisette"))
    bete = scene["cheval"]
    assert (bete.nom, bete.bete, bete.owner, bete.side) == ("Noisette", "cheval", "ana", "A")
    assert bete.fiche.points == MONTURES["cheval"].caracs
    assert distance(bete.case, scene["ana"].case) == 1
    assert scene["ana"].equipement.ecus == 1800
    scene, _ = jouer(scene, AcheterMonture("ana", "taureau"))
    assert scene["taureau"].nom == "Taureau"
    assert refus(scene, AcheterMonture("ana", "cheval")) == "FD-6.2"
    riche = halte(cheval(), equipement=Equipement(ecus=99999))
    deux, _ = jouer(riche, AcheterMonture("ana", "cheval"))
    assert {"cheval", "cheval_2"} <= set(deux.people)


@pytest.mark.rule("FD-6.34")
def test_rare_mounts_are_won() -> None:
    scene = halte(equipement=Equipement(ecus=99999))
    for rare in ("griffon", "wyverne"):
        assert refus(scene, AcheterMonture("ana", rare)) == "FD-6.34"
        apres, _ = jouer(scene, GagnerMonture("ana", rare))
        assert apres[rare].bete == rare
        assert apres["ana"].equipement.ecus == 99999
    assert refus(scene, GagnerMonture("ana", "licorne")) == "FD-6.39"


@pytest.mark.rule("FD-6.3", "FD-6.34")
def test_a_mount_sells_at_half() -> None:
    scene = halte(cheval())
    apres, _ = jouer(scene, VendreMonture("ana", "cheval"))
    assert "cheval" not in apres.people
    assert apres["ana"].equipement.ecus == 1000 + 750
    monte = halte(cheval(x=0, cavalier="ana"), monture="cheval")
    assert refus(monte, VendreMonture("ana", "cheval")) == "FD-6.3"
    assert refus(halte(cheval(equipement=sac("tente"))), VendreMonture("ana", "cheval")) == "FD-6.3"
    assert refus(halte(cheval(camp="B")), VendreMonture("ana", "cheval")) == "FD-6.34"


@pytest.mark.rule("FD-6.37")
@pytest.mark.parametrize("id", sorted(BOUCLIERS))
def test_a_barde_weighs_twice_and_costs_four_times_its_shield(id: str) -> None:
    bouclier, armure = BOUCLIERS[id], barde(BOUCLIERS[id])
    assert (armure.poids, armure.prix, armure.effets) == (2 * bouclier.poids, 4 * bouclier.prix, bouclier.effets)


@pytest.mark.rule("FD-6.37", "FD-6.40")
def test_a_barde_protects_the_mount_that_wears_it() -> None:
    scene = halte(cheval(), equipement=Equipement(ecus=1200))
    apres, _ = jouer(scene, AcheterBarde("ana", "cheval", "ecu_de_bois"))
    bete = apres["cheval"]
    assert carac(apres, bete, "DEF") == 2 + 2
    assert carac(apres, apres["ana"], "DEF") == 2
    assert bete.equipement.poids == 10
    assert apres["ana"].equipement.ecus == 0
    assert refus(apres, AcheterBarde("ana", "cheval", "rondache")) == "FD-6.37"
    assert refus(apres, Decharger("ana", "cheval", "barde_ecu_de_bois")) == "FD-6.37"
    nu, _ = jouer(apres, VendreBarde("ana", "cheval"))
    assert (carac(nu, nu["cheval"], "DEF"), nu["ana"].equipement.ecus) == (2, 600)
    assert refus(nu, VendreBarde("ana", "cheval")) == "FD-6.37"
    assert refus(scene, AcheterBarde("ana", "cheval", "pavois")) == "FD-6.2"


# ---------------------------------------------------------------- what must always hold

QUI = st.one_of(st.sampled_from(["ana", "bob", "cheval", "cheval_2", "cyr", "zz"]), st.text(max_size=2))
N = st.integers(-2, 3)
ACTES = st.one_of(
    st.builds(Monter, QUI, QUI),
    st.builds(Descendre, QUI, N, N),
    st.builds(Sauver, QUI, QUI),
    st.builds(Deposer, QUI, N, N),
    st.builds(Effrayer, QUI, QUI, QUI),
    st.builds(AcheterMonture, QUI, st.sampled_from([*MONTURES, "zz"]), st.text(max_size=50)),
    st.builds(GagnerMonture, QUI, st.sampled_from([*MONTURES, "zz"])),
    st.builds(VendreMonture, QUI, QUI, st.none() | st.integers()),
    st.builds(AcheterBarde, QUI, QUI, st.sampled_from([*BOUCLIERS, "zz"])),
    st.builds(VendreBarde, QUI, QUI, st.none() | st.integers()),
)


@given(st.lists(ACTES, max_size=14), st.booleans(), st.booleans())
def test_riders_and_mounts_always_agree(actes: list[Monter], combat: bool, gisant: bool) -> None:
    bob = unite("bob", x=1, survie=Survie(2000, "Bénigne", plein=20) if gisant else None, perdus=20 if gisant else 0)
    scene = halte(bob, cheval(), unite("cyr", "B", 4), equipement=Equipement(ecus=9000))
    scene = melee(scene, "ana") if combat else scene
    for acte in actes:
        if acte.closed(scene) is None:
            scene = acte.resolve(scene, Simulated(5))
    for u in scene.people.values():
        assert u.equipement.ecus >= 0
        if u.monture:
            assert scene[u.monture].cavalier == u.id
            assert scene[u.monture].case == u.case
        if u.cavalier:
            assert scene[u.cavalier].monture == u.id
        if u.passager_de:
            assert scene[u.passager_de].monture
            assert scene[u.passager_de].case == u.case
            assert not u.monture
    assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene


def test_buttons() -> None:
    scene = a_pied()
    assert Monter("ana", "cheval") in list(offers(scene, scene["ana"]))
    assert Effrayer("ana", "cheval") in list(offers(scene, scene["ana"]))
    monte = en_selle()
    boutons = list(offers(monte, monte["ana"]))
    assert Sauver("ana", "bob") in boutons
    assert sum(isinstance(b, Descendre) for b in boutons) == 5  # all around but where Bob stands
    paix = replace(scene, encounter=None)
    assert {b.sorte for b in offers(paix, paix["ana"]) if isinstance(b, AcheterMonture)} == {"cheval", "taureau"}
    assert {type(b) for b in boutons} <= set(ACTIONS)
