"""Adversity: opponents made from a profile, a kind and a role; when they give up; what undead are spared."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from tablee.kernel.content import read
from tablee.kernel.effects import Modifier
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import GM, Closed, Oracle
from tablee.kernel.sentence import Typed
from tablee.kernel.tally import Term

from ...model.adversite import (
    NOMS_DE_POUVOIRS,
    PACKAGE,
    POUVOIRS,
    PROFILS,
    REPARTITION,
    ROLES,
    SORTES,
    Profil,
    Role,
    Sorte,
    valeur_de_fonction,
)
from ...model.competences import competence
from ...model.conditions import Condition
from ...model.effects import EFFECTS, Essai
from ...model.people import INFATIGABLE, Caste, Fiche, Personnage
from ...model.points import Point
from ...model.scene import Scene
from ...model.sums import CORPS, ESPRIT
from ...model.things import Equipement, Objet, naturel
from ..c8_confrontation.attaque import Coup, Verdict, touche
from ..c8_confrontation.degats import Degats

BANDES = (0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4)  # of ten attributes and Chance: two of each, the rest very low
FORME = 2  # levels of training: what he uses does not hamper him, as far as that goes (TN-10.118)
EBRANLE = "ebranle"
INFLEXIBLE = 2  # TN-10.121


class Commande(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What an opponent is to be; what is not said is as his role and his profile have it."""

    profil: str
    role: str
    sorte: str = "humain"
    nom: str = ""
    pouvoirs: tuple[str, ...] = ()
    promotions: int | None = None
    caste: bool = True  # if his kind has castes
    armes: tuple[str, ...] | None = None
    armure: str | None = None
    naturelles: tuple[str, ...] | None = None
    peau: str | None = None
    TAI: int | None = None
    STA: int | None = None
    points: tuple[Point, ...] | None = None
    dit: str = ""


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    origin: str
    adversaire: dict[str, Commande]


ADVERSAIRES = read(PACKAGE, "content/adversaires.toml", _File).adversaire


# ---------------------------------------------------------------- what can be made


def inconnu(quoi: str, id: str, connus: dict[str, str], regle: str) -> Closed | None:
    if id in connus:
        return None
    return Closed(regle, "{} inconnu : « {} » ; on peut dire : {}", (quoi, Typed(id), tuple(connus.values())))


NOMS_DE_PROFILS = {id: x.nom for id, x in PROFILS.items()}
NOMS_DE_ROLES = {id: x.nom for id, x in ROLES.items()}
NOMS_DE_SORTES = {id: x.nom for id, x in SORTES.items()}


@rule("TN-10.117", "TN-10.118", "TN-10.124")
def infaisable(c: Commande) -> Closed | None:
    """Why nobody can be made so."""
    for quoi, id, connus, regle in (
        ("Profil", c.profil, NOMS_DE_PROFILS, "TN-10.120"),
        ("Rôle", c.role, NOMS_DE_ROLES, "TN-10.118"),
        ("Sorte", c.sorte, NOMS_DE_SORTES, "TN-10.125"),
    ):
        if barred := inconnu(quoi, id, connus, regle):
            return barred
    role, sorte, profil = ROLES[c.role], SORTES[c.sorte], PROFILS[c.profil]
    if sorte.groupes_seuls and role.armes:
        return Closed("TN-10.124", "Un animal ne tient pas le rôle de {} : il ne porte rien", (role.nom,))
    if sorte.caste and role.naturelles:
        return Closed("TN-10.118", "Un humain ne tient pas le rôle de {} : il n'a ni griffes ni crocs", (role.nom,))
    if c.promotions is not None and not 0 <= c.promotions <= profil.promotions[1]:
        facts = (profil.nom, profil.promotions[1], c.promotions)
        return Closed("TN-10.117", "{} : de 0 à {} promotions, pas {}", facts)
    return sans_pouvoir(c)


