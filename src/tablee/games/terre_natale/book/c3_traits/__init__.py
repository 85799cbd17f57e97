"""Chapter 3: traits. What they cost, when they can be had, and what they do."""

from __future__ import annotations

from .acquisition import acquerir as acquerir
from .acquisition import conditions as conditions
from .acquisition import cout as cout
from .acquisition import ferme as ferme
from .acquisition import nom_du_sujet as nom_du_sujet
from .acquisition import points_d_attributs as points_d_attributs
from .acquisition import rang_de as rang_de
from .acquisition import sujets as sujets
from .dire import Dit as Dit
from .dire import dit as dit
from .dire import effets_dits as effets_dits
from .dire import en as en
