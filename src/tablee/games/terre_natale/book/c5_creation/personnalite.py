"""Who somebody is beside his figures: personality, lucky number."""

from __future__ import annotations

from tablee.kernel.ledger import rule

from .echelles import CARACTERES, COMPORTEMENTS

PORTE_BONHEUR = range(1, 7)


@rule("TN-5.12", "TN-5.13", "TN-5.14", "TN-5.15")
def tendance(comportement: str, caractere: str) -> str:
    """« Bêta / Delta »: that of the caractère, then that of the comportement; empty while one is not chosen."""
    if comportement not in COMPORTEMENTS or caractere not in CARACTERES:
        return ""
    return f"{CARACTERES[caractere].tendance} / {COMPORTEMENTS[comportement].tendance}"


@rule("TN-5.16")
def est_porte_bonheur(chiffre: int) -> bool:
    """A face of the die."""
    return chiffre in PORTE_BONHEUR
