"""Chapter 10, hand to hand: attacking, defending, one against one and one against many, damage by kind of weapon."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.tally import Terms, total

from . import manoeuvres as m
from .catalogue import MAINS_NUES, Arme
from .fatigue import fatiguer
from .state import Personnage, effets_sur, inconnu, inutilisable, non_acquise
from .tests import (
    Jet,
    Liste,
    Prepare,
    UsageVide,
    annoncer,
    base,
    departager,
    jeter,
    la_plus_faible,
    noter,
    penalites,
    preparer,
    recuperer_le_vide,
    sans_vide,
)
from .tours import Declaration, arme_en_main, distance, en_cours, pas_a_lui

if TYPE_CHECKING:
    from .scene import Scene

CONTACT = 3  # metres (YY-10.18)
DEFENSES_MAX = 3
DEUX_ARMES = 7
AU_SOL = -4
RAPPROCHE = frozenset(
    ["arts_martiaux", "armes_d_hast", "armes_mixtes", "epees", "lances_de_cavalerie", "masses_et_haches"]
)


# ---------------------------------------------------------------- weapons and modes


def mains_nues(p: Personnage) -> Arme:
    """Bare hands, or claws and fangs with their own limit."""
    return MAINS_NUES if p.fiche.degats is None else replace(MAINS_NUES, nom="Coups naturels", degats=p.fiche.degats)


def arme_nommee(p: Personnage, id: str = "") -> Arme:
    """The weapon named, else the first in hand that serves at close quarters, else bare hands."""
    if id:
        return next((a for a in p.equipement.armes if a.id == id), mains_nues(p))
    for a in p.equipement.tenues:
        if a.groupe in RAPPROCHE:
            return a
    return mains_nues(p)


def adversaire_de_lutte(scene: Scene, who: str) -> str:
    """The one he is at grips with, if he is."""
    if scene.combat is None or not scene.combat.luttes:
        return ""
    return next((b if a == who else a for a, b in scene.combat.luttes if who in (a, b)), "")


@rule("YY-10.16", "YY-10.17", "YY-10.18", "YY-5.3")
def competence_de_combat(scene: Scene, p: Personnage, arme: Arme) -> str:
    """The martial skill of a fighter: Lutte at grips, else that of his weapon; in the saddle the weaker with riding."""
    if adversaire_de_lutte(scene, p.id):
        return "lutte"
    if p.monture:
        return la_plus_faible(p, (arme.groupe, "equitation"), "melee")
    return arme.groupe


def bras_valides(p: Personnage) -> int:
    """How many arms can hold something; a body without arms counts as having two."""
    bras = [i for i, membre in p.fiche.membres.items() if membre.genre == "bras"]
    return len([i for i in bras if not inutilisable(p, i)]) if bras else 2


# ---------------------------------------------------------------- what is declared


class Combattant(Declaration, frozen=True):
    """What an attack and a defence have in common: a weapon, perhaps two, Vide, circumstances."""

    arme: str = ""
    seconde: str = ""  # a second weapon in the other hand (YY-10.26)
    vide: UsageVide = ""
    mod: int = 0

    def arme_de(self, p: Personnage) -> Arme:
        return arme_nommee(p, self.arme)

    def arme_employee(self, p: Personnage) -> Arme | None:
        return self.arme_de(p)

    def preparer_le_jet(self, scene: Scene, oracle: Oracle) -> Scene:
        return jeter_une_fois(scene, oracle, self)[0]


@rule("YY-6.3", "YY-10.18", "YY-11.8")
def refus_d_arme(scene: Scene, p: Personnage, a: Combattant) -> Closed | None:
    """Why these weapons cannot be used: not carried, dropped, locked, too many for the arms left, for afar."""
    for id in (a.arme, a.seconde):
        if id and id != "mains_nues" and all(x.id != id for x in p.equipement.armes):
            return Closed("YY-10.18", "{} ne porte pas « {} »", (p.nom, id))
        if id in p.a_terre_armes:
            return Closed("YY-11.16", "Cette arme est à terre : il faut la ramasser")
    arme = a.arme_de(p)
    if adversaire_de_lutte(scene, p.id):
        return non_acquise(p, "lutte")
    if arme.groupe not in RAPPROCHE:
        return Closed("YY-10.18", "{} ne sert pas au combat rapproché", (arme.nom,))
    if a.seconde:
        autre = arme_nommee(p, a.seconde)
        if a.seconde == (a.arme or arme.id) or autre.groupe not in RAPPROCHE or autre.mains + arme.mains > 2:
            return Closed("YY-10.26", "Il faut deux armes différentes, tenues chacune d'une main")
    if arme.id in p.a_terre_armes:
        return Closed("YY-11.16", "Cette arme est à terre : il faut la ramasser")
    if arme.id != "mains_nues" and bras_valides(p) < arme.mains + (1 if a.seconde else 0):
        return Closed("YY-6.3", "{} n'a plus assez de bras valides", (p.nom,))
    if arme.id != "mains_nues" and bloque(scene, p.id):
        return Closed("YY-11.8", "Cette arme est bloquée : il faut la lâcher ou se libérer")
    return non_acquise(p, arme.groupe) or hors_bornes(a.mod)


def hors_bornes(mod: int) -> Closed | None:
    return None if -30 <= mod <= 30 else Closed("YY-5.1", "Les circonstances vont de -30 à +30, pas {}", (mod,))


def bloque(scene: Scene, who: str) -> bool:
    """Whether his weapon is locked with another, whoever did it."""
    return scene.combat is not None and any(who in b[:2] for b in scene.combat.blocages)


def immobilise(scene: Scene, who: str) -> Closed | None:
    """Held fast one can only try to escape."""
    if scene.combat is not None and any(c[1] == who and c[2] == "immobilisation" for c in scene.combat.clefs):
        return Closed("YY-11.11", "{} est immobilisé : il ne peut que tenter de s'échapper", (scene.name(who),))
    return None


@rule("YY-10.9", "YY-10.15")
class Attaquer(Combattant, frozen=True, tag="attaquer"):
    """Attack one opponent hand to hand, perhaps with manoeuvres."""

    cible: str = ""
    manoeuvres: tuple[str, ...] = ()
    n: int = 0  # Coup Puissant: augmentations; Harcèlement: extra attacks
    membre: str = "torse"  # Coup Précis
    ameliorer: bool = False  # Repousser: with 1 point de vide
    metres: int = 0  # Charger: how far he runs
    sable: bool = False  # Aveugler: with sand, not with the sun
    obstacle: int | None = None  # Repousser: metres to the next obstacle

    tire: ClassVar[bool] = False

    def key(self) -> str:
        return f"attaquer.{self.manoeuvres[0]}" if self.manoeuvres else "attaquer"

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_a_lui(scene, self.actor) or inconnu(scene, self.cible) or immobilise(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        return (
            cible_refusee(scene, p, self)
            or refus_d_arme(scene, p, self)
            or m.refus(scene, p, self, competence_de_combat(scene, p, self.arme_de(p)), False)
            or elan_refuse(scene, p, self)
            or trop_nombreux(scene, p, self.cible)
            or sans_vide(p, (1 if self.vide else 0) + m.vide_des_manoeuvres(self))
        )

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        return porter(scene, oracle, self)

    def seen(self, scene: Scene, look: str | Look | None = None) -> Any:
        """The odds of a blow, the target striking back unless it has declared something else."""
        voir = look if callable(look) else self.looks[look or "touche"]
        essai = a_blanc(scene, self)

        def run(oracle: Any) -> Any:
            return voir(essai, porter(essai, oracle, self), oracle.events)

        return run

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
    combat = en_cours(scene)
    declarations: Any = {**combat.declarations, a.actor: a}
    if a.cible not in declarations:
        riposte = Attaquer(a.cible, cible=a.actor)
        q = scene[a.cible]
        if q.conscient and not q.a_terre and q.competence(competence_de_combat(scene, q, riposte.arme_de(q))):
            declarations[a.cible] = riposte
    return replace(scene, combat=replace(combat, declarations=declarations))


def cible_refusee(scene: Scene, p: Personnage, a: Attaquer) -> Closed | None:
    """Whom one may strike: an opponent who is there, within about three metres, or the one he is at grips with."""
    q = scene[a.cible]
    if q.id == p.id or q.vie != "actif":
        return Closed("YY-10.9", "{} n'est pas à combattre", (q.nom,))
    if scene.combat is None:
        return Closed("YY-10.5", "Aucun combat n'est en cours")
    if q.id in p.surpris_par:
        return Closed("YY-10.4", "{} est surpris et ne peut rien contre {} ce tour", (p.nom, q.nom))
    if p.a_terre:
        return Closed("YY-11.21", "{} est à terre : ce tour sert à se relever, sans attaquer", (p.nom,))
    autre = adversaire_de_lutte(scene, p.id)
    if autre and autre != q.id:
        return Closed("YY-10.17", "{} est aux prises avec {}", (p.nom, scene.name(autre)))
    if distance(p, q) > CONTACT and "charger" not in a.manoeuvres:
        return Closed("YY-10.18", "{} est à {} m, il faut s'approcher à {} m", (q.nom, distance(p, q), CONTACT))
    return None


@rule("YY-11.9")
def elan_refuse(scene: Scene, p: Personnage, a: Attaquer) -> Closed | None:
    """A charge runs up to its target, no farther than Agilité and Course carry in a turn, on two good legs."""
    if "charger" not in a.manoeuvres:
        return Closed("YY-11.9", "Seule une charge prend de l'élan") if a.metres else None
    if any(x.genre == "jambe" and inutilisable(p, i) for i, x in p.fiche.membres.items() if i in p.blessures):
        return Closed("YY-6.3", "{} n'a plus l'usage d'une jambe", (p.nom,))
    loin = p.rang("agilite") + p.competence("course")
    if not 1 <= a.metres <= loin:
        return Closed("YY-11.9", "On charge de 1 à {} m, pas {}", (loin, a.metres))
    ecart = distance(p, scene[a.cible])
    if ecart > a.metres + CONTACT:
        return Closed("YY-11.9", "{} est à {} m, trop loin pour cette charge", (scene.name(a.cible), ecart))
    return None


@rule("YY-10.25")
def trop_nombreux(scene: Scene, p: Personnage, cible: str) -> Closed | None:
    """Four of the same size may attack one opponent at once; twice as many smaller ones, half as many larger ones."""
    combat = scene.combat
    if combat is None:
        return None
    q = scene[cible]
    deja = [
        scene[a.actor]
        for a in combat.declarations.values()
        if isinstance(a, Attaquer) and a.cible == cible and a.actor != p.id
    ]
    place = sum(1 / nombre_maximal(q, x) for x in (*deja, p))
    if place <= 1.0001:
        return None
    return Closed("YY-10.25", "{} adversaires déjà, {} n'a plus de place autour de lui", (len(deja), q.nom))


@rule("YY-10.25")
def nombre_maximal(q: Personnage, attaquant: Personnage) -> int:
    """How many attackers of this size can get at him."""
    d = q.fiche.rang_taille - attaquant.fiche.rang_taille
    return max(1, int(4 * 2.0**d))


@rule("YY-10.11", "YY-10.12")
class Defendre(Combattant, frozen=True, tag="defendre"):
    """Defend oneself against up to three opponents."""

    contre: tuple[str, ...] = ()

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_a_lui(scene, self.actor) or inconnu(scene, *self.contre) or immobilise(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        if scene.combat is None:
            return Closed("YY-10.5", "Aucun combat n'est en cours")
        if not self.contre or self.actor in self.contre or len(set(self.contre)) < len(self.contre):
            return Closed("YY-10.11", "Il faut dire contre qui, chacun une fois")
        if len(self.contre) > DEFENSES_MAX:
            return Closed(
                "YY-10.12", "On se défend contre {} adversaires au plus, pas {}", (DEFENSES_MAX, len(self.contre))
            )
        for c in self.contre:
            if c in p.surpris_par:
                return Closed("YY-10.4", "{} est surpris et ne peut rien contre {} ce tour", (p.nom, scene.name(c)))
        return refus_d_arme(scene, p, self) or sans_vide(p, 1 if self.vide else 0)

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        scene, _ = jeter_une_fois(scene, oracle, self)
        oracle.tell(Event("en_garde", self.actor, "", "YY-10.11", (), (("contre", self.contre),)))
        return fatiguer(scene, oracle, self.actor, len(self.contre))


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
        terms += a_l_aveugle(p)
    if p.insufflations:
        arme = a.arme_de(p).id
        terms += [("Qì de l'arme", i.points, "YY-14.10") for i in p.insufflations if i.arme == arme]
    if p.a_terre:
        terms.append(("À terre", AU_SOL, "YY-11.21"))
    combat = scene.combat
    if combat is not None and combat.blocages:
        terms += [("Arme bloquée", -b[2], "YY-11.8") for b in combat.blocages if b[1] == p.id]
    if isinstance(a, Attaquer):
        n = assaillants(scene, a.cible, p.camp)
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
def assaillants(scene: Scene, cible: str, camp: str) -> int:
    """How many of this camp have declared an attack on him; one who fights with two weapons counts twice."""
    if scene.combat is None:
        return 1
    n, persos = 0, scene.personnages
    for a in scene.combat.declarations.values():
        if isinstance(a, Attaquer) and a.cible == cible and persos[a.actor].camp == camp:
            n += 2 if a.seconde else 1
    return n


def preparer_le_combattant(scene: Scene, p: Personnage, a: Combattant) -> tuple[Prepare, str]:
    """The score of a fighter, and the skill it rests on."""
    competence = competence_de_combat(scene, p, a.arme_de(p))
    return preparer(p, competence, poids(scene, p, a, competence), a.vide, "melee"), competence


def jeter_une_fois(scene: Scene, oracle: Oracle, a: Combattant) -> tuple[Scene, Jet]:
    """The one roll of a fighter in a turn, made and paid for when it is first needed."""
    combat = en_cours(scene)
    connu = combat.jets.get(a.actor)
    if connu is not None:
        return scene, connu
    p = scene.personnages[a.actor]
    prepare, competence = preparer_le_combattant(scene, p, a)
    annoncer(oracle, prepare, competence, a.cible if isinstance(a, Attaquer) else "")
    jet = jeter(oracle, prepare.ligne)
    vide = 1 if a.vide else 0
    if isinstance(a, Attaquer) and a.manoeuvres:
        vide += m.vide_des_manoeuvres(a)
        for _, n, _ in m.des_de_harcelement(oracle, a):
            jet = replace(jet, total=jet.total + n)
    apres = replace(p, vide_perdu=p.vide_perdu + vide) if vide else p
    apres = noter(recuperer_le_vide(apres, jet.exploits), competence)
    if p.elan:
        apres = replace(apres, elan=0)
    if apres is not p:
        scene = scene.put(apres)
    return garder(scene, jet), jet


def garder(scene: Scene, *jets: Jet) -> Scene:
    """These rolls stand for the whole turn."""
    combat = en_cours(scene)
    return replace(scene, combat=replace(combat, jets={**combat.jets, **{j.qui: j for j in jets}}))


# ---------------------------------------------------------------- passive defence


@rule("YY-10.4", "YY-10.21", "YY-11.6")
def defense_passive(scene: Scene, p: Personnage, contre: str = "") -> Terms:
    """The rang combiné of the martial skill in use less its penalties; Air/Réflexes for the surprised and unskilled."""
    if contre in p.surpris_par:
        return base(p, "reflexes")
    competence = competence_de_combat(scene, p, arme_en_main(p) if p.equipement.tenues else mains_nues(p))
    if not p.competence(competence):
        return base(p, "reflexes")
    terms: Terms = (*base(p, competence, "melee"), *penalites(p, competence))
    declaree = scene.combat.declarations.get(p.id) if scene.combat is not None else None
    if isinstance(declaree, Attaquer) and "attaque_suicide" in declaree.manoeuvres:
        terms = (*terms, ("Attaque suicide", -p.rang("volonte"), "YY-11.6"))
    return terms


# ---------------------------------------------------------------- blows


@rule("YY-10.22", "YY-10.24", "YY-11.18")
def fait_face(scene: Scene, q: Personnage, a: Attaquer) -> Combattant | None:
    """What the target answers this attacker with: his own attack on him, his defence, an Esquive; else nothing."""
    if not q.conscient or a.actor in q.surpris_par:
        return None
    reponse = en_cours(scene).declarations.get(q.id)
    if isinstance(reponse, Attaquer) and (reponse.cible == a.actor or "esquive" in reponse.manoeuvres):
        return reponse
    if isinstance(reponse, Defendre) and a.actor in reponse.contre:
        return reponse
    return None


@rule("YY-10.6", "YY-10.22", "YY-10.24", "YY-11.1")
def porter(scene: Scene, oracle: Oracle, a: Attaquer) -> Scene:
    """A declared attack comes to its blow: against the target's roll if it faces him, else its passive defence."""
    combat = en_cours(scene)
    if (a.actor, a.cible) in combat.faits:  # settled when the other one struck
        return fatiguer(scene, oracle, a.actor, m.fatigue_propre(a))
    if a.metres:
        scene = foncer(scene, a)
    q = scene.personnages[a.cible]
    reponse = fait_face(scene, q, a)
    scene, mien = jeter_une_fois(scene, oracle, a)
    if reponse is None:
        nd = total(defense_passive(scene, q, a.actor)) + m.augmentations(scene, a)
        if mien.desastre or mien.total < nd:
            oracle.tell(Event("manque", a.actor, a.cible, "YY-10.21", (), (("nd", nd),)))
        else:
            scene = toucher(scene, oracle, a, mien.total - nd)
        return fatiguer(scene, oracle, a.actor, m.fatigue_propre(a))
    scene = face_a_face(scene, oracle, a, reponse, mien)
    return fatiguer(scene, oracle, a.actor, m.fatigue_propre(a))


