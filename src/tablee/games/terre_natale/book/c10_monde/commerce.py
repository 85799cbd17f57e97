"""Trade: finding a thing, seeing through its price, haggling, buying, selling, knowing what it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import WhoOrNobody
from tablee.kernel.sentence import Someone, Typed
from tablee.kernel.tally import Terms, total

from ...model.competences import CONNAISSANCES
from ...model.effects import Essai
from ...model.facture import SUBSTANCES
from ...model.monde import Affaires, Taille, Trouvaille
from ...model.people import Personnage
from ...model.scene import Scene
from ...model.things import LOT, MODELES, Objet
from ..c0_tests import evaluer, figures, opposer, tester
from ..c0_tests.actions import hors_bornes, refuse
from ..c4_caracteristiques.repos import en_paix, laisser_passer
from ..c9_objets.disponibilite import (
    NEGOCIABLE,
    Legalite,
    Marche,
    disponibilite,
    figures_de_recherche,
    hors_commerce,
    surcout,
)
from ..c9_objets.disponibilite import Lieu as LieuDeMarche
from ..c9_objets.prix import NORMALE, SUBSTANCES_RARES, decote, prix_d_achat, prix_de_vente, substance_refusee
from .contrats import avec, payer
from .recolte import SAVOIRS, inconnue
from .reputation import reputation

HEURE = 3600
NEGOCIATION, EVALUATION = ("INT", "negociation", "analyse"), ("INT", "evaluation", "analyse")
LIEUX: dict[Taille, LieuDeMarche] = {  # TN-9.30
    "village": "village",
    "cite": "cité",
    "grande_cite": "grande cité",
    "tres_grande_cite": "très grande cité",
    "capitale": "capitale",
}
NEGOCIE = 10  # hundredths, and the margin (TN-10.26)
IDENTIFIER, CONNU = 10, 5  # TN-10.21, TN-10.22
SERVICE = 20  # the part of a price that an identification costs (TN-10.23)


# ---------------------------------------------------------------- figures


@rule("TN-10.27")
def distance(regions: int, nations: int, continents: int) -> int:
    """How far a thing comes from: 1 for a region (2 at most), 2 for a nation (2 at most), 4 for each continent."""
    return min(2, regions) + min(2, 2 * nations) + 4 * continents


@rule("TN-10.16")
def heures_de_recherche(difficulte: int, marge: int, trouve: bool) -> int:
    """The difficulty less the margin, one at least; all of it if nothing is found."""
    return max(1, difficulte - marge) if trouve else max(1, difficulte)


@rule("TN-10.26")
def negocie(prix: int, pourcent: int, baisse: bool) -> Terms:
    """The price as it is after haggling."""
    n = prix * pourcent // 100
    return ("Prix", prix, "TN-10.17"), ("Négociation", -n if baisse else n, "TN-10.26")


@rule("TN-10.19")
def rachat_au_plus(scene: Scene) -> int | None:
    """The most a merchant of this place gives for one thing: a piece for each inhabitant; None: nobody has counted."""
    return scene.lieu.population or None


@rule("TN-10.21")
def proprietes(objet: Objet) -> int:
    """How many properties there are to be known of a thing, besides what it is for."""
    return 1 + max(0, objet.qualite) + len(objet.ameliorations) + rang_de_promotion(objet) + rang_de_matiere(objet)


def rang_de_promotion(objet: Objet) -> int:
    return objet.promotion.rang if objet.promotion else 0


@rule("TN-10.21", "TN-9.23.1")
def rang_de_matiere(objet: Objet) -> int:
    """The rank of what it is made of; a neutral matter has none."""
    return SUBSTANCES[objet.substance].rang if objet.substance else 0


@rule("TN-10.21")
def revelees(objet: Objet, dr: int) -> int:
    """How many of them a degree reveals: what it is for, then each level up to that one."""
    rangs = rang_de_promotion(objet), rang_de_matiere(objet)
    return 1 + min(dr, max(0, objet.qualite)) + min(dr, len(objet.ameliorations)) + sum([min(dr, n) for n in rangs])


@rule("TN-10.23")
def cout_de_l_identification(objet: Objet, prix: int, dr: int) -> Terms:
    """A twentieth of its price, for the part of its properties that was revealed."""
    tout = prix // SERVICE
    part = tout * revelees(objet, dr) // proprietes(objet)
    terms: Terms = (("5 % du prix", tout, "TN-10.23"),)
    return (*terms, ("Identification incomplète", part - tout, "TN-10.23")) if part < tout else terms


# ---------------------------------------------------------------- finding and buying


def objet_inconnu(scene: Scene, modele: str) -> Closed | None:
    return None if modele in scene.own.tous_modeles else Closed("TN-10.16", "Pas d'objet « {} »", (Typed(modele),))


NOMS = {id: m.nom for id, m in MODELES.items()}


@rule("TN-9.80")
def a_la_fois(modele: str) -> int:
    """How many are bought and sold at one price: munitions by the lot."""
    return LOT if modele in MODELES and MODELES[modele].nature == "munition" else 1


@rule("TN-10.10", "TN-10.16", "TN-10.13", "TN-10.27")
class Chercher(Action, frozen=True, tag="chercher"):
    """Look for a thing in the shops: a test of Négociation against its disponibilité, hours of walking about.

    `rarete`, `legalite` and where it comes from are as the game master sees them here.
    """

    objet: str
    qualite: Annotated[int, Meta(ge=-5, le=6)] = 0
    rarete: Annotated[int, Meta(ge=0, le=6)] = NORMALE
    legalite: Legalite = "légal"
    renomme: bool = False
    regions: Annotated[int, Meta(ge=0, le=9)] = 0
    nations: Annotated[int, Meta(ge=0, le=9)] = 0
    continents: Annotated[int, Meta(ge=0, le=9)] = 0
    marchand: WhoOrNobody = ""
    substance: str = ""  # a matter of the extension (TN-U15)

    asks: ClassVar[bool] = True
    rank = 86
    choose: ClassVar[bool] = True
    offers: ClassVar[dict[str, dict[str, str]]] = {
        "objet": NOMS,
        "substance": {id: x.nom for id, x in SUBSTANCES.items()},
    }
    looks: ClassVar = {"reussi": lambda before, after, events: any(e.what == "trouve" for e in events)}

    def voulu(self, scene: Scene) -> Objet:
        """The thing that is looked for."""
        objet = scene.own.un_objet(self.objet, self.qualite)
        return replace(objet, nombre=a_la_fois(self.objet), substance=self.substance)

    def marche(self, scene: Scene) -> Marche:
        origine = distance(self.regions, self.nations, self.continents)
        return Marche(LIEUX[scene.lieu.taille], self.renomme, self.legalite, self.rarete, origine)

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-10.16", self.actor, *((self.marchand,) if self.marchand else ()))
        found = found or objet_inconnu(scene, self.objet)
        if found is not None:
            return found
        if self.marchand == self.actor:
            return Closed("TN-10.10", "On n'achète pas à soi-même")
        if self.substance and SUBSTANCES_RARES not in scene.options:
            return Closed("TN-9.23.1", "Pas de matières rares dans cette campagne")
        if self.substance and (found := substance_refusee(self.voulu(scene))):
            return found
        p = scene[self.actor]
        return hors_commerce(self.voulu(scene)) or refuse(scene, p, *NEGOCIATION, Essai(p, scene, None, *NEGOCIATION))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        who, objet, marche = self.actor, self.voulu(scene), self.marche(scene)
        dd = total(disponibilite(objet, marche, scene.options))
        scene, r = tester(scene, oracle, figures_de_recherche(scene, scene[who], objet, marche), (dd,))
        heures = heures_de_recherche(dd, r.marge, r.reussi)
        scene = laisser_passer(scene, oracle, heures * HEURE)
        plus = 0 if r.reussi else surcout(-r.marge)
        if plus is None:
            oracle.tell(Event("introuvable", who, "", "TN-10.16", (), (("quoi", objet.sorte.nom), ("heures", heures))))
            return scene
        terms = prix_d_achat(objet, self.rarete, origine=marche.origine, options=scene.options)
        n = total(terms) * plus // 100
        terms += (("Surcoût", n, "TN-9.32"),) if n else ()
        facts = ("quoi", objet.sorte.nom), ("points", total(terms)), ("heures", heures)
        oracle.tell(Event("trouve", who, "", "TN-10.16", terms, facts))
        a = scene[who].affaires
        t = Trouvaille(objet, total(terms), n, marchand=self.marchand)
        return avec(scene, who, replace(a, trouvailles=(*a.trouvailles, t)))


class Numerote(Action, frozen=True, tag="numerote"):
    """One of several things of the same name."""

    article: int = 0


class SurUnArticle(Numerote, frozen=True, tag="sur_un_article", kw_only=True):
    """What is done about something one has found: by what it is and the price that was seen on it.

    Of several alike `article` is the how-manieth; where nothing is named, the how-manieth of all one has found.
    """

    objet: str = ""
    prix: Annotated[int, Meta(ge=0)] = 0  # 0: whatever it is now

    offers: ClassVar[dict[str, dict[str, str]]] = {"objet": NOMS}

    def key(self) -> str:
        return f"{super().key()}.objet" if self.objet else super().key()

    def trouvaille(self, scene: Scene) -> Trouvaille:
        return trouvailles_de(scene[self.actor], self.objet)[self.article]

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-10.17", self.actor)
        if found is not None:
            return found
        those = trouvailles_de(scene[self.actor], self.objet)
        if not 0 <= self.article < len(those):
            nom = scene.own.noms_des_objets.get(self.objet)
            if nom is None:
                return Closed("TN-10.17", "{} a trouvé {} articles", (Someone(self.actor), len(those)))
            return Closed("TN-10.17", "{} n'a pas trouvé cela : {}", (Someone(self.actor), nom))
        demande = prix_demande(those[self.article])
        if self.prix and self.prix != demande:
            return Closed("TN-10.17", "Le prix n'est plus {} : {}", (self.prix, demande))
        return None


def trouvailles_de(p: Personnage, objet: str) -> list[Trouvaille]:
    """What somebody has found, of one model or all."""
    return [t for t in p.affaires.trouvailles if objet in ("", t.objet.modele)]


@rule("TN-10.17")
def prix_demande(t: Trouvaille) -> int:
    """What is asked for it."""
    return t.annonce or t.prix


def noter(scene: Scene, who: str, avant: Trouvaille, apres: Trouvaille | None) -> Scene:
    a: Affaires = scene[who].affaires
    suite = [x for x in (apres if x is avant else x for x in a.trouvailles) if x is not None]
    return avec(scene, who, replace(a, trouvailles=tuple(suite)))


@rule("TN-10.17")
class Gonfler(SurUnArticle, frozen=True, tag="gonfler"):
    """A merchant asks more than a thing is worth, of a client who may not see it."""

    pourcent: Annotated[int, Meta(ge=1, le=400)] = 50

    master = True
    rank = 90

    def closed(self, scene: Scene) -> Closed | None:
        return super().closed(scene) or hors_bornes("TN-10.17", "Pourcentage", self.pourcent, 1, 400)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        t = self.trouvaille(scene)
        annonce = t.prix + t.prix * self.pourcent // 100
        facts = ("quoi", t.objet.sorte.nom), ("prix", annonce)
        oracle.tell(Event("annonce", self.actor, "", "TN-10.17", (), facts))
        return noter(scene, self.actor, t, replace(t, annonce=annonce))


@rule("TN-10.17")
class Jauger(SurUnArticle, frozen=True, tag="jauger_prix"):
    """Look closely at a price that was announced: a test of Évaluation; who sees through it pays what it is worth."""

    difficulte: Annotated[int, Meta(ge=0, le=99)] = 15

    rank = 86
    looks: ClassVar = {"reussi": lambda before, after, events: any(e.what == "test" and e["reussi"] for e in events)}

    def closed(self, scene: Scene) -> Closed | None:
        found = super().closed(scene)
        if found is not None:
            return found
        p = scene[self.actor]
        if self.trouvaille(scene).vu:
            return Closed("TN-10.17", "Ce prix est déjà jaugé")
        return refuse(scene, p, *EVALUATION, Essai(p, scene, None, *EVALUATION))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene, r = tester(scene, oracle, figures(scene, scene[self.actor], *EVALUATION), (self.difficulte,))
        t = self.trouvaille(scene)
        apres = replace(t, vu=True, annonce=0 if r.reussi else t.annonce)
        if r.reussi:
            facts = ("quoi", t.objet.sorte.nom), ("prix", t.prix), ("triche", bool(t.annonce))
            oracle.tell(Event("jauge", self.actor, "", "TN-10.17", (), facts))
        return noter(scene, self.actor, t, apres)


@rule("TN-10.26")
class Negocier(SurUnArticle, frozen=True, tag="negocier"):
    """Haggle over something one has found: Négociation against the merchant's; who wins moves the price."""

    merite: Annotated[int, Meta(ge=-10, le=20)] = 5  # what a merchant who is not there adds to his dice
    arguments: Annotated[int, Meta(ge=-5, le=5)] = 0

    rank = 86
    looks: ClassVar = {"reussi": lambda before, after, events: any(e.what == "negocie" and e["reussi"] for e in events)}

    def closed(self, scene: Scene) -> Closed | None:
        found = super().closed(scene)
        if found is not None:
            return found
        p = scene[self.actor]
        if self.trouvaille(scene).negocie:
            return Closed("TN-10.26", "Ce prix est déjà négocié")
        return refuse(scene, p, *NEGOCIATION, Essai(p, scene, None, *NEGOCIATION))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        who = self.actor
        t = self.trouvaille(scene)
        scene, ecart = marchander(scene, oracle, who, t.marchand, self.merite, self.arguments)
        terms = prix_negocie(t, ecart, scene.options)
        facts = ("quoi", t.objet.sorte.nom), ("points", total(terms)), ("reussi", ecart > 0)
        oracle.tell(Event("negocie", who, t.marchand, "TN-10.26", terms, facts))
        gonfle = t.annonce - t.prix if t.annonce else 0
        prix = max(0, total(terms))
        return noter(scene, who, t, replace(t, prix=prix, annonce=prix + gonfle if gonfle else 0, negocie=True))


