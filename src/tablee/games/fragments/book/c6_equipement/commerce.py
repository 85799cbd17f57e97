"""Chapter 6, écus: buying at the catalogue's price, selling at half of it or at the game master's, the purse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.own import taken
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone

from ...model.catalogue import CHOSES, Chose, Objet
from ...model.people import Equipement, Unite
from ...model.scene import Scene
from ...model.things import sans_chose, sorte_de, trouver
from ..c2_systeme.figures import inconnue
from .inventaire import A_PART, Lieu, acquerir, acquisition_fermee, au_calme, hors_catalogue, lieu_libre

ENCHANTEMENTS_MAX = 5
BOURSE_MAX = 10**9
COURANTS = ("ration", "fiole_vermeille", "gourde", "baume_de_campagne", "pierre_a_aiguiser")  # worth a button


@rule("FD-6.2")
def prix_ferme(u: Unite, prix: int) -> Closed | None:
    """Not enough écus."""
    if u.equipement.ecus < prix:
        return Closed("FD-6.2", "Cela coûte {} E, {} en a {}", (prix, Someone(u.id), u.equipement.ecus))
    return None


@rule("FD-6.2")
def payer(scene: Scene, who: str, prix: int) -> Scene:
    """Écus out of a purse; a negative price fills it, as far as it holds."""
    u = scene.people[who]
    reste = min(BOURSE_MAX, u.equipement.ecus - prix)
    return scene.put(replace(u, equipement=replace(u.equipement, ecus=reste)))


@rule("FD-6.3")
def revente(prix: int) -> int:
    """What a thing sells for, unless the game master says otherwise: half its price, rounded down."""
    return prix // 2


@rule("FD-6.3")
def valeur(chose: Chose, choses: Mapping[str, Chose] = CHOSES) -> int:
    """The price of a thing as it is: of one that is used up bit by bit, for the uses that are left."""
    neuve = choses.get(sorte_de(chose))
    if isinstance(chose, Objet) and isinstance(neuve, Objet) and chose.usages < neuve.usages:
        return chose.prix * chose.usages // neuve.usages
    return chose.prix


def prix_dit(prix: int | None, par_defaut: int) -> int:
    return par_defaut if prix is None else prix


def prix_mal_dit(prix: int | None) -> Closed | None:
    if prix is not None and not 0 <= prix <= BOURSE_MAX:
        return Closed("FD-6.3", "Un prix va de 0 à {} E, pas {}", (BOURSE_MAX, prix))
    return None


# ---------------------------------------------------------------- things


@rule("FD-6.2", "FD-6.4", "FD-6.7")
class Acheter(Action, frozen=True, tag="acheter"):
    """Buy a thing of the catalogue; a backpack, a talisman, a saddle and support spells take no place."""

    chose: str
    lieu: Lieu = "actif"

    def closed(self, scene: Scene) -> Closed | None:
        ferme = au_calme(scene, self.actor, "FD-6.2")
        if ferme is not None:
            return ferme
        chose = scene.own.choses.get(self.chose)
        if chose is None:
            return hors_catalogue(scene, self.chose)
        u = scene.people[self.actor]
        return prix_ferme(u, chose.prix) or acquisition_fermee(u, chose, self.lieu)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        chose = scene.own.choses[self.chose]
        scene = payer(scene, self.actor, chose.prix)
        u = scene.people[self.actor]
        faits = (("chose", chose.nom), ("prix", chose.prix), ("reste", u.equipement.ecus))
        oracle.tell(Event("achete", u.id, "", "FD-6.2", (), faits))
        return scene.put(replace(u, equipement=acquerir(u.equipement, chose, self.lieu)))


@rule("FD-6.3")
class Vendre(Action, frozen=True, tag="vendre"):
    """Sell what one carries, at half its price or at what the game master says."""

    chose: str
    prix: int | None = None

    weighty: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        ferme = au_calme(scene, self.actor, "FD-6.3") or prix_mal_dit(self.prix)
        if ferme is not None:
            return ferme
        u = scene.people[self.actor]
        e = u.equipement
        if self.chose in A_PART:
            return vente_a_part_fermee(u, self.chose)
        if vendable(e, self.chose) is None:
            return Closed("FD-6.3", "{} n'a pas « {} »", (Someone(u.id), e.dite(self.chose)))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.people[self.actor]
        chose = CHOSES[self.chose] if self.chose in A_PART else vendable(u.equipement, self.chose)
        if chose is None:
            return scene
        prix = prix_dit(self.prix, revente(valeur(chose, scene.own.choses)))
        scene = payer(scene.put(replace(u, equipement=_sans(u.equipement, self.chose))), u.id, -prix)
        faits = (("chose", chose.nom), ("prix", prix), ("reste", scene.people[u.id].equipement.ecus))
        oracle.tell(Event("vend", u.id, "", "FD-6.3", (), faits))
        return scene


def vendable(e: Equipement, id: str) -> Chose | None:
    """A thing one carries, or a support spell one owns."""
    return trouver(e, id) or next((s for s in e.sorts if s.id == id), None)


def vente_a_part_fermee(u: Unite, id: str) -> Closed | None:
    """A backpack is sold empty, a talisman without enchantments."""
    e, nom = u.equipement, CHOSES[id].nom
    if not getattr(e, id):
        return Closed("FD-6.3", "{} n'a pas « {} »", (Someone(u.id), nom))
    if (id == "sac_a_dos" and e.sac) or (id == "talisman" and e.enchantements):
        return Closed("FD-6.3", "{} n'est pas vide", (nom,))
    return None


def _sans(e: Equipement, id: str) -> Equipement:
    if id == "sac_a_dos":
        return replace(e, sac_a_dos=False)
    if id == "talisman":
        return replace(e, talisman=False)
    if id == "selle":
        return replace(e, selle=False)
    if any(s.id == id for s in e.sorts):
        return replace(e, sorts=tuple(s for s in e.sorts if s.id != id), lies=tuple(x for x in e.lies if x != id))
    return sans_chose(e, id)


# ---------------------------------------------------------------- enchantments


@rule("FD-6.31", "FD-6.32", "FD-6.2")
class AcheterEnchantement(Action, frozen=True, tag="acheter_enchantement"):
    """Buy an enchantment of some degree for the talisman one wears: five at the most."""

    enchantement: str
    degre: int = 1

    def closed(self, scene: Scene) -> Closed | None:
        ferme = au_calme(scene, self.actor, "FD-6.2")
        if ferme is not None:
            return ferme
        u, sorte = scene.people[self.actor], scene.own.enchantements.get(self.enchantement)
        if sorte is None:
            connus = tuple(x.nom for x in scene.own.enchantements.values())
            return Closed("FD-6.31", "Enchantement inconnu : « {} » ; enchantements : {}", (self.enchantement, connus))
        if not 1 <= self.degre <= len(sorte.degres):
            return Closed("FD-6.31", "{} va du degré 1 au degré {}, pas {}", (sorte.nom, len(sorte.degres), self.degre))
        if not u.equipement.talisman:
            return Closed("FD-6.31", "{} n'a pas de talisman", (Someone(u.id),))
        if len(u.equipement.enchantements) >= ENCHANTEMENTS_MAX:
            return Closed("FD-6.32", "Un talisman porte {} enchantements au plus", (ENCHANTEMENTS_MAX,))
        if (self.enchantement, self.degre) in u.equipement.enchantements:
            return Closed("FD-6.32", "Le talisman de {} porte déjà {}", (Someone(u.id), sorte.nom))
        return prix_ferme(u, sorte.degres[self.degre - 1].prix)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        sorte = scene.own.enchantements[self.enchantement]
        prix = sorte.degres[self.degre - 1].prix
        scene = payer(scene, self.actor, prix)
        u = scene.people[self.actor]
        faits = (("chose", f"{sorte.nom} {self.degre}"), ("prix", prix), ("reste", u.equipement.ecus))
        oracle.tell(Event("achete", u.id, "", "FD-6.31", (), faits))
        portes = (*u.equipement.enchantements, (self.enchantement, self.degre))
        carnet = taken(u.equipement.own, scene.own, self.enchantement)
        return scene.put(replace(u, equipement=replace(u.equipement, enchantements=portes, own=carnet)))


@rule("FD-6.3", "FD-6.32")
class VendreEnchantement(Action, frozen=True, tag="vendre_enchantement"):
    """Have an enchantment taken off the talisman, at half its price or at what the game master says."""

    enchantement: str
    degre: int = 1
    prix: int | None = None

    weighty: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        ferme = au_calme(scene, self.actor, "FD-6.3") or prix_mal_dit(self.prix)
        if ferme is not None:
            return ferme
        u = scene.people[self.actor]
        sorte = u.equipement.own.enchantements.get(self.enchantement)
        porte = (self.enchantement, self.degre) in u.equipement.enchantements
        if sorte is None or not porte or not 1 <= self.degre <= len(sorte.degres):
            return Closed("FD-6.32", "Le talisman de {} n'a pas « {} »", (Someone(u.id), self.enchantement))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.people[self.actor]
        sorte = u.equipement.own.enchantements[self.enchantement]
        portes = list(u.equipement.enchantements)
        portes.remove((self.enchantement, self.degre))
        prix = prix_dit(self.prix, revente(sorte.degres[self.degre - 1].prix))
        reste = any(id == self.enchantement for id, _ in portes)
        partis = {f"{self.enchantement}:{self.degre}"} | ({self.enchantement} if not reste else set())
        eteints = tuple(x for x in u.equipement.eteints if x not in partis)
        scene = scene.put(replace(u, equipement=replace(u.equipement, enchantements=tuple(portes), eteints=eteints)))
        scene = payer(scene, u.id, -prix)
        faits = (("chose", f"{sorte.nom} {self.degre}"), ("prix", prix), ("reste", scene.people[u.id].equipement.ecus))
        oracle.tell(Event("vend", u.id, "", "FD-6.3", (), faits))
        return scene


# ---------------------------------------------------------------- the purse


@rule("FD-6.2")
class DonnerEcus(Action, frozen=True, tag="donner_ecus"):
    """Écus from one purse to another."""

    cible: Who
    ecus: int

    weighty: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        ferme = au_calme(scene, self.actor, "FD-6.2") or inconnue(scene, self.cible)
        if ferme is not None:
            return ferme
        if self.cible == self.actor or self.ecus < 1:
            return Closed("FD-6.2", "On donne au moins 1 E, à quelqu'un d'autre")
        return prix_ferme(scene.people[self.actor], self.ecus)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("donne_ecus", self.actor, self.cible, "FD-6.2", (), (("ecus", self.ecus),)))
        return payer(payer(scene, self.actor, self.ecus), self.cible, -self.ecus)


@rule("FD-6.2")
class Toucher(Action, frozen=True, tag="toucher_ecus"):
    """The game master fills a purse, or empties it: wages, booty, a fine, a theft."""

    master = True

    ecus: int

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnue(scene, self.actor)
        if absent is not None:
            return absent
        bourse = scene.people[self.actor].equipement.ecus
        if self.ecus == 0 or not 0 <= bourse + self.ecus <= BOURSE_MAX:
            return Closed("FD-6.2", "Une bourse va de 0 à {} E", (BOURSE_MAX,))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = payer(scene, self.actor, -self.ecus)
        faits = (("ecus", self.ecus), ("reste", scene.people[self.actor].equipement.ecus))
        oracle.tell(Event("bourse", self.actor, "", "FD-6.2", (), faits))
        return scene


def offers(scene: Scene, u: Unite) -> Iterator[Action]:
    """Common purchases, and what one could sell; all the rest of the catalogue is asked for by name."""
    if scene.encounter is not None or u.bete or not u.joueur:
        return
    siennes = (c.id for c in scene.own.siennes.values() if c.prix)
    yield from (Acheter(u.id, id, lieu_libre(u)) for id in (*COURANTS, *siennes))
    yield from (Acheter(u.id, id) for id in A_PART if not getattr(u.equipement, id))
    yield from (Vendre(u.id, c.id) for c in (*u.equipement.actif, *u.equipement.sac) if not _vide(scene, c))


def _vide(scene: Scene, c: Chose) -> bool:
    """Not worth a button: it sells for nothing."""
    return isinstance(c, Objet) and revente(valeur(c, scene.own.choses)) == 0


PLACE = 17
ACTIONS: tuple[type[Action], ...] = (
    Acheter,
    Vendre,
    AcheterEnchantement,
    VendreEnchantement,
    DonnerEcus,
    Toucher,
)
