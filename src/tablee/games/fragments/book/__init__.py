"""The rules, chapter by chapter: in the order they depend on each other, which is not the book's."""

from __future__ import annotations

from tablee.kernel.chapter import Chapter, chapter
from tablee.kernel.game import Switch

from . import c7_modeles
from .c2_systeme import figures, impulsion, jets, plateau
from .c3_combat import actions, agir, corps_a_corps, deplacements, horloge, secours, tours, vie
from .c4_attaque import attaque, calculs, detruire, sensible
from .c5_aventure import audace, dangers, langues, repos, temps, train_de_vie
from .c6_equipement import commerce, equiper, forge, inventaire, montures
from .c8_progression import classes, experience
from .c9_emplois import objets, soutien, talismans, techniques

MODULES = (
    *(figures, plateau, impulsion, jets),
    *(vie, agir, tours, horloge, actions, deplacements, corps_a_corps, secours),
    *(calculs, sensible, attaque, detruire),
    *(techniques, soutien, talismans, objets),
    *(inventaire, commerce, equiper, forge, montures),
    *(temps, repos, dangers, audace, train_de_vie, langues),
    *(c7_modeles, classes, experience),
)
CHAPTERS: tuple[Chapter, ...] = tuple(map(chapter, MODULES))
SWITCHES: tuple[Switch, ...] = tuple(switch for module in MODULES for switch in getattr(module, "SWITCHES", ()))
