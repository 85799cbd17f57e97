"""Chapter 10, hand to hand: attacking, defending, one against one and one against many, damage by kind of weapon."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who, WithWho
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from . import manoeuvres as m
from .catalogue import Arme
from .des import valeur
from .fatigue import fatiguer
from .modes import (
    AU_SOL,
    a_relever,
    adversaire_de_lutte,
    arme_nommee,
    assommante_d_elle_meme,
    bloquees,
    bras_valides,
    competence_de_combat,
    competence_testee,
    defense_passive,
    immobilise,
    main_au_bouclier,
    mains_nues,
    marge_du_blocage,
    prendre,
    sert_au_contact,
)
from .state import Personnage, effets_sur, inconnu, inutilisable, non_acquise
from .tests import (
    Jet,
    Ligne,
    Liste,
    Prepare,
    UsageVide,
    annoncer,
    contre_le_nd,
    hors_bornes,
    jeter,
    l_emporte,
    noter,
    penalites,
    preparer,
    recuperer_le_vide,
    relancer,
    sans_jet,
    sans_vide,
)
from .tours import (
    CONTACT,
    Declaration,
    a_portee,
    distance,
    en_cours,
    initiative,
    metres,
    noter_la_declaration,
    pas_a_lui,
    tel,
)

if TYPE_CHECKING:
    from .scene import Scene

DEFENSES_MAX = 3
DEUX_ARMES = 7
EN_OPPOSITION = "en opposition"
SANS_JET = -1  # what stands for the dice of a test that needed none (YY-5.22)

# ---------------------------------------------------------------- what is declared


class Combattant(Declaration, frozen=True):
    """What an attack and a defence have in common: a weapon, perhaps two, Vide, circumstances."""

    arme: str = ""
    seconde: str = ""  # a second weapon in the other hand (YY-10.26)
    vide: UsageVide = ""
    mod: int = 0

    def arme_de(self, p: Personnage) -> Arme:
        return arme_nommee(p, self.arme)

    def armes_de(self, p: Personnage) -> tuple[Arme, ...]:
        arme = self.arme_de(p)
        return (arme, arme_nommee(p, self.seconde)) if self.seconde else (arme,)

    def arme_employee(self, p: Personnage) -> Arme | None:
        """Of two weapons the one that slows more."""
        if not self.seconde:
            return self.arme_de(p)
        return min(self.armes_de(p), key=lambda x: total(initiative(p, x)))

    def arme_en_jeu(self, scene: Scene) -> Arme:
        """The weapon that strikes: at grips none."""
        p = tel(scene, self.actor)
        return mains_nues(p) if adversaire_de_lutte(scene, self.actor) else self.arme_de(p)

    def score(self, scene: Scene, p: Personnage) -> tuple[Prepare, str]:
        return preparer_le_combattant(scene, p, self)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        """Declared with a weapon one only carries, it is in hand from then on."""
        if self.arme or self.seconde:
            p = scene[self.actor]
            arme = prendre(p, self.arme, self.seconde)
            scene = scene.put(arme) if arme is not p else scene
        return Declaration.resolve(self, scene, oracle)


@rule("YY-6.3", "YY-10.17", "YY-10.18", "YY-10.32", "YY-11.8")
def refus_d_arme(scene: Scene, p: Personnage, a: Combattant) -> Closed | None:
    """Why these weapons cannot be used: not carried, dropped, locked, too many for the arms left, for afar."""
    if adversaire_de_lutte(scene, p.id):
        if a.seconde or a.arme not in ("", "mains_nues"):
            return Closed("YY-10.17", "Aux prises, seule la Lutte sert")
        return non_acquise(p, "lutte") or hors_bornes(a.mod)
    for id in (a.arme, a.seconde):
        if id and id != "mains_nues" and all(x.id != id for x in p.equipement.armes):
            return Closed("YY-10.18", "{} ne porte pas « {} »", (Someone(p.id), id))
    armes = a.armes_de(p)
    for arme in armes:
        refus = arme_inutile(scene, p, arme)
        if refus is not None:
            return refus
    if a.seconde and not deux_armes(*armes):
        return Closed("YY-10.26", "Il faut deux armes de mêlée, tenues chacune d'une main")
    mains = sum(x.mains for x in armes if x.id != "mains_nues")
    if mains and bras_valides(p) < mains:
        return Closed("YY-6.3", "{} n'a plus assez de bras valides", (Someone(p.id),))
    return main_au_bouclier(p, mains) or hors_bornes(a.mod)


def arme_inutile(scene: Scene, p: Personnage, arme: Arme) -> Closed | None:
    """Why one cannot fight hand to hand with this."""
    if arme.id in p.a_terre_armes:
        return Closed("YY-11.16", "Cette arme est à terre : il faut la ramasser")
    if not sert_au_contact(p, arme):
        if arme.groupe == "lances_de_cavalerie":
            return Closed("YY-10.16", "{} ne s'emploie qu'en selle", (arme.nom,))
        return Closed("YY-10.18", "{} ne sert pas au combat rapproché", (arme.nom,))
    if arme.id in bloquees(scene, p.id):
        return Closed("YY-11.8", "Cette arme est bloquée : il faut la lâcher ou se libérer")
    return non_acquise(p, arme.groupe)


@rule("YY-10.26")
def deux_armes(une: Arme, autre: Arme) -> bool:
    """Two weapons, each in one hand."""
    return une.id != autre.id and "mains_nues" not in (une.id, autre.id) and une.mains + autre.mains <= 2


@rule("YY-10.9", "YY-10.15")
class Attaquer(Combattant, frozen=True, tag="attaquer"):
    """Attack one opponent hand to hand, perhaps with manoeuvres."""

    cible: WithWho = ""
    manoeuvres: tuple[str, ...] = ()
    n: int = 0  # Coup Puissant: augmentations; Harcèlement: extra attacks; Assommer: what the MJ asks for
    membre: str = "torse"  # Coup Précis
    ameliorer: bool = False  # Repousser: with 1 point de vide
    metres: int = 0  # Charger: how far he runs
    sable: bool = False  # Aveugler: with sand, not with the sun
    obstacle: int | None = None  # Repousser: metres to the next obstacle
    risquer: bool = False  # YY-5.22: roll although the score alone would do

    tire: ClassVar[bool] = False
    hostile: ClassVar[bool] = True

    def key(self) -> str:
        return f"attaquer.{self.manoeuvres[0]}" if self.manoeuvres else "attaquer"

    @property
    def vide_promis(self) -> int:
        return (1 if self.vide else 0) + m.vide_des_manoeuvres(self)

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_a_lui(scene, self.actor) or inconnu(scene, self.cible) or immobilise(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        return (
            cible_refusee(scene, p, self)
            or refus_d_arme(scene, p, self)
            or m.refus(scene, p, self, competence_de_combat(scene, p, *self.armes_de(p)), False)
            or elan_refuse(scene, p, self)
            or trop_nombreux(scene, p, self.cible)
            or sans_vide(p, self.vide_promis)
        )

    def empechee(self, scene: Scene) -> Closed | None:
        if (self.actor, self.cible) in en_cours(scene).faits:
            return None
        p, q = tel(scene, self.actor), tel(scene, self.cible)
        if q.vie != "actif":
            return Closed("YY-10.9", "son adversaire n'est plus à combattre")
        if p.a_terre:
            return Closed("YY-11.21", "il est à terre")
        if not a_portee(p, q) and ("charger" not in self.manoeuvres or metres(p, q) > self.metres + CONTACT):
            return Closed("YY-10.18", "son adversaire est hors d'atteinte")
        return sans_moyens(scene, p, self)

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        return porter(scene, oracle, self)

    def seen(self, scene: Scene, look: str | Look | None = None) -> Any:
        """The odds of a blow, the target striking back unless it has declared something else."""
        voir = look if callable(look) else self.looks[look or "touche"]
        essai = a_blanc(scene, self)
        return lambda oracle: voir(essai, porter(essai, oracle, self), oracle.events)

    looks: ClassVar[dict[str, Look]] = {
        "touche": lambda b, a, ev: any(e.what == "touche" and e["premier"] for e in ev),
        "degats": lambda b, a, ev: degats_vus(ev),
    }


def degats_vus(events: list[Event]) -> int:
    """Points inflicted, or suffered if negative, by the one who declared the blow."""
    qui = next((e.who for e in events if e.what == "essai"), "")
    coups = [e for e in events if e.what in ("coup", "coup_assommant")]
    return sum(e["points"] if e.who == qui else -e["points"] for e in coups)


def a_blanc(scene: Scene, a: Attaquer) -> Scene:
    """The turn in which only these two have declared, the target striking back if it can."""
    scene = noter_la_declaration(scene, a)
    combat, q = en_cours(scene), scene[a.cible]
    riposte = Attaquer(q.id, cible=a.actor)
    libre = q.conscient and not q.a_terre and adversaire_de_lutte(scene, q.id) in ("", a.actor)
    if q.id in combat.declarations or not libre:
        return scene
    if immobilise(scene, q.id) is not None or refus_d_arme(scene, q, riposte) is not None:
        return scene
    declarations: Any = {**combat.declarations, q.id: riposte}
    return replace(scene, encounter=replace(combat, declarations=declarations))


def cible_refusee(scene: Scene, p: Personnage, a: Attaquer) -> Closed | None:
    """Whom one may strike: an opponent who is there, within about three metres, or the one he is at grips with."""
    q = scene[a.cible]
    if q.id == p.id or q.vie != "actif":
        return Closed("YY-10.9", "{} n'est pas à combattre", (Someone(q.id),))
    if scene.encounter is None:
        return Closed("YY-10.5", "Aucun combat n'est en cours")
    if q.id in p.surpris_par:
        return Closed("YY-10.4", "{} est surpris et ne peut rien contre {} ce tour", (Someone(p.id), Someone(q.id)))
    if p.a_terre:
        return a_relever(p)
    autre = adversaire_de_lutte(scene, p.id)
    if autre and autre != q.id:
        return Closed("YY-10.17", "{} est aux prises avec {}", (Someone(p.id), Someone(autre)))
    if not a_portee(p, q) and "charger" not in a.manoeuvres:
        return Closed("YY-10.18", "{} est à {} m, il faut s'approcher à {} m", (Someone(q.id), distance(p, q), CONTACT))
    return None


@rule("YY-11.9", "YY-20.7")
def elan_refuse(scene: Scene, p: Personnage, a: Attaquer) -> Closed | None:
    """A charge runs up to its target, no farther than Agilité and Course carry in a turn, on two good legs."""
    if "charger" not in a.manoeuvres:
        return Closed("YY-11.9", "Seule une charge prend de l'élan") if a.metres else None
    if adversaire_de_lutte(scene, p.id):
        return Closed("YY-10.17", "Aux prises, on ne charge pas")
    if any(x.genre == "jambe" and inutilisable(p, i) for i, x in p.fiche.membres.items() if i in p.blessures):
        return Closed("YY-6.3", "{} n'a plus l'usage d'une jambe", (Someone(p.id),))
    loin = p.rang("agilite") + p.competence("course")
    if not 1 <= a.metres <= loin:
        return Closed("YY-11.9", "On charge de 1 à {} m, pas {}", (loin, a.metres))
    ecart = metres(p, scene[a.cible])
    if ecart > a.metres + CONTACT:
        return Closed("YY-11.9", "{} est à {} m, trop loin pour cette charge", (Someone(a.cible), int(ecart)))
    if a.metres > ecart:
        return Closed("YY-11.9", "{} n'est qu'à {} m : on ne court pas plus", (Someone(a.cible), int(ecart)))
    return None


@rule("YY-10.25")
def trop_nombreux(scene: Scene, p: Personnage, cible: str) -> Closed | None:
    """Each attacker takes up its part of the room around one opponent, and the parts must not exceed the whole."""
    combat = scene.encounter
    if combat is None:
        return None
    q = scene[cible]
    deja = [a.actor for a in combat.declarations.values() if isinstance(a, Attaquer) and a.cible == cible]
    deja = [w for w in deja if w != p.id]
    if not deja or sum(PLACE // nombre_maximal(q, x) for x in (*[scene[w] for w in deja], p)) <= PLACE:
        return None
    return Closed("YY-10.25", "{} adversaires déjà, {} n'a plus de place autour de lui", (len(deja), Someone(q.id)))


PLACE = 4 * 2**5  # every possible limit divides it


@rule("YY-10.25", "YY-20.3")
def nombre_maximal(q: Personnage, attaquant: Personnage) -> int:
    """How many of this size can get at him: four equals, twice as many for each size smaller, half for each larger."""
    d = q.fiche.rang_taille - attaquant.fiche.rang_taille
    return max(1, int(4 * 2.0**d))


@rule("YY-10.11", "YY-10.12")
class Defendre(Combattant, frozen=True, tag="defendre"):
    """Defend oneself against up to three opponents."""

    contre: tuple[Who, ...] = ()

    releve: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_a_lui(scene, self.actor) or inconnu(scene, *self.contre) or immobilise(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        if scene.encounter is None:
            return Closed("YY-10.5", "Aucun combat n'est en cours")
        if not self.contre or self.actor in self.contre or len(set(self.contre)) < len(self.contre):
            return Closed("YY-10.11", "Il faut dire contre qui, chacun une fois")
        if len(self.contre) > DEFENSES_MAX:
            return Closed(
                "YY-10.12", "On se défend contre {} adversaires au plus, pas {}", (DEFENSES_MAX, len(self.contre))
            )
        for c in self.contre:
            if c in p.surpris_par:
                return Closed(
                    "YY-10.4", "{} est surpris et ne peut rien contre {} ce tour", (Someone(p.id), Someone(c))
                )
        return refus_d_arme(scene, p, self) or sans_vide(p, 1 if self.vide else 0)

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("en_garde", self.actor, "", "YY-10.11", (), (("contre", self.contre),)))
        return fatiguer(scene, oracle, self.actor, len(self.contre))


def sans_moyens(scene: Scene, p: Personnage, a: Combattant) -> Closed | None:
    """What may have happened since he declared: held fast, disarmed, locked, an arm lost."""
    combat, ailleurs = en_cours(scene), len(p.blessures) > ("torse" in p.blessures)
    if not (p.a_terre_armes or combat.blocages or combat.clefs or ailleurs):
        return None
    if immobilise(scene, p.id) is not None:
        return Closed("YY-11.11", "il est immobilisé")
    perdue = refus_d_arme(scene, p, a)
    return Closed(perdue.rule, "il n'a plus d'arme utilisable") if perdue is not None else None


# ---------------------------------------------------------------- the roll of a fighter


@rule("YY-10.13", "YY-10.23", "YY-10.26", "YY-10.27", "YY-10.33", "YY-11.8", "YY-11.21", "YY-13.4")
def poids(scene: Scene, p: Personnage, a: Combattant, competence: str) -> Liste:
    """What weighs on the roll of a fighter beyond his ranks."""
    terms = penalites(p, competence)
    if a.mod:
        terms.append(("Circonstances", a.mod, "YY-5.1"))
    if p.elan:
        terms.append(("Défenses réussies", p.elan, "YY-10.13"))
    if a.seconde:
        gene = DEUX_ARMES - p.competence("combat_a_deux_armes")
        if gene > 0:
            terms.append(("Deux armes", -gene, "YY-10.26"))
    if p.effets:
        terms += (*a_l_aveugle(p), *effets_sur(p, "attaque" if isinstance(a, Attaquer) else "defense"))
    if p.insufflations:
        arme = a.arme_de(p).id
        terms += [("Qì de l'arme", i.points, "YY-14.10") for i in p.insufflations if i.arme == arme]
    if p.a_terre:
        terms.append(("À terre", AU_SOL, "YY-11.21"))
    if scene.encounter is not None and scene.encounter.blocages:
        gene = marge_du_blocage(scene, p.id)
        terms += [("Arme bloquée", -gene, "YY-11.8")] if gene else []
    if isinstance(a, Attaquer):
        n = assaillants(scene, a.cible)
        if n > 1:
            terms.append(("À plusieurs", n - 1, "YY-10.23"))
        if a.manoeuvres:
            terms += m.au_jet(p, a)
    return terms


@rule("YY-10.33", "YY-15.12")
def a_l_aveugle(p: Personnage) -> Liste:
    """Fighting blind: the penalty, at most 6, less the rank of Vigilance; never a bonus."""
    gene = min(6, -sum(n for _, n, _ in effets_sur(p, "vue"))) - p.competence("vigilance")
    return [("À l'aveugle", -gene, "YY-10.33")] if gene > 0 else []


@rule("YY-10.23", "YY-10.26")
def assaillants(scene: Scene, cible: str) -> int:
    """How many have declared an attack on him; one who fights with two weapons counts twice."""
    n = 0
    for a in en_cours(scene).declarations.values():
        if isinstance(a, Attaquer) and a.cible == cible:
            n += 2 if a.seconde else 1
    return n


def preparer_le_combattant(scene: Scene, p: Personnage, a: Combattant) -> tuple[Prepare, str]:
    """The score of a fighter, and the skill it rests on."""
    martiale = competence_de_combat(scene, p, *a.armes_de(p))
    testee = competence_testee(p, martiale) if p.monture else martiale
    return preparer(p, testee, poids(scene, p, a, martiale), a.vide, "melee"), testee


def jeter_une_fois(scene: Scene, oracle: Oracle, a: Declaration) -> tuple[Scene, Jet]:
    """The one roll of a fighter in a turn, made and paid for when it is first needed."""
    connu = en_cours(scene).jets.get(a.actor)
    if connu is not None:
        return scene, connu
    prepare, competence = a.score(scene, tel(scene, a.actor))
    return jeter_et_payer(scene, oracle, a, prepare, competence, a.cible if isinstance(a, Attaquer) else "")


def jeter_et_payer(
    scene: Scene,
    oracle: Oracle,
    a: Declaration,
    prepare: Prepare,
    competence: str,
    cible: str,
    contre: str = EN_OPPOSITION,
) -> tuple[Scene, Jet]:
    annoncer(oracle, prepare, competence, cible, contre)
    jet = jeter(oracle, prepare.ligne)
    if isinstance(a, Attaquer) and "harcelement" in a.manoeuvres:
        jet = replace(jet, total=jet.total + m.des_de_harcelement(oracle, a))
    return payer(scene, oracle, a, prepare, competence, jet)


def payer(
    scene: Scene, oracle: Oracle, a: Declaration, prepare: Prepare, competence: str, jet: Jet
) -> tuple[Scene, Jet]:
    """The test is made: Vide, the bonus of past defences, the mark on the skill."""
    p = avant = scene.people[a.actor]
    vide = 1 if prepare.ligne.vide else 0
    if isinstance(a, Attaquer) and a.manoeuvres:
        vide += m.vide_des_manoeuvres(a)
        m.montrer(oracle, a)
    if vide:
        p = replace(p, vide_perdu=p.vide_perdu + vide)
    if jet.exploits:
        p = recuperer_le_vide(p, jet.exploits)
    if p.fiche.joueur:
        p = noter(p, competence)
    if p.elan:
        p = replace(p, elan=0)
    return garder(scene.put(p) if p is not avant else scene, jet), jet


@rule("YY-5.22")
def jet_contre(scene: Scene, oracle: Oracle, a: Declaration, nd: int, cible: str, risquer: bool) -> tuple[Scene, Jet]:
    """Against an ND known beforehand no dice are needed where the score alone is above it, unless one wants to."""
    connu = en_cours(scene).jets.get(a.actor)
    if connu is not None:
        return scene, connu
    prepare, competence = a.score(scene, tel(scene, a.actor))
    ligne, contre = prepare.ligne, contre_le_nd(nd, False)
    if not sans_jet(ligne.score, nd, risquer):
        return jeter_et_payer(scene, oracle, a, prepare, competence, cible, contre)
    annoncer(oracle, prepare, competence, cible, contre)
    oracle.tell(Event("sans_jet", a.actor, cible, "YY-5.22", (), (("score", ligne.score), ("nd", nd))))
    return payer(scene, oracle, a, prepare, competence, Jet(ligne.qui, ligne.score, SANS_JET, ligne.rang_vide))


@rule("YY-5.12", "YY-5.18")
def relance(scene: Scene, oracle: Oracle, avant: Jet) -> tuple[Scene, Jet]:
    """The reroll that was announced: the yin/Yang dice alone are thrown again, and the second result stands."""
    ligne = Ligne(avant.qui, avant.total - valeur(avant.jet), rang_vide=avant.rang_vide)
    apres = relancer(oracle, ligne, avant)
    if apres.exploits > avant.exploits:
        scene = scene.put(recuperer_le_vide(scene[avant.qui], 1))
    return garder(scene, apres), apres


def garder(scene: Scene, jet: Jet) -> Scene:
    """This roll stands for the whole turn."""
    combat = en_cours(scene)
    return replace(scene, encounter=replace(combat, jets={**combat.jets, jet.qui: jet}))


# ---------------------------------------------------------------- blows


@rule("YY-10.22", "YY-10.24", "YY-11.18")
def fait_face(scene: Scene, q: Personnage, a: Attaquer) -> Declaration | None:
    """What the target answers this attacker with: his attack on him, his defence, an Esquive, magic; else nothing."""
    if not q.conscient or a.actor in q.surpris_par:
        return None
    reponse = en_cours(scene).declarations.get(q.id)
    if isinstance(reponse, Attaquer):
        if reponse.cible == a.actor:
            return None if reponse.empechee(scene) is not None else reponse
        if "esquive" not in reponse.manoeuvres:
            return None
    elif not (isinstance(reponse, Defendre) and a.actor in reponse.contre):
        return reponse if reponse is not None and reponse.magique else None
    return None if sans_moyens(scene, q, reponse) is not None else reponse


@rule("YY-10.6", "YY-10.22", "YY-10.24", "YY-11.1")
def porter(scene: Scene, oracle: Oracle, a: Attaquer) -> Scene:
    """A declared attack comes to its blow: against the target's roll if it faces him, else its passive defence."""
    if (a.actor, a.cible) not in en_cours(scene).faits:  # else it was settled when the other one struck
        if a.metres:
            scene = foncer(scene, a)
        q = tel(scene, a.cible)
        reponse = fait_face(scene, q, a)
        scene = frapper(scene, oracle, a, q) if reponse is None else face_a_face(scene, oracle, a, reponse)
    return fatiguer(scene, oracle, a.actor, m.fatigue_propre(a))


