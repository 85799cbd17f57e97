"""One life, from creation to rank XX: what the game does, beside a notebook kept by the printed tables."""

import pytest

from tablee.games.terre_natale.book.c6_castes import Choisir, Endosser
from tablee.games.terre_natale.book.c7_progression.apprentissage import PasserDesJours, PrendreUnMaitre, SEntrainer
from tablee.games.terre_natale.book.c7_progression.augmenter import Augmenter, AugmenterAvecAccord
from tablee.games.terre_natale.book.c7_progression.gains import Recompenser
from tablee.games.terre_natale.book.c7_progression.sujets import maximum
from tablee.games.terre_natale.book.c7_progression.traits import AcquerirParException, AcquerirUnTrait, Imposer
from tablee.games.terre_natale.model.scene import Scene
from tablee.games.terre_natale.model.sums import PRINCIPAUX
from tablee.kernel.game import game
from tablee.kernel.tally import total

from .jeu import dit, jouer, rows, scene

RANGS = {row["rang"]: row for row in rows("TN-6.8")}
BIENFAITS = {row["rang"]: row for row in rows("TN-6.48")}
TABLES = {
    "attribut": {row["to"]: (row["pa"], row["ta"]) for row in rows("TN-7.17")},
    "groupe": {row["to"]: (row["px"], row["ta"]) for row in rows("TN-7.22")},
    "competence": {row["to"]: (row["px"], row["ta"]) for row in rows("TN-7.23")},
}
TABLES["attribut"] |= {18 + n: (13 + n, 11 + n) for n in range(1, 8)}  # « +1, +1, +1 »
APOTHEOSES = {row["rang"]: row["endurance"] for row in rows("TN-6.40")}

COMBAT = "arme_a_garde arme_a_manche arme_tranchante arme_contondante arme_perforante arme_courte arme_lourde"
AUTRES = "parade domination controle crochetage desamorcage sabotage escamotage course escalade natation musculation"
LIEES = (*COMBAT.split(), *AUTRES.split(), "bagarre", "boxe", "diligence", "bricolage", "travail_du_metal")
GROUPES_LIES = ("combat", "defense", "tactique", "larcin", "athletisme", "corps_a_corps", "sagacite", "savoir_faire")

INSPIREES = "arme_a_garde arme_a_manche parade armure domination controle crochetage escamotage course escalade"

ISAUT = {
    "nom": "Isaut",
    "destinee": "3",
    "vecu": "1",
    "comportement": "agressif",
    "caractere": "dominateur",
    "porte_bonheur": 5,
    "avantages": {"vigueur": 1, "bon_eleve": 1},
    "pi_groupes": dict.fromkeys(("combat", "defense", "tactique", "larcin", "athletisme"), 20),
    "pi_competences": dict.fromkeys(INSPIREES.split(), 10),
    "principaux": dict(zip(PRINCIPAUX, (16, 14, 15, 13, 12, 13, 13, 13, 12, 13), strict=True)),
    "secondaires": {"EGO": 10, "APP": 12, "STA": 10, "TAI": 10, "CHN": 12},
    "groupes": dict.fromkeys(("combat", "athletisme", "defense", "larcin", "entregent", "erudition"), 1),
    "competences": {"arme_a_garde": 2, "course": 1, "enseignement": 2, "lecture": 1, "pistage": 1, "etiquette": 1},
}
BRUNE = {
    "base": {"INT": 12},
    "competences": {"enseignement": 2, "escalade": 1, "course": 1},
    "groupes": {"entregent": 1},
}
ORM = {"base": {"INT": 16, "FOR": 30, "DEX": 30}, "competences": {"enseignement": 4}, "groupes": {"entregent": 2}}


def attendus(besoin, acquis=0, reserve=0):
    """Long days until so much is learned, and what is left over: 2 a day, and 2 from a master while he has any."""
    jours = 0
    while acquis < besoin:
        jours, acquis, reserve = jours + 1, acquis + 2 + min(2, reserve), max(0, reserve - 2)
    return jours, acquis - besoin


