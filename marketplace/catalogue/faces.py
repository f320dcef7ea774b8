"""The card's face in our own drawing: a self-contained SVG with the frame colours of the game and no official art.

Everything is drawn with presentation attributes (the content policy forbids inline styles) on a field of 236 by 344,
the proportions of a real card. The picture is an emblem of the card's Type or icon on a pattern that the card's own
number chooses, so that two cards rarely look alike and one card always looks the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from flask_babel import gettext as _
from markupsafe import Markup, escape

from marketplace.catalogue import emblems, terms
from marketplace.catalogue.face_patterns import PATTERNS
from marketplace.catalogue.folding import has_cjk
from marketplace.catalogue.models import Card

WIDTH, HEIGHT = 236, 344


@dataclass(frozen=True, slots=True)
class _Frame:
    """Colours of one frame: the card, its plates, print on the plates, print on the card."""

    ground: str
    plate: str
    ink: str
    edge: str


_FRAMES = {
    "normal": _Frame("#d8b35f", "#f3e3b4", "#241a05", "#8a6a22"),
    "effect": _Frame("#c67a46", "#f0cfae", "#261205", "#7d4319"),
    "ritual": _Frame("#7f9dd3", "#d3def3", "#0b1730", "#41609b"),
    "fusion": _Frame("#9070b3", "#ddcfe9", "#1b0d2b", "#58397c"),
    "synchro": _Frame("#dfddd6", "#f8f7f3", "#1d1d1f", "#97958c"),
    "xyz": _Frame("#2c2b32", "#d5d3da", "#121216", "#0e0e12"),
    "link": _Frame("#1f5a9c", "#d2e2f3", "#06182e", "#0f3766"),
    "spell": _Frame("#23917f", "#cdebe2", "#04231d", "#0f5c50"),
    "trap": _Frame("#a9568f", "#efd4e5", "#2a0a20", "#6d2c59"),
    "token": _Frame("#9c9a96", "#e6e4df", "#1c1c1c", "#605e5a"),
    "skill": _Frame("#4b7fbd", "#d5e4f4", "#08192e", "#2a5488"),
    "unknown": _Frame("#858b98", "#e4e6eb", "#171b24", "#525866"),
}
_PENDULUM = "#2f9b86"

_GROUNDS = {
    "dark": ("#1c1236", "#4b2d80", "#b08be8"),
    "light": ("#6d4c0c", "#cf9f31", "#fff0bd"),
    "earth": ("#3b2514", "#84592c", "#dcae72"),
    "water": ("#0a2850", "#1f6bb0", "#93d5f6"),
    "fire": ("#480c0c", "#b2321d", "#ffb46e"),
    "wind": ("#0b382a", "#2e8b5a", "#bdedb5"),
    "divine": ("#4e2b06", "#c37e14", "#ffe8a2"),
    "spell": ("#06332d", "#178170", "#95e9d7"),
    "trap": ("#380b2d", "#8b2c6d", "#f1abd9"),
    "unknown": ("#262b36", "#596171", "#c6cdd9"),
}
"""Deep, middle and bright colour of the picture."""

_ORBS = {
    "dark": "#5b3a8f", "light": "#d9a61e", "earth": "#7a5227", "water": "#1c6fb8", "fire": "#c4321b", "wind": "#2c8f55",
    "divine": "#c9790f", "spell": "#12796a", "trap": "#8d2b6c",
}  # fmt: skip

_ARROW_PLACES = {
    "top_left": (0, 0, 315), "top": (1, 0, 0), "top_right": (2, 0, 45), "left": (0, 1, 270), "right": (2, 1, 90),
    "bottom_left": (0, 2, 225), "bottom": (1, 2, 180), "bottom_right": (2, 2, 135),
}  # fmt: skip

ART = (22.0, 62.0, 192.0, 198.0)
"""Left, top, width and height of the picture."""
_NAME_ROOM = 165.0


def frame_of(card: Card) -> str:
    """The frame's key, also the suffix of its CSS class."""
    if card.kind in ("spell", "trap", "skill", "token"):
        return card.kind
    return card.frame if card.frame in _FRAMES else "unknown"


def draw(card: Card, name: str, locale: str, *, picture: str = "", label: bool = False) -> Markup:
    """The face as SVG. ``name`` is printed on it; ``picture`` is the address of the reader's own art, if any.

    With ``label`` it is an image with a text alternative; without, decoration beside words that say the same.
    """
    frame = _FRAMES[frame_of(card)]
    role = f'role="img" aria-label="{escape(describe(card, name, locale))}"' if label else 'aria-hidden="true"'
    parts = [
        f'<svg class="face face--{frame_of(card)}" viewBox="0 0 {WIDTH} {HEIGHT}" {role} focusable="false">',
        _body(card, frame),
        _name(card, name, frame),
        _stars(card) if card.kind == "monster" else _spell_line(card, frame, locale),
        _art(card, frame, picture),
        _arrows(card) if card.link else "",
        _box(card, frame, locale),
        '<path d="M0 0H150L60 344H0Z" fill="#fff" opacity=".07"/></svg>',
    ]
    return Markup("".join(parts))  # noqa: S704  every value from outside is escaped where it is set.