@rule("YY-10.21", "YY-11.1")
def frapper(scene: Scene, oracle: Oracle, a: Attaquer, q: Personnage) -> Scene:
    """A blow at somebody who does not face it: the ND is his passive defence, raised by the augmentations."""
    passive = defense_passive(scene, q, a.actor)
    aug = m.augmentations(scene, a) if a.manoeuvres else 0
    nd = total(passive) + aug
    oracle.tell(Event("defense_passive", q.id, a.actor, "YY-10.21", passive, (("score", nd - aug),)))
    scene, mien = jet_contre(scene, oracle, a, nd, a.cible, a.risquer or m.demande_un_jet(a))
    if mien.peut_relancer and (mien.desastre or mien.total < nd):
        scene, mien = relance(scene, oracle, mien)
    if mien.desastre or mien.total < nd:
        oracle.tell(Event("manque", a.actor, a.cible, "YY-10.21", (), (("nd", nd),)))
        return scene
    return toucher(scene, oracle, a, marge_de(mien.total, "Défense passive", nd - aug, "YY-10.21", aug))


def marge_de(obtenu: int, contre: str, oppose: int, regle: str, aug: int = 0, elan: int = 0) -> Terms:
    """The margin of a blow as a sum; a blow that lands has at least 0."""
    terms: Terms = (("Total", obtenu, "YY-5.1"), (contre, -oppose, regle))
    if elan:
        terms = (*terms, ("Élan subi", -elan, "YY-11.9"))
    if aug:
        terms = (*terms, ("Augmentations", -aug, "YY-11.1"))
    reste = obtenu - oppose - elan - aug
    return terms if reste >= 0 else (*terms, ("Pas moins de 0", -reste, "YY-5.5"))


