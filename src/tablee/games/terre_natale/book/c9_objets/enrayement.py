"""What becomes of mechanical things: they kick, jam, explode; clearing a jam.

Of one shot in this order: its munition is gone, it kicks, then it may jam and burst.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.effects import amount, tally
from tablee.kernel.event import Event
from tablee.kernel.game import Switch
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle, chance
from tablee.kernel.tally import Term, Terms, total

from ...model.conditions import Condition
from ...model.effects import EFFECTS, Essai
from ...model.facture import CLASSES
from ...model.inventaire import changer, places
from ...model.people import Personnage
from ...model.scene import Activite, Scene
from ...model.things import Objet
from ..c0_tests import Jet, evaluer, figures_d_essai, jet, tester
from ..c0_tests.actions import absent, en_defaut, maladresse_avec, premier, refuse
from ..c0_tests.activites import en_cours, issue, noter
from ..c0_tests.des import MALADRESSE, jouer, lecture
from ..c0_tests.figures import Figures, cles
from ..c0_tests.jeter import cent
from ..c4_caracteristiques.capacites import capacite_de_charge, charge_de
from ..c4_caracteristiques.sauvegardes import effet_reduit, figures_de_sauvegarde, sauvegarder
from ..c8_confrontation.attaque import Coup, Verdict, tente, touche
from ..c8_confrontation.budget import depenser, fermee
from ..c8_confrontation.conditions import affliger
from ..c8_confrontation.dangers import des, endommager
from ..c8_confrontation.degats import Degats
from .munitions import avec_arme, tiree, tireuse
from .solidite import a_lui, forces, lu, profil, user_la_chose

BASE = 5  # hundredths (TN-9.82)
PAR_QUALITE = 2  # TN-9.87
PAR_ADRESSE = 2  # TN-9.89
EXPLOSE = 20  # points below the chance to jam (TN-9.83)
REFLEXES, DANGER = "reflexes", 15  # TN-9.5
COUCHE = 5  # TN-9.92
DEUX_MAINS = 5
REPARER, BLOQUE = 10, 15  # TN-9.86, TN-9.3
METIERS = ("bricolage", "travail_du_metal", "travail_du_bois")
OUTILS = {
    "bricolage": "outils_de_bricolage",
    "travail_du_metal": "outils_de_forgeron",
    "travail_du_bois": "outils_de_menuisier",
}
FEU = ("feu", "dangereuse")
PUISSANCE = "puissance_mecanique"
SWITCHES = (Switch(PUISSANCE, "TN-8.250"),)
Issue = Literal["", "enraye", "explose"]


# ---------------------------------------------------------------- what classes of weapons add


@rule("TN-9.81", "TN-9.83", "TN-8.250")
@EFFECTS.on("perforation", of="equipe")
def perforation_de_l_arme(c: Essai) -> Term | None:
    """A mechanical weapon goes through as much as its catégorie, a firearm twice as much; by the option only that."""
    classe = CLASSES.get(c.objet.sorte.classe) if c.objet is not None else None
    if c.objet is None or classe is None or not c.objet.utile:
        return None
    feu = c.objet.sorte.classe in FEU
    if a_l_ancienne(c):
        return ("Arme à feu", c.objet.utile, "TN-8.250") if feu else None
    return f"Arme {classe.terme}", classe.perforation * c.objet.utile, "TN-9.83" if feu else "TN-9.81"


@rule("TN-9.85", "TN-8.250")
@EFFECTS.on("puissance", of="equipe")
def puissance_de_l_arme(c: Essai) -> Term | None:
    """A dangerous weapon does its catégorie more; by the option every mechanical one, whatever its class."""
    classe = CLASSES.get(c.objet.sorte.classe) if c.objet is not None else None
    if c.objet is None or classe is None or not c.objet.utile:
        return None
    if a_l_ancienne(c):
        return "Arme mécanique", c.objet.utile, "TN-8.250"
    return (f"Arme {classe.terme}", classe.degats * c.objet.utile, "TN-9.85") if classe.degats else None


def a_l_ancienne(c: Essai) -> bool:
    return c.scene is not None and PUISSANCE in c.scene.options


# ---------------------------------------------------------------- recoil


@rule("TN-9.90", "TN-9.92")
def tenue_au_recul(p: Personnage) -> Terms:
    """What one stands of it: one's capacity of charge, 5 more for whoever lies down."""
    couche: Terms = (("Tir couché", COUCHE, "TN-9.92"),) if "au_sol" in p.bears else ()
    return capacite_de_charge(p) + couche