@rule("TN-10.125")
def sans_pouvoir(c: Commande) -> Closed | None:
    """Why it cannot have these powers: monsters alone do, phenomena are chimères', and weaknesses balance them."""
    for chosen in c.pouvoirs:
        if barred := inconnu("Pouvoir", chosen, NOMS_DE_POUVOIRS, "TN-10.125"):
            return barred
    ids = [chosen.partition(":")[0] for chosen in c.pouvoirs]
    if ids and not SORTES[c.sorte].monstre:
        return Closed("TN-10.125", "Seuls les monstres ont des pouvoirs")
    if len(set(ids)) < len(ids):
        return Closed("TN-10.125", "Un pouvoir ne compte qu'une fois")
    if c.sorte != "chimere" and any(POUVOIRS[id].phenomene for id in ids):
        return Closed("TN-10.125", "Un phénomène pareil est le propre des chimères")
    trop = sum([POUVOIRS[id].prix for id in ids])
    if trop > 0:
        return Closed("TN-10.125", "Pouvoirs et faiblesses ne se valent pas : il manque {} de faiblesses", (trop,))
    return None


# ---------------------------------------------------------------- making somebody


@rule("TN-10.118", "TN-10.120", "TN-10.124")
def attributs(profil: Profil, sorte: Sorte, role: Role) -> dict[str, int]:
    """Values of the role's attributes from the highest down; an animal has half as much more body, half the mind."""
    found = {}
    for code, bande in zip(role.attributs, BANDES, strict=True):
        valeur = 10 + 2 * profil.attribut[bande]
        part = sorte.corps if code in CORPS else sorte.esprit if code in ESPRIT else 100
        found[code] = max(1, valeur * part // 100)
    return found


def groupe_de(nommee: str) -> tuple[str, str]:
    """A skill of a role with its group: « groupe/competence », or the first group it stands in."""
    groupe, _, id = nommee.rpartition("/")
    if groupe:
        return groupe, id
    found = competence(id)
    assert found is not None, id
    return next(iter(found.lots)), id


@rule("TN-10.118", "TN-10.119", "TN-10.124")
def competences(profil: Profil, sorte: Sorte, role: Role) -> tuple[dict[str, int], dict[str, int]]:
    """Levels of groups and skills: each bonus falls apart by the table; who learns nothing has its groups alone."""
    bonus = {groupe_de(nommee): profil.competence[bande] for nommee, bande in role.bande.items()}
    groupes: dict[str, int] = {}
    for (groupe, _), n in bonus.items():
        groupes[groupe] = max(groupes.get(groupe, 0), REPARTITION[n][1] if n else 0)
    niveaux = {id: n - groupes[groupe] for (groupe, id), n in bonus.items() if n > groupes[groupe]}
    return {g: n for g, n in groupes.items() if n}, {} if sorte.groupes_seuls else niveaux


@rule("TN-10.117", "TN-10.118", "TN-10.120")
def formation(c: Commande, profil: Profil, role: Role) -> tuple[Modifier, ...]:
    """What he owes to his trade: training with what he uses, other bonuses of his profile, promotions on his best."""
    fixes = [
        Modifier(f"entrainement:{quoi}", FORME, "Formation", "TN-10.118")
        for quoi in ("melee", "distance", "armures", "joutes", "outils")
    ]
    for nommee, bande in role.bande.items():
        if profil.autre[bande]:
            on = f"bonus:competence:{groupe_de(nommee)[1]}"
            fixes.append(Modifier(on, profil.autre[bande], profil.nom, "TN-10.120"))
    combien = profil.promotions[0] if c.promotions is None else c.promotions
    for n in range(combien):
        on = f"bonus:competence:{groupe_de(role.tres_haut[n % len(role.tres_haut)])[1]}"
        fixes.append(Modifier(on, valeur_de_fonction("promotion", 1, "test"), "Promotion", "TN-10.117"))
    return tuple(fixes)


@rule("TN-9.93", "TN-9.113", "TN-10.118")
def equiper(c: Commande, profil: Profil, sorte: Sorte, role: Role) -> Equipement:
    """Things of the quality of his profile, and what nature has given him, as big as he is."""
    q = profil.qualite[0]
    armes = role.armes if c.armes is None else c.armes
    armure = "" if sorte.machine else role.armure if c.armure is None else c.armure
    naturelles = role.naturelles if c.naturelles is None else c.naturelles
    peau = c.peau if c.peau is not None else "metallique" if sorte.machine else role.peau
    tai, sta = taille(c, role)
    return Equipement(
        armes=tuple([Objet(x, q) for x in armes]),
        armure=Objet(armure, q) if armure else None,
        argument=role.argument,
        raisonnement=role.raisonnement,
        naturelles=tuple([naturel(x, tai) for x in naturelles]),
        peau=naturel(peau, sta) if peau else None,
    )


def taille(c: Commande, role: Role) -> tuple[int, int]:
    return role.TAI if c.TAI is None else c.TAI, role.STA if c.STA is None else c.STA


@rule("TN-10.118", "TN-10.120", "TN-10.121", "TN-10.123", "TN-10.124", "TN-10.125")
def engendrer(c: Commande, id: str) -> Personnage:
    """Somebody whole, from his profile, kind and role."""
    profil, sorte, role = PROFILS[c.profil], SORTES[c.sorte], ROLES[c.role]
    groupes, niveaux = competences(profil, sorte, role)
    tai, sta = taille(c, role)
    caste = None
    if sorte.caste and c.caste and role.caste is not None:
        laquelle, principal, secondaire, majeure = role.caste
        caste = Caste(laquelle, principal, secondaire, profil.rang[0], majeure)
    fiche = Fiche(
        nom=c.nom or role.nom,
        destinee=max(1, list(PROFILS).index(c.profil)),
        base={**attributs(profil, sorte, role), "TAI": tai, "STA": sta},
        fixes=formation(c, profil, role),
        groupes=groupes,
        competences=niveaux,
        caste=caste,
        points=role.points if c.points is None else c.points,
        profil=c.profil,
        sorte="" if c.sorte == "humain" else c.sorte,
        pouvoirs=c.pouvoirs,
    )
    portees = [POUVOIRS[x.partition(":")[0]].porte for x in c.pouvoirs]
    return Personnage(
        id,
        fiche,
        equipement=equiper(c, profil, sorte, role),
        portees=tuple([Condition(x) for x in portees if x]),
        deterioration=0 if sorte.machine else None,
    )


@rule("TN-10.121")
@EFFECTS.on("defense", of=INFATIGABLE)
def jamais_epuise(c: Essai) -> Term:
    """Undead and machines cannot be épuisés: neither 5 more nor 5 less to their defences, but always 2."""
    return SORTES[c.p.fiche.sorte].nom, INFLEXIBLE, "TN-10.121"


@rule("TN-10.118")
@EFFECTS.on("bonus", of="profil")
def le_reste(c: Essai) -> Term | None:
    """What his profile makes of skills that are none of his trade: very low, as far as a group does not know better."""
    f = c.p.fiche
    if not c.competence or c.competence in f.competences or SORTES.get(f.sorte, SORTES["humain"]).groupes_seuls:
        return None
    n = PROFILS[f.profil].competence[-1] - f.groupes.get(c.groupe, 0)
    return ("Hors de son métier", n, "TN-10.118") if n > 0 else None


# ---------------------------------------------------------------- giving up


@rule("TN-10.118", "TN-10.120")
def ebranle(p: Personnage) -> bool:
    """Whether an opponent may think of giving up: so much of vitality or spirituality gone, or so bad a lésion."""
    profil = PROFILS.get(p.fiche.profil)
    if profil is None or profil.moral is None or profil.penalite is None:
        return False
    atteint = any(100 * p.pertes.get(r, 0) >= profil.moral * p.fiche.maxima[r] for r in ("PV", "PS") if p.pertes.get(r))
    return atteint or any(x.niveau >= profil.penalite for x in p.lesions)


@touche.then("TN-10.118")
def perdre_courage(scene: Scene, oracle: Oracle, c: Coup, v: Verdict, d: Degats) -> Scene:
    """The game master is told once that somebody who was struck may flee or surrender: he alone decides."""
    for who in dict.fromkeys((c.sur, v.sur, c.de if v.retournee else "")):
        if who and EBRANLE not in scene[who].usages and scene[who].up and ebranle(scene[who]):
            oracle.tell(Event("ebranle", who, rule="TN-10.118", audience=GM))
            scene = scene.put(replace(scene[who], usages={**scene[who].usages, EBRANLE: scene.scenes}))
    return scene
