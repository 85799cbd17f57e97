"""Time, rests, exhaustion, the needs of a day, ways of life, languages."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee import odds
from tablee.games.fragments.book import c7_modeles as modeles
from tablee.games.fragments.book.c2_systeme.figures import mouvement
from tablee.games.fragments.book.c5_aventure import langues, repos, temps, train_de_vie
from tablee.games.fragments.book.c5_aventure.langues import (
    LANGUES,
    ApprendreLangue,
    Parler,
    ecritures_lues,
    langues_connues,
)
from tablee.games.fragments.book.c5_aventure.repos import (
    Epuiser,
    FinirLaJournee,
    ReposComplet,
    ReposCourt,
    ReposLong,
    epuiser,
    regain_court,
    regain_long,
)
from tablee.games.fragments.book.c5_aventure.temps import (
    FixerEcheance,
    LeverEcheance,
    PasserLeTemps,
    Voyager,
    decimetres_par_seconde,
    metres_par_heure,
)
from tablee.games.fragments.book.c5_aventure.train_de_vie import TRAINS, Entretenir, MenerTrain, Travailler
from tablee.games.fragments.model.catalogue import ORIGINES, PACKAGE
from tablee.games.fragments.model.people import Equipement, Fiche, MalActif, Survie, Unite
from tablee.games.fragments.model.scene import Options, Scene
from tablee.kernel.game import game
from tablee.kernel.ledger import ledger_of
from tablee.kernel.live import Scripted
from tablee.kernel.oracle import GM
from tablee.kernel.sheet import Mark
from tablee.kernel.simulated import Simulated

from .chiffres import esquive
from .route import cheval, choses, dit, halte, jouer, melee, refus, sac, unite

LEDGER = ledger_of(PACKAGE)

# ---------------------------------------------------------------- rests


@pytest.mark.rule("FD-5.6")
@pytest.mark.parametrize(
    ("pv_max", "de", "rendus"), [(20, 100, 10), (35, 100, 17), (20, 15, 1), (20, 1, 0), (33, 7, 1)]
)
def test_half_the_roll_in_percent_rounded_once(pv_max: int, de: int, rendus: int) -> None:
    assert regain_court(pv_max, de) == rendus


@pytest.mark.rule("FD-5.6", "FD-2.6")
def test_a_short_rest_takes_half_an_hour_and_each_rolls() -> None:
    scene = halte(unite("bob", perdus=9), unite("cyr", "B", perdus=5), perdus=15)
    apres, _ = jouer(scene, ReposCourt("ana", ("bob",)), (90, 4))
    assert [apres[id].perdus for id in ("ana", "bob", "cyr")] == [6, 9, 5]
    assert apres.clock == 1800


@pytest.mark.rule("FD-5.6")
def test_no_more_than_the_maximum() -> None:
    apres, events = jouer(halte(perdus=3), ReposCourt("ana"), (100,))
    assert apres["ana"].pv == 20
    assert dit(events, "soigne")["points"] == 3


@pytest.mark.rule("FD-5.6", "FD-3.49")
def test_divine_impulse_repeats_the_roll_of_a_rest() -> None:
    apres, _ = jouer(halte(perdus=15, charges=1), ReposCourt("ana"), (10, 100, 80), ("oui",))
    assert apres["ana"].perdus == 15 - 8
    oracle = Scripted((40,))
    ReposCourt("ana").resolve(halte(perdus=4, charges=1), oracle)
    assert oracle.asked == []  # all is regained already


@pytest.mark.rule("FD-5.6")
def test_the_odds_of_a_short_rest() -> None:
    found = odds(ReposCourt("ana"), halte(perdus=20 - 1))
    assert found.mean() == pytest.approx(sum(20 * de // 200 for de in range(1, 101)) / 100)


@pytest.mark.rule("FD-5.7")
@pytest.mark.parametrize(("heures", "rendus"), [(8, 20), (4, 10), (3, 7), (1, 2), (0, 0)])
def test_an_eighth_for_each_hour_slept(heures: int, rendus: int) -> None:
    assert regain_long(20, heures) == rendus
    scene = halte(perdus=19)
    apres, _ = jouer(scene, ReposLong("ana", heures=heures))
    assert apres["ana"].perdus == max(0, 19 - rendus)
    assert apres.clock == 8 * 3600


@pytest.mark.rule("FD-5.7")
def test_those_who_keep_watch_sleep_four_hours_less() -> None:
    scene = halte(unite("bob", perdus=19), unite("dan", perdus=19), perdus=19)
    apres, _ = jouer(scene, ReposLong("ana", ("bob", "dan"), gardes=("bob",)))
    assert [apres[id].perdus for id in ("ana", "bob", "dan")] == [0, 9, 0]
    assert refus(scene, ReposLong("ana", gardes=("bob",))) == "FD-5.7"
    assert refus(scene, ReposLong("ana", heures=9)) == "FD-5.7"


@pytest.mark.rule("FD-5.7", "FD-5.8")
def test_only_a_full_rest_takes_exhaustion_away() -> None:
    scene = halte(epuisement=3, perdus=12, sequelles=1)
    long, _ = jouer(scene, ReposLong("ana"))
    assert (long["ana"].epuisement, long["ana"].perdus) == (3, 0)
    complet, _ = jouer(scene, ReposComplet("ana", 10))
    assert (complet["ana"].epuisement, complet["ana"].perdus, complet["ana"].sequelles) == (0, 0, 0)
    assert complet.clock == 10 * 86400


@pytest.mark.rule("FD-5.8")
def test_a_full_rest_gives_all_pv_of_the_whole_maximum() -> None:
    scene, _ = jouer(halte(epuisement=3), Epuiser("ana"))
    assert scene["ana"].pv == 10
    complet, _ = jouer(scene, ReposComplet("ana", 2))
    assert complet["ana"].pv == 20
    assert refus(scene, ReposComplet("ana", 1)) == "FD-5.8"
    assert refus(scene, ReposComplet("ana", 61)) == "FD-5.8"


@pytest.mark.rule("FD-5.6", "FD-5.13")
def test_nobody_rests_in_a_fight_or_without_air() -> None:
    scene = halte(unite("cyr", "B", 1, souffle=2))
    assert refus(melee(scene, "ana"), ReposCourt("ana")) == "FD-5.4"
    assert refus(scene, ReposCourt("ana", ("cyr",))) == "FD-5.13"
    assert refus(scene, ReposCourt("ana", ("personne",))) == "FD-2.12"
    assert refus(scene, ReposCourt("ana", ("ana",))) == "FD-5.4"
    assert refus(halte(survie=Survie(2000, "Légère", plein=20)), ReposLong("ana")) == "FD-3.3"


# ---------------------------------------------------------------- exhaustion


@pytest.mark.rule("FD-5.9")
@pytest.mark.parametrize(
    ("niveau", "mov", "pv"), [(0, 5, 20), (1, 5, 20), (2, 3, 20), (3, 3, 20), (4, 3, 10), (5, 1, 10)]
)
def test_what_each_level_takes(niveau: int, mov: int, pv: int) -> None:
    scene = halte()
    if niveau:
        scene, _ = jouer(scene, Epuiser("ana", niveau))
    assert (mouvement(scene, scene["ana"]), scene["ana"].pv_max, scene["ana"].pv) == (mov, pv, pv)


@pytest.mark.rule("FD-5.9")
@pytest.mark.parametrize(("perdus", "reste"), [(0, 10), (8, 10), (10, 10), (13, 7)])
def test_pv_above_the_halved_maximum_are_lost_and_no_others(perdus: int, reste: int) -> None:
    apres, _ = jouer(halte(epuisement=3, perdus=perdus), Epuiser("ana"))
    assert apres["ana"].pv == reste


@pytest.mark.rule("FD-5.9")
def test_the_halved_maximum_is_rounded_down() -> None:
    apres, _ = jouer(halte(points={"PV": 25}), Epuiser("ana", 4))
    assert apres["ana"].pv_max == 12


@pytest.mark.rule("FD-5.9")
def test_the_sixth_level_kills() -> None:
    apres, events = jouer(halte(epuisement=4), Epuiser("ana", 2, cause="trois nuits dehors"))
    assert apres["ana"].vie == "mort"
    assert dit(events, "cause")["cause"] == "trois nuits dehors"
    assert epuiser(apres, Scripted(), "ana", -1) == apres  # the dead do not tire
    assert refus(halte(epuisement=4), Epuiser("ana", 3)) == "FD-5.9"
    assert refus(halte(), Epuiser("ana", 0)) == "FD-5.9"


@pytest.mark.rule("FD-5.24")
@pytest.mark.parametrize(
    ("niveau", "esq", "mov", "pv"),
    [(1, -10, 8, 24), (2, -10, 4, 24), (3, -20, 4, 24), (4, -20, 4, 12), (5, -20, 1, 12)],
)
def test_the_exhaustion_of_mounts(niveau: int, esq: int, mov: int, pv: int) -> None:
    scene = halte(cheval())
    frais = esquive(scene, scene["cheval"])
    las, _ = jouer(scene, Epuiser("ana", niveau, "cheval"))
    bete = las["cheval"]
    assert (esquive(las, bete) - frais, mouvement(las, bete), bete.pv_max) == (esq, mov, pv)
    mort, _ = jouer(las, Epuiser("ana", 6 - niveau, "cheval"))
    assert mort["cheval"].vie == "mort"


# ---------------------------------------------------------------- the needs of a day


@pytest.mark.rule("FD-5.14", "FD-5.5")
def test_a_day_takes_a_ration_a_flask_and_a_night() -> None:
    scene = halte(equipement=sac("ration", "gourde"), dormi=True)
    apres, events = jouer(scene, FinirLaJournee("ana"))
    assert [c.id for c in apres["ana"].equipement.actif] == ["gourde"]  # the flask is filled again
    assert not apres["ana"].dormi
    assert [e.what for e in events] == ["journee"]


@pytest.mark.rule("FD-5.14", "FD-5.5")
@pytest.mark.parametrize(
    ("ids", "eau", "dormi", "manques"),
    [
        (("gourde",), True, True, ("nourriture",)),
        (("ration",), True, True, ("eau",)),
        (("ration", "gourde"), False, True, ("eau",)),
        (("ration", "gourde"), True, False, ("sommeil",)),
        ((), True, False, ("nourriture", "eau", "sommeil")),
    ],
)
def test_what_is_lacking_may_exhaust(ids: tuple[str, ...], eau: bool, dormi: bool, manques: tuple[str, ...]) -> None:
    scene = halte(equipement=sac(*ids), dormi=dormi)
    oracle = Scripted((), ("1",))
    apres = FinirLaJournee("ana", eau=eau).resolve(scene, oracle)
    assert oracle.asked[0].who == GM
    assert oracle.asked[0].see("manques") == manques
    assert apres["ana"].epuisement == 1
    sans, _ = jouer(scene, FinirLaJournee("ana", eau=eau))
    assert sans["ana"].epuisement == 0  # the game master may leave it at that


@pytest.mark.rule("FD-5.14", "FD-6.8")
def test_the_convoy_feeds_whoever_has_no_ration() -> None:
    base = halte(equipement=sac("gourde"), dormi=True, options=Options(convoi=True))
    scene = msgspec.structs.replace(base, convoi=choses("ration", "corde"))
    apres, events = jouer(scene, FinirLaJournee("ana"))
    assert [c.id for c in apres.convoi] == ["corde"]
    assert [e.what for e in events] == ["journee"]
    sans = msgspec.structs.replace(scene, options=Options())
    apres, events = jouer(sans, FinirLaJournee("ana"))
    assert dit(events, "manque")["manques"] == ("nourriture",)


@pytest.mark.rule("FD-5.5")
def test_a_long_rest_counts_for_one_day() -> None:
    scene, _ = jouer(halte(equipement=sac("ration", "gourde")), ReposLong("ana"))
    assert scene["ana"].dormi
    scene, _ = jouer(scene, FinirLaJournee("ana"))
    _, events = jouer(scene, FinirLaJournee("ana"))
    assert "sommeil" in dit(events, "manque")["manques"]


# ---------------------------------------------------------------- time


@pytest.mark.rule("FD-5.4")
def test_the_clock_and_its_deadlines() -> None:
    scene, _ = jouer(halte(), FixerEcheance("ana", "La crue", 2, "jours"))
    scene, events = jouer(scene, PasserLeTemps("ana", 47, "heures"))
    assert scene.clock == 47 * 3600
    assert [e.what for e in events] == ["temps_passe"]
    scene, events = jouer(scene, PasserLeTemps("ana", 60, "minutes"))
    assert dit(events, "echeance")["titre"] == "La crue"
    assert scene.echeances == ()


@pytest.mark.rule("FD-5.4")
def test_a_deadline_lifted_and_what_is_refused() -> None:
    scene, _ = jouer(halte(), FixerEcheance("ana", "La crue", 2, "jours"))
    assert refus(scene, FixerEcheance("ana", "La crue", 3)) == "FD-5.4"
    scene, _ = jouer(scene, LeverEcheance("ana", "La crue"))
    assert scene.echeances == ()
    assert refus(scene, LeverEcheance("ana", "La crue")) == "FD-5.4"
    for action in (PasserLeTemps("ana", 0), PasserLeTemps("ana", 1, "lunes"), PasserLeTemps("ana", 10**9, "jours")):
        assert refus(scene, action) == "FD-5.4"
    assert refus(melee(scene, "ana"), PasserLeTemps("ana", 1)) == "FD-5.4"


@pytest.mark.rule("FD-5.4", "FD-3.4")
def test_wounds_bleed_and_effects_pass_while_time_does() -> None:
    blesse = unite("bob", survie=Survie(2000, "Conséquente", plein=20), perdus=20)
    benin = unite("dan", survie=Survie(2000, "Bénigne", plein=20), perdus=20)
    scene = halte(blesse, benin, etats=(MalActif("hate", 2),))
    apres, _ = jouer(scene, PasserLeTemps("ana", 30, "secondes"))
    survie = apres["bob"].survie
    assert survie is not None
    assert survie.reste == 1400
    assert apres["ana"].etats == ()
    apres, _ = jouer(scene, ReposCourt("ana"))
    assert apres["bob"].vie == "mort"
    survie = apres["dan"].survie
    assert survie is not None
    assert survie.reste == 2000  # a benign wound takes nothing


@pytest.mark.rule("FD-5.11")
@pytest.mark.parametrize(("mov", "decimetres", "metres"), [(5, 10, 3600), (8, 16, 5760), (3, 6, 2160)])
def test_speed(mov: int, decimetres: int, metres: int) -> None:
    scene = halte(points={"MOV": mov})
    assert decimetres_par_seconde(scene, scene["ana"]) == decimetres == mov * 10 // 5
    assert metres_par_heure(scene, scene["ana"]) == metres == decimetres * 360
    ligne = game("fragments").sheet(scene, "ana").line("Vitesse")
    assert isinstance(ligne, Mark)
    assert ligne.note == f"{mov / 5:.1f} m/s · {mov / 5 * 3.6:.2f} km/h".replace(".", ",")


@pytest.mark.rule("FD-5.11", "FD-5.10")
def test_a_journey_at_the_pace_of_the_slowest() -> None:
    scene = halte(unite("bob", points={"MOV": 4}), cheval())
    apres, events = jouer(scene, Voyager("ana", 36))
    assert apres.clock == 86400 + 2 * 3600  # 10 hours at 3.6 km/h, 8 a day
    apres, events = jouer(scene, Voyager("ana", 36, ("bob",)))
    assert dit(events, "voyage").target == "bob"
    assert (dit(events, "voyage")["jours"], dit(events, "voyage")["minutes"]) == (1, 270)
    assert apres.clock == 86400 + 4 * 3600 + 1800  # 12.5 hours at 2.88 km/h
    apres, _ = jouer(scene, Voyager("ana", 36, heures=10))
    assert apres.clock == 10 * 3600  # all in one day


@pytest.mark.rule("FD-5.11", "FD-6.40")
def test_a_rider_travels_at_the_mount_s_pace() -> None:
    scene = halte(cheval(x=0, cavalier="ana"), monture="cheval")
    apres, events = jouer(scene, Voyager("ana", 23, ("cheval",)))
    assert dit(events, "voyage")["metres_par_heure"] == 8 * 720
    assert apres.clock == 14375
    cloue = halte(etats=(MalActif("entrave", None),))
    assert refus(cloue, Voyager("ana", 1)) == "FD-2.20"
    assert refus(scene, Voyager("ana", 0)) == "FD-5.10"
    assert refus(scene, Voyager("ana", 1, heures=25)) == "FD-5.10"


# ---------------------------------------------------------------- between adventures


@pytest.mark.rule("FD-5.22")
def test_ways_of_life_as_the_book_prices_them() -> None:
    rows = LEDGER.rules["FD-5.22"].rows
    assert [(nom, prix) for nom, prix in TRAINS.values()] == [(r["train_de_vie"], r["cout_par_jour"]) for r in rows]


@pytest.mark.rule("FD-5.22", "FD-6.2")
def test_paying_for_a_way_of_life() -> None:
    scene = halte()
    apres, _ = jouer(scene, MenerTrain("ana", "modeste", 5))
    assert apres["ana"].equipement.ecus == 0
    assert refus(scene, MenerTrain("ana", "modeste", 6)) == "FD-6.2"
    assert refus(scene, MenerTrain("ana", "princier")) == "FD-5.22"
    assert refus(scene, MenerTrain("ana", "miserable", 0)) == "FD-5.22"
    apres, _ = jouer(scene, MenerTrain("ana", "miserable", 30))
    assert apres["ana"].equipement.ecus == 1000


@pytest.mark.rule("FD-5.25")
def test_work_saves_the_price_of_a_modest_life() -> None:
    apres, events = jouer(halte(), Travailler("ana", "Vannière", 10))
    assert apres["ana"].equipement.ecus == 1000
    assert dit(events, "travail")["epargne"] == 2000
    assert refus(halte(), Travailler("ana", "  ")) == "FD-5.25"


@pytest.mark.rule("FD-5.23", "FD-5.24")
def test_the_upkeep_of_a_mount() -> None:
    scene = halte(cheval())
    oracle = Scripted()
    apres = Entretenir("ana", "cheval", 3).resolve(scene, oracle)
    assert apres["ana"].equipement.ecus == 100
    assert oracle.asked == []
    apres, _ = jouer(scene, Entretenir("ana", "cheval", 3, 299), answers=("2",))
    assert (apres["ana"].equipement.ecus, apres["cheval"].epuisement) == (1000 - 897, 2)
    rien, _ = jouer(scene, Entretenir("ana", "cheval", 1, 0), answers=("1",))
    assert (rien["ana"].equipement.ecus, rien["cheval"].epuisement) == (1000, 1)
    assert refus(scene, Entretenir("ana", "cheval", 1, -1)) == "FD-5.23"
    assert refus(scene, Entretenir("ana", "cheval", 4)) == "FD-6.2"
    assert refus(scene, Entretenir("ana", "ana")) == "FD-5.23"


# ---------------------------------------------------------------- languages


@pytest.mark.rule("FD-5.19")
def test_the_languages_of_the_book_and_their_scripts() -> None:
    rows = LEDGER.rules["FD-5.19"].rows
    assert {r["langue"]: (r["categorie"], r["ecriture"]) for r in rows} == LANGUES
    assert set(modeles.LANGUES) == set(LANGUES)


@pytest.mark.rule("FD-5.19")
def test_languages_come_from_origin_and_story() -> None:
    for origine in ORIGINES.values():
        fiche = Fiche("X", origine=origine.id, langues=("Orc",))
        assert set(langues_connues(fiche)) == {*origine.langues, "Orc"}
    assert ecritures_lues(Fiche("X", langues=("Orc", "Elfique", "Nain"))) == ("Nain", "Elfique")


@pytest.mark.rule("FD-5.19")
def test_who_understands_and_who_only_spells_it_out() -> None:
    gens = [
        Unite(id, Fiche(id, langues=langues)) for id, langues in (("b", ("Orc",)), ("c", ("Nain",)), ("d", ("Commun",)))
    ]
    scene, _ = jouer(halte(*gens), ApprendreLangue("ana", "Orc"))
    _, events = jouer(scene, Parler("ana", "Orc"))
    assert dit(events, "parle")["compris"] == ("b",)
    _, events = jouer(scene, Parler("ana", "Orc", True))
    assert (dit(events, "ecrit")["compris"], dit(events, "ecrit")["epelle"]) == (("b",), ("c",))
    assert refus(scene, Parler("ana", "Nain")) == "FD-5.19"
    assert refus(scene, ApprendreLangue("ana", "Orc")) == "FD-5.19"
    assert refus(scene, ApprendreLangue("ana", "Sylvestre")) == "FD-5.19"


# ---------------------------------------------------------------- what must always hold

NOMS = st.one_of(st.sampled_from(["ana", "bob", "cheval", "zz", ""]), st.text(max_size=3))
GENS = st.lists(NOMS, max_size=3).map(tuple)
ENTIERS = st.one_of(st.integers(-3, 12), st.integers(-(10**12), 10**12))
TEXTES = st.one_of(st.sampled_from(["jours", "heures", "modeste", "Orc", "La crue"]), st.text(max_size=4))
ACTES = st.one_of(
    st.builds(PasserLeTemps, NOMS, ENTIERS, TEXTES),
    st.builds(FixerEcheance, NOMS, TEXTES, ENTIERS, TEXTES),
    st.builds(LeverEcheance, NOMS, TEXTES),
    st.builds(Voyager, NOMS, ENTIERS, GENS, ENTIERS),
    st.builds(ReposCourt, NOMS, GENS),
    st.builds(ReposLong, NOMS, GENS, ENTIERS, GENS),
    st.builds(ReposComplet, NOMS, ENTIERS, GENS),
    st.builds(Epuiser, NOMS, ENTIERS, NOMS, TEXTES),
    st.builds(FinirLaJournee, NOMS, GENS, st.booleans()),
    st.builds(MenerTrain, NOMS, TEXTES, ENTIERS),
    st.builds(Travailler, NOMS, TEXTES, ENTIERS),
    st.builds(Entretenir, NOMS, NOMS, ENTIERS, ENTIERS),
    st.builds(Parler, NOMS, TEXTES, st.booleans()),
    st.builds(ApprendreLangue, NOMS, TEXTES),
)


@given(st.lists(ACTES, max_size=4), st.integers(0, 19), st.integers(0, 5), st.booleans())
def test_whatever_is_asked_for_the_scene_holds(
    actes: list[PasserLeTemps], perdus: int, epuisement: int, combat: bool
) -> None:
    scene = halte(unite("bob", x=1), cheval(), perdus=perdus, epuisement=epuisement, equipement=Equipement(ecus=700))
    scene = melee(scene, "ana") if combat else scene
    for acte in actes:
        if acte.closed(scene) is None:
            scene = acte.resolve(scene, Simulated(7))
    for u in scene.people.values():
        assert 0 <= u.pv <= u.pv_max
        assert 0 <= u.epuisement <= 6
        assert u.equipement.ecus >= 0
    assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene


def test_buttons() -> None:
    scene = halte(unite("bob"), cheval())
    boutons = [b for module in (repos, temps, train_de_vie, langues) for b in module.offers(scene, scene["ana"])]
    assert ReposLong("ana", ("bob", "cheval")) in boutons
    assert {b.train for b in boutons if isinstance(b, MenerTrain)} == set(TRAINS)
    assert Entretenir("ana", "cheval") in boutons
    parlant, _ = jouer(scene, ApprendreLangue("ana", "Orc"))
    assert list(langues.offers(parlant, parlant["ana"])) == [Parler("ana", "Orc")]
    fermes = {refus(scene, b) for b in boutons if b.closed(scene) is not None}
    assert fermes == {"FD-6.2"}  # an aristocratic life
    assert not any(list(module.offers(melee(scene, "ana"), scene["ana"])) for module in (repos, temps, train_de_vie))
