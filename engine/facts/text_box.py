"""Take card texts apart that come as one string."""

import re

from engine.vocab import Frame

_PENDULUM_BOX = re.compile(
    r"""
    \A (?: [^\[\n]* = [^\n]* \n )?      # "Pendulum Scale = 4", in older files
    \s* \[ [^\]\n]+ \] \s*              # "[ Pendulum Effect ]", in whatever language
    (?P<pendulum> .*? ) \s*
    (?: ^-{3,} \s* )?                   # a rule of dashes
    ^\[ [^\]\n]+ \] \s*                 # "[ Monster Effect ]" or "[ Flavor Text ]"
    (?P<monster> .* ) \Z
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_EXTRA_DECK = {Frame.FUSION, Frame.SYNCHRO, Frame.XYZ, Frame.LINK}


def plain_lines(text: str) -> str:
    """Return ``text`` with "\\n" between its lines and no space around it."""
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def split_pendulum_text(text: str) -> tuple[str, str]:
    """Return Pendulum Effect and monster text of a card that gives both in one.

    A text without the two headings in brackets is all monster text.
    """
    match = _PENDULUM_BOX.match(text)
    if match is None:
        return "", text
    return match["pendulum"].strip(), match["monster"].strip()


def materials_of(frame: Frame, text: str) -> str:
    """Return the line of materials: the first line of a card of the Extra Deck, else ""."""
    return text.split("\n", 1)[0].strip() if frame in _EXTRA_DECK else ""