@rule("TN-10.26")
def marchander(scene: Scene, oracle: Oracle, who: str, marchand: str, merite: int, arguments: int) -> tuple[Scene, int]:
    """The opposed test: by how much one is ahead, below 0 if the other is; 0: a tie changes nothing."""
    plus: Terms = (("Arguments de vente", arguments, "TN-10.26"),) if arguments else ()
    bonus = plus + reputation(scene, scene[who], scene.lieu.nom)
    f = figures(scene, scene[who], *NEGOCIATION, bonus=bonus)
    if marchand:
        scene, r = opposer(scene, oracle, f, figures(scene, scene[marchand], *NEGOCIATION))
        return scene, r.marge
    n = oracle.total(3, 6, "marchand") + merite
    scene, r = tester(scene, oracle, f, (n,))
    return scene, r.marge


@rule("TN-10.26", "TN-9.33")
def prix_negocie(t: Trouvaille, ecart: int, options: tuple[str, ...]) -> Terms:
    """10 and the margin in hundredths, down or up; by the option twice that off the surcharge."""
    if not ecart:
        return (("Prix", t.prix, "TN-10.17"),)
    pourcent = NEGOCIE + abs(ecart)
    terms = negocie(t.prix - t.surcout, pourcent, ecart > 0)
    if t.surcout:
        terms += (("Surcoût", t.surcout, "TN-9.32"),)
        if ecart > 0 and NEGOCIABLE in options:
            terms += (("Surcoût négocié", -(t.surcout * min(100, 2 * pourcent) // 100), "TN-9.33"),)
    return terms


@rule("TN-10.10", "TN-10.11", "TN-10.17")
class Acheter(SurUnArticle, frozen=True, tag="acheter"):
    """Buy something one has found, at the price that stands."""

    rank = 86

    def closed(self, scene: Scene) -> Closed | None:
        found = super().closed(scene)
        if found is not None:
            return found
        p = scene[self.actor]
        cout = prix_demande(self.trouvaille(scene))
        if cout > p.fiche.pecule:
            return Closed("TN-10.17", "{} pièces requises, il y en a {}", (cout, p.fiche.pecule))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        who = self.actor
        t = self.trouvaille(scene)
        cout = prix_demande(t)
        scene = noter(debourser(scene, who, cout, t.marchand), who, t, None)
        p = scene[who]
        facts = ("quoi", t.objet.sorte.nom), ("prix", cout), ("pecule", p.fiche.pecule)
        oracle.tell(Event("achat", who, t.marchand, "TN-10.17", (), facts))
        return scene.put(replace(p, equipement=replace(p.equipement, sac=(*p.equipement.sac, t.objet))))


def debourser(scene: Scene, who: str, n: int, a: str = "") -> Scene:
    """So many pieces spent; whoever is there to be paid has them."""
    p = scene[who]
    scene = scene.put(replace(p, fiche=replace(p.fiche, pecule=p.fiche.pecule - n)))
    if a:
        q = scene[a]
        scene = scene.put(replace(q, fiche=replace(q.fiche, pecule=q.fiche.pecule + n)))
    return scene


class Laisser(SurUnArticle, frozen=True, tag="laisser_article"):
    """Leave something one has found where it is."""

    rank = 91

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        t = self.trouvaille(scene)
        oracle.tell(Event("laisse", self.actor, "", "TN-10.17", (), (("quoi", t.objet.sorte.nom),)))
        return noter(scene, self.actor, t, None)


# ---------------------------------------------------------------- selling


@rule("TN-10.18", "TN-10.19", "TN-10.20", "TN-10.26")
class Vendre(Action, frozen=True, tag="vendre"):
    """Sell one thing out of one's bag, for a quarter of what it costs, haggled over if one likes.

    `acheteur`: a special buyer, whose means have no limit. `metier`: it is one's trade to sell such things.
    """

    objet: str
    rarete: Annotated[int, Meta(ge=0, le=6)] = NORMALE
    negocier: bool = False
    merite: Annotated[int, Meta(ge=-10, le=20)] = 5
    acheteur: bool = False
    metier: bool = False

    weighty: ClassVar[bool] = True
    rank = 87
    offers: ClassVar[dict[str, dict[str, str]]] = {"objet": NOMS}

    def chose(self, p: Personnage) -> Objet | None:
        la = [x for x in p.equipement.sac if x.modele == self.objet and x.nombre >= a_la_fois(self.objet)]
        return la[0] if la else None

    def terms(self, scene: Scene, objet: Objet) -> Terms:
        achat = total(prix_d_achat(objet, self.rarete, options=scene.options))
        brut = objet.sorte.nature == "matiere"  # TN-10.20
        return prix_de_vente(achat, brut=brut, options=scene.options) + decote(achat, objet, self.metier, scene.options)

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-10.18", self.actor)
        if found is not None:
            return found
        p = scene[self.actor]
        objet = self.chose(p)
        if objet is None:
            return Closed(
                "TN-10.18",
                "{} n'a pas « {} » dans son sac",
                (Someone(p.id), scene.own.noms_des_objets.get(self.objet, self.objet)),
            )
        if objet.sorte.naturelle or objet.etat == "detruit":
            return Closed("TN-10.18", "{} n'est pas en état d'être vendu", (objet.sorte.nom,))
        n, au_plus = total(self.terms(scene, objet)), rachat_au_plus(scene)
        if au_plus is not None and n > au_plus and not self.acheteur:
            facts = (n, au_plus)
            return Closed("TN-10.19", "{} pièces : nul marchand d'ici n'en donne plus de {}", facts)
        return refuse(scene, p, *NEGOCIATION, Essai(p, scene, None, *NEGOCIATION)) if self.negocier else None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        who = self.actor
        objet = self.chose(scene[who])
        assert objet is not None
        terms = self.terms(scene, objet)
        if self.negocier:
            scene, ecart = marchander(scene, oracle, who, "", self.merite, 0)
            n = total(terms) * (NEGOCIE + abs(ecart)) // 100
            terms += (("Négociation", n if ecart > 0 else -n, "TN-10.26"),) if ecart else ()
        p = scene[who]
        sac = list(p.equipement.sac)
        i = sac.index(objet)
        reste = objet.nombre - a_la_fois(self.objet)
        sac[i : i + 1] = [replace(objet, nombre=reste)] if reste else []
        scene = scene.put(replace(p, equipement=replace(p.equipement, sac=tuple(sac))))
        return payer(scene, oracle, who, terms, "TN-10.18", objet.sorte.nom)


# ---------------------------------------------------------------- knowing what it is


@rule("TN-10.21", "TN-10.22")
class Identifier(Action, frozen=True, tag="identifier"):
    """Find out what a thing one has is: Évaluation at 10, or a fitting connaissance at 5; degrees reveal levels."""

    objet: str
    savoir: str = ""
    proprietaire: WhoOrNobody = ""  # for whom it is done, for a twentieth of its price (TN-10.23)

    rank = 88
    offers: ClassVar[dict[str, dict[str, str]]] = {"objet": NOMS, "savoir": SAVOIRS}
    looks: ClassVar = {
        "degre": lambda before, after, events: next((e["n"] for e in events if e.what == "identifie"), 0)
    }

    def chose(self, scene: Scene) -> Objet | None:
        return scene[self.proprietaire or self.actor].equipement.objet(self.objet)

    def of(self) -> tuple[str, str, str]:
        return ("INT", self.savoir, CONNAISSANCES) if self.savoir else EVALUATION

    @rule("TN-10.22")
    def lecture(self) -> int:
        return CONNU if self.savoir else IDENTIFIER

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-10.21", self.actor, *((self.proprietaire,) if self.proprietaire else ()))
        if found is None and self.savoir:
            found = inconnue(self.savoir)
        if found is not None:
            return found
        objet = self.chose(scene)
        if objet is None:
            return Closed("TN-10.21", "{} n'a pas cet objet", (Someone(self.proprietaire or self.actor),))
        cout = total(prix_d_achat(objet)) // SERVICE
        if self.proprietaire and self.proprietaire != self.actor and cout > scene[self.proprietaire].fiche.pecule:
            pecule = scene[self.proprietaire].fiche.pecule
            return Closed("TN-10.23", "{} pièces requises, il y en a {}", (cout, pecule))
        p, of = scene[self.actor], self.of()
        return refuse(scene, p, *of, Essai(p, scene, None, *of))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        objet = self.chose(scene)
        assert objet is not None
        scene, r = evaluer(scene, oracle, figures(scene, scene[self.actor], *self.of()), self.lecture())
        if not r.reussi:
            return scene
        facts = ("quoi", objet.sorte.nom), ("n", r.dr), ("qualite", min(objet.qualite, r.dr))
        connues = objet.ameliorations[: r.dr]
        oracle.tell(Event("identifie", self.actor, self.proprietaire, "TN-10.21", (), (*facts, ("connues", connues))))
        patron = self.proprietaire
        if patron and patron != self.actor:
            terms = cout_de_l_identification(objet, total(prix_d_achat(objet)), r.dr)
            scene = debourser(scene, patron, total(terms), self.actor)
            paye = ("quoi", objet.sorte.nom), ("points", total(terms))
            oracle.tell(Event("service_paye", patron, self.actor, "TN-10.23", terms, paye))
        for who in dict.fromkeys((self.actor, patron or self.actor)):
            a = scene[who].affaires
            deja = a.identifies.get(self.objet, -1)
            scene = avec(scene, who, replace(a, identifies={**a.identifies, self.objet: max(deja, r.dr)}))
        return scene


ACTIONS = (Chercher, Gonfler, Jauger, Negocier, Acheter, Laisser, Vendre, Identifier)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    if scene.encounter is not None or scene.rixe is not None:
        return
    yield Chercher(p.id, next(iter(MODELES)))
    yield from (Chercher(p.id, id) for id in scene.own.objet)
    vus: dict[str, int] = {}
    for t in p.affaires.trouvailles:
        modele, prix = t.objet.modele, prix_demande(t)
        rang = vus[modele] = vus.get(modele, -1) + 1
        yield Acheter(p.id, rang, objet=modele, prix=prix)
        if not t.negocie:
            yield Negocier(p.id, rang, objet=modele, prix=prix)
        if not t.vu:
            yield Jauger(p.id, rang, objet=modele, prix=prix)
        yield Gonfler(p.id, rang, objet=modele, prix=prix)
        yield Laisser(p.id, rang, objet=modele, prix=prix)
    for modele in dict.fromkeys([x.modele for x in p.equipement.sac]):
        yield Vendre(p.id, modele)
        yield Identifier(p.id, modele)
