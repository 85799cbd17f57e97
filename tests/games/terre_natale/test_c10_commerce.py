"""Chapter 10: trade and services; prices come from chapter 9."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c9_objets.disponibilite import Marche, disponibilite
from tablee.games.terre_natale.book.c9_objets.prix import prix_d_achat
from tablee.games.terre_natale.book.c10_monde.commerce import (
    Acheter,
    Chercher,
    Gonfler,
    Identifier,
    Jauger,
    Laisser,
    Negocier,
    Vendre,
    cout_de_l_identification,
    distance,
    heures_de_recherche,
    negocie,
    offers,
    revelees,
)
from tablee.games.terre_natale.book.c10_monde.contrats import PrendreContrat, Travailler
from tablee.games.terre_natale.book.c10_monde.contrats import offers as offers_de_contrats
from tablee.games.terre_natale.book.c10_monde.services import (
    PasserLaNuit,
    PayerUnService,
    PrendreService,
    conditions_payees,
    prix_d_un_service,
)
from tablee.games.terre_natale.model.contrats import TRAVAUX
from tablee.games.terre_natale.model.facture import MARCHE
from tablee.games.terre_natale.model.monde import Affaires, Lieu, Trouvaille
from tablee.games.terre_natale.model.services import SERVICES
from tablee.games.terre_natale.model.things import Objet
from tablee.kernel.content import convert
from tablee.kernel.tally import total

from .jeu import dit, jouer, rows, scene

CORDE = Objet("corde")
PRIX = total(prix_d_achat(CORDE))
CLIENT = {"competences": {"negociation": 2, "evaluation": 2, "histoire": 3}, "groupes": {"analyse": 1}, "pecule": 500}


def trouve(prix=100, surcout=0, **changes):
    s = scene(alys={**CLIENT, **changes.pop("fiche", {})}, bor={"competences": {"negociation": 1}})
    return s.put(replace(s["alys"], affaires=Affaires(trouvailles=(Trouvaille(CORDE, prix, surcout, **changes),))))


def article(s):
    return s["alys"].affaires.trouvailles[0]


# ---------------------------------------------------------------- finding


@pytest.mark.rule("TN-10.13")
def test_rarity_multiplies_the_price_by_the_table():
    assert [float(Fraction(MARCHE.raretes[row["rarete"]])) for row in rows("TN-10.13")] == [
        row["facteur_retenu"] for row in rows("TN-10.13")
    ]


@pytest.mark.rule("TN-10.27")
@pytest.mark.parametrize(
    ("ecart", "n"), [((0, 0, 0), 0), ((1, 0, 0), 1), ((5, 0, 0), 2), ((0, 3, 0), 2), ((2, 1, 2), 12)]
)
def test_origins_by_region_nation_and_continent(ecart, n):
    assert distance(*ecart) == n
    terms = prix_d_achat(Objet("corde", 3), origine=n)
    base = total(prix_d_achat(Objet("corde", 3)))
    assert total(terms) == base * (100 + 5 * n) // 100
    assert total(disponibilite(CORDE, Marche(origine=n))) - total(disponibilite(CORDE, Marche())) == n


@pytest.mark.rule("TN-10.16")
@pytest.mark.parametrize(
    ("dd", "marge", "trouve", "heures"), [(12, 3, True, 9), (12, 20, True, 1), (12, -4, False, 12)]
)
def test_a_search_takes_its_difficulty_less_the_margin(dd, marge, trouve, heures):
    assert heures_de_recherche(dd, marge, trouve) == heures


@pytest.mark.rule("TN-10.10", "TN-10.16")
def test_a_thing_is_found_by_negotiation_against_its_availability():
    s = replace(scene(alys=CLIENT), lieu=Lieu("Bourg", "village"))
    dd = total(disponibilite(CORDE, Marche("village")))
    s, oracle = jouer(s, Chercher("alys", "corde"), 6, 5, 4)
    e = dit(oracle)
    assert e["quoi"] == "Négociation" and e["difficulte"] == dd and e["score"] == 18
    assert article(s) == Trouvaille(CORDE, PRIX) and s.clock == 3600 * max(1, dd - (18 - dd))
    assert "Pas d'objet" in str(Chercher("alys", "licorne").closed(s))
    assert "jamais à vendre" in str(Chercher("alys", "corde", 6).closed(s))
    assert "soi-même" in str(Chercher("alys", "corde", marchand="alys").closed(s))


@pytest.mark.rule("TN-10.16")
def test_a_near_failure_can_be_bought_out_and_another_not():
    s = replace(scene(alys=CLIENT), lieu=Lieu("Bourg", "village"))
    dd = total(disponibilite(CORDE, Marche("village")))
    cher, oracle = jouer(s, Chercher("alys", "corde"), 1, 3, 2)  # 9
    manque = dd - dit(oracle)["score"]
    assert 1 <= manque <= 5 and article(cher).surcout == PRIX * 10 * manque // 100
    assert article(cher).prix == PRIX + article(cher).surcout and cher.clock == dd * 3600
    rien, oracle = jouer(s, Chercher("alys", "corde", legalite="crime", rarete=6), 1, 1, 2)
    assert rien["alys"].affaires.trouvailles == () and dit(oracle, "introuvable")["heures"] > 10


# ---------------------------------------------------------------- buying


@pytest.mark.rule("TN-10.17", "TN-10.11")
def test_one_pays_the_price_and_has_the_thing():
    s, _ = jouer(trouve(), Acheter("alys"))
    assert s["alys"].fiche.pecule == 400 and s["alys"].equipement.sac == (CORDE,)
    assert s["alys"].affaires.trouvailles == ()
    assert "100 pièces requises" in str(Acheter("alys").closed(trouve(fiche={"pecule": 99})))
    s, _ = jouer(trouve(marchand="bor"), Acheter("alys"))
    assert s["bor"].fiche.pecule == 100
    assert "a trouvé 0" in str(Acheter("alys").closed(s))
    assert jouer(trouve(), Laisser("alys"))[0]["alys"].affaires == Affaires()


@pytest.mark.rule("TN-10.17")
def test_a_cheating_merchant_is_seen_through_or_paid():
    s, _ = jouer(trouve(), Gonfler("alys", 0, 50))
    paye, _ = jouer(s, Acheter("alys"))
    assert paye["alys"].fiche.pecule == 350
    vu, oracle = jouer(s, Jauger("alys"), 6, 5, 3)  # 14 and 3 above 15
    assert dit(oracle)["quoi"] == "Évaluation" and dit(oracle, "jauge")["triche"]
    assert jouer(vu, Acheter("alys"))[0]["alys"].fiche.pecule == 400
    rate, _ = jouer(s, Jauger("alys"), 3, 2, 1)
    assert article(rate).annonce == 150 and "déjà jaugé" in str(Jauger("alys").closed(rate))


@pytest.mark.rule("TN-10.26")
@pytest.mark.parametrize(("pourcent", "baisse", "prix"), [(13, True, 87), (13, False, 113), (10, True, 90)])
def test_the_winner_moves_the_price(pourcent, baisse, prix):
    assert total(negocie(100, pourcent, baisse)) == prix


@pytest.mark.rule("TN-10.26")
@pytest.mark.parametrize(
    ("marchand", "des", "prix"),
    [((1, 2, 3), (4, 3, 5), 100 - 10 - 4), ((5, 4, 6), (3, 2, 1), 100 + 10 + 11), ((4, 3, 3), (5, 4, 3), 100)],
)
def test_haggling_with_a_merchant_who_is_not_in_the_scene(marchand, des, prix):
    s, _ = jouer(trouve(), Negocier("alys"), *marchand, *des)  # his dice and 5, hers and 3
    assert article(s).prix == prix and article(s).negocie
    assert "déjà négocié" in str(Negocier("alys").closed(s))


@pytest.mark.rule("TN-10.26")
def test_haggling_with_somebody_is_an_opposed_test():
    s, oracle = jouer(trouve(marchand="bor"), Negocier("alys", arguments=2), 5, 4, 3, 4, 3, 2)  # 17 against 10
    assert dit(oracle, "opposition").target == "bor" and article(s).prix == 83


@pytest.mark.rule("TN-10.26")
def test_by_the_option_the_surcharge_goes_twice_as_fast():
    s = trouve(130, 30)
    plein, _ = jouer(s, Negocier("alys"), 1, 2, 3, 4, 3, 5)  # 14 %
    assert article(plein).prix == 86 + 30
    moins, _ = jouer(replace(s, options=("surcout_negociable",)), Negocier("alys"), 1, 2, 3, 4, 3, 5)
    assert article(moins).prix == 86 + 30 - 8


# ---------------------------------------------------------------- selling


@pytest.mark.rule("TN-10.18")
def test_a_quarter_of_the_price():
    s = scene(alys={"fiche": {}, "equipement": {"sac": [{"modele": "corde", "nombre": 2}]}})
    s, _ = jouer(s, Vendre("alys", "corde"))
    assert s["alys"].fiche.pecule == PRIX // 4 and s["alys"].equipement.sac == (CORDE,)
    s, _ = jouer(s, Vendre("alys", "corde"))
    assert s["alys"].equipement.sac == () and "dans son sac" in str(Vendre("alys", "corde").closed(s))


@pytest.mark.rule("TN-10.19")
def test_no_merchant_gives_more_than_there_are_people():
    lame = {"modele": "epee_longue", "qualite": 3}
    s = scene(alys={"fiche": CLIENT, "equipement": {"sac": [lame]}})
    vaut = total(prix_d_achat(Objet(**lame))) // 4
    petit = replace(s, lieu=Lieu("Hameau", "village", vaut - 1))
    assert "nul marchand" in str(Vendre("alys", "epee_longue").closed(petit))
    assert Vendre("alys", "epee_longue", acheteur=True).closed(petit) is None
    assert Vendre("alys", "epee_longue").closed(replace(s, lieu=Lieu("Bourg", "village", vaut))) is None
    vendu, _ = jouer(s, Vendre("alys", "epee_longue", negocier=True), 1, 2, 3, 4, 3, 5)  # 4 ahead: 14 % more
    assert vendu["alys"].fiche.pecule == 500 + vaut + vaut * 14 // 100


# ---------------------------------------------------------------- identifying


@pytest.mark.rule("TN-10.21", "TN-10.22")
@pytest.mark.parametrize(("savoir", "dd", "dr"), [("", 10, 1), ("histoire", 5, 2)])
def test_a_knowledge_reads_it_at_five_an_appraisal_at_ten(savoir, dd, dr):
    s = scene(alys={"fiche": CLIENT, "equipement": {"sac": [{"modele": "corde", "qualite": 3}]}})
    des = (5, 4, 3) if not savoir else (6, 5, 1)  # 15 in both
    s, oracle = jouer(s, Identifier("alys", "corde", savoir), *des)
    assert (dit(oracle, "evaluation")["difficulte"], dit(oracle, "evaluation")["score"]) == (dd, 15)
    assert dit(oracle, "identifie")["n"] == dr and s["alys"].affaires.identifies == {"corde": dr}
    assert dit(oracle, "identifie")["qualite"] == dr
    assert "n'a pas cet objet" in str(Identifier("alys", "dague").closed(s))


@pytest.mark.rule("TN-10.21", "TN-10.23")
def test_the_service_is_a_twentieth_and_less_if_it_is_incomplete():
    objet = Objet("corde", 3)
    assert [revelees(objet, dr) for dr in range(5)] == [1, 2, 3, 4, 4]
    assert [total(cout_de_l_identification(objet, 800, dr)) for dr in (0, 1, 3, 4)] == [10, 20, 40, 40]
    lame = {"modele": "epee_longue", "qualite": 2}
    s = scene(alys=CLIENT, bor={"fiche": {"pecule": 400}, "equipement": {"sac": [lame]}})
    cout = total(cout_de_l_identification(Objet(**lame), total(prix_d_achat(Objet(**lame))), 1))
    s, oracle = jouer(s, Identifier("alys", "epee_longue", proprietaire="bor"), 5, 4, 3)
    assert (s["bor"].fiche.pecule, s["alys"].fiche.pecule) == (400 - cout, 500 + cout)
    assert dit(oracle, "service_paye").rule == "TN-10.23"


# ---------------------------------------------------------------- services


@pytest.mark.rule("TN-10.24", "TN-10.25")
@pytest.mark.parametrize(
    ("bonus", "actes", "illegal", "prix"),
    [
        (10, 1, False, 100),
        (10, 2, False, 150),
        (10, 3, False, 225),
        (10, 1, True, 200),
        (10, 2, True, 300),
        (-1, 1, False, 0),
    ],
)
def test_the_square_of_the_bonus_half_more_for_each_act_twice_if_illegal(bonus, actes, illegal, prix):
    assert total(prix_d_un_service(bonus, actes, illegal)) == prix


@pytest.mark.rule("TN-10.24")
def test_a_professional_is_paid_by_what_he_adds_to_his_test():
    s = scene(
        alys={"pecule": 60}, bor={"base": {"INT": 14}, "competences": {"medecine": 4}, "groupes": {"guerison": 1}}
    )
    s, _ = jouer(s, PayerUnService("alys", "bor", "medecine"))
    assert (s["alys"].fiche.pecule, s["bor"].fiche.pecule) == (11, 49)
    assert "49 pièces requises" in str(PayerUnService("alys", "bor", "medecine").closed(s))
    assert "soi-même" in str(PayerUnService("alys", "alys", "medecine").closed(s))


@pytest.mark.rule("TN-10.24", "TN-10.11")
@pytest.mark.parametrize("id", SERVICES)
def test_every_service_costs_something_and_does_something(id):
    s = scene(alys={"pecule": 20})
    service = SERVICES[id]
    assert service.prix > 0 and service.dit
    apres, _ = jouer(s, PrendreService("alys", id, 2))
    assert apres["alys"].fiche.pecule == 20 - 2 * service.prix and apres.clock == 2 * 3600 * service.heures
    assert "Pas de service" in str(PrendreService("alys", "bain").closed(s))
    assert "requises" in str(PrendreService("alys", id, 100).closed(s))


@pytest.mark.rule("TN-10.31", "TN-10.30")
@pytest.mark.parametrize(
    ("logement", "repas", "conditions", "prix", "rendus"),
    [
        ("mauvais_lit", "", ("partielle", "non", "partielle"), 1, 3),
        ("mauvais_lit", "vivres", ("partielle", "partielle", "partielle"), 2, 5),
        ("bon_lit", "repas", ("totale", "totale", "totale"), 4, 8),
        ("bon_lit", "", ("totale", "non", "totale"), 3, 5),
        ("belle_auberge", "", ("totale", "partielle", "totale"), 10, 7),
        ("belle_auberge", "vivres", ("totale", "totale", "totale"), 11, 8),
    ],
)
def test_a_paid_night_is_as_good_as_its_bed_and_table(logement, repas, conditions, prix, rendus):
    assert conditions_payees(logement, repas) == conditions
    s = scene(alys={"fiche": {"pecule": 12}, "pertes": {"PV": 12}}, bor={"pecule": 0})
    s, _ = jouer(s, PasserLaNuit("alys", logement, repas))
    assert s["alys"].fiche.pecule == 12 - prix and s["alys"].pertes["PV"] == 12 - rendus
    assert "0 pièce," in str(PasserLaNuit("bor", logement, repas).closed(s))
    assert "Pas de service" in str(PasserLaNuit("alys", "chateau").closed(s))


# ---------------------------------------------------------------- by their names


def etal(*articles):
    trouvailles = [{"objet": {"modele": modele}, "prix": prix} for modele, prix in articles]
    return scene(alys={"fiche": {"pecule": 500}, "affaires": {"trouvailles": trouvailles}})


@pytest.mark.rule("TN-10.17")
def test_what_was_found_is_named_with_its_price_and_of_several_the_one_that_is_meant():
    s = etal(("dague", 40), ("epee_longue", 80), ("dague", 30))
    offertes = [a for a in offers(s, s["alys"]) if isinstance(a, Acheter)]
    assert [(a.objet, a.article, a.prix) for a in offertes] == [
        ("dague", 0, 40),
        ("epee_longue", 0, 80),
        ("dague", 1, 30),
    ]
    assert {a.key() for a in offertes} == {"acheter.objet"}
    apres, _ = jouer(s, Acheter("alys", 1, objet="dague", prix=30))
    assert apres["alys"].fiche.pecule == 470
    assert [t.prix for t in apres["alys"].affaires.trouvailles] == [40, 80]


@pytest.mark.rule("TN-10.17")
def test_a_price_that_has_changed_is_not_paid_unseen():
    s = etal(("dague", 40))
    assert "40" in str(Acheter("alys", objet="dague", prix=35).closed(s))
    assert Acheter("alys", objet="epee_longue").closed(s).rule == "TN-10.17"
    gonfle, _ = jouer(s, Gonfler("alys", objet="dague", prix=40, pourcent=50))
    assert Acheter("alys", objet="dague", prix=40).closed(gonfle).rule == "TN-10.17"
    assert Acheter("alys", objet="dague", prix=60).closed(gonfle) is None


@pytest.mark.rule("TN-10.17")
def test_an_action_that_was_kept_by_its_number_is_still_understood():
    old = convert({"do": "acheter", "actor": "alys", "article": 1}, Acheter, "action")
    s, _ = jouer(etal(("dague", 40), ("epee_longue", 80)), old)
    assert [t.objet.modele for t in s["alys"].affaires.trouvailles] == ["dague"] and old.key() == "acheter"


@pytest.mark.rule("TN-10.90", "TN-10.91")
def test_contracts_are_named_by_their_trade():
    ids = list(TRAVAUX)[:2]
    contrats = [{"id": id, "genre": "court", "categorie": 0, "duree": 2} for id in (ids[0], ids[1], ids[0])]
    s = scene(alys={"fiche": {}, "affaires": {"offres": contrats}})
    offertes = [a for a in offers_de_contrats(s, s["alys"]) if isinstance(a, PrendreContrat)]
    assert [(a.emploi, a.offre) for a in offertes] == [(ids[0], 0), (ids[1], 0), (ids[0], 1)]
    pris, _ = jouer(s, PrendreContrat("alys", emploi=ids[1]))
    assert [c.id for c in pris["alys"].affaires.offres] == [ids[0], ids[0]]
    travail = [a for a in offers_de_contrats(pris, pris["alys"]) if isinstance(a, Travailler)]
    assert [(a.emploi, a.contrat) for a in travail] == [(ids[1], 0)]
    assert PrendreContrat("alys", emploi=ids[1]).closed(pris).rule == "TN-10.90"


@pytest.mark.rule("TN-9.80", "TN-10.17", "TN-10.18")
def test_munitions_are_bought_and_sold_by_the_lot():
    """Twenty arrows at 2; ten times as many cost no more than their lots."""
    s = scene(alys={"fiche": {}, "equipement": {"sac": [{"modele": "fleche", "qualite": 3, "nombre": 25}]}})
    assert [Chercher("alys", id).voulu(s).nombre for id in ("fleche", "dague")] == [20, 1]
    apres, _ = jouer(s, Vendre("alys", "fleche"))
    assert apres["alys"].equipement.sac[0].nombre == 5
    assert Vendre("alys", "fleche").closed(apres).rule == "TN-10.18"


@pytest.mark.rule("TN-10.20")
def test_raw_matter_sells_for_half_of_its_worth():
    s = scene(alys={"fiche": {}})
    for modele, part in (("matiere_metal", 2), ("epee_longue", 4)):
        objet = Objet(modele, 3)
        assert total(Vendre("alys", modele).terms(s, objet)) == total(prix_d_achat(objet)) // part