@rule("YY-10.22", "YY-11.1", "YY-11.6", "YY-11.9")
def face_a_face(scene: Scene, oracle: Oracle, a: Attaquer, reponse: Combattant, mien: Jet) -> Scene:
    """Two rolls compared: the higher succeeds in its action. Augmentations raise what their own side must reach."""
    scene, sien = jeter_une_fois(scene, oracle, reponse)
    if mien.peut_relancer or sien.peut_relancer:
        lignes = [preparer_le_combattant(scene, scene[x.actor], x)[0].ligne for x in (a, reponse)]
        mien, sien, gagne = departager(oracle, mien, sien, lignes[0], lignes[1])
        scene = garder(scene, mien, sien)
    else:
        mien, sien, gagne = departager(oracle, mien, sien, *SANS_RELANCE)
    if isinstance(reponse, Attaquer) and reponse.cible == a.actor:
        combat = en_cours(scene)
        scene = replace(scene, combat=replace(combat, faits=(*combat.faits, (a.cible, a.actor))))
    miennes = m.augmentations(scene, a) if a.manoeuvres else 0
    if "charger" in a.manoeuvres and isinstance(reponse, Defendre):
        miennes += max(0, a.metres - 2)
    siennes = m.augmentations(scene, reponse) if isinstance(reponse, Attaquer) and reponse.manoeuvres else 0
    suicide = isinstance(reponse, Attaquer) and "attaque_suicide" in a.manoeuvres
    if miennes or siennes:
        touche, touche_moi = atteint(mien, sien, miennes), atteint(sien, mien, siennes)
    else:
        touche, touche_moi = gagne > 0, gagne < 0
    if suicide:
        nd = total(defense_passive(scene, scene[a.actor], a.cible)) + siennes
        touche_moi = not sien.desastre and sien.total >= nd
    if touche:
        scene = toucher(scene, oracle, a, max(0, mien.total - sien.total - miennes))
    if isinstance(reponse, Attaquer) and reponse.cible == a.actor and touche_moi:
        marge = sien.total - (total(defense_passive(scene, scene[a.actor], a.cible)) if suicide else mien.total)
        scene = toucher(scene, oracle, reponse, max(0, marge - siennes), riposte=True)
    elif not touche:
        oracle.tell(Event("pare", a.cible, a.actor, "YY-10.22"))
    return scene