class Vie:
    """Her life, and the notebook: points, levels and days as the tables have them, compared after every action."""

    def __init__(self):
        creation = game("terre_natale").creation
        isaut = creation.finish(creation.read(ISAUT, ()))
        self.scene = Scene(
            {"isaut": isaut, **scene(brune=BRUNE, orm=ORM).people}, options=("exception_du_mj",)
        )  # fmt: skip
        self.px, self.pa, self.pp, self.acquis, self.pecule = 40, 10, 4, 400, 100
        self.rang, self.jour, self.reste = 0, 0, {}
        self.niveaux = {f"attribut:{code}": n for code, n in (ISAUT["principaux"] | ISAUT["secondaires"]).items()}
        self.niveaux |= {f"groupe:{id}": n for id, n in ISAUT["groupes"].items()}
        self.niveaux |= {f"competence:{id}": n for id, n in ISAUT["competences"].items()}
        self.compare()

    @property
    def f(self):
        return self.scene["isaut"].fiche

    def compare(self):
        f = self.f
        points = self.px, self.pa, self.pp, self.acquis, self.pecule
        assert (f.px, f.pa, f.pp, f.acquis, f.pecule) == points
        assert (f.caste.rang if f.caste else 0) == self.rang
        assert self.scene.jour == self.jour
        assert {"attribut:" + code: n for code, n in f.base.items()} | {
            "groupe:" + id: n for id, n in f.groupes.items()
        } | {"competence:" + id: n for id, n in f.competences.items()} == self.niveaux

    def joue(self, action, *dice):
        self.scene, oracle = jouer(self.scene, action, *dice)
        return oracle

    def refuse(self, action):
        return action.closed(self.scene).rule

    def passe(self, jours):
        if jours:
            self.joue(PasserDesJours("isaut", jours))
            self.jour += jours
            self.compare()

    # ---------------------------------------------------------------- rewards and ranks

    def gagne(self, scenario="", px=0, domaines=(), pi=0):
        o = self.joue(Recompenser("isaut", ("isaut",), scenario, px, domaines, pi))
        gain = px or {"petit": 5, "moyen": 10, "gros": 15}[scenario]
        self.px, self.acquis = self.px + gain, self.acquis + gain + pi * len(domaines)
        self.promue(o)

    @property
    def aptitudes(self):
        lies = [f"competence:{id}" for id in LIEES] + [f"groupe:{id}" for id in GROUPES_LIES]
        return sum(self.niveaux.get(key, 0) for key in lies)

    def promue(self, oracle):
        """As soon as both minima of a rank are met it is reached, with 6 + r PA and, at odd ones from V on, a PP."""
        atteints = [
            r for r, row in RANGS.items() if self.acquis >= row["experience"] and self.aptitudes >= row["aptitudes"]
        ]
        nouveaux = range(self.rang + 1, max(atteints, default=0) + 1) if self.rang else ()
        assert [e["rang"] for e in oracle.events if e.what == "promotion"] == [RANGS[r]["romain"] for r in nouveaux]
        for rang in nouveaux:
            self.rang, self.pa, self.pp = rang, self.pa + BIENFAITS[rang]["pa"], self.pp + (rang >= 5 and rang % 2)
        self.compare()
        if nouveaux:
            self.bienfaits()

    def bienfaits(self):
        """Every figure that the table of the ranks gives."""
        f, row = self.f, BIENFAITS[self.rang]
        principaux = sorted((f.base[code] for code in PRINCIPAUX), reverse=True)
        equ = (principaux[1] + principaux[-1]) // 2 + row["equilibre"]
        apotheose = max([n for rang, n in APOTHEOSES.items() if self.rang >= rang], default=0)
        elites = 2 * sum(valeur == "ressources" for valeur in f.caste.choix.values())
        assert f.valeurs["EQU"] == equ
        assert f.maxima["PE"] == 2 * equ + row["ressources"] + apotheose + elites
        assert f.maxima["PV"] == 2 * f.base["CON"] + row["ressources"] + 3 + elites, "3 of her Vigueur"
        assert f.maxima["PS"] == 2 * f.base["VOL"]
        saves = [f.bears.figure(f"ajustement:sauvegarde:{id}").n for id in ("robustesse", "reflexes", "fortune")]
        assert saves == row["sauvegardes"]
        assert [total(maximum(f, f"attribut:{code}")) for code in ("FOR", "DEX", "CON")] == [row["maximum"]] * 2 + [18]
        assert total(maximum(f, "attribut:APP")) == 12 + 6 * (self.rang >= 12)
        assert total(maximum(f, "competence:boxe")) == 4 + (self.rang >= 8) + (self.rang >= 18)
        assert total(maximum(f, "groupe:combat")) == 2 + (self.rang >= 12) + (self.rang >= 20)

    # ---------------------------------------------------------------- learning

    def visee(self, sujet):
        return self.niveaux.get(sujet, 0) + 1

    def table(self, sujet):
        return TABLES[sujet.partition(":")[0]][self.visee(sujet)]

    def etudie(self, sujet, *dice, reserve=0, **how):
        """Long days with a source until it is learned."""
        _, ta = self.table(sujet)
        jours, self.reste[sujet] = attendus(ta, self.reste.get(sujet, 0), reserve)
        if jours:
            o = self.joue(SEntrainer("isaut", sujet, jours=jours, **how), *dice)
            assert dit(o, "seance")["requis"] == ta and dit(o, "seance")["source"]
            assert dit(o, "seance")["acquis"] == ta + self.reste[sujet]
            self.passe(jours)

    def augmente(self, sujet, paiement="pa", inspiration=0, kind=Augmenter):
        cout, _ = self.table(sujet)
        pa, px = (0, cout) if not sujet.startswith("attribut") else (cout, 0)
        if paiement != "pa":
            pa = 0 if paiement == "px" else self.pa
            px = 10 * (cout - pa)
        o = self.joue(kind("isaut", sujet, paiement, inspiration))
        assert dit(o, "augmente")["pi"] == inspiration
        self.px, self.pa = self.px - px + inspiration, self.pa - pa
        self.niveaux[sujet] = self.visee(sujet)
        self.promue(o)

    def monte(self, sujet, **payment):
        """Learned from a good manual, then paid for; she adventures until she can."""
        self.etudie(sujet, manuel=True, qualite=6)
        while not sujet.startswith("attribut") and self.px < self.table(sujet)[0]:
            self.gagne("gros", domaines=("competence:danse",), pi=5)
        self.augmente(sujet, **payment)

    def entre(self):
        """She takes her caste: rank I, and 7 PA."""
        assert self.aptitudes == 7
        self.joue(Endosser("isaut", "combattant", "FOR", "DEX", "robustesse"))
        self.rang, self.pa = 1, self.pa + 7
        self.compare()
        self.bienfaits()

    def forge(self):
        """Attribute points go into the two attributes of the caste, as far as the rank lets them."""
        for code in ("FOR", "DEX"):
            sujet = f"attribut:{code}"
            while self.niveaux[sujet] < BIENFAITS[self.rang]["maximum"] and self.table(sujet)[0] <= self.pa:
                if self.visee(sujet) <= 20:
                    self.monte(sujet)
                    continue
                o = self.joue(PrendreUnMaitre("isaut", sujet, "orm", allie=True))
                assert dit(o, "maitre")["prix"] == 0
                # Orm: 12 + 3 + 4 + 2 = 21, two degrees above 10; a good pupil gets 2 more
                self.etudie(sujet, 6, 4, 2, reserve=4, maitre="orm")
                self.augmente(sujet)

    def grimpe(self, rang):
        """Experience and aptitudes up to a rank: always the cheapest step, skills before groups."""
        while self.acquis < RANGS[rang]["experience"]:
            self.gagne(px=100)
        while self.aptitudes < RANGS[rang]["aptitudes"]:
            pas = [f"competence:{id}" for id in LIEES if self.niveaux.get(f"competence:{id}", 0) < 4]
            pas += [f"groupe:{id}" for id in GROUPES_LIES if self.niveaux.get(f"groupe:{id}", 0) < 2]
            pas = pas or [f"competence:{id}" for id in LIEES if self.niveaux[f"competence:{id}"] < 5]
            self.monte(min(pas, key=lambda sujet: self.table(sujet)[0]))
        assert self.rang >= rang


