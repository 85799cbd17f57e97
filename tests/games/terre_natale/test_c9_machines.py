"""Chapter 9: améliorations at work, worn things sold, and animate objects that blows wear down."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c0_tests import Jet, figures_d_essai, jet
from tablee.games.terre_natale.book.c4_caracteristiques.capacites import charge_de
from tablee.games.terre_natale.book.c8_confrontation.attaque import Coup, assaut
from tablee.games.terre_natale.book.c9_objets.ameliorations import prestige
from tablee.games.terre_natale.book.c9_objets.machines import user_la_machine
from tablee.games.terre_natale.book.c9_objets.prix import decote, prix_d_achat
from tablee.games.terre_natale.book.c10_monde.commerce import Vendre
from tablee.games.terre_natale.model.artisanat import AMELIORATIONS
from tablee.games.terre_natale.model.effects import Essai
from tablee.games.terre_natale.model.things import Objet
from tablee.kernel.live import Scripted
from tablee.kernel.tally import total

from .jeu import dit, jouer, rows, scene

EPEE = Objet("epee_longue", qualite=3)


def avec(*ids):
    return replace(EPEE, ameliorations=ids)


def alys(objet=EPEE):
    s = scene(alys={"fiche": {"base": {"DEX": 16, "FOR": 20}}})
    p = s["alys"]
    return s.put(replace(p, equipement=replace(p.equipement, armes=(objet,))))


@pytest.mark.rule("TN-9.179")
def test_le_catalogue_des_ameliorations():
    """Those of the book, each one level, and two of ours."""
    assert {row["id"]: row["nom"] for row in rows("TN-9.179")} == {
        id: a.nom for id, a in AMELIORATIONS.items() if not a.origin
    }
    assert {id for id, a in AMELIORATIONS.items() if a.origin} == {"apparat", "prestige"}
    assert {a.niveau for a in AMELIORATIONS.values()} == {1}


@pytest.mark.rule("TN-9.179")
def test_chacune_agit():
    s = alys()
    p = s["alys"]
    assert total(charge_de(p, avec("charge", "charge"))) == total(charge_de(p, EPEE)) - 2
    assert avec("solidite").integrite == EPEE.integrite + 1
    of = "DEX", "arme_a_garde", "combat"
    assert figures_d_essai(Essai(p, s, None, *of, objet=avec("fiabilite", "fiabilite"))).adresse == 2
    assert figures_d_essai(Essai(p, s, None, *of, objet=avec("perfection"))).criticite == 1
    assert (
        figures_d_essai(Essai(p, s, None, *of, objet=EPEE)).criticite
        == figures_d_essai(Essai(p, s, None, *of, objet=EPEE)).adresse
        == 0
    )
    assert jet(Scripted((4, 4)), Jet(Essai(p, s, None, "DEX", objet=avec("efficacite", "efficacite"))))[1] == 8 + 3 + 2
    assert (avec("apparat").apparat, avec("prestige").apparat, EPEE.apparat) == (True, True, False)
    assert prestige(Essai(alys(avec("prestige", "prestige"))["alys"])) == ("Prestige", 2, "TN-9.179")


@pytest.mark.rule("TN-9.179")
def test_valeurs():
    """A quarter more of all of it: (80 + 5) x 12 x 1.25."""
    assert total(prix_d_achat(EPEE)) == 960
    assert total(prix_d_achat(avec("valeurs"))) == 85 * 12 * 5 // 4


@pytest.mark.rule("TN-9.179")
def test_l_efficacite_d_une_arme_se_compte_dans_ses_degats():
    coups = []
    for objet in (EPEE, avec("efficacite")):
        s = alys(objet)
        s = s.put(replace(s["alys"], side="a"), replace(s["alys"], id="bor", side="b", x=1))
        o = Scripted((6, 6, 4, 1, 1, 1, 1, 1))
        assaut(s, o, Coup("alys", "bor"))
        coups.append({label: n for label, n, _ in dit(o, "blesse").terms}.get("Efficacité", 0))
    assert coups == [0, 1]


@pytest.mark.rule("TN-9.139")
@pytest.mark.parametrize(("niveau", "metier", "reste"), [(0, False, 20), (1, True, 18), (1, False, 17), (2, False, 14)])
def test_vendre_un_objet_degrade(niveau, metier, reste):
    """A sword of 80 sells for 20; 10 % less a level by trade, else 15 %."""
    use = {"modele": "epee_longue", "degradation": 13 * niveau}
    s = scene(alys={"fiche": {}, "equipement": {"sac": [use]}})
    s, _ = jouer(s, Vendre("alys", "epee_longue", metier=metier))
    assert s["alys"].fiche.pecule == reste and not s["alys"].equipement.sac
    assert decote(80, Objet("epee_longue"), True) == ()


@pytest.mark.rule("TN-9.139", "TN-9.134")
def test_une_ruine_ne_se_vend_pas():
    s = scene(alys={"fiche": {}, "equipement": {"sac": [{"modele": "epee_longue", "degradation": 65}]}})
    assert Vendre("alys", "epee_longue").closed(s) is not None


# ---------------------------------------------------------------- animate objects


def golem(arme=None, per=10, **more):
    """A golem of catégorie 4 and CON 14: intégrité 16, résistance 4, absorption 12 + 2."""
    peau = {"modele": "carapace"}
    equipement = {"peau": peau, "naturelles": [{"modele": "queue"}], "armes": [{"modele": "dague"}]}
    g = {"fiche": {"base": {"CON": 14}}, "camp": "b", "x": 1, "deterioration": 0, "equipement": equipement, **more}
    tient = [{"modele": "epee_longue"}] if arme is None else arme
    a = {"fiche": {"base": {"FOR": 30, "DEX": 26, "PER": per}}, "camp": "a", "equipement": {"armes": tient}}
    return scene(alys=a, golem=g)


@pytest.mark.rule("TN-9.142")
def test_integrite_d_une_machine():
    g = golem()["golem"]
    assert g.equipement.peau.categorie == 4
    assert (g.rouages, g.niveau_de_deterioration, g.ruine) == (16, 0, 6 * 16)


@pytest.mark.rule("TN-9.125", "TN-9.132", "TN-9.142", "TN-9.143", "TN-9.136")
def test_un_coup_sur_une_machine():
    """5D8 of 8, 3 and 5 of DEX 20: 48; less 4, less all of 14: 30; its save fails: 30. Then the sword is tested."""
    s = golem()
    o = Scripted((6, 5, 4, *(8,) * 5, 3, 2, 1, 6, 5, 4))
    s2, _ = assaut(s, o, Coup("alys", "golem"))
    assert o.left_over() is None
    machine, epee = [e for e in o.events if e.what == "solidite"]
    assert total(dit(o, "deteriore").terms) == 40 + 3 + 5 - 4 - 14
    assert (machine["difficulte"], machine["enjeu"]) == (13, 30)
    assert (epee["difficulte"], epee["enjeu"]) == (16, 16)
    g = s2["golem"]
    assert (g.deterioration, g.niveau_de_deterioration) == (machine["subi"], machine["subi"] // 16)
    assert not g.pertes and not g.lesions and not any(e.what == "blesse" for e in o.events)


@pytest.mark.rule("TN-9.142")
def test_ce_qui_est_integre_baisse_ce_qui_est_porte_non():
    s = user_la_machine(golem(), Scripted(()), "golem", 33, ())
    e = s["golem"].equipement
    assert (e.peau.effective, e.naturelles[0].niveau, e.armes[0].niveau) == (2, 2, 0)
    assert s["golem"].up
    s = user_la_machine(s, Scripted(()), "golem", 31, ())
    assert "hors_service" in s["golem"].etats and not s["golem"].up and "mort" not in s["golem"].etats
    s = user_la_machine(s, Scripted(()), "golem", 10**6, ())
    assert "mort" in s["golem"].etats and s["golem"].deterioration == 96


@pytest.mark.rule("TN-9.131", "TN-9.137")
def test_de_loin_et_a_mains_nues():
    """A shot wears by half and the bow risks nothing; bare hands lose endurance."""
    s = golem([{"modele": "arc_long"}], per=26)
    s = s.put(replace(s["golem"], x=12))
    o = Scripted((6, 5, 4, *(8,) * 5, 3, 2, 1))
    s2, _ = assaut(s, o, Coup("alys", "golem"))
    assert o.left_over() is None
    assert s2["golem"].deterioration == dit(o, "solidite")["subi"] // 2 > 0
    s = golem([])
    o = Scripted((6, 5, 4, 8, 8, 6, 5, 4, 3, 2, 1))
    s2, _ = assaut(s, o, Coup("alys", "golem", attribut="FOR"))
    assert s2["alys"].pertes["PE"] > 0
