"""Characters made at random: always the same for the same seed, and nothing in them that does not hold."""

from __future__ import annotations

import random

from msgspec.structs import replace

from tablee.kernel import content

from ..book.c5_creation import achats as purchases
from ..book.c5_creation import attributs as costs
from ..book.c5_creation import echelles as scales
from ..book.c5_creation import historique as past
from ..book.c5_creation import traits as boons
from ..book.c6_castes import possibles
from ..model.castes import CASTES
from ..model.competences import AMBIDEXTRIE, COMPETENCES, GROUPES, LANGUES
from ..model.people import Fiche
from ..model.sums import PRINCIPAUX, SECONDAIRES
from ..model.traits import TRAITS
from .draft import CHOICES, Brouillon, points, problems

MATTER = content.read(scales.PACKAGE, "content/hasard.toml", dict[str, list[str]])
WITH_SKILLS = [g.id for g in GROUPES.values() if g.competences]


def at_random(seed: int) -> Brouillon:
    """A draft that holds."""
    rnd = random.Random(seed)
    d = Brouillon(
        nom=f"{rnd.choice(MATTER['prenoms'])} {rnd.choice(MATTER['surnoms'])}",
        destinee=rnd.choice([*scales.DESTINEES]),
        vecu=rnd.choice([*scales.VECUS]),
        comportement=rnd.choice([*scales.COMPORTEMENTS]),
        caractere=rnd.choice([*scales.CARACTERES]),
        porte_bonheur=rnd.randint(1, 6),
        qualites=tuple(rnd.sample(MATTER["qualites"], rnd.randint(0, 2))),
        defauts=tuple(rnd.sample(MATTER["defauts"], rnd.randint(0, 2))),
        formule=rnd.choice([*past.FORMULES]),
        peuple=rnd.choice(["", *scales.PEUPLES]),
    )
    return with_traits(rnd, with_caste(rnd, with_skills(rnd, with_attributes(rnd, with_past(rnd, d)))))


def with_past(rnd: random.Random, d: Brouillon) -> Brouillon:
    """Inspiration by the formula that was drawn."""
    if d.formule == past.UNIVERS:
        return replace(d, passe=rnd.choice([*past.PASSES]))
    pairs = mentions(rnd)
    if d.formule == past.DETAILLEE:
        notions = [notion for notion in scales.NOTIONS for _ in range(2)]
        return replace(d, mentions=tuple(past.Mention(n, g, c) for n, (g, c) in zip(notions, pairs, strict=True)))
    found = past.mentionnes(pairs)
    return replace(d, pi_groupes=dict(found.groupes), pi_competences=dict(found.competences))


def mentions(rnd: random.Random) -> list[tuple[str, str]]:
    """Ten groups, none more than twice, each with a skill of its own."""
    groups = [g for g in rnd.sample(WITH_SKILLS, 9) for _ in range(2)]
    found: dict[str, str] = {}
    for group in groups:
        open_ones = [lot.id for lot in GROUPES[group].competences if lot.id not in found]
        if open_ones and len(found) < past.PI // past.PAR_MENTION:
            found[rnd.choice(open_ones)] = group
    return [(group, skill) for skill, group in found.items()]


def with_attributes(rnd: random.Random, d: Brouillon) -> Brouillon:
    """A ready-made array, or points spent mostly on a few; now and then a secondary attribute."""
    destinee = scales.DESTINEES[d.destinee]
    order = rnd.sample(PRINCIPAUX, len(PRINCIPAUX))
    ready = scales.repartitions(destinee)
    if rnd.random() < 0.5:
        profil = rnd.choice([*ready])
        return replace(d, profil=profil, principaux=dict(zip(order, ready[profil], strict=True)))
    secondary = {code: rnd.choice((7, 8, 9, 10, 10, 10, 11, 12)) for code in SECONDAIRES}
    d = replace(d, secondaires=secondary)
    values, wanted = dict(d.principaux), {code: rnd.choice((1, 1, 2, 4)) for code in order}
    values |= dict.fromkeys(order[:2], 14)
    while (left := points(d) - costs.depense({**values, **secondary})) > costs.reliquat_max(values):
        open_ones = [c for c in order if values[c] < destinee.strict and costs.pas(c, values[c] + 1) <= left]
        code = rnd.choices(open_ones, [wanted[c] for c in open_ones])[0]
        values[code] += 1
    return replace(d, principaux=values)