def describe(card: Card, name: str, locale: str) -> str:
    """The face in words."""
    words = [name, type_line(card, locale)]
    if card.attribute:
        words.append(terms.label(terms.ATTRIBUTES, card.attribute, locale))
    words += [words_ for words_ in (stars_in_words(card),) if words_]
    if card.kind == "monster":
        words.append(f"ATK {number(card.atk)}" if card.link else f"ATK {number(card.atk)}, DEF {number(card.defense)}")
    return str(_("Drawn card: %(facts)s", facts=", ".join(words)))


def number(value: int | None) -> str:
    """A printed ATK or DEF: "?" for -1, a dash where the card has none."""
    return "–" if value is None else "?" if value == -1 else str(value)


def stars_in_words(card: Card) -> str:
    """Level, Rank or Link Rating in words; empty for other cards."""
    if card.level is not None:
        return str(_("Level %(number)d", number=card.level))
    if card.rank is not None:
        return str(_("Rank %(number)d", number=card.rank))
    return str(_("Link-%(number)d", number=card.link)) if card.link is not None else ""


def type_line(card: Card, locale: str) -> str:
    """The line above the text: "Spellcaster / Normal", "Dragon / Synchro / Tuner / Effect", "Quick-Play Spell"."""
    kind = terms.label(terms.KINDS, card.kind, locale)
    if card.kind in ("spell", "trap"):
        if not card.icon or card.icon == "normal":
            return str(_("Normal Spell") if card.kind == "spell" else _("Normal Trap"))
        icon = terms.label(terms.ICONS, card.icon, locale)
        return f"{icon} {kind}" if locale == "en" else f"{kind} {icon}"
    if card.kind != "monster":
        return str(_("Not in catalogue")) if card.kind == "unknown" else kind
    words = [terms.label(terms.TYPES, card.type, locale)] if card.type else []
    if card.frame not in ("normal", "effect"):
        words.append(terms.label(terms.FRAMES, card.frame, locale))
    if card.pendulum:
        words.append(terms.label(terms.FRAMES, "pendulum", locale))
    words += [terms.label(terms.ABILITIES, ability, locale) for ability in card.abilities.split()]
    if card.frame == "normal":
        words.append(terms.label(terms.FRAMES, "normal", locale))
    return " / ".join(words)


def _body(card: Card, frame: _Frame) -> str:
    pendulum = f'<path d="M8 186H228V330a6 6 0 0 1-6 6H14a6 6 0 0 1-6-6Z" fill="{_PENDULUM}"/>' if card.pendulum else ""
    fade = f'<path d="M8 170H228V202H8Z" fill="{_PENDULUM}" opacity=".45"/>' if card.pendulum else ""
    return (
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="10" fill="#17161b"/>'
        f'<rect x="8" y="8" width="220" height="328" rx="6" fill="{frame.ground}"/>{pendulum}{fade}'
        '<path d="M8 14a6 6 0 0 1 6-6H222L8 260Z" fill="#fff" opacity=".13"/>'
        '<path d="M228 120V330a6 6 0 0 1-6 6H70Z" fill="#000" opacity=".1"/>'
        f'<rect x="8.75" y="8.75" width="218.5" height="326.5" rx="5.5" fill="none" stroke="{frame.edge}" stroke-width="1.5"/>'
    )


def _name(card: Card, name: str, frame: _Frame) -> str:
    orb = card.attribute or (card.kind if card.kind in ("spell", "trap") else "")
    room = _NAME_ROOM if orb else _NAME_ROOM + 20
    plate = (
        f'<rect x="15" y="15" width="206" height="29" rx="4" fill="{frame.plate}" stroke="{frame.edge}"/>'
        '<path d="M15.5 19a3.5 3.5 0 0 1 3.5-3.5H217a3.5 3.5 0 0 1 3.5 3.5V25H15.5Z" fill="#fff" opacity=".38"/>'
    )
    sign = ""
    if orb:
        sign = (
            f'<circle cx="206.5" cy="29.5" r="11.5" fill="{_ORBS.get(orb, "#555b68")}" stroke="#fff" stroke-opacity=".75"/>'
            f'<path transform="translate(199.5 22.5) scale(.14)" d="{emblems.ATTRIBUTES.get(orb, emblems.ICONS["unknown"])}" '
            'fill="#fff" fill-rule="evenodd"/>'
        )
    return plate + _name_text(name, room, frame.ink) + sign


