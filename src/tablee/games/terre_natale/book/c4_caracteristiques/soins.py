"""Care of lésions and of fatigue: stabilising, healing, and what ends a stabilisation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.effects import Modifier
from tablee.kernel.event import Event
from tablee.kernel.game import Switch
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Option, Oracle, Question
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Said, Someone
from tablee.kernel.tally import Terms, total

from ...model.caracteristiques import GRAVITES
from ...model.effects import Essai
from ...model.people import Nature, Personnage
from ...model.scene import Scene
from ..c0_tests import Figures, Jet, apres_test, evaluer, figures_d_essai, jet, mesurer, tester
from ..c0_tests.actions import absent, hors_bornes, refuse
from ..c0_tests.echelles import difficulte_de_sauvegarde
from ..c0_tests.resolution import avec_les_des, comparer, raconter_un_test
from .fatigue import defatiguer
from .lesions import NATURES, instable
from .repos import SOINS, laisser_filer
from .ressources import est_mort
from .sauvegardes import figures_de_sauvegarde, sauvegarder

A_DIFFICULTE_FIXE = "soins_a_difficulte_fixe"
SWITCHES = (Switch(A_DIFFICULTE_FIXE, "TN-4.43.1"),)
Soignable = Literal["blessure", "traumatisme", "fatigue"]
GROUPE = "guerison"
PRATIQUES: dict[Soignable, str] = {"blessure": "chirurgie", "traumatisme": "psychologie", "fatigue": "therapie"}
TROUSSE = "trousse_de_soin"
MEDICAUX, CLINIQUES = 1200, 2400  # seconds that care takes (TN-8.306)
EPREUVES: dict[Nature, str] = {"blessure": "robustesse", "traumatisme": "determination"}


@rule("TN-4.43", "TN-4.34")
def difficulte_de_soin(p: Personnage, nature: Nature, niveau: int | None = None) -> Terms:
    """10 and twice the level of the worst lésion (or of this one), and 1 for each other of the same nature."""
    niveaux = [x.niveau for x in p.lesions if x.nature == nature]
    pire = max(niveaux) if niveau is None else niveau
    own: Terms = (("Base", 10, "TN-4.34"), ("Niveau x 2", 2 * pire, "TN-4.34"))
    return (*own, ("Autres lésions", len(niveaux) - 1, "TN-4.43")) if len(niveaux) > 1 else own


@rule("TN-4.42")
def deja_soigne(scene: Scene, praticien: str, patient: str) -> Closed | None:
    """One act of care for a practitioner, a patient and a day."""
    if scene[patient].soignants.get(praticien) != scene.jour:
        return None
    return Closed("TN-4.42", "{} a déjà soigné {} aujourd'hui", (Someone(praticien), Someone(patient)))


def soigne_par(scene: Scene, praticien: str, patient: str) -> Scene:
    p = scene[patient]
    return scene.put(replace(p, soignants={**p.soignants, praticien: scene.jour}))


def ni_present_ni_vif(scene: Scene, praticien: str, patient: str, competence: str) -> Closed | None:
    """Both are there, the patient lives, the practitioner can work."""
    found = absent(scene, praticien) or absent(scene, patient)
    if found is not None:
        return found
    if est_mort(scene, scene[patient]):
        return Closed("TN-4.42", "{} est mort", (Someone(patient),))
    p, of = scene[praticien], ("INT", competence, GROUPE)
    return refuse(scene, p, *of, Essai(p, scene, None, *of))


@rule("TN-8.180", "TN-8.307", "TN-8.321")
def figures_de_soin(
    scene: Scene, praticien: str, patient: str, competence: str, bonus: Terms = (), net: Terms = ()
) -> Figures:
    """A test of care: with tools, whose quality counts, or else at a désavantage; on oneself at one more."""
    p = scene[praticien]
    outils = p.equipement.objet(TROUSSE)
    net += () if outils is not None else (("Sans matériel", -1, "TN-8.307"),)
    net += (("Sur soi-même", -1, "TN-8.321"),) if praticien == patient else ()
    return figures_d_essai(Essai(p, scene, None, "INT", competence, GROUPE, objet=outils), bonus=bonus, net=net)


@rule("TN-4.42", "TN-8.310", "TN-8.315", "TN-8.316", "TN-8.319")
def malus_de_soin(p: Personnage, nature: Nature) -> Terms:
    """Twice the level of the worst lésion of this nature, off the test."""
    pire = max([x.niveau for x in p.lesions if x.nature == nature], default=0)
    return (("Pire lésion x 2", -2 * pire, "TN-4.42"),) if pire else ()


@rule("TN-8.311")
def jet_de_soin(scene: Scene, oracle: Oracle, f: Figures, dr: int) -> Terms:
    """2D8, the modifier of the attribute that cared as it was adjusted, and the degree of success; never below 0."""
    degre: Terms = (("Degré de réussite", dr, "TN-4.42"),) if dr else ()
    j = Jet(Essai(scene[f.qui], scene, None, f.attribut), f.ajustements, degre)
    terms, n = jet(oracle, j, mesure="soin")
    return (*terms, ("Minimum 0", -n, "TN-8.311")) if n < 0 else terms


def moitie(terms: Terms, regle: str) -> Terms:
    """Half of a jet, rounded down."""
    n = total(terms)
    return (*terms, ("Moitié du jet", n // 2 - n, regle))


@rule("TN-8.320")
def au_mieux_du_jour(scene: Scene, patient: str, quoi: str, terms: Terms) -> tuple[Scene, Terms]:
    """Of several treatments of one nature in a day the best alone counts: a better one gives the difference."""
    p = scene[patient]
    deja = p.usages.get(f"soin:{quoi}:points", 0) if p.usages.get(f"soin:{quoi}:jour") == scene.jour else 0
    mieux = max(deja, total(terms))
    usages = {**p.usages, f"soin:{quoi}:jour": scene.jour, f"soin:{quoi}:points": mieux}
    if deja:
        terms += (("Meilleur soin du jour", mieux - deja - total(terms), "TN-8.320"),)
    return scene.put(replace(p, usages=usages)), terms


# ---------------------------------------------------------------- stabilising


@rule("TN-4.39", "TN-4.40", "TN-4.43")
class Stabiliser(Action, frozen=True, tag="stabiliser"):
    """First aid keeps a state from worsening; medicine, out of danger, lets it heal."""

    patient: Who
    nature: Nature = "blessure"
    maniere: Literal["temporaire", "permanente"] = "temporaire"

    rank = 75
    looks = {"reussi": lambda before, after, events: any(e.what == "stabilise" for e in events)}

    def closed(self, scene: Scene) -> Closed | None:
        found = ni_present_ni_vif(scene, self.actor, self.patient, "medecine")
        if found is not None:
            return found
        p = scene[self.patient]
        if not any(x.nature == self.nature for x in p.lesions):
            return Closed("TN-4.43", "Aucune lésion de cette nature")
        if p.stabilise.get(self.nature) in ("permanente", self.maniere):
            return Closed("TN-4.39", "Déjà stabilisé")
        return self.aux_prises(scene) or deja_soigne(scene, self.actor, self.patient)

    @rule("TN-8.309", "TN-8.312", "TN-8.314")
    def aux_prises(self, scene: Scene) -> Closed | None:
        """In a confrontation there is but first aid, at its price; nothing that takes twenty minutes."""
        if scene.encounter is None:
            return None
        if self.maniere == "permanente":
            return Closed("TN-4.40", "Pas pendant une confrontation")
        return Closed("TN-8.221", "En confrontation, ce sont des premiers soins")

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        if self.maniere == "permanente":
            scene = laisser_filer(scene, MEDICAUX)
        return self.stabiliser(scene, oracle)

    def stabiliser(self, scene: Scene, oracle: Oracle, net: Terms = ()) -> Scene:
        """The test, and what it changes; `net`: what has disturbed it."""
        f = figures_de_soin(scene, self.actor, self.patient, "medecine", net=net)
        difficulte = difficulte_de_soin(scene[self.patient], self.nature)
        oracle.tell(
            Event("difficulte_de_soin", self.patient, "", "TN-4.43", difficulte, (("difficulte", total(difficulte)),))
        )
        scene, resultat = tester(scene, oracle, f, (total(difficulte),), cible=self.patient)
        scene = soigne_par(scene, self.actor, self.patient)
        if not resultat.reussi:
            return scene
        p, regle = scene[self.patient], "TN-4.40" if self.maniere == "permanente" else "TN-4.39"
        facts = ("nature", self.nature), ("maniere", self.maniere)
        oracle.tell(Event("stabilise", self.actor, self.patient, regle, (), facts))
        return scene.put(replace(p, stabilise={**p.stabilise, self.nature: self.maniere}))


@rule("TN-4.39")
class Ebranler(Action, frozen=True, tag="ebranler"):
    """A shock, or no care of oneself: a temporary stabilisation may end, at once or if a save fails."""

    nature: Nature = "blessure"
    difficulte: int = 0  # the classic one of the shock; 0: without a save

    master = True
    rank = 92

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor) or hors_bornes("TN-4.39", "Difficulté", self.difficulte, 0, 99)
        if found is not None or scene[self.actor].stabilise.get(self.nature) == "temporaire":
            return found
        return Closed("TN-4.39", "Aucune stabilisation temporaire")

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        if self.difficulte:
            f = figures_de_sauvegarde(scene, scene[self.actor], EPREUVES[self.nature])
            scene, resultat = sauvegarder(scene, oracle, f, difficulte_de_sauvegarde(self.difficulte, scene.options))
            if resultat.reussi:
                return scene
        p = scene[self.actor]
        oracle.tell(Event("destabilise", p.id, "", "TN-4.39", (), (("nature", self.nature),)))
        return scene.put(replace(p, stabilise={n: how for n, how in p.stabilise.items() if n != self.nature}))


# ---------------------------------------------------------------- healing


@rule("TN-4.42", "TN-4.43.1", "TN-4.49", "TN-8.317", "TN-8.318")
class Soigner(Action, frozen=True, tag="soigner"):
    """Care of lésions, which helps the next rest to heal them; or of fatigue, which it relieves at once."""

    patient: Who
    quoi: Soignable = "blessure"

    rank = 76
    looks = {"reussi": lambda before, after, events: any(e.what in ("soins", "defatigue") for e in events)}

    def closed(self, scene: Scene) -> Closed | None:
        found = ni_present_ni_vif(scene, self.actor, self.patient, PRATIQUES[self.quoi])
        if found is not None:
            return found
        p = scene[self.patient]
        if scene.encounter is not None:
            return Closed("TN-4.42", "Pas pendant une confrontation")
        if self.quoi == "fatigue" and not p.fatigue:
            return Closed("TN-4.49", "Aucune fatigue")
        if self.quoi != "fatigue" and not any(x.nature == self.quoi for x in p.lesions):
            return Closed("TN-4.43", "Aucune lésion de cette nature")
        return deja_soigne(scene, self.actor, self.patient)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        if self.quoi == "fatigue":
            return self.delasser(scene, oracle)
        if A_DIFFICULTE_FIXE in scene.options:
            return self.soigner_une(scene, oracle, self.quoi)
        scene = laisser_filer(scene, CLINIQUES)
        f = self.figures(scene, malus_de_soin(scene[self.patient], self.quoi))
        scene, r = evaluer(scene, oracle, f)
        scene = soigne_par(scene, self.actor, self.patient)
        return self.aider(scene, oracle, self.quoi, f, r.dr) if r.reussi else scene

    def figures(self, scene: Scene, bonus: Terms = ()) -> Figures:
        return figures_de_soin(scene, self.actor, self.patient, PRATIQUES[self.quoi], bonus)

    @rule("TN-4.49", "TN-8.313", "TN-8.318")
    def delasser(self, scene: Scene, oracle: Oracle) -> Scene:
        """Médecine douce: half of the jet de soin off the fatigue."""
        scene = laisser_filer(scene, MEDICAUX)
        f = self.figures(scene)
        scene, r = evaluer(scene, oracle, f)
        scene = soigne_par(scene, self.actor, self.patient)
        if not r.reussi:
            return scene
        terms = moitie(jet_de_soin(scene, oracle, f, r.dr), "TN-4.49")
        scene, terms = au_mieux_du_jour(scene, self.patient, "fatigue", terms)
        return defatiguer(scene, oracle, self.patient, terms, "TN-4.49")

    @rule("TN-4.43.1")
    def soigner_une(self, scene: Scene, oracle: Oracle, nature: Nature) -> Scene:
        """By the option: a plain test, and once it is rolled the lésion to be cared for is chosen."""
        scene = laisser_filer(scene, CLINIQUES)
        f, patient = self.figures(scene), scene[self.patient]
        scene, m = mesurer(scene, oracle, f)
        niveaux = sorted({x.niveau for x in patient.lesions if x.nature == nature}, reverse=True)
        exige = {n: total(difficulte_de_soin(patient, nature, n)) for n in niveaux}
        options = sorted([self.choix(n, exige[n], m.score) for n in niveaux], key=lambda o: o.closed is not None)
        niveau = min(niveaux)  # the easiest, where nothing can be done
        if options[0].closed is None:
            shown = (("score", m.score),)
            asked = Question(self.actor, "tn.lesion_a_soigner", "TN-4.43.1", tuple(options), shown)
            niveau = int(oracle.ask(asked).id)
        r = avec_les_des(comparer(f, m.score, (exige[niveau],), scene.options), m)
        raconter_un_test(scene, oracle, m, r, cible=self.patient)
        scene = soigne_par(apres_test(scene, oracle, f, r), self.actor, self.patient)
        return self.aider(scene, oracle, nature, f, r.dr, niveau) if r.reussi else scene

    @staticmethod
    def choix(niveau: int, difficulte: int, score: int) -> Option:
        label = Said("Lésion {} (difficulté {})", (GRAVITES[niveau].nom, difficulte))
        rate = (
            None
            if score > difficulte
            else Closed("TN-4.43.1", "Score de {} : il faut dépasser {}", (score, difficulte))
        )
        return Option(niveau, label, (), rate)

    @rule("TN-4.42", "TN-4.43.1", "TN-8.319", "TN-8.320")
    def aider(
        self, scene: Scene, oracle: Oracle, nature: Nature, f: Figures, dr: int, niveau: int | None = None
    ) -> Scene:
        """What is added to the next récupération of these lésions; of several acts the best alone."""
        terms = moitie(jet_de_soin(scene, oracle, f, dr), "TN-4.42")
        n, p = total(terms), scene[self.patient]
        of = f"{SOINS}:{nature}" if niveau is None else f"{SOINS}:{nature}:{niveau}"
        soin = Modifier(f"recuperation:{nature}", n, "Soins", "TN-4.42", family=SOINS, of=of)
        oracle.tell(Event("soins", self.actor, self.patient, "TN-4.42", terms, (("points", n), ("nature", nature))))
        return scene.put(replace(p, effets=(*p.effets, soin)))


ACTIONS = (Stabiliser, Ebranler, Soigner)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    for q in scene.people.values():
        for nature in NATURES:
            if instable(q, nature) and scene.encounter is None:
                yield Stabiliser(p.id, q.id, nature)
            if any(x.nature == nature for x in q.lesions):
                if q.stabilise.get(nature) != "permanente":
                    yield Stabiliser(p.id, q.id, nature, "permanente")
                yield Soigner(p.id, q.id, nature)
        if q.fatigue:
            yield Soigner(p.id, q.id, "fatigue")
    for nature, how in p.stabilise.items():
        if how == "temporaire":
            yield Ebranler(p.id, nature)