def premieres_annees(vie):
    """Every kind of reward, of learning and of payment, once."""
    vie.gagne("petit")
    vie.gagne("moyen", domaines=("groupe:combat", "competence:parade"), pi=4)
    vie.gagne("gros")
    assert (vie.px, vie.acquis) == (70, 438)

    # alone, without a source: twice the time
    parade = SEntrainer("isaut", "competence:parade")
    o = vie.joue(parade)
    assert (dit(o, "seance")["gagne"], dit(o, "seance")["acquis"], dit(o, "seance")["source"]) == (2, 1, False)
    assert vie.refuse(parade) == "TN-7.7" and vie.refuse(Augmenter("isaut", "competence:parade")) == "TN-7.8"
    vie.passe(1)
    vie.joue(parade)
    vie.augmente("competence:parade", inspiration=5)

    # a master who is paid and knows it: 2 x 2 x 10 pieces; 12 + 1 + 2 + 1 = 16, a degree, and 2 for a good pupil
    o = vie.joue(PrendreUnMaitre("isaut", "competence:escalade", "brune"))
    vie.pecule -= 40
    assert dit(o, "maitre")["prix"] == vie.scene["brune"].fiche.pecule == 40
    o = vie.joue(SEntrainer("isaut", "competence:escalade", "courte", maitre="brune"), 6, 4, 2)
    assert (dit(o, "evaluation")["score"], dit(o, "lecons")["reserve"], dit(o, "seance")["gagne"]) == (16, 3, 2)
    vie.augmente("competence:escalade", inspiration=5)

    # one who has not reached it costs no more, teaches at a disadvantage and is no source: a manual is
    assert vie.refuse(PrendreUnMaitre("isaut", "competence:course", "brune")) == "TN-7.10"
    vie.joue(PrendreUnMaitre("isaut", "competence:course", "brune", allie=True))
    o = vie.joue(SEntrainer("isaut", "competence:course", maitre="brune", manuel=True, qualite=2), 6, 5, 4, 2)
    assert (dit(o, "evaluation")["score"], dit(o, "evaluation")["net"]) == (11 + 1 + 2 + 1, -1)
    assert (dit(o, "seance")["gagne"], dit(o, "seance")["acquis"], dit(o, "seance")["source"]) == (4, 4, True)
    vie.augmente("competence:course", inspiration=10)

    # her own master: two disadvantages, no source; 4, then 3, then 2 make 9, which count for 4
    vie.joue(PrendreUnMaitre("isaut", "competence:lecture", "isaut"))
    o = vie.joue(SEntrainer("isaut", "competence:lecture", jours=3, maitre="isaut"), 6, 6, 5, 4, 3)
    assert (dit(o, "evaluation")["score"], dit(o, "evaluation")["net"]) == (12 + 1 + 2 + 1, -2)
    assert (dit(o, "seance")["gagne"], dit(o, "seance")["acquis"]) == (9, 4)
    assert vie.refuse(Augmenter("isaut", "competence:lecture")) == "TN-7.5", "those days are not over"
    vie.passe(2)
    vie.augmente("competence:lecture")

    # attributes: in PA, in both, in PX, with the game master's accord; the highest there can be
    vie.monte("attribut:DEX")
    vie.monte("attribut:DEX")
    assert (vie.rang, vie.pa, vie.px) == (2, 10 + 7 + 8 - 11 - 12, 30)
    vie.etudie("attribut:PER", manuel=True)
    assert vie.refuse(Augmenter("isaut", "attribut:PER")) == "TN-7.16"
    vie.gagne(px=200)
    vie.augmente("attribut:PER", "pa_puis_px")
    assert (vie.pa, vie.px) == (0, 170)
    vie.monte("attribut:AGI", paiement="px")
    vie.joue(SEntrainer("isaut", "attribut:EGO", jours=2, manuel=True))
    vie.passe(1)
    assert vie.refuse(Augmenter("isaut", "attribut:EGO", "px")) == "TN-7.16"
    vie.joue(AugmenterAvecAccord("isaut", "attribut:EGO", "px"))
    vie.px, vie.niveaux["attribut:EGO"] = vie.px - 40, 11
    vie.compare()
    assert vie.refuse(AugmenterAvecAccord("isaut", "attribut:APP")) == "TN-7.16"
    assert vie.refuse(Augmenter("isaut", "attribut:EQU")) == "TN-7.16"

    # traits: learned day by day and paid in PP; PA with one; a désavantage; one of creation, by exception
    for id, jours, pa in (("veine", 2, 0), ("potentiel", 2, 10)):
        assert vie.refuse(AcquerirUnTrait("isaut", id)) == "TN-7.29"
        vie.joue(SEntrainer("isaut", f"trait:{id}", jours=jours))
        vie.passe(jours - 1)
        vie.joue(AcquerirUnTrait("isaut", id))
        vie.pp, vie.pa = vie.pp - 1, vie.pa + pa
        vie.compare()
    vie.joue(Imposer("isaut", "isaut", "douillet"))
    vie.pp += 1
    vie.compare()
    vie.joue(SEntrainer("isaut", "trait:grande_taille", jours=2))
    vie.passe(1)
    assert vie.refuse(AcquerirUnTrait("isaut", "grande_taille")) == "TN-3.3"
    vie.joue(AcquerirParException("isaut", "grande_taille"))
    vie.pp -= 1
    vie.compare()

    # a group with its own inspiration, a language
    vie.monte("groupe:tactique", inspiration=10)
    vie.monte("competence:langues:nain")
    assert (vie.rang, vie.px, vie.pa, vie.pp, vie.jour) == (3, 20, 10 + 9, 2, 27)