SANS_RELANCE: Any = (None, None)  # nobody announced a reroll: no figures are needed


@rule("YY-11.1")
def atteint(mien: Jet, sien: Jet, augmentations: int) -> bool:
    """Whether a total reaches the other's plain total and its own augmentations; a désastre never does."""
    if mien.desastre:
        return False
    return sien.desastre or mien.total >= sien.total + augmentations


def foncer(scene: Scene, a: Attaquer) -> Scene:
    """A charge ends within reach of its target."""
    p, q = scene[a.actor], scene[a.cible]
    dx, dy = q.x - p.x, q.y - p.y
    loin = (dx * dx + dy * dy) ** 0.5
    if loin <= 1:
        return scene
    part = max(0.0, (loin - 1) / loin)
    return scene.put(replace(p, x=p.x + round(dx * part), y=p.y + round(dy * part)))


@rule("YY-10.35", "YY-10.36", "YY-10.37", "YY-11.9", "YY-11.20", "YY-13.2", "YY-13.7")
def degats(p: Personnage, a: Attaquer, marge: int, lutte: bool) -> Terms:
    """Eau/Force by the hands that hold, the margin, the run of a charge; no more than the weapons can inflict."""
    arme = mains_nues(p) if lutte else a.arme_de(p)
    force = p.rang("force")
    limite = arme.degats
    if "harcelement" in a.manoeuvres:
        terms: Terms = ()
    elif a.seconde:
        autre = arme_nommee(p, a.seconde)
        limite = None if limite is None or autre.degats is None else limite + autre.degats
        terms = (("2 x Eau/Force", 2 * force, "YY-10.37"),)
    elif arme.mains == 2:
        terms = (("1,5 x Eau/Force", force * 3 // 2, "YY-10.36"),)
    else:
        terms = (("Eau/Force", force, "YY-10.35"),)
    terms = (*terms, ("Marge de réussite", marge, "YY-10.35"))
    if a.metres > 2:
        terms = (*terms, ("Élan de la charge", a.metres - 2, "YY-11.9"))
    return plafonner(terms, arme, limite)


def plafonner(terms: Terms, arme: Arme, limite: int | None) -> Terms:
    """The limit of a weapon bears on the whole of its damage."""
    trop = 0 if limite is None else total(terms) - limite
    return (*terms, (f"Limite : {arme.nom}", -trop, "YY-12.3")) if trop > 0 else terms


@rule("YY-10.34", "YY-13.2")
def toucher(scene: Scene, oracle: Oracle, a: Attaquer, marge: int, riposte: bool = False) -> Scene:
    """The blow lands: on the torso, unless aimed elsewhere; bare hands and Lutte stun."""
    combat = en_cours(scene)
    p = scene.personnages[a.actor]
    lutte = bool(combat.luttes) and bool(adversaire_de_lutte(scene, p.id))
    arme = a.arme_de(p)
    facts = (("marge", marge), ("premier", not riposte))
    oracle.tell(Event("touche", a.actor, a.cible, "YY-10.22", (), facts))
    scene = replace(scene, combat=replace(combat, touches=(*combat.touches, (a.actor, a.cible))))
    assommant = lutte or (arme.groupe == "arts_martiaux" and arme.degats is None)
    return m.appliquer(scene, oracle, a, marge, lambda n: degats(p, a, n, lutte), assommant)


# ---------------------------------------------------------------- buttons


def candidats(scene: Scene, p: Personnage) -> Iterator[Action]:
    """In a fight: strike, strike with each manoeuvre at its usual strength, defend."""
    if scene.combat is None:
        return
    adverses = [q for q in scene.personnages.values() if q.camp != p.camp and q.vie == "actif" and q.camp]
    for q in adverses:
        yield Attaquer(p.id, cible=q.id)
    proches = tuple(q.id for q in sorted(adverses, key=lambda q: distance(p, q)) if q.conscient)
    if proches:
        yield Defendre(p.id, contre=proches[:DEFENSES_MAX])
    competence = competence_de_combat(scene, p, arme_nommee(p))
    rang = p.competence(competence)
    for q in adverses:
        for id, x in m.MANOEUVRES.items():
            if x.tir or x.rang > rang or (x.avec and competence not in x.avec):
                continue
            if id == "coup_precis":
                yield Attaquer(p.id, cible=q.id, manoeuvres=(id,), membre="jambe_gauche")
                yield Attaquer(p.id, cible=q.id, manoeuvres=(id,), membre="tete")
            elif id in ("coup_puissant", "harcelement"):
                yield Attaquer(p.id, cible=q.id, manoeuvres=(id,), n=1)
            elif id == "charger":
                loin = distance(p, q) - 1
                if loin > CONTACT - 1:
                    yield Attaquer(p.id, cible=q.id, manoeuvres=(id,), metres=loin)
            else:
                yield Attaquer(p.id, cible=q.id, manoeuvres=(id,))
    tenues = [a for a in p.equipement.armes if a.groupe in RAPPROCHE and a.mains == 1]
    if len(tenues) > 1:
        for q in adverses:
            yield Attaquer(p.id, arme=tenues[0].id, seconde=tenues[1].id, cible=q.id)


ACTIONS = (Attaquer, Defendre)