class Duel(msgspec.Struct, frozen=True, gc=False):
    """What two who face each other must reach beyond the other's total."""

    riposte: bool  # the other one attacks too
    miennes: int = 0  # augmentations
    siennes: int = 0
    elan: int = 0  # YY-11.9: added to the other's defence
    nd_mien: int | None = None  # YY-11.6: a passive defence in place of the other's total
    nd_sien: int | None = None


DEFENSE, RIPOSTE = Duel(False), Duel(True)  # nothing but the two totals


@rule("YY-11.1", "YY-11.6", "YY-11.9")
def duel(scene: Scene, a: Attaquer, reponse: Declaration) -> Duel:
    """Augmentations of each, the run of a charge against a defence, the weakened guard of an Attaque suicide."""
    miennes = m.augmentations(scene, a)
    if not isinstance(reponse, Attaquer) or reponse.cible != a.actor:
        elan = max(0, a.metres - 2) if not reponse.magique else 0
        return Duel(False, miennes, 0, elan) if miennes or elan else DEFENSE
    if not a.manoeuvres and not reponse.manoeuvres:
        return RIPOSTE
    mien = sien = None
    if "attaque_suicide" in a.manoeuvres:
        sien = total(defense_passive(scene, tel(scene, a.actor), a.cible))
    if "attaque_suicide" in reponse.manoeuvres:
        mien = total(defense_passive(scene, tel(scene, a.cible), a.actor))
    return Duel(True, miennes, m.augmentations(scene, reponse), 0, mien, sien)


