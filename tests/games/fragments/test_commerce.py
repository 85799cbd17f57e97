"""Money, purchases and sales, places, the backpack, shields on and off, gifts, the convoy, weight."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.fragments.book.c2_systeme.figures import carac, mouvement, surcharge, termes_mouvement
from tablee.games.fragments.book.c3_combat.actions import Attendre
from tablee.games.fragments.book.c4_attaque.attaque import Attaquer, botte, coup_de
from tablee.games.fragments.book.c6_equipement import commerce, inventaire
from tablee.games.fragments.book.c6_equipement.commerce import (
    Acheter,
    AcheterEnchantement,
    DonnerEcus,
    Toucher,
    Vendre,
    VendreEnchantement,
    revente,
)
from tablee.games.fragments.book.c6_equipement.inventaire import (
    Decharger,
    Deposer,
    Donner,
    Jeter,
    PorterBouclier,
    Recevoir,
    Retirer,
    RetirerBouclier,
)
from tablee.games.fragments.model.catalogue import BOUCLIERS, CHOSES, ENCHANTEMENTS, TOMES
from tablee.games.fragments.model.effects import Assaut
from tablee.games.fragments.model.people import EMPLACEMENTS, Equipement, Unite
from tablee.games.fragments.model.scene import CONVOI, Options, Scene
from tablee.kernel.live import Scripted
from tablee.kernel.simulated import Simulated
from tablee.kernel.tally import total

from .chiffres import termes_initiative
from .route import cheval, choses, dit, halte, jouer, melee, refus, sac, unite

CINQ = ("corde", "tente", "lanterne", "outils", "grappin")


def ids(u: Unite) -> list[str]:
    return [c.id for c in u.equipement.actif]


# ---------------------------------------------------------------- buying and selling


@pytest.mark.rule("FD-6.2")
@pytest.mark.parametrize("id", sorted(CHOSES))
def test_everything_in_the_catalogue_has_a_price_and_can_be_bought(id: str) -> None:
    chose = CHOSES[id]
    assert chose.prix > 0
    pauvre = halte(equipement=Equipement(ecus=chose.prix - 1))
    assert refus(pauvre, Acheter("ana", id)) == "FD-6.2"
    apres, events = jouer(halte(equipement=Equipement(ecus=chose.prix)), Acheter("ana", id))
    assert apres["ana"].equipement.ecus == 0
    assert dit(events, "achete")["prix"] == chose.prix
    assert apres["ana"].equipement != Equipement()


@pytest.mark.rule("FD-6.2", "FD-6.3")
def test_buying_and_selling_are_not_for_fights() -> None:
    scene = melee(halte(unite("cyr", "B", 1), equipement=sac("corde")), "ana")
    assert refus(scene, Acheter("ana", "corde")) == "FD-6.2"
    assert refus(scene, Vendre("ana", "corde")) == "FD-6.3"
    assert refus(halte(), Acheter("ana", "chimere")) == "FD-6.2"


@pytest.mark.rule("FD-6.3")
@pytest.mark.parametrize(("prix", "attendu"), [(250, 125), (5, 2), (1, 0), (0, 0)])
def test_half_the_price_rounded_down(prix: int, attendu: int) -> None:
    assert revente(prix) == attendu


@pytest.mark.rule("FD-6.3")
def test_selling_at_half_or_at_the_game_master_s_price() -> None:
    scene = halte(equipement=sac("epee_courte", "ration"))
    apres, _ = jouer(scene, Vendre("ana", "epee_courte"))
    assert (ids(apres["ana"]), apres["ana"].equipement.ecus) == (["ration"], 1125)
    apres, _ = jouer(scene, Vendre("ana", "epee_courte", 300))
    assert apres["ana"].equipement.ecus == 1300
    assert refus(scene, Vendre("ana", "epee_courte", -1)) == "FD-6.3"
    assert refus(scene, Vendre("ana", "rapiere")) == "FD-6.3"


@pytest.mark.rule("FD-6.3", "FD-6.5", "FD-6.32")
def test_a_backpack_is_sold_empty_and_a_talisman_bare() -> None:
    plein = Equipement(sac_a_dos=True, sac=choses("corde"), talisman=True, enchantements=(("vigie", 1),), selle=True)
    scene = halte(equipement=plein)
    assert refus(scene, Vendre("ana", "sac_a_dos")) == "FD-6.3"
    assert refus(scene, Vendre("ana", "talisman")) == "FD-6.3"
    apres, _ = jouer(scene, Vendre("ana", "selle"))
    assert not apres["ana"].equipement.selle
    assert refus(apres, Vendre("ana", "selle")) == "FD-6.3"
    apres, _ = jouer(apres, VendreEnchantement("ana", "vigie", 1))
    apres, _ = jouer(apres, Vendre("ana", "talisman"))
    moitie = ENCHANTEMENTS["vigie"].degres[0].prix // 2 + CHOSES["talisman"].prix // 2 + CHOSES["selle"].prix // 2
    assert apres["ana"].equipement.ecus == moitie


@pytest.mark.rule("FD-6.31", "FD-6.32")
def test_five_enchantments_on_a_talisman() -> None:
    degres = [(e.id, n) for e in ENCHANTEMENTS.values() for n in range(1, len(e.degres) + 1)]
    scene = halte(equipement=Equipement(ecus=10**6))
    assert refus(scene, AcheterEnchantement("ana", *degres[0])) == "FD-6.31"
    scene, _ = jouer(scene, Acheter("ana", "talisman"))
    for id, n in degres[:5]:
        scene, _ = jouer(scene, AcheterEnchantement("ana", id, n))
    assert scene["ana"].equipement.enchantements == tuple(degres[:5])
    assert refus(scene, AcheterEnchantement("ana", *degres[5])) == "FD-6.32"
    assert refus(halte(), AcheterEnchantement("ana", degres[0][0], 99)) == "FD-6.31"


@pytest.mark.rule("FD-9.6", "FD-6.4")
def test_support_spells_take_no_place_and_are_owned_once() -> None:
    soutien = next(t for t in TOMES.values() if t.type == "Soutien")
    scene = halte(equipement=sac(*CINQ, ecus=10000))
    apres, _ = jouer(scene, Acheter("ana", soutien.id))
    assert apres["ana"].equipement.sorts == (soutien,)
    assert refus(apres, Acheter("ana", soutien.id)) == "FD-9.6"
    apres, _ = jouer(apres, Vendre("ana", soutien.id))
    assert apres["ana"].equipement.sorts == ()


@pytest.mark.rule("FD-6.2")
def test_purses() -> None:
    scene = halte(unite("bob"))
    apres, _ = jouer(scene, DonnerEcus("ana", "bob", 400))
    assert (apres["ana"].equipement.ecus, apres["bob"].equipement.ecus) == (600, 400)
    assert refus(scene, DonnerEcus("ana", "bob", 1001)) == "FD-6.2"
    assert refus(scene, DonnerEcus("ana", "bob", 0)) == "FD-6.2"
    assert refus(scene, DonnerEcus("ana", "ana", 5)) == "FD-6.2"
    apres, _ = jouer(scene, Toucher("ana", -1000))
    assert apres["ana"].equipement.ecus == 0
    assert refus(apres, Toucher("ana", -1)) == "FD-6.2"


# ---------------------------------------------------------------- places


@pytest.mark.rule("FD-6.4")
def test_a_sixth_thing_is_refused() -> None:
    scene = halte(equipement=sac(*CINQ))
    assert len(CINQ) == EMPLACEMENTS == 5
    assert refus(scene, Acheter("ana", "couverture")) == "FD-6.4"
    assert refus(scene, Recevoir("ana", "couverture")) == "FD-6.4"
    quatre = halte(equipement=sac(*CINQ[:4]))
    assert Acheter("ana", "couverture").closed(quatre) is None


@pytest.mark.rule("FD-6.5")
def test_a_backpack_has_five_places_more() -> None:
    scene = halte(equipement=sac(*CINQ))
    assert refus(scene, Acheter("ana", "ration", "sac")) == "FD-6.5"
    scene, _ = jouer(scene, Acheter("ana", "sac_a_dos"))
    assert refus(scene, Acheter("ana", "sac_a_dos")) == "FD-6.4"  # one is enough
    for _ in range(5):
        scene, _ = jouer(scene, Acheter("ana", "ration", "sac"))
    noms = [c.id for c in scene["ana"].equipement.sac]
    assert noms == ["ration", "ration_2", "ration_3", "ration_4", "ration_5"]
    assert refus(scene, Acheter("ana", "ration", "sac")) == "FD-6.5"


@pytest.mark.rule("FD-3.18")
def test_one_resurrection_stone() -> None:
    scene = halte(equipement=sac("pierre_de_resurrection", sac_a_dos=True, ecus=99999))
    assert refus(scene, Acheter("ana", "pierre_de_resurrection")) == "FD-3.18"
    assert refus(scene, Recevoir("ana", "pierre_de_resurrection", "sac")) == "FD-3.18"


@pytest.mark.rule("FD-6.7", "FD-6.4")
def test_things_of_the_road_go_from_hand_to_hand() -> None:
    scene = halte(unite("bob", equipement=sac("corde")), unite("cyr", "B"), equipement=sac("corde", "tente"))
    apres, _ = jouer(scene, Donner("ana", "bob", "corde"))
    assert (ids(apres["ana"]), ids(apres["bob"])) == (["tente"], ["corde", "corde_2"])
    assert refus(scene, Donner("ana", "cyr", "corde")) == "FD-6.4"
    assert refus(scene, Donner("ana", "bob", "epee_courte")) == "FD-6.4"
    assert refus(melee(scene, "ana"), Donner("ana", "bob", "corde")) == "FD-6.4"
    apres, _ = jouer(scene, Jeter("ana", "tente"))
    assert ids(apres["ana"]) == ["corde"]


@pytest.mark.rule("FD-6.4")
def test_what_goes_away_is_no_longer_in_hand() -> None:
    scene = halte(equipement=sac("epee_courte", "dague", "rondache", en_main=("dague", "epee_courte")))
    apres, _ = jouer(scene, Vendre("ana", "dague"))
    assert [a.id for a in apres["ana"].equipement.tenues] == ["epee_courte"]


@pytest.mark.rule("FD-6.40")
def test_a_mount_carries_things() -> None:
    scene = halte(cheval(), equipement=sac("tente", "rondache"))
    apres, _ = jouer(scene, Donner("ana", "cheval", "tente"))
    apres, _ = jouer(apres, Donner("ana", "cheval", "rondache"))
    assert ids(apres["cheval"]) == ["tente", "rondache"]
    assert apres["cheval"].equipement.porte is None  # a load, not armour
    apres, _ = jouer(apres, Decharger("ana", "cheval", "tente"))
    assert (ids(apres["ana"]), ids(apres["cheval"])) == (["tente"], ["rondache"])
    assert refus(apres, Decharger("ana", "ana", "tente")) == "FD-6.36"


# ---------------------------------------------------------------- shields


@pytest.mark.rule("FD-6.20", "FD-6.21")
@pytest.mark.parametrize("id", ["rondache", "ecu_peint", "pavois"])
def test_a_shield_counts_beside_the_weapon_until_it_is_taken_off(id: str) -> None:
    scene = halte(equipement=sac("epee_courte", id))
    plus = sum(e.n for e in BOUCLIERS[id].effets if e.fait == "bonus" and e.sur == "DEF")
    assert carac(scene, scene["ana"], "DEF") == 2 + plus
    nu, _ = jouer(scene, RetirerBouclier("ana"))
    assert carac(nu, nu["ana"], "DEF") == 2
    assert nu["ana"].equipement.poids == 5
    assert refus(nu, RetirerBouclier("ana")) == "FD-6.21"
    remis, _ = jouer(nu, PorterBouclier("ana", id))
    assert carac(remis, remis["ana"], "DEF") == 2 + plus
    assert refus(remis, PorterBouclier("ana", id)) == "FD-6.21"


@pytest.mark.rule("FD-6.20", "FD-6.32")
def test_the_enchantment_of_a_shield_takes_no_place_on_the_talisman() -> None:
    portes = tuple((id, 1) for id in list(ENCHANTEMENTS)[:5] if id != "vigie")
    e = Equipement(actif=choses("bouclier_du_veilleur"), talisman=True, enchantements=portes)
    assert ("vigie", 1) in e.actifs
    assert ("vigie", 1) not in replace(e, bouclier="").actifs


@pytest.mark.rule("FD-6.21", "FD-6.22")
def test_changing_shields_is_a_bonus_action_and_none_goes_with_two_weapons() -> None:
    base = halte(unite("cyr", "B", 9), equipement=sac("epee_courte", "rondache", "pavois"))
    scene, _ = jouer(melee(base, "ana"), PorterBouclier("ana", "pavois"))
    assert scene.encounter is not None
    assert scene.encounter.tours["ana"].agi
    porte = scene["ana"].equipement.porte
    assert porte is not None
    assert porte.id == "pavois"
    deux = halte(equipement=sac("epee_courte", "dague", "rondache", en_main=("epee_courte", "dague")))
    assert refus(deux, PorterBouclier("ana", "rondache")) == "FD-6.22"
    assert refus(deux, PorterBouclier("ana", "dague")) == "FD-6.21"
    assert refus(melee(base, "cyr"), RetirerBouclier("ana")) == "FD-2.12"


# ---------------------------------------------------------------- weight


@pytest.mark.rule("FD-6.10")
@pytest.mark.parametrize(
    ("con", "init", "mov", "jetons"),
    [(12, 0, 0, 0), (11, -5, 0, 0), (9, -5, 0, 0), (8, -5, -1, 0), (6, -5, -1, 0), (5, -5, -1, 1)],
)
def test_what_too_heavy_a_weapon_costs(con: int, init: int, mov: int, jetons: int) -> None:
    scene = halte(unite("cyr", "B", 1), points={"CON": con}, equipement=sac("espadon", "tente"))  # weighs 12 in hand
    leger = halte(unite("cyr", "B", 1), points={"CON": con}, equipement=sac("tente"))
    ana = scene["ana"]
    assert surcharge(scene, ana) == min(0, con - 12)
    assert total(termes_initiative(scene, ana)) - total(termes_initiative(leger, leger["ana"])) == init
    assert total(termes_mouvement(scene, ana)) - mouvement(leger, leger["ana"]) == mov
    assert total(Attaquer("ana", "cyr").jetons(scene, ana)) == jetons


@pytest.mark.rule("FD-6.10", "FD-6.22")
def test_weights_of_weapons_and_shield_add_up_and_the_rest_does_not() -> None:
    e = sac("epee_courte", "dague", "pavois", "tente")
    assert e.poids == 5 + 11
    assert replace(e, en_main=("epee_courte", "dague")).poids == 5 + 2
    assert replace(e, bouclier="").poids == 5


@pytest.mark.rule("FD-6.10")
def test_borne_down_one_plays_a_tour_out_of_two() -> None:
    scene = melee(halte(unite("cyr", "B", 9), points={"CON": 2}, equipement=sac("espadon")), "cyr")
    joues = []
    for _ in range(8):
        assert scene.encounter is not None
        (qui,) = scene.turn()
        joues.append((scene.encounter.manche, qui))
        scene = Attendre(qui).resolve(scene, Scripted())
    manches = [m for m, qui in joues if qui == "ana"]
    assert len(manches) >= 2
    assert all(b - a == 2 for a, b in pairwise(manches))


# ---------------------------------------------------------------- tomes


@pytest.mark.rule("FD-6.26")
def test_a_tome_is_carried_and_held_like_a_weapon_and_strikes_by_magic() -> None:
    scene = halte(unite("cyr", "B", 1), points={"MAG": 9}, equipement=sac("boule_de_feu", "epee_courte"))
    (tome,) = scene["ana"].equipement.tenues
    assert tome.id == "boule_de_feu"
    assert scene["ana"].equipement.poids == tome.poids > 0
    b = botte(tome)
    coup = coup_de(scene, scene["ana"], scene["cyr"], b, Assaut(tome.type, b.degats, b.magique, 1), False)
    assert (coup.force, coup.defense) == (9, 2)
    assert b.magique


# ---------------------------------------------------------------- the convoy

AVEC = Options(convoi=True)


@pytest.mark.rule("FD-6.8")
def test_the_convoy_is_an_option_closed_in_fights() -> None:
    sans = halte(unite("cyr", "B", 1), equipement=sac("corde"))
    assert refus(sans, Deposer("ana", "corde")) == "FD-6.8"
    scene = replace(sans, options=AVEC)
    assert refus(melee(scene, "ana"), Deposer("ana", "corde")) == "FD-6.8"
    apres, _ = jouer(scene, Deposer("ana", "corde"))
    assert (ids(apres["ana"]), [c.id for c in apres.convoi]) == ([], ["corde"])
    apres, _ = jouer(apres, Retirer("ana", "corde"))
    assert (ids(apres["ana"]), apres.convoi) == (["corde"], ())
    assert refus(apres, Retirer("ana", "corde")) == "FD-6.8"


@pytest.mark.rule("FD-6.8", "FD-6.4")
def test_a_hundred_things_and_no_more() -> None:
    corde = CHOSES["corde"]
    plein = tuple(replace(corde, id=f"corde_{n}", vaut="corde") for n in range(CONVOI))
    assert CONVOI == 100
    scene = replace(halte(equipement=sac("corde"), options=AVEC), convoi=plein)
    assert refus(scene, Deposer("ana", "corde")) == "FD-6.8"
    assert Deposer("ana", "corde").closed(replace(scene, places_du_convoi=101)) is None  # as the MJ would have it
    reste = replace(scene, convoi=plein[1:])
    apres, _ = jouer(reste, Deposer("ana", "corde"))
    assert len(apres.convoi) == len({c.id for c in apres.convoi}) == 100
    charge = replace(halte(equipement=sac(*CINQ), options=AVEC), convoi=plein)
    assert refus(charge, Retirer("ana", "corde_1")) == "FD-6.4"


# ---------------------------------------------------------------- what must always hold

QUI = st.one_of(st.sampled_from(["ana", "bob", "cheval", "cyr", ""]), st.text(max_size=3))
QUOI = st.one_of(
    st.sampled_from(["corde", "corde_2", "epee_courte", "rondache", "sac_a_dos", "talisman", "selle", "soin", "vigie"]),
    st.sampled_from(sorted(CHOSES)),
    st.text(max_size=3),
)
LIEU = st.sampled_from(["actif", "sac", "poche"])
N = st.one_of(st.integers(-3, 600), st.integers())
ACTES = st.one_of(
    st.builds(Acheter, QUI, QUOI, LIEU),
    st.builds(Vendre, QUI, QUOI, st.none() | N),
    st.builds(AcheterEnchantement, QUI, st.sampled_from([*ENCHANTEMENTS, "zz"]), N),
    st.builds(VendreEnchantement, QUI, st.sampled_from([*ENCHANTEMENTS, "zz"]), N, st.none() | N),
    st.builds(DonnerEcus, QUI, QUI, N),
    st.builds(Toucher, QUI, N),
    st.builds(Recevoir, QUI, QUOI, LIEU),
    st.builds(Donner, QUI, QUI, QUOI, LIEU),
    st.builds(Decharger, QUI, QUI, QUOI, LIEU),
    st.builds(Jeter, QUI, QUOI),
    st.builds(PorterBouclier, QUI, QUOI),
    st.builds(RetirerBouclier, QUI),
    st.builds(Deposer, QUI, QUOI),
    st.builds(Retirer, QUI, QUOI, LIEU),
)


@given(st.lists(ACTES, max_size=12), st.booleans())
def test_whatever_changes_hands_the_places_hold(actes: list[Acheter], combat: bool) -> None:
    bob = unite("bob", equipement=sac("corde", "rondache", sac_a_dos=True))
    base = halte(bob, cheval(), unite("cyr", "B", 3), equipement=sac("corde", "epee_courte", ecus=5000), options=AVEC)
    scene = melee(base, "ana") if combat else base
    for acte in actes:
        if acte.closed(scene) is None:
            scene = acte.resolve(scene, Simulated(1))
    for u in scene.people.values():
        e = u.equipement
        assert 0 <= e.ecus <= commerce.BOURSE_MAX
        assert len(e.actif) <= 5
        assert len(e.sac) <= (5 if e.sac_a_dos else 0)
        assert len(e.enchantements) <= 5
        tous = [c.id for c in (*e.actif, *e.sac, *e.sorts)]
        assert len(tous) == len(set(tous))
    assert len({c.id for c in scene.convoi}) == len(scene.convoi) <= 100
    assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene


def test_buttons() -> None:
    scene = halte(unite("bob"), cheval(equipement=sac("tente")), equipement=sac("corde", "rondache"), options=AVEC)
    scene = replace(scene, convoi=choses("outils"))
    boutons = [b for m in (commerce, inventaire) for b in m.offers(scene, scene["ana"])]
    for attendu in (
        Acheter("ana", "ration"),
        Vendre("ana", "corde"),
        RetirerBouclier("ana"),
        Deposer("ana", "corde"),
        Retirer("ana", "outils"),
        Donner("ana", "bob", "corde"),
        Decharger("ana", "cheval", "tente"),
    ):
        assert attendu in boutons
        assert attendu.closed(scene) is None