def _name_text(name: str, room: float, ink: str) -> str:
    """One line, squeezed as on real cards when it is long; two smaller ones when it is very long."""
    wide = _text_width(name, 16)
    if wide <= room * 1.75:
        return _line(name, 22, 35.5, 16, room, ink)
    first, second = _halves(name)
    return _line(first, 22, 27.5, 10.5, room, ink) + _line(second, 22, 39.5, 10.5, room, ink)


def _halves(name: str) -> tuple[str, str]:
    """The name cut at the space nearest to its middle; names without spaces are cut in the middle."""
    middle = len(name) / 2
    spaces = [place for place, letter in enumerate(name) if letter == " "]
    place = min(spaces, key=lambda at: abs(at - middle)) if spaces else round(middle)
    return name[:place].strip(), name[place:].strip()


def _line(text: str, x: float, y: float, size: float, room: float, ink: str) -> str:
    squeezed = f' textLength="{room:g}" lengthAdjust="spacingAndGlyphs"' if _text_width(text, size) * 1.04 > room else ""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-weight="700" fill="{ink}"{squeezed}>{escape(text)}</text>'


_NARROW = set("iljtfrI.,:;'’!|()[] -·・")
_WIDE = set("mwMWŒœÆæ@%")


def _text_width(text: str, size: float) -> float:
    """A close upper guess of the width of bold text, without a font at hand."""
    ems = 0.0
    for letter in text:
        if has_cjk(letter):
            ems += 1.02
        elif letter in _NARROW:
            ems += 0.34
        elif letter in _WIDE:
            ems += 0.92
        else:
            ems += 0.72 if letter.isupper() else 0.61
    return ems * size


_STAR = "m0-4.8 1.2 3.2 3.4.1-2.7 2.1 1 3.3-2.9-1.9-2.9 1.9 1-3.3-2.7-2.1 3.4-.1z"
"""One star as a run of steps from its middle."""


def _stars(card: Card) -> str:
    """Level stars from the right, Rank stars from the left, as printed; nothing for Link Monsters."""
    count = card.level if card.level is not None else card.rank
    if not count:
        return ""
    fill, star = ("#b3261e", "#ffd65a") if card.level is not None else ("#15141a", "#e8c766")
    step = min(15.0, 188.0 / count)
    first = 212.0 - step * (count - 1) if card.level is not None else 24.0
    stars = "".join(f"M{first + step * place:g} 53{_STAR}" for place in range(count))
    # A dashed line whose dashes are points with round ends draws all discs at once.
    return (
        f'<path d="M{first:g} 53h{step * (count - 1) + 0.01:g}" stroke="{fill}" stroke-width="12.4" stroke-linecap="round" '
        f'stroke-dasharray="0 {step:g}"/><path d="{stars}" fill="{star}"/>'
    )


def _spell_line(card: Card, frame: _Frame, locale: str) -> str:
    if card.kind not in ("spell", "trap"):
        return ""
    words = terms.label(terms.KINDS, card.kind, locale)
    icon = card.icon if card.icon and card.icon != "normal" else ""
    sign = (
        f'<circle cx="212" cy="53" r="6.6" fill="{_ORBS[card.kind]}"/>'
        f'<path transform="translate(207.2 48.2) scale(.096)" d="{emblems.ICONS.get(icon, "")}" fill="#fff" '
        'fill-rule="evenodd"/>'
        if icon
        else ""
    )
    x = 202 if icon else 216
    return f'<text x="{x}" y="57" text-anchor="end" font-size="10.5" font-weight="700" fill="#fff">{escape(words)}</text>{sign}'


def _art(card: Card, frame: _Frame, picture: str) -> str:
    left, top, width, height = ART
    edges = (
        f'<rect x="{left - 3:g}" y="{top - 3:g}" width="{width + 6:g}" height="{height + 6:g}" rx="3" fill="{frame.edge}"/>'
        f'<rect x="{left - 1.5:g}" y="{top - 1.5:g}" width="{width + 3:g}" height="{height + 3:g}" rx="1.5" fill="#f2ead6"/>'
    )
    if picture:
        inside = (
            f'<image href="{escape(picture)}" x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" '
            'preserveAspectRatio="xMidYMid slice"/>'
        )
    else:
        # A viewport of its own cuts off what reaches beyond the picture.
        inside = (
            f'<svg x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}">'
            f"{_picture(card)}</svg>"
        )
    return edges + inside + (_scales(card) if card.pendulum else "")