@rule("YY-10.22", "YY-11.1", "YY-11.6")
def qui_passe(oracle: Oracle, d: Duel, mien: Jet, sien: Jet) -> tuple[bool, bool]:
    """Who succeeds: the higher; with augmentations each side that reaches what it must, so perhaps neither."""
    if d.miennes or d.siennes:
        passe, passe_aussi = atteint(mien, sien, d.elan + d.miennes), atteint(sien, mien, d.siennes)
    else:
        gagne = l_emporte(oracle, mien, replace(sien, total=sien.total + d.elan) if d.elan else sien)
        passe, passe_aussi = gagne > 0, gagne < 0
    if d.nd_mien is not None:
        passe = not mien.desastre and mien.total >= d.nd_mien + d.miennes
    if d.nd_sien is not None:
        passe_aussi = not sien.desastre and sien.total >= d.nd_sien + d.siennes
    return passe, passe_aussi and d.riposte


@rule("YY-11.1")
def atteint(mien: Jet, sien: Jet, augmentations: int) -> bool:
    """Whether a total reaches the other's plain total and its own augmentations; a désastre never does."""
    if mien.desastre:
        return False
    return sien.desastre or mien.total >= sien.total + augmentations


@rule("YY-5.18")
def qui_relance(d: Duel, mien: Jet, sien: Jet, passe: bool, passe_aussi: bool) -> Jet | None:
    """Whose reroll is used now: the one who fails and announced it, the lower total first."""
    rate_sien = not passe_aussi if d.riposte else passe
    perdants = [j for j, rate in ((mien, not passe), (sien, rate_sien)) if rate and j.peut_relancer]
    return min(perdants, key=lambda j: j.total) if perdants else None


