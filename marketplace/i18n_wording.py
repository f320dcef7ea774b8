"""How our French and Portuguese are written: checked with the translations, so that it stays so."""

from __future__ import annotations

import re

NO_BREAK = "\u00a0"

_BEFORE_SIGN = re.compile(r" (?=[:;!?»](?:\s|$|[).,…”\"]))")
_AFTER_OPENING = re.compile(r"« ")
_NOT_OURS = {
    "ficheiro": "arquivo",
    "palavra-passe": "senha",
    "descarregar": "baixar",
    "telemóvel": "celular",
    "ecrã": "tela",
    "utilizador": "usuário",
    "definições": "configurações",
}
"""Words of one shore of the ocean only, and those we use instead."""


def french(text: str) -> str:
    """``text`` with no-break spaces where French sets a space beside a sign, so that no line begins with one."""
    return _AFTER_OPENING.sub(f"«{NO_BREAK}", _BEFORE_SIGN.sub(NO_BREAK, text))


def problems(locale: str, text: str) -> list[str]:
    """What is not written our way."""
    if locale == "fr" and french(text) != text:
        return ["a plain space beside « » : ; ! or ? (`python -m marketplace.i18n update` sets no-break spaces)"]
    if locale == "pt":
        lower = text.casefold()
        return [f"“{word}”: we say “{ours}”" for word, ours in _NOT_OURS.items() if re.search(rf"\b{word}", lower)]
    return []