@rule("TN-9.77", "TN-9.90", "TN-9.92", "TN-9.91")
def reculer(scene: Scene, oracle: Oracle, who: str, objet: Objet, jet: int) -> Scene:
    """A firearm kicks as hard as it strikes: more than one stands shakes, then throws down; twice as much does both."""
    p = scene[who]
    recul: Terms = (("Jet de l'attaque", jet, "TN-9.90"),)
    if objet.sorte.famille == "poing" and p.equipement.deux_mains:
        recul += (("À deux mains", -DEUX_MAINS, "TN-9.92"),)
    tenue, n = total(tenue_au_recul(p)), total(recul)
    if n <= tenue:
        return scene
    oracle.tell(Event("recul", who, "", "TN-9.90", recul, (("recul", n), ("tenue", tenue))))
    deja = "condition:destabilise" in p.bears
    both = ("destabilise", "renverse")
    for id in both if n > 2 * tenue else both[1:] if deja else both[:1]:
        scene = affliger(scene, oracle, who, Condition(id, charges=n))
    return scene


@touche.then("TN-9.90")
def recul_d_un_coup_au_but(scene: Scene, oracle: Oracle, c: Coup, v: Verdict, d: Degats) -> Scene:
    """The jet of a shot that hits is its recoil."""
    objet = tiree(scene, c)
    feu = objet is not None and objet.sorte.classe in FEU
    return reculer(scene, oracle, c.de, objet, d.jet) if objet is not None and feu else scene


@tente.then("TN-9.90")
def recul_d_un_coup_perdu(scene: Scene, oracle: Oracle, c: Coup, v: Verdict) -> Scene:
    """A shot that misses kicks as hard: its jet is thrown for that alone."""
    objet = tiree(scene, c)
    if objet is None or objet.sorte.classe not in FEU or v.touche:
        return scene
    p = scene[c.de]
    f = figures_d_essai(Essai(p, scene, None, "PER", objet.sorte.competence, objet.sorte.groupe, objet=objet))
    plus = tally(p.bears, "puissance", Essai(p, scene, None, "PER", objet=objet))
    _, n = jet(oracle, Jet(Essai(p, scene, None, "PER"), f.ajustements, plus), objet.utile)
    return reculer(scene, oracle, c.de, objet, n)


# ---------------------------------------------------------------- jams


@rule("TN-9.82", "TN-9.83", "TN-9.85", "TN-9.87", "TN-9.89")
def chance_d_enrayement(p: Personnage, objet: Objet) -> Terms:
    """Hundredths: 5, the catégorie once, twice or three times by its class, less its quality; adresse for firearms."""
    sorte, classe = objet.sorte, CLASSES[objet.sorte.classe]
    own: Terms = (("Base", BASE, "TN-9.82"), (f"Arme {classe.terme}", classe.enrayement * objet.categorie, "TN-9.82"))
    own += (("Qualité", -PAR_QUALITE * objet.qualite, "TN-9.87"),) if objet.qualite else ()
    if sorte.classe != "mecanique":
        of = "PER", sorte.competence, sorte.groupe
        essai = Essai(p, None, None, *of, objet=objet)
        adresse = amount(p.bears, cles("adresse", *of, "", True), essai)
        own += (("Adresse", -PAR_ADRESSE * adresse, "TN-9.89"),) if adresse else ()
    return (*own, ("Minimum 0", -total(own), "TN-9.87")) if total(own) < 0 else own


@rule("TN-9.82", "TN-9.83", "TN-9.84", "TN-9.88")
@chance
def a_l_usage(oracle: Oracle, enrayement: int, feu: bool, maladresse: bool) -> tuple[Issue, int]:
    """What 1D100 makes of it, and the throw: a maladresse jams it in any case, and makes a firearm explode."""
    de = cent(oracle)
    explose = feu and (maladresse or enrayement - de > EXPLOSE)
    return ("explose" if explose else "enraye" if maladresse or de <= enrayement else ""), de


@rule("TN-0.31")
def est_maladroit(p: Personnage, attribut: str, v: Verdict) -> bool:
    """Whether the dice of an attack were a maladresse."""
    if len(v.fait.gardes) < 3:
        return False
    haut, paire, bas = v.fait.gardes
    seuil = MALADRESSE - (amount(p.bears, f"formation:{attribut}", Essai(p)) > 0)
    return paire in (haut, bas) and paire <= seuil