@rule("YY-10.22", "YY-11.1", "YY-11.6", "YY-11.9")
def face_a_face(scene: Scene, oracle: Oracle, a: Attaquer, reponse: Declaration) -> Scene:
    """Two rolls compared: the higher succeeds in its action. Augmentations raise what their own side must reach."""
    scene, mien = jeter_une_fois(scene, oracle, a)
    scene, sien = jeter_une_fois(scene, oracle, reponse)
    d = duel(scene, a, reponse)
    passe, passe_aussi = qui_passe(oracle, d, mien, sien)
    while mien.peut_relancer or sien.peut_relancer:
        perdant = qui_relance(d, mien, sien, passe, passe_aussi)
        if perdant is None:
            break
        scene, nouveau = relance(scene, oracle, perdant)
        mien, sien = (nouveau, sien) if perdant is mien else (mien, nouveau)
        passe, passe_aussi = qui_passe(oracle, d, mien, sien)
    if d.riposte:
        combat = en_cours(scene)
        scene = replace(scene, encounter=replace(combat, faits=(*combat.faits, (a.cible, a.actor))))
    if passe:
        scene = toucher(scene, oracle, a, marge_du_duel(mien, sien, d.nd_mien, d.miennes, d.elan))
    if passe_aussi and isinstance(reponse, Attaquer):
        return toucher(scene, oracle, reponse, marge_du_duel(sien, mien, d.nd_sien, d.siennes), riposte=True)
    return scene if passe else repousse_l_attaque(scene, oracle, a, d)


