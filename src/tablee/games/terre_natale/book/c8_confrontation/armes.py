"""What one strikes with and what one is struck on: weapons, fists and arguments; armour and raisonnement."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from tablee.kernel.effects import tally
from tablee.kernel.ledger import rule
from tablee.kernel.tally import Terms, total

from ...model.caracteristiques import Mode
from ...model.competences import GROUPES
from ...model.effects import Essai
from ...model.people import Personnage
from ...model.plan import ESPRIT, Plan
from ...model.su import su
from ...model.sums import modif
from ...model.things import Modele, Objet
from ..c2_competences.limites import Gene
from ..c2_competences.usages import convient
from ..c4_caracteristiques.capacites import argument_de, raisonnement_de
from ..c4_caracteristiques.portees import cases_de_melee, plage, portee
from ..c4_caracteristiques.usage import ajustement_de, apparat_porte, apparat_tenu, penalite_d_usage
from .mains import MAINS, a_contre_main, detournee, gene, genre_de_main
from .solidite import ARMURE, RIEN

ATTAQUE = {"garde": "DEX", "manche": "FOR", "hampe": "AGI", "poignee": "CON", "crosse": "PER"}
DEFEND = {
    "tranchant": "DEX",
    "contondant": "FOR",
    "perforant": "AGI",
    "flexible": "CON",
    "defense": "CON",
    "distance": "PER",
}
STYLES = {"FOR": "bagarre", "DEX": "boxe", "AGI": "pugilat", "CON": "lutte"}  # TN-8.98: bare hands
METHODES = ("CHA", "INT", "SAG", "RUS")  # TN-8.103
GENRES = {"garde": "arme_a_garde", "manche": "arme_a_manche", "hampe": "arme_a_hampe", "poignee": "arme_de_defense"}
TYPES = {"tranchant": "arme_tranchante", "contondant": "arme_contondante", "perforant": "arme_perforante"}
JETER = "armes_de_jet", "arme_de_jet"  # what anything that is thrown is thrown with
SPECIALES = ("arme_courte", "arme_lourde")  # TN-2.21: by their catégorie


class Arme(Struct, frozen=True):
    """What an attack is made with, whatever it is."""

    nom: str
    attribut: str
    defense: str  # the attribute whose passive defence it has to beat
    competence: str
    groupe: str
    categorie: int
    melee: bool = True  # its catégorie is added to its jets (TN-8.167)
    bouclier: bool = False
    objet: Objet | None = None
    ajustements: Terms = ()  # on the attribute, where no object brings them
    improvisee: bool = False  # used for what it was not made for (TN-8.371)

    @property
    def lancee(self) -> bool:
        """Whether it leaves the hand."""
        return self.objet is not None and not self.melee and self.objet.sorte.usage != "tir"


@rule("TN-8.90", "TN-8.96", "TN-8.97", "TN-8.98", "TN-8.360", "TN-9.47", "TN-9.48")
def arme_de(
    p: Personnage,
    plan: Plan,
    main: int,
    attribut: str,
    a_distance: bool = False,
    options: tuple[str, ...] = (),
    lancee: bool = False,
) -> Arme:
    """What somebody strikes with: the weapon in that hand, else bare hands in a style; in a joute his argument.

    `lancee`: an arm of melee is thrown, for want of better (TN-8.374), or one made for it at whoever is near.
    """
    if plan is ESPRIT:
        return argument(p, attribut or methode(p), options)
    return arme_tenue(p, main, attribut, a_distance, lancee)


@rule("TN-8.90", "TN-8.96", "TN-8.97", "TN-8.360", "TN-9.47", "TN-9.48")
@su
def arme_tenue(p: Personnage, main: int, attribut: str, a_distance: bool, lancee: bool) -> Arme:
    """The same of a blow: the weapon in that hand, else bare hands."""
    objet = p.equipement.arme(main)
    if objet is None or (objet.sorte.naturelle and attribut):
        return poings(p, attribut)
    if objet.sorte.naturelle:
        return griffe(objet)
    sorte = objet.sorte
    if sorte.usage == "tir" or (sorte.usage == "lancer" and (a_distance or lancee)):
        return Arme(sorte.nom, "PER", "PER", sorte.competence, sorte.groupe, objet.utile, melee=False, objet=objet)
    if lancee:
        loin = detournee(objet, de_loin=True)
        return Arme(sorte.nom, "PER", "PER", *JETER, objet.utile, melee=False, objet=objet, improvisee=loin)
    return Arme(
        sorte.nom,
        ATTAQUE.get(sorte.prise, "FOR"),
        DEFEND.get(sorte.frappe, ATTAQUE.get(sorte.prise, "FOR")),
        maniement(p, objet),
        "combat",
        objet.utile,
        bouclier=sorte.bouclier,
        objet=objet,
        improvisee=detournee(objet),
    )


@rule("TN-8.45", "TN-9.93", "TN-9.42")
def griffe(objet: Objet) -> Arme:
    """What one is born with: its own attributes, and the style of bare hands that goes with them."""
    sorte = objet.sorte
    style = STYLES[sorte.attaque]
    return Arme(sorte.nom, sorte.attaque, sorte.defense, style, "corps_a_corps", objet.utile, objet=objet)


@rule("TN-2.20", "TN-2.21")
def maniement(p: Personnage, objet: Objet) -> str:
    """The skill a weapon is used with: of its Genre, its Type and what is Spéciale and fits, the one known best."""
    connus = maniements(objet.modele) if objet.propre is None else maniements_de(objet.propre)
    return max(connus, key=lambda id: p.fiche.competences.get(id, 0))


@lru_cache(maxsize=256)
def maniements(modele: str) -> tuple[str, ...]:
    return maniements_de(Objet(modele).sorte)


def maniements_de(sorte: Modele) -> tuple[str, ...]:
    combat = {lot.id: lot for lot in GROUPES["combat"].competences}
    own = [GENRES.get(sorte.prise, ""), TYPES.get(sorte.frappe, "")]
    own += [id for id in SPECIALES if convient(combat[id], sorte.categorie)]
    own += ["arme_flexible"] if sorte.frappe == "flexible" else []
    own += [sorte.competence] if sorte.usage == "melee" else []
    return tuple([id for id in own if id in combat])


@rule("TN-8.98")
def poings(p: Personnage, attribut: str) -> Arme:
    """Bare hands, in the style one chooses, or knows best; the same attribute defends (TN-8.97)."""
    style = attribut if attribut in STYLES else max(STYLES, key=lambda a: valeur_de_style(p, a))
    return Arme("Mains nues", style, style, STYLES[style], "corps_a_corps", 0)


def valeur_de_style(p: Personnage, attribut: str) -> int:
    return p.fiche.valeurs[attribut] // 2 + p.fiche.competences.get(STYLES[attribut], 0)


@rule("TN-8.47", "TN-8.48", "TN-8.51", "TN-8.102", "TN-8.103")
def argument(p: Personnage, attribut: str, options: tuple[str, ...] = ()) -> Arme:
    """What a tirade is made with: its catégorie hampers the attribute, and drives its jets; what is shown helps it."""
    c = argument_de(p, options)
    ajustements = de_discours(p, c) + apparat_tenu(p)
    return Arme("Argument", attribut, attribut, "persuasion", "communication", c, ajustements=ajustements)


@rule("TN-8.278", "TN-8.285", "TN-8.385")
def qualite_en_main(p: Personnage, plan: Plan, main: int = 0) -> int:
    """The quality of what one strikes with; in a joute of what one shows."""
    if plan is ESPRIT:
        return sum([n for _, n, _ in apparat_tenu(p)])
    armes = p.equipement.armes
    return armes[main].qualite if main < len(armes) else 0


def methode(p: Personnage) -> str:
    """The method of a tirade where none is named: the strongest mind."""
    return max(METHODES, key=lambda a: p.fiche.valeurs[a])


@rule("TN-8.90")
def de_discours(p: Personnage, categorie: int) -> Terms:
    """What the catégorie of a discourse takes off the attribute."""
    gene = penalite_d_usage(p, "joutes", categorie) if categorie else ()
    return tuple([(label, -n, regle) for label, n, regle in gene])


# ---------------------------------------------------------------- reach


def ecart(p: Personnage, q: Personnage) -> int:
    """Squares from one to the other."""
    x, y = p.x - q.x, p.y - q.y
    x, y = x if x >= 0 else -x, y if y >= 0 else -y
    return x if x >= y else y


def en_melee(p: Personnage, q: Personnage, main: int = 0) -> bool:
    """Whether somebody reaches the other with what he holds: beside him, or as far as his reach goes (TN-4.64)."""
    arme = p.equipement.arme(main)
    if arme is not None and arme.sorte.usage == "tir":
        arme = None
    return ecart(p, q) - 1 <= cases_de_melee(p, arme)


@rule("TN-4.64", "TN-4.65", "TN-4.66", "TN-4.67", "TN-4.68")
def a_portee(p: Personnage, q: Personnage, plan: Plan, main: int = 0, lancee: bool = False) -> Terms | None:
    """What the distance costs; None: out of reach."""
    objet = p.equipement.arme(main)
    mode: Mode = "mots"
    if plan is not ESPRIT:
        if objet is None or (objet.sorte.usage == "melee" and not lancee):
            return () if en_melee(p, q, main) else None
        if objet.sorte.usage == "lancer" and not lancee and en_melee(p, q, main):
            return ()
        mode = "tir" if objet.sorte.usage == "tir" else "lancer"
    la = plage(mode, sum([n for _, n, _ in portee(mode, objet)]), ecart(p, q))
    if la is None:
        return None
    return ((la.nom, -la.desavantages, "TN-4.68"),) if la.desavantages else ()


# ---------------------------------------------------------------- what protects


@rule("TN-8.49", "TN-8.261")
def resistance(p: Personnage, plan: Plan, nue: bool = False, essai: Essai | None = None, zone: str = "") -> Terms:
    """The catégorie of the armour, or of the raisonnement, and what bears on it; `essai`: against what.

    `zone`: where the blow is located.
    """
    c = couche(p, plan, nue, zone)
    own: Terms = (("Armure" if plan is not ESPRIT else "Raisonnement", c, "TN-8.261"),) if c else ()
    own += doublee(p, plan, nue, zone)
    return own + tally(p.bears, ("resistance", f"resistance:{plan.genre}"), essai or Essai(p))


@rule("TN-8.49", "TN-8.262", "TN-9.94")
def absorption(p: Personnage, plan: Plan, nue: bool = False, zone: str = "") -> Terms:
    """Three times the catégorie, what the making of the armour adds, and the modifier of CON or VOL."""
    c = couche(p, plan, nue, zone)
    own: Terms = (("Catégorie x 3", 3 * c, "TN-8.262"),) if c else ()
    own += doublee(p, plan, nue, zone)
    own += () if plan is ESPRIT or nue else facture(p, zone)
    return (
        *own,
        modif(p.fiche, plan.absorption),
        *tally(p.bears, ("absorption", f"absorption:{plan.genre}"), Essai(p)),
    )


@rule("TN-9.99", "TN-9.103", "TN-9.104", "TN-9.105", "TN-9.114", "TN-9.115")
def facture(p: Personnage, zone: str) -> Terms:
    """What a worked armour, its length, bulk and balance absorb more or less; and sub-pieces, where they lie."""
    armure = p.equipement.cuirasse_sur(zone)[0]
    own: Terms = ()
    if armure is not None and armure.utilisable:
        own = (("Modèle travaillé", 2, "TN-8.262"),) if armure.superieur else ()
        own += armure.ecarts("absorption")
        manque = -3 * armure.utile - total(own)
        own += (("Minimum 0", manque, "TN-9.94"),) if manque > 0 else ()
    return own + tuple([(x.sorte.nom, x.utile, "TN-9.115") for x in p.equipement.doublures(zone) if x.utile])


def couche(p: Personnage, plan: Plan, nue: bool, zone: str = "") -> int:
    """The catégorie of what covers somebody there."""
    if plan is ESPRIT:
        return raisonnement_de(p)
    armure = p.equipement.peau if nue else p.equipement.cuirasse_sur(zone)[0]
    return armure.utile if armure is not None else 0


@rule("TN-8.46")
def doublee(p: Personnage, plan: Plan, nue: bool, zone: str = "") -> Terms:
    """What the weaker of a worn and a natural armour adds to the stronger."""
    plus = 0 if plan is ESPRIT or nue else p.equipement.cuirasse_sur(zone)[1]
    return (("Seconde armure", plus, "TN-8.46"),) if plus else ()


@rule("TN-8.296")
def decouverte(p: Personnage, plan: Plan, zone: str) -> bool:
    """Whether no piece of armour covers a zone; a raisonnement covers all of a mind."""
    e = p.equipement
    return plan is not ESPRIT and bool(zone) and bool(e.pieces) and e.piece(zone) is None


# ---------------------------------------------------------------- what one defends oneself with


@rule("TN-8.266", "TN-8.267", "TN-8.437")
class Objets(Struct, frozen=True):
    """What bears on a defence: on its attribute, and on what it turns aside."""

    ajustements: Terms = ()
    categorie: int = 0
    bouclier: bool = False
    limbe: str = ""
    avec: int = RIEN  # what it is, as in `Epreuve`
    objet: Objet | None = None  # the thing itself, which adjusts the attribute
    gene: Gene = Gene()  # what holding it so takes off
    restreinte: bool = False
    improvisee: bool = False
    genre: str = "defense"

    @rule("TN-8.349", "TN-9.64", "TN-9.65")
    def des(self, effet: str) -> int:
        """The dice that an arm of defence adds to what it turns aside; whoever protects another parries for him."""
        if self.objet is None or not self.bouclier:
            return 0
        famille = self.objet.sorte.des
        return famille.bloquer if effet == "bloquer" else famille.parer


@rule("TN-8.50", "TN-8.51", "TN-8.69", "TN-8.340", "TN-8.345", "TN-8.437")
def objets_de_defense(p: Personnage, plan: Plan, objet: str, attribut: str, groupe: str) -> tuple[Objets, ...]:
    """What a defence may be made with, what turns most aside first: what is in each hand, the armour, a raisonnement.

    None at all: it takes an object that is not there.
    """
    if not objet:
        return (Objets(),)
    if plan is ESPRIT:
        c = raisonnement_de(p)
        return (Objets(de_discours(p, c) + apparat_porte(p), c),)
    if objet == "armure":
        return (Objets(avec=ARMURE, objet=p.equipement.armure) if p.equipement.armure is not None else Objets(),)
    return armes_en_garde(p, attribut, groupe)


@su
def armes_en_garde(p: Personnage, attribut: str, groupe: str) -> tuple[Objets, ...]:
    """All that is in hand and can be held up, what turns most aside first; else bare hands, of catégorie 0."""
    armes = p.equipement.armes or p.equipement.naturelles
    if not armes:
        return (Objets(),)
    tenus = [en_garde(p, main, attribut, groupe) for main, x in enumerate(armes) if x.utilisable]
    return tuple(sorted(tenus, key=lambda x: -valeur_de_garde(p, x)))


def en_garde(p: Personnage, main: int, attribut: str, groupe: str) -> Objets:
    """An arm or shield that is held up against a blow."""
    objet = p.equipement.arme(main)
    assert objet is not None
    improvisee = detournee(objet, pour_attaquer=False)
    return Objets(
        (),
        objet.utile,
        objet.sorte.bouclier,
        "dg"[main] if main < MAINS else "",
        main,
        objet,
        gene(p, main, attribut, groupe, improvisee),
        a_contre_main(p, main),
        improvisee,
        genre_de_main(p, "defense", main),
    )


def valeur_de_garde(p: Personnage, x: Objets) -> int:
    """What it turns aside, less what it hampers."""
    assert x.objet is not None
    c = min(x.categorie, 2) if x.restreinte else x.categorie
    ajuste = total(ajustement_de(p, x.objet)) + total(x.gene.ajustements)
    return 3 * (c + x.des("parer")) + ajuste // 2 + total(x.gene.bonus) + 2 * total(x.gene.net)
