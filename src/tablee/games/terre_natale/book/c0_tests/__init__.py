"""Chapter 0: the system. Tests on 3D6, jets in D8, what they mean, and what may still be done before they count."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.action import Action
from tablee.kernel.game import Switch

from ...model.people import Personnage
from ...model.scene import Scene
from . import actions, activites, jeter
from .des import Profil as Profil
from .des import Realise as Realise
from .des import realiser as realiser
from .echelles import difficulte_de_sauvegarde as difficulte_de_sauvegarde
from .figures import Figures as Figures
from .figures import figures as figures
from .figures import figures_d_essai as figures_d_essai
from .figures import le_plus_bas as le_plus_bas
from .jets import Jet as Jet
from .jets import jet as jet
from .jets import jets as jets
from .resolution import Resultat as Resultat
from .resolution import apres_test as apres_test
from .resolution import evaluer as evaluer
from .resolution import mesurer as mesurer
from .resolution import mise_payee as mise_payee
from .resolution import opposer as opposer
from .resolution import payer as payer
from .resolution import tester as tester

SWITCHES = (
    Switch("nuance", "TN-0.23.1"),
    Switch("nuance_consequences", "TN-0.23.2"),
    Switch("echec_critique_frequent", "TN-0.29"),
    Switch("jets_fixes", "TN-0.54.1", excludes=("jets_au_choix",)),
    Switch("jets_au_choix", "TN-0.54.2", excludes=("jets_fixes",)),
    Switch("sauvegardes_narratives", "TN-0.58"),
)

ACTIONS = (*actions.ACTIONS, *activites.ACTIONS, *jeter.ACTIONS)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    yield from activites.offers(scene, p)
    yield from actions.offers(scene, p)