@tente.then("TN-9.3", "TN-9.6", "TN-9.75", "TN-9.82", "TN-9.84", "TN-9.86")
def apres_le_tir(scene: Scene, oracle: Oracle, c: Coup, v: Verdict) -> Scene:
    """Every shot of a mechanical weapon may jam it: that shot counts, and then it is blocked."""
    objet = tiree(scene, c)
    if objet is None or not objet.sorte.classe:
        return scene
    p, feu = scene[c.de], objet.sorte.classe != "mecanique"
    terms, maladresse = chance_d_enrayement(p, objet), est_maladroit(p, "PER", v)
    found, de = a_l_usage(oracle.of(c.de), total(terms), feu, maladresse)
    if not found:
        return scene
    facts = ("objet", objet.sorte.nom), ("chance", total(terms)), ("cent", de), ("maladresse", maladresse)
    oracle.tell(Event("enraye", c.de, "", "TN-9.86", terms, facts))
    scene = avec_arme(scene, c.de, c.main, replace(objet, enraye=True))
    if maladresse and feu:
        scene = fragiliser(scene, oracle, c.de, objet.modele)
    return exploser(scene, oracle, c.de, objet) if found == "explose" else scene


# ---------------------------------------------------------------- what a maladresse does to any such thing


@maladresse_avec.then("TN-9.3", "TN-9.4", "TN-9.5")
def mal_employe(scene: Scene, oracle: Oracle, who: str, modele: str) -> Scene:
    """A maladresse in a test made with a thing: it jams, its solidité is tried, it explodes, as its properties are."""
    place = next((x for x in places(scene[who].equipement) if x.objet.modele == modele), None)
    travers = place.objet.sorte.travers if place is not None else ()
    if place is None or not travers:
        return scene
    if "mecanique" in travers:
        p = scene[who]
        oracle.tell(Event("enraye_objet", who, "", "TN-9.3", (), (("objet", place.objet.sorte.nom),)))
        scene = scene.put(replace(p, equipement=changer(p.equipement, place, replace(place.objet, enraye=True))))
    if "complexe" in travers:
        scene = fragiliser(scene, oracle, who, modele)
    return exploser(scene, oracle, who, place.objet) if "dangereux" in travers else scene


@rule("TN-9.4", "TN-9.128")
def fragiliser(scene: Scene, oracle: Oracle, who: str, modele: str) -> Scene:
    """A complex thing proves its solidité against 15, or loses exactly a level."""
    place = next((x for x in places(scene[who].equipement) if x.objet.modele == modele), None)
    if place is None:
        return scene
    objet = place.objet
    p = profil(who, objet)
    score, fait = jouer(oracle.of(who), p, lu)
    facts = ("objet", objet.sorte.nom), ("score", score), ("difficulte", DANGER), ("reussi", score > DANGER)
    oracle.tell(Event("solidite_d_usage", who, "", "TN-9.4", lecture(p, fait.gardes) + forces(objet), facts))
    if score > DANGER:
        return scene
    return user_la_chose(scene, oracle, a_lui(who, place), objet.integrite)


@rule("TN-9.5", "TN-9.83", "TN-9.88")
def exploser(scene: Scene, oracle: Oracle, who: str, objet: Objet) -> Scene:
    """It bursts in the hands of whoever uses it: the dice of its jet alone, less what his Réflexes save."""
    coup = des(oracle, who, (("Catégorie + 2", 2 + objet.categorie, "TN-9.88"),), "TN-9.88")
    oracle.tell(Event("explose", who, "", "TN-9.88", coup, (("objet", objet.sorte.nom), ("degats", total(coup)))))
    scene, r = sauvegarder(scene, oracle, figures_de_sauvegarde(scene, scene[who], REFLEXES), DANGER)
    return endommager(scene, oracle, who, effet_reduit(r, total(coup)), "TN-9.5")


# ---------------------------------------------------------------- clearing a jam


class Reparer(Action, frozen=True, tag="reparer_enrayement", kw_only=True):
    """What clearing a jam has in common: the skill, and the tools of that trade if one has them."""

    competence: str = "bricolage"

    offers: ClassVar[dict[str, dict[str, str]]] = {
        "competence": {
            "bricolage": "Bricolage",
            "travail_du_metal": "Travail du Métal",
            "travail_du_bois": "Travail du Bois",
        }
    }

    def outils(self, p: Personnage) -> Objet | None:
        return p.equipement.objet(OUTILS[self.competence])

    def figures(self, scene: Scene) -> Figures:
        p = scene[self.actor]
        return figures_d_essai(Essai(p, scene, None, *self.lot(p), objet=self.outils(p)))

    def lot(self, p: Personnage) -> tuple[str, str, str]:
        groupe = en_defaut(p, self.competence)
        return premier(groupe, self.competence), self.competence, groupe

    def empeche(self, scene: Scene) -> Closed | None:
        if missing := absent(scene, self.actor):
            return missing
        if self.competence not in METIERS:
            return Closed("TN-9.86", "On répare par : {}", (tuple(self.offers["competence"].values()),))
        if scene.encounter is not None and (barred := fermee(scene, self.actor, "manipulation")):
            return barred
        p = scene[self.actor]
        of = self.lot(p)
        return refuse(scene, p, *of, Essai(p, scene, None, *of, objet=self.outils(p)))