CHOIX = {
    2: {"entrainement_1": "entrainement_melee"},
    3: {"trait_1": "avantage:veine"},
    4: {"entrainement_2": "entrainement_armures"},
    6: {"entrainement_3": "entrainement_distance", "trait_2": "avantage:ambidextre"},
    8: {"action_2": "amelioree"},
    14: {"elite_1": "ressources"},
    18: {"elite_2": "ressources"},
}
SUPERIEURS = {
    8: ("competence:arme_a_garde", 5, "TN-7.24"),
    12: ("groupe:combat", 3, "TN-7.24"),
    18: ("competence:arme_a_garde", 6, "TN-6.41"),
    20: ("groupe:combat", 4, "TN-6.42"),
}  # what a rank lets her learn, and the limit until then


@pytest.mark.rule(
    "TN-7.1", "TN-7.2", "TN-7.5", "TN-7.8", "TN-7.16", "TN-7.21", "TN-7.24", "TN-6.9", "TN-6.19", "TN-6.48"
)
def test_a_life():
    vie = Vie()
    vie.entre()
    premieres_annees(vie)
    for rang in range(2, 21):
        sujet, niveau, limite = SUPERIEURS.get(rang, ("", 0, ""))
        if sujet:  # learned beforehand, and only this rank lets her have it
            while vie.niveaux[sujet] < niveau - 1:
                vie.monte(sujet)
            vie.etudie(sujet, manuel=True, qualite=6)
            assert vie.refuse(Augmenter("isaut", sujet)) == limite
        vie.grimpe(rang)
        if sujet:
            vie.augmente(sujet)
        for nom, valeur in CHOIX.get(rang, {}).items():
            vie.joue(Choisir("isaut", nom, valeur))
        vie.bienfaits()
        vie.forge()
    f = vie.f
    assert (f.caste.rang, f.base["FOR"], f.base["DEX"]) == (20, 25, 25)
    assert (f.competences["arme_a_garde"], f.groupes["combat"]) == (6, 4)
    assert vie.pa == 10 + 330 + 10 - sum(range(12, 21)) - sum(range(11, 21)) - 2, "all of it but that of PER"
    assert vie.pp == 4 - 1 - 1 + 1 - 1 + 8
    assert (vie.acquis, vie.aptitudes, vie.px, vie.jour) == (6098, 106, 2855, 389)
    assert f.valeurs["EQU"] == (25 + 12) // 2 + 10
    assert f.maxima == {
        "PV": 2 * 14 + 20 + 3 + 2 * 2,
        "PS": 2 * 13,
        "PE": 2 * 28 + 20 + 8 + 2 * 2,
        "PK": 2 * 12 + 2 * 3,
        "PC": 25 + 25,
    }, "Vigueur; both Caste Elite in resources; the last Apothéose; Veine, acquired and of the caste"
