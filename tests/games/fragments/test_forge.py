"""The workshop: prices by distance, names, stardust, edges."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee import odds
from tablee.games.fragments.book.c4_attaque.attaque import bandes
from tablee.games.fragments.book.c4_attaque.calculs import Tir, issue_du_jet
from tablee.games.fragments.book.c5_aventure.repos import ReposCourt, ReposLong
from tablee.games.fragments.book.c6_equipement.forge import (
    ACTIONS,
    AIGUISAGE,
    ETOILES,
    REGLAGES,
    Aiguiser,
    Forger,
    Renommer,
    Saupoudrer,
    etoilee,
    offers,
    prix_de_forge,
    valeur_de,
)
from tablee.games.fragments.model.catalogue import AFFLICTIONS, ARMES, CHOSES, ETATS, MAUX, TERRAINS, Arme
from tablee.games.fragments.model.langage import fautes
from tablee.games.fragments.model.people import Equipement
from tablee.games.fragments.model.scene import Scene
from tablee.games.fragments.model.tables import PHYSIQUES
from tablee.kernel.game import game
from tablee.kernel.sheet import Sheet
from tablee.kernel.simulated import Simulated

from .route import choses, dit, halte, jouer, melee, refus, sac, unite

EPEE = "epee_courte"  # 1d6+1, PRE 88, CRIT 5, weight 5


def arme(scene: Scene, id: str = EPEE) -> Arme:
    trouvee = scene["ana"].equipement.chose(id)
    assert isinstance(trouvee, Arme)
    return trouvee


def atelier(*ids: str, ecus: int = 10**6) -> Scene:
    return halte(equipement=sac(*(ids or (EPEE,)), ecus=ecus))


# ---------------------------------------------------------------- the forge


@pytest.mark.rule("FD-9.12", "FD-6.28")
def test_the_further_the_dearer() -> None:
    assert set(REGLAGES) == {"PUI", "PRE", "CRIT", "POIDS"}
    for stat, reglage in REGLAGES.items():
        assert all(a < b for a, b in pairwise(reglage.prix))
        for n in range(1, len(reglage.prix) + 1):
            assert prix_de_forge(stat, n) == prix_de_forge(stat, -n) == reglage.prix[n - 1]
            # one job of n degrees is never dearer than n jobs of one
            assert prix_de_forge(stat, n) <= n * prix_de_forge(stat, 1)


@pytest.mark.rule("FD-6.27")
@pytest.mark.parametrize(
    ("stat", "degres", "avant", "apres"),
    [("PUI", 2, 1, 3), ("PRE", -2, 88, 82), ("CRIT", 3, 5, 11), ("POIDS", -4, 5, 1)],
)
def test_one_figure_changes_and_ecus_go(stat: str, degres: int, avant: int, apres: int) -> None:
    scene = atelier()
    assert valeur_de(arme(scene), stat) == avant
    forge, events = jouer(scene, Forger("ana", EPEE, stat, degres))
    neuve = arme(forge)
    assert valeur_de(neuve, stat) == apres == dit(events, "forge")["valeur"]
    for autre in set(REGLAGES) - {stat}:
        assert valeur_de(neuve, autre) == valeur_de(ARMES[EPEE], autre)
    assert forge["ana"].equipement.ecus == 10**6 - prix_de_forge(stat, degres)


@pytest.mark.rule("FD-6.28")
def test_going_back_is_paid_for_too() -> None:
    scene, _ = jouer(atelier(), Forger("ana", EPEE, "PUI", 2))
    scene, _ = jouer(scene, Forger("ana", EPEE, "PUI", -2))
    assert arme(scene).pui == ARMES[EPEE].pui
    assert scene["ana"].equipement.ecus == 10**6 - 2 * prix_de_forge("PUI", 2)


@pytest.mark.rule("FD-6.29")
def test_a_forged_weapon_is_marked_and_any_weapon_may_be_named() -> None:
    scene = atelier()
    assert not arme(scene).forgee
    forge, _ = jouer(scene, Forger("ana", EPEE, "PRE"))
    assert arme(forge).forgee
    nomme, _ = jouer(scene, Renommer("ana", EPEE, " Belle-Humeur "))
    assert (arme(nomme).nom, arme(nomme).forgee) == ("Belle-Humeur", False)
    for nom in ("", "  ", "x" * 41, "a\nb"):
        assert refus(scene, Renommer("ana", EPEE, nom)) == "FD-6.29"


@pytest.mark.rule("FD-6.27", "FD-9.12", "FD-6.2")
def test_what_no_smith_does() -> None:
    scene = atelier(EPEE, "corde")
    assert refus(scene, Forger("ana", "corde", "PRE")) == "FD-6.27"
    assert refus(scene, Forger("ana", "rapiere", "PRE")) == "FD-6.27"
    assert refus(scene, Forger("ana", EPEE, "DEF")) == "FD-6.27"
    for degres in (0, 6, -6, 99):
        assert refus(scene, Forger("ana", EPEE, "PUI", degres)) == "FD-9.12"
    assert refus(scene, Forger("ana", EPEE, "POIDS", -6)) == "FD-9.12"  # below nothing
    prix = prix_de_forge("CRIT", 1)
    assert refus(atelier(ecus=prix - 1), Forger("ana", EPEE, "CRIT")) == "FD-6.2"
    assert Forger("ana", EPEE, "CRIT").closed(atelier(ecus=prix)) is None
    assert (
        refus(melee(halte(unite("cyr", "B", 1), equipement=sac(EPEE)), "ana"), Forger("ana", EPEE, "PRE")) == "FD-6.27"
    )


@pytest.mark.rule("FD-6.27", "FD-6.15")
def test_a_magic_weapon_is_forged_in_both_its_uses() -> None:
    scene, _ = jouer(atelier("epee_du_vent"), Forger("ana", "epee_du_vent", "PUI", 3))
    neuve, vieille = arme(scene, "epee_du_vent"), ARMES["epee_du_vent"]
    assert neuve.a_distance is not None
    assert vieille.a_distance is not None
    assert neuve.a_distance.pui.fixe == vieille.a_distance.pui.fixe + 3


@pytest.mark.rule("FD-6.27", "FD-6.5")
def test_a_weapon_in_the_backpack_is_forged_alone() -> None:
    e = Equipement(
        actif=choses(EPEE), sac_a_dos=True, sac=(replace(ARMES[EPEE], id="epee_courte_2", vaut=EPEE),), ecus=9999
    )
    scene, _ = jouer(halte(equipement=e), Forger("ana", "epee_courte_2", "PRE"))
    assert arme(scene).pre == 88
    assert scene["ana"].equipement.sac[0] == replace(e.sac[0], pre=91, forgee=True)


# ---------------------------------------------------------------- stardust


@pytest.mark.rule("FD-9.13", "FD-6.30")
def test_twenty_stars_all_different_and_all_at_work() -> None:
    assert len(ETOILES) == 20
    assert len({e.nom for e in ETOILES}) == 20
    connus = frozenset({*MAUX, *TERRAINS})
    for etoile in ETOILES:
        for a in (ARMES[EPEE], CHOSES["boule_de_feu"], ARMES["epee_du_vent"]):
            assert isinstance(a, Arme)
            neuve = etoilee(a, etoile)
            assert replace(neuve, etoile="") != a  # it changes something
            assert neuve.etoile == etoile.nom
        assert all(not fautes(e, False, connus) for e in etoile.effets)
        assert all(id in AFFLICTIONS for id, _ in etoile.afflictions)
        assert all(id in ETATS for id, _ in etoile.etats)


@pytest.mark.rule("FD-6.30", "FD-9.13")
@pytest.mark.parametrize("de", range(1, 21))
def test_the_die_chooses_and_the_dust_is_gone(de: int) -> None:
    scene = atelier(EPEE, "poussiere_d_etoile")
    apres, events = jouer(scene, Saupoudrer("ana", EPEE), (de,))
    assert arme(apres) == etoilee(ARMES[EPEE], ETOILES[de - 1])
    assert dit(events, "etoile")["etoile"] == ETOILES[de - 1].nom
    assert apres["ana"].equipement.chose("poussiere_d_etoile") is None


@pytest.mark.rule("FD-6.30")
def test_one_star_for_each_weapon() -> None:
    scene = atelier(EPEE, "dague", "poussiere_d_etoile")
    apres, _ = jouer(scene, Saupoudrer("ana", EPEE), (1,))
    assert refus(apres, Saupoudrer("ana", EPEE)) == "FD-6.30"
    assert refus(apres, Saupoudrer("ana", "dague")) == "FD-6.30"  # no more dust
    encore = halte(equipement=replace(apres["ana"].equipement, sac_a_dos=True, sac=choses("poussiere_d_etoile")))
    assert refus(encore, Saupoudrer("ana", EPEE)) == "FD-6.30"
    assert Saupoudrer("ana", "dague").closed(encore) is None


@pytest.mark.rule("FD-9.13")
def test_every_star_is_as_likely() -> None:
    found = odds(Saupoudrer("ana", EPEE), atelier(EPEE, "poussiere_d_etoile"))
    assert all(found.p(e.nom) == pytest.approx(0.05) for e in ETOILES)


@pytest.mark.rule("FD-9.13")
def test_chances_of_the_same_ailment_add_up() -> None:
    mordant = next(e for e in ETOILES if e.afflictions)
    a = ARMES["fauchon_des_halles"]
    assert etoilee(a, mordant).afflictions == (("saignement", 4 + mordant.afflictions[0][1]),)


# ---------------------------------------------------------------- edges


@pytest.mark.rule("FD-9.22")
def test_each_physical_type_has_its_states() -> None:
    assert set(AIGUISAGE.etats) == set(PHYSIQUES)
    assert all(id in ETATS for ids in AIGUISAGE.etats.values() for id in ids)
    assert CHOSES[AIGUISAGE.objet].nom == "Pierre à aiguiser"


@pytest.mark.rule("FD-9.22", "FD-4.14")
def test_an_edge_is_a_band_after_the_afflictions() -> None:
    scene = atelier("fauchon_des_halles", "pierre_a_aiguiser")  # 4% of bleeding of its own
    apres, _ = jouer(scene, Aiguiser("ana", "fauchon_des_halles", "expose"))
    tir = Tir(80, 10, bandes(arme(apres, "fauchon_des_halles")))
    lus = Counter(issue_du_jet(tir, de) for de in range(1, 101))
    assert (lus["critique"], lus["saignement"], lus["expose"]) == (10, 4, 10)
    assert [issue_du_jet(tir, de) for de in (14, 15, 24, 25)] == ["saignement", "expose", "expose", "touche"]
    assert apres.clock == 600


@pytest.mark.rule("FD-9.22")
def test_the_stone_wears_and_the_edge_is_gone_after_a_long_rest() -> None:
    scene = atelier(EPEE, "dague", "pierre_a_aiguiser")
    scene, _ = jouer(scene, Aiguiser("ana", EPEE, "expose"))
    pierre = scene["ana"].equipement.chose("pierre_a_aiguiser")
    assert getattr(pierre, "usages", 0) == 2
    assert refus(scene, Aiguiser("ana", EPEE, "desarme")) == "FD-9.22"  # one edge at a time
    court, _ = jouer(scene, ReposCourt("ana"))
    assert arme(court).aiguisee == "expose"
    long, _ = jouer(scene, ReposLong("ana"))
    assert arme(long) == ARMES[EPEE]


@pytest.mark.rule("FD-9.22")
def test_what_takes_no_edge() -> None:
    scene = atelier(EPEE, "boule_de_feu", "lame_de_braise", "pierre_a_aiguiser")
    assert refus(scene, Aiguiser("ana", "boule_de_feu", "expose")) == "FD-9.22"
    assert refus(scene, Aiguiser("ana", "lame_de_braise", "expose")) == "FD-9.22"
    assert refus(scene, Aiguiser("ana", EPEE, "etourdi")) == "FD-9.22"  # not with a cutting edge
    assert refus(atelier(), Aiguiser("ana", EPEE, "expose")) == "FD-9.22"  # no stone


# ---------------------------------------------------------------- what must always hold

QUI = st.sampled_from(["ana", "zz", ""])
ARME = st.one_of(st.sampled_from([EPEE, "dague", "corde", "zz"]), st.text(max_size=3))
STAT = st.sampled_from([*REGLAGES, "DEF", ""])
ACTES = st.one_of(
    st.builds(Forger, QUI, ARME, STAT, st.one_of(st.integers(-7, 7), st.integers())),
    st.builds(Renommer, QUI, ARME, st.text(max_size=50)),
    st.builds(Saupoudrer, QUI, ARME),
    st.builds(Aiguiser, QUI, ARME, st.sampled_from(["expose", "marque", "etourdi", "zz"])),
    st.builds(ReposLong, QUI),
)


@given(st.lists(ACTES, max_size=10), st.integers(0, 1000))
def test_whatever_is_forged_stays_within_bounds(actes: list[Forger], graine: int) -> None:
    scene = atelier(EPEE, "dague", "corde", "poussiere_d_etoile", "pierre_a_aiguiser", ecus=4000)
    for acte in actes:
        if acte.closed(scene) is None:
            scene = acte.resolve(scene, Simulated(graine))
    e = scene["ana"].equipement
    assert e.ecus >= 0
    for a in e.armes:
        assert a.poids >= 0
        assert 0 <= a.crit <= 60
        assert len(a.etats) == len(dict(a.etats))
    assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene


def test_buttons() -> None:
    scene = atelier(EPEE, "poussiere_d_etoile", "pierre_a_aiguiser")
    boutons = list(offers(scene, scene["ana"]))
    assert {type(b) for b in boutons} == set(ACTIONS) - {Renommer}
    assert all(b.closed(scene) is None for b in boutons)


@pytest.mark.rule("FD-6.29", "FD-6.30", "FD-9.22")
def test_the_sheet_marks_what_the_workshop_has_made() -> None:
    scene = atelier(EPEE, "poussiere_d_etoile", "pierre_a_aiguiser")
    fiche = game("fragments").sheet
    assert not {"Forgée", "Étoilée", "Aiguisée"} & _lignes(fiche(scene, "ana"))
    scene, _ = jouer(scene, Forger("ana", EPEE, "PRE"))
    scene, _ = jouer(scene, Saupoudrer("ana", EPEE), (1,))
    scene, _ = jouer(scene, Aiguiser("ana", EPEE, "expose"))
    assert {"Forgée", "Étoilée", "Aiguisée"} <= _lignes(fiche(scene, "ana"))


def _lignes(fiche: Sheet) -> set[str]:
    return {ligne.label for section in fiche.sections for ligne in section.lines}