@rule("TN-9.86")
class Desenrayer(Reparer, frozen=True, tag="desenrayer"):
    """A turn at clearing a jammed weapon: an activity whose objective is its charge, by bare hands or with tools."""

    main: int = 0

    rank: ClassVar[int] = 13

    def activite(self, scene: Scene) -> Activite:
        """As far as it has come; with a tool its jet is that of the tool."""
        p, objet = scene[self.actor], tireuse(scene[self.actor], self.main)
        assert objet is not None
        outils = self.outils(p)
        nom = f"Désenrayer : {objet.sorte.nom}"
        objectif = max(1, total(charge_de(p, objet)))
        of = self.lot(p)
        c = outils.categorie if outils is not None else 0
        found = en_cours(scene, p.id, nom)
        fresh = Activite(p.id, nom, objectif, *of, REPARER, c)
        return replace(fresh, progression=found.progression, echecs=found.echecs) if found is not None else fresh

    def closed(self, scene: Scene) -> Closed | None:
        if found := self.empeche(scene):
            return found
        objet = tireuse(scene[self.actor], self.main)
        if objet is None or not objet.enraye:
            return Closed("TN-9.86", "Aucune arme enrayée dans cette main")
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        a, f, p = self.activite(scene), self.figures(scene), scene[self.actor]
        outille = self.outils(p) is not None
        scene = depenser(scene, self.actor, "acts", "manipulation")
        scene, r = evaluer(scene, oracle, f, REPARER)
        terms: Terms
        if r.reussi:
            j = Jet(Essai(scene[self.actor], scene, None, f.attribut), f.ajustements)
            terms, _ = jet(oracle, j, a.categorie)
        else:
            terms = (("Échec", -(2 * RECUL if outille else RECUL), "TN-10.108" if outille else "TN-0.41"),)
        bas = outille and a.progression + total(terms) < 0
        a = replace(a, progression=0 if bas else a.progression + total(terms), echecs=a.echecs + (not r.reussi))
        perdue = issue(a) == "ratee" or (outille and a.echecs >= 2)
        facts = ("nom", a.nom), ("gain", total(terms)), ("progression", a.progression), ("objectif", a.objectif)
        oracle.tell(Event("avance", self.actor, "", "TN-9.86", terms, facts))
        if issue(a) == "reussie" or perdue:
            oracle.tell(Event("activite", self.actor, "", "TN-9.86", (), (("nom", a.nom), ("reussi", not perdue))))
            scene = replace(scene, activites=tuple([x for x in scene.activites if (x.qui, x.nom) != (a.qui, a.nom)]))
        else:
            scene = noter(scene, a)
        objet = tireuse(scene[self.actor], self.main)
        if issue(a) != "reussie" or objet is None:
            return scene
        return avec_arme(scene, self.actor, self.main, replace(objet, enraye=False))


RECUL = 10


@rule("TN-9.3")
class Debloquer(Reparer, frozen=True, tag="debloquer"):
    """Clears a jammed thing that is no weapon: one test against 15."""

    objet: str

    rank: ClassVar[int] = 45

    def closed(self, scene: Scene) -> Closed | None:
        if found := self.empeche(scene):
            return found
        la = scene[self.actor].equipement.objet(self.objet)
        if la is None or not la.enraye or la.sorte.nature == "arme":
            return Closed("TN-9.3", "Aucun objet enrayé de cette sorte")
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = depenser(scene, self.actor, "acts", "manipulation")
        scene, r = tester(scene, oracle, self.figures(scene), (BLOQUE,))
        if not r.reussi:
            return scene
        p = scene[self.actor]
        place = next(x for x in places(p.equipement) if x.objet.modele == self.objet and x.objet.enraye)
        oracle.tell(Event("debloque", p.id, "", "TN-9.3", (), (("objet", place.objet.sorte.nom),)))
        return scene.put(replace(p, equipement=changer(p.equipement, place, replace(place.objet, enraye=False))))


ACTIONS = (Desenrayer, Debloquer)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """To clear what is jammed."""
    if scene.encounter is not None and scene.turn() != (p.id,):
        return
    for main, objet in enumerate(p.equipement.armes):
        if objet.enraye:
            yield Desenrayer(p.id, main=main)
    autres = dict.fromkeys([x.objet.modele for x in places(p.equipement) if x.objet.enraye and x.lieu != "armes"])
    yield from (Debloquer(p.id, objet=modele) for modele in autres)