def marge_du_duel(mien: Jet, sien: Jet, nd: int | None, aug: int, elan: int = 0) -> Terms:
    """The margin over the other's total, or over the weakened guard that stands for it."""
    if nd is None:
        return marge_de(mien.total, "Total adverse", sien.total, "YY-10.22", aug, elan)
    return marge_de(mien.total, "Défense passive", nd, "YY-11.6", aug)


def repousse_l_attaque(scene: Scene, oracle: Oracle, a: Attaquer, d: Duel) -> Scene:
    """Nobody got through: either the defence held, or both attacks came to nothing."""
    if d.riposte:
        oracle.tell(Event("assaut_nul", a.actor, a.cible, "YY-11.1"))
        return scene
    oracle.tell(Event("pare", a.cible, a.actor, "YY-10.22"))
    combat = en_cours(scene)
    return replace(scene, encounter=replace(combat, parades=(*combat.parades, (a.actor, a.cible))))


def foncer(scene: Scene, a: Attaquer) -> Scene:
    """A charge ends within reach of its target."""
    p, q = scene[a.actor], scene[a.cible]
    loin = metres(p, q)
    if loin <= 1:
        return scene
    part = min(a.metres, loin - 1) / loin
    return scene.put(replace(p, x=p.x + round((q.x - p.x) * part), y=p.y + round((q.y - p.y) * part)))