def _picture(card: Card) -> str:
    """Emblem on a pattern."""
    width, height = ART[2], ART[3]
    ground = card.attribute or (card.kind if card.kind in ("spell", "trap") else "unknown")
    deep, middle, bright = _GROUNDS.get(ground, _GROUNDS["unknown"])
    x, y = width / 2, (height - (22 if card.pendulum else 0)) / 2
    chance = Random(card.passcode or card.page_id or card.name)  # noqa: S311  a drawing, not a secret
    glow = "".join(
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius}" fill="{middle}" opacity="{opacity}"/>'
        for radius, opacity in ((118, ".3"), (96, ".35"), (76, ".4"))
    )
    pattern = chance.choice(PATTERNS)(chance, x, y, bright)
    path = emblems.emblem(card.kind, card.type, card.icon)
    place = f"translate({x - 47:g} {y - 47:g}) scale(.94)"
    return (
        f'<rect width="{width:g}" height="{height:g}" fill="{deep}"/>{glow}{pattern}'
        f'<circle cx="{x:g}" cy="{y:g}" r="62" fill="{deep}" opacity=".5"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="62" fill="none" stroke="{bright}" stroke-width="1.5" opacity=".8"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="66.5" fill="none" stroke="{bright}" stroke-width=".75" opacity=".5"/>'
        f'<path transform="translate(1.5 2.5) {place}" d="{path}" fill="#000" opacity=".35" fill-rule="evenodd"/>'
        f'<path transform="{place}" d="{path}" fill="#fffdf4" fill-rule="evenodd"/>'
    )


def _scales(card: Card) -> str:
    left, top, width, height = ART
    scale = "" if card.scale is None else str(card.scale)
    drawn = [
        f'<rect x="{left:g}" y="{top + height - 24:g}" width="{width:g}" height="24" fill="#eaf5f1" opacity=".93"/>'
        f'<path d="M{left:g} {top + height - 24:g}h{width:g}" stroke="{_PENDULUM}" stroke-width="1.5"/>'
    ]
    for x, colour in ((left + 16, "#1f6fc2"), (left + width - 16, "#c22f3a")):
        drawn.append(f'<path d="M{x:g} {top + height - 21:g}l11 9-11 9-11-9Z" fill="{colour}"/>')
    for x in (left + 38, left + width - 38):
        drawn.append(
            f'<text x="{x:g}" y="{top + height - 6.5:g}" text-anchor="middle" font-size="15" font-weight="700" fill="#0d3029">'
            f"{scale}</text>"
        )
    return "".join(drawn)


def _arrows(card: Card) -> str:
    left, top, width, height = ART
    active = set(card.arrows.split())
    drawn = []
    for name, (column, row, turn) in _ARROW_PLACES.items():
        x, y = left + column * width / 2, top + row * height / 2
        fill, stroke = ("#e0301e", "#ffd9a8") if name in active else ("#39414f", "#8b94a5")
        drawn.append(
            f'<path transform="translate({x:g} {y:g}) rotate({turn})" d="M0 -10L14 5H-14Z" fill="{fill}" stroke="{stroke}"/>'
        )
    return "".join(drawn)


def _box(card: Card, frame: _Frame, locale: str) -> str:
    line = type_line(card, locale)
    room = 188.0
    squeezed = f' textLength="{room:g}" lengthAdjust="spacingAndGlyphs"' if _text_width(line, 10) + 8 > room else ""
    box = (
        f'<rect x="18" y="271" width="200" height="57" rx="3" fill="{frame.plate}" stroke="{frame.edge}" stroke-width="1.5"/>'
        f'<text x="24" y="287" font-size="10" font-weight="700" fill="{frame.ink}"{squeezed}>{escape(f"[{line}]")}</text>'
        f'<path d="M24 309.5H212" stroke="{frame.ink}" stroke-opacity=".45"/>'
    )
    if card.kind == "monster":
        second = [terms.label(terms.ATTRIBUTES, card.attribute, locale), stars_in_words(card)]
        facts = " · ".join(word for word in second if word)
        box += f'<text x="24" y="302" font-size="9.5" fill="{frame.ink}" opacity=".85">{escape(facts)}</text>'
    code = f"{card.passcode:08d}" if card.passcode is not None else ""
    box += f'<text x="24" y="322" font-size="8.5" fill="{frame.ink}" opacity=".75">{code}</text>' if code else ""
    if card.kind == "monster":
        values = f"ATK/{number(card.atk)}" + (f"  LINK-{card.link}" if card.link else f"  DEF/{number(card.defense)}")
        box += (
            f'<text x="212" y="323" text-anchor="end" font-size="12" font-weight="700" fill="{frame.ink}" '
            f'xml:space="preserve">{values}</text>'
        )
    return box