def with_skills(rnd: random.Random, d: Brouillon) -> Brouillon:
    """Groups and skills, mostly those of the two best attributes and of the past, as far as the PX go."""
    vecu = scales.VECUS[d.vecu]
    best = set(sorted(PRINCIPAUX, key=lambda code: -d.principaux[code])[:2])
    linked = {c.id: any(best & set(lot.naturels) for lot in c.lots.values()) for c in COMPETENCES.values()}
    skills = {id: 7 if close else 1 for id, close in linked.items()}
    groups = {g.id: 7 if best & set(g.naturels) else 1 for g in GROUPES.values() if g.id not in (AMBIDEXTRIE, LANGUES)}
    for id in (*d.inspiration.groupes, *d.inspiration.competences):
        (groups if id in groups else skills)[id] += 12
    while vecu.px - d.achats.px > purchases.reliquat_max(d.achats):
        bought = better(rnd, d, groups, "groupes", vecu.groupe) if rnd.random() < 0.4 else None
        d = bought or better(rnd, d, skills, "competences", vecu.competence) or d
    for id in [id for id, n in d.competences.items() if n == vecu.competence][: rnd.randint(0, purchases.EXCEPTIONS)]:
        higher = replace(d, competences={**d.competences, id: vecu.competence + 1})
        d = higher if higher.achats.px <= vecu.px else d
    return d


def better(rnd: random.Random, d: Brouillon, wanted: dict[str, int], field: str, high: int) -> Brouillon | None:
    """One level more of something that can be paid, or nothing."""
    levels: dict[str, int] = getattr(d, field)
    open_ones = [id for id in wanted if levels.get(id, 0) < high]
    id = rnd.choices(open_ones, [wanted[id] for id in open_ones])[0]
    bought = replace(d, **{field: {**levels, id: levels.get(id, 0) + 1}})
    return bought if bought.achats.px <= scales.VECUS[d.vecu].px else None


def with_caste(rnd: random.Random, d: Brouillon) -> Brouillon:
    """One of the castes that are open to him, if there is one; choices of ranks made more often than not."""
    castes = [c for c in CASTES.values() if not c.ferme]
    for profile in rnd.sample(castes, len(castes)):
        first, second = (max(codes, key=lambda code: d.principaux[code]) for codes in profile.attributs)
        if first == second:
            second = max([c for c in profile.attributs[1] if c != first], key=lambda code: d.principaux[code])
        taken = replace(d, caste=profile.id, principal=first, secondaire=second, majeure=rnd.choice(profile.majeures))
        if (f := taken.fiche).caste is not None:
            return chosen(rnd, taken, f)
    return d


def chosen(rnd: random.Random, d: Brouillon, f: Fiche) -> Brouillon:
    for name in CHOICES:
        open_ones = possibles(f, name, creation=True)
        if open_ones and rnd.random() < 0.7:
            d = replace(d, **{name: rnd.choice(open_ones)})
            f = d.fiche
    return d


def with_traits(rnd: random.Random, d: Brouillon) -> Brouillon:
    """A désavantage or two, then avantages as long as there are PP; only those whose conditions hold."""
    plain = [trait for trait in TRAITS.values() if not trait.sujet and not trait.extension and not trait.depart]
    few = rnd.randint(0, 3)
    for trait in rnd.sample(plain, 24):
        field = "avantages" if trait.polarite == "avantage" else "desavantages"
        taken = replace(d, **{field: {**getattr(d, field), trait.id: 1}})
        enough = field == "desavantages" and (len(d.desavantages) >= few or boons.gain(taken.traits) >= boons.PP_MAX)
        if not enough and not problems(taken):
            d = taken
    return d