@rule("YY-10.35", "YY-10.36", "YY-10.37", "YY-11.9", "YY-11.20", "YY-13.2", "YY-13.7")
def degats(p: Personnage, a: Attaquer, marge: int, lutte: bool) -> Terms:
    """Eau/Force by the hands that hold, the margin, the run of a charge; no more than the weapons can inflict."""
    armes = (mains_nues(p),) if lutte else a.armes_de(p)
    arme, force = armes[0], p.rang("force")
    limite = arme.degats
    if len(armes) == 2:
        limite = None if limite is None or armes[1].degats is None else limite + armes[1].degats
    if "harcelement" in a.manoeuvres:
        terms: Terms = ()
    elif len(armes) == 2:
        terms = (("2 x Eau/Force", 2 * force, "YY-10.37"),)
    elif arme.mains == 2:
        terms = (("1,5 x Eau/Force", force * 3 // 2, "YY-10.36"),)
    else:
        terms = (("Eau/Force", force, "YY-10.35"),)
    terms = (*terms, ("Marge de réussite", marge, "YY-10.35"))
    if a.metres > 2:
        terms = (*terms, ("Élan de la charge", a.metres - 2, "YY-11.9"))
    return plafonner(terms, limite)


@rule("YY-12.3")
def plafonner(terms: Terms, limite: int | None) -> Terms:
    """The limit of a weapon bears on the whole of its damage."""
    trop = 0 if limite is None else total(terms) - limite
    return (*terms, ("Limite de l'arme", -trop, "YY-12.3")) if trop > 0 else terms


@rule("YY-10.34", "YY-13.2", "YY-13.7")
def toucher(scene: Scene, oracle: Oracle, a: Attaquer, terms: Terms, riposte: bool = False) -> Scene:
    """The blow lands: on the torso, unless aimed elsewhere; bare hands and Lutte stun."""
    combat = en_cours(scene)
    p, n = tel(scene, a.actor), total(terms)
    lutte = bool(adversaire_de_lutte(scene, p.id))
    oracle.tell(Event("touche", a.actor, a.cible, "YY-10.22", terms, (("marge", n), ("premier", not riposte))))
    scene = replace(scene, encounter=replace(combat, touches=(*combat.touches, (a.actor, a.cible))))
    assommant = lutte or assommante_d_elle_meme(a.arme_de(p))
    return m.appliquer(scene, oracle, a, n, lambda n, _: degats(p, a, n, lutte), assommant)


# ---------------------------------------------------------------- buttons


def candidats(scene: Scene, p: Personnage) -> Iterator[Action]:
    """In a fight: strike, strike with each manoeuvre at its usual strength, defend."""
    if scene.encounter is None:
        return
    adverses = [q for q in scene.people.values() if q.side != p.side and q.vie == "actif" and q.side]
    arme = "mains_nues" if arme_nommee(p).id in bloquees(scene, p.id) else ""
    for q in adverses:
        yield Attaquer(p.id, arme, cible=q.id)
    proches = tuple(q.id for q in sorted(adverses, key=lambda q: distance(p, q)) if q.conscient)
    if proches:
        yield Defendre(p.id, arme, contre=proches[:DEFENSES_MAX])
    competence = competence_de_combat(scene, p, arme_nommee(p, arme))
    for q in adverses:
        if a_portee(p, q) or distance(p, q) <= p.rang("agilite") + p.competence("course") + CONTACT:
            yield from avec_manoeuvres(scene, p, q, competence, arme)
    legeres = [a for a in p.equipement.armes if sert_au_contact(p, a) and a.mains == 1 and a.id != "mains_nues"]
    if len(legeres) > 1:
        for q in adverses:
            yield Attaquer(p.id, legeres[0].id, legeres[1].id, cible=q.id)


def avec_manoeuvres(scene: Scene, p: Personnage, q: Personnage, competence: str, arme: str) -> Iterator[Action]:
    """Each manoeuvre his rank allows against this one."""
    rang, membres = p.competence(competence), {x.genre: i for i, x in q.fiche.membres.items()}
    for id, x in m.MANOEUVRES.items():
        if x.tir or x.rang > rang or (x.avec and competence not in x.avec):
            continue
        if id == "charger":
            loin = distance(p, q)
            if not a_portee(p, q):
                yield Attaquer(p.id, arme, cible=q.id, manoeuvres=(id,), metres=loin)
        elif id == "coup_precis":
            for genre, aug in m.PRECIS.items():
                if aug <= rang and genre in membres:
                    yield Attaquer(p.id, arme, cible=q.id, manoeuvres=(id,), membre=membres[genre])
        elif id in ("coup_puissant", "harcelement"):
            yield Attaquer(p.id, arme, cible=q.id, manoeuvres=(id,), n=1)
        else:
            yield Attaquer(p.id, arme, cible=q.id, manoeuvres=(id,))
            if x.ameliorable:
                yield Attaquer(p.id, arme, cible=q.id, manoeuvres=(id,), ameliorer=True)


ACTIONS: tuple[type[Action], ...] = (Attaquer, Defendre)
