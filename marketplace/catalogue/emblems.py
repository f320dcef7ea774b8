"""Our own geometric emblems: one for each Type of monster, each icon of a Spell or Trap, and each Attribute.

Every emblem is path data on a field of 100 by 100 with its middle at 50, 50, filled by the even-odd rule, so that a
shape inside a shape is a hole. None copies a sign printed on cards.
"""

from __future__ import annotations

from math import cos, pi, sin


def _polygon(points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"


def polygon(sides: int, radius: float, turn: float = 0.0, x: float = 50.0, y: float = 50.0) -> str:
    """A regular polygon; ``turn`` in degrees, a corner points up at 0."""
    step = 2 * pi / sides
    start = turn * pi / 180 - pi / 2
    return _polygon([(x + radius * cos(start + step * n), y + radius * sin(start + step * n)) for n in range(sides)])


def star(points: int, outer: float, inner: float, turn: float = 0.0, x: float = 50.0, y: float = 50.0) -> str:
    """A star with ``points`` points."""
    step = pi / points
    start = turn * pi / 180 - pi / 2
    return _polygon(
        [
            (x + (inner if n % 2 else outer) * cos(start + step * n), y + (inner if n % 2 else outer) * sin(start + step * n))
            for n in range(2 * points)
        ]
    )


def circle(radius: float, x: float = 50.0, y: float = 50.0) -> str:
    return (
        f"M{x - radius:.1f} {y:.1f}a{radius:g} {radius:g} 0 1 0 {2 * radius:g} 0a{radius:g} {radius:g} 0 1 0 {-2 * radius:g} 0Z"
    )


def ring(outer: float, inner: float, x: float = 50.0, y: float = 50.0) -> str:
    return circle(outer, x, y) + circle(inner, x, y)


def _gear(teeth: int, outer: float, inner: float) -> str:
    points = []
    for n in range(teeth):
        middle = 2 * pi * n / teeth
        for offset, radius in ((-0.30, inner), (-0.19, outer), (0.19, outer), (0.30, inner)):
            angle = middle + offset * 2 * pi / teeth * 1.35
            points.append((50 + radius * cos(angle), 50 + radius * sin(angle)))
    return _polygon(points)


def _petals(count: int, length: float, width: float, inner: float = 8.0) -> str:
    """``count`` pointed leaves around the middle."""
    drawn = []
    for n in range(count):
        angle = 2 * pi * n / count - pi / 2
        along, across = (cos(angle), sin(angle)), (-sin(angle), cos(angle))

        def at(out: float, side: float, along: tuple[float, float] = along, across: tuple[float, float] = across) -> str:
            return f"{50 + along[0] * out + across[0] * side:.1f} {50 + along[1] * out + across[1] * side:.1f}"

        half = (inner + length) / 2
        drawn.append(f"M{at(inner, 0)}Q{at(half, width)} {at(length, 0)}Q{at(half, -width)} {at(inner, 0)}Z")
    return "".join(drawn)


_BOLT = "M58 6L24 56L46 56L38 94L78 40L54 40L66 6Z"
_FLAME = (
    "M52 6C56 24 78 34 78 62C78 80 66 94 50 94C34 94 22 81 22 64C22 50 31 42 36 30C40 38 43 40 46 42C50 30 51 18 52 6Z"
    "M50 84C58 84 63 77 63 69C63 60 56 56 53 46C46 56 37 60 37 71C37 79 43 84 50 84Z"
)
_DROP = "M50 5C50 5 80 42 80 63C80 81 67 94 50 94C33 94 20 81 20 63C20 42 50 5 50 5Z"

TYPES: dict[str, str] = {
    "aqua": _DROP + "M31 62C31 62 37 54 44 60C51 66 56 66 62 60C66 56 69 60 69 60L69 68C65 65 63 65 58 69C52 74 46 72 41 68C37 65 34 67 31 70Z",
    "beast": (
        "M50 48C64 48 74 62 74 75C74 86 65 90 58 86C53 83 47 83 42 86C35 90 26 86 26 75C26 62 36 48 50 48Z"
        "M22 36C28 36 32 44 30 52C28 59 21 60 17 54C13 47 15 36 22 36ZM78 36C85 36 87 47 83 54C79 60 72 59 70 52C68 44 72 36 78 36Z"
        "M39 14C46 14 49 24 47 33C45 41 37 42 33 35C29 28 32 14 39 14ZM61 14C68 14 71 28 67 35C63 42 55 41 53 33C51 24 54 14 61 14Z"
    ),
    "beast_warrior": (
        "M50 6L88 18L84 56C81 74 68 86 50 95C32 86 19 74 16 56L12 18Z"
        "M34 30L44 30L44 52C44 62 41 68 37 74C33 66 33 58 34 50ZM66 30L56 30L56 52C56 62 59 68 63 74C67 66 67 58 66 50Z"
    ),
    "creator_god": star(16, 48, 34) + circle(29) + star(6, 25, 12, 30),
    "cyberse": (
        polygon(6, 46) + polygon(6, 37) + circle(9) + "M47 4h6v32h-6ZM47 64h6v32h-6Z" + circle(6, 26, 36) + circle(6, 74, 36)
        + circle(6, 26, 64) + circle(6, 74, 64)
    ),
    "dinosaur": (
        "M50 94C40 94 36 86 36 78C36 68 42 62 50 62C58 62 64 68 64 78C64 86 60 94 50 94Z"
        "M50 6C56 20 58 34 55 54L45 54C42 34 44 20 50 6ZM12 26C24 30 36 42 42 56L34 64C22 56 14 42 12 26ZM88 26C86 42 78 56 66 64L58 56C64 42 76 30 88 26Z"
    ),
    "divine_beast": star(12, 48, 30) + circle(24) + "M50 34L62 56L38 56Z",
    "dragon": (
        "M50 14L58 34L70 28L96 14C92 34 90 46 78 60L66 58L58 68L62 80L50 96L38 80L42 68L34 58L22 60C10 46 8 34 4 14L30 28L42 34Z"
        "M50 42L55 52L50 64L45 52Z"
    ),
    "fairy": (
        ring(11, 7, 50, 14)
        + "M46 34C28 22 12 24 4 32C10 36 14 40 14 46C18 48 22 50 22 56C27 57 32 60 33 66C38 66 44 62 46 56Z"
        + "M54 34C72 22 88 24 96 32C90 36 86 40 86 46C82 48 78 50 78 56C73 57 68 60 67 66C62 66 56 62 54 56Z"
        + "M50 34L56 62L50 94L44 62Z"
    ),
    "fiend": (
        "M12 8C16 30 26 36 36 34L64 34C74 36 84 30 88 8C97 38 88 54 78 62C76 78 64 88 50 95C36 88 24 78 22 62C12 54 3 38 12 8Z"
        "M30 50L46 60L40 66C34 66 30 60 30 50ZM70 50L54 60L60 66C66 66 70 60 70 50Z"
    ),
    "fish": (
        "M4 50C18 28 48 22 70 46L94 26C90 42 90 58 94 74L70 54C48 78 18 72 4 50Z" + circle(4.5, 24, 46)
        + "M40 37C48 44 48 56 40 63L46 63C55 56 55 44 46 37Z"
    ),
    "illusion": ring(30, 23, 50, 34) + ring(30, 23, 35, 62) + ring(30, 23, 65, 62),
    "insect": (
        "M50 24C64 24 72 40 72 60C72 80 62 92 50 92C38 92 28 80 28 60C28 40 36 24 50 24ZM48 30L48 88L52 88L52 30Z"
        "M38 22C38 14 44 10 50 10C56 10 62 14 62 22L50 28Z"
        "M24 40L8 28L11 24L28 36ZM76 40L92 28L89 24L72 36ZM23 58L4 58L4 53L24 53ZM77 58L96 58L96 53L76 53ZM26 72L10 88L7 84L24 67ZM74 72L90 88L93 84L76 67Z"
    ),
    "machine": _gear(10, 47, 37) + circle(20) + polygon(6, 13),
    "plant": _petals(5, 47, 26) + circle(7),
    "psychic": (
        "M4 50C20 24 36 16 50 16C64 16 80 24 96 50C80 76 64 84 50 84C36 84 20 76 4 50Z"
        "M16 50C28 32 40 26 50 26C60 26 72 32 84 50C72 68 60 74 50 74C40 74 28 68 16 50Z" + circle(17) + star(4, 15, 4)
    ),
    "pyro": _FLAME,
    "reptile": (
        "M50 4C72 20 84 36 84 50C84 64 72 80 50 96C28 80 16 64 16 50C16 36 28 20 50 4Z"
        "M50 20C58 32 60 42 60 50C60 58 58 68 50 80C42 68 40 58 40 50C40 42 42 32 50 20Z"
    ),
    "rock": "M34 10L70 14L94 46L82 82L46 92L12 74L6 38ZM38 20L20 40L24 66L44 50ZM68 22L52 22L56 48L80 46ZM54 58L34 74L48 82L72 74Z",
    "sea_serpent": (
        "M14 92C4 72 18 58 36 58C50 58 60 56 60 48C60 40 52 38 44 40C36 42 28 38 28 28C28 14 44 6 60 8C78 10 92 20 94 36"
        "C84 30 76 30 72 34C82 44 80 62 66 70C50 78 34 70 28 78C26 82 24 86 14 92Z" + circle(4, 66, 20)
    ),
    "spellcaster": ring(47, 41) + polygon(3, 38) + polygon(3, 38, 180) + circle(9),
    "thunder": _BOLT,
    "warrior": (
        "M50 3L58 16L58 58L78 54L80 64L58 70L57 82L62 88L50 97L38 88L43 82L42 70L20 64L22 54L42 58L42 16Z"
        "M50 14L53 20L53 52L47 52L47 20Z"
    ),
    "winged_beast": (
        "M50 26C58 16 76 8 96 10C92 20 94 24 88 30C88 38 84 42 78 46C76 54 70 58 64 60C62 70 58 84 50 94C42 84 38 70 36 60"
        "C30 58 24 54 22 46C16 42 12 38 12 30C6 24 8 20 4 10C24 8 42 16 50 26ZM50 40L56 50L50 66L44 50Z"
    ),
    "wyrm": (
        "M50 3A47 47 0 0 1 97 50L86 50A36 36 0 0 0 50 14ZM97 56A47 47 0 0 1 56 97L55 86A36 36 0 0 0 86 57Z"
        "M49 97A47 47 0 0 1 3 50L14 50A36 36 0 0 0 49 86ZM3 43A47 47 0 0 1 43 3L44 14A36 36 0 0 0 14 43Z"
        "M50 20A30 30 0 0 1 50 80A15 15 0 0 1 50 50A15 15 0 0 0 50 20Z" + circle(5, 50, 65) + ring(30, 25)
    ),
    "zombie": (
        "M50 5C76 5 90 24 90 44C90 58 83 67 74 71L74 86C74 91 71 94 66 94L34 94C29 94 26 91 26 86L26 71C17 67 10 58 10 44C10 24 24 5 50 5Z"
        + circle(10, 33, 45) + circle(10, 67, 45) + "M50 56L56 68L44 68ZM40 80h4v14h-4ZM56 80h4v14h-4Z"
    ),
}  # fmt: skip

ICONS: dict[str, str] = {
    "normal_spell": star(4, 48, 12) + star(4, 26, 10, 45),
    "normal_trap": polygon(4, 47) + polygon(4, 35) + polygon(4, 26, 45) + circle(10),
    "continuous": (
        "M27 26C40 26 46 36 50 42C54 36 60 26 73 26C87 26 97 37 97 50C97 63 87 74 73 74C60 74 54 64 50 58C46 64 40 74 27 74"
        "C13 74 3 63 3 50C3 37 13 26 27 26ZM27 38C20 38 15 43 15 50C15 57 20 62 27 62C34 62 38 56 43 50C38 44 34 38 27 38Z"
        "M73 38C66 38 62 44 57 50C62 56 66 62 73 62C80 62 85 57 85 50C85 43 80 38 73 38Z"
    ),
    "quick_play": _BOLT,
    "field": star(4, 48, 13) + ring(33, 28) + circle(6),
    "equip": "M39 6h22v33h33v22h-33v33h-22v-33h-33v-22h33ZM46 13v33h-33v8h33v33h8v-33h33v-8h-33v-33Z",
    "ritual": (
        "M50 4C53 18 70 26 70 44C70 56 61 64 50 64C39 64 30 56 30 45C30 34 37 30 40 22C43 28 45 30 47 31C49 22 50 14 50 4Z"
        "M14 58L26 58C28 68 38 76 50 76C62 76 72 68 74 58L86 58C84 72 74 82 62 86L62 92L38 92L38 86C26 82 16 72 14 58Z"
    ),
    "counter": (
        "M50 10C72 10 90 28 90 50C90 72 72 90 50 90C36 90 24 83 17 72L28 65C33 73 41 78 50 78C65 78 77 66 77 50C77 35 65 23 50 23"
        "C41 23 33 27 28 34L38 44L8 48L10 18L19 26C26 16 38 10 50 10Z"
    ),
    "unknown": ring(47, 40) + "M34 38C34 28 41 22 50 22C59 22 67 28 67 38C67 50 55 50 55 60L45 60C45 46 56 46 56 38C56 34 54 32 50 32C46 32 44 34 44 38Z" + circle(6, 50, 72),
}  # fmt: skip

ATTRIBUTES: dict[str, str] = {
    "dark": "M62 8A44 44 0 1 0 92 66A36 36 0 1 1 62 8Z",
    "light": star(8, 47, 21),
    "earth": "M4 84L36 22L54 54L64 38L96 84Z",
    "water": _DROP,
    "fire": _FLAME,
    "wind": (
        "M8 32L58 32C64 32 67 28 67 24C67 19 63 16 58 16C54 16 51 18 50 22L41 19C43 11 50 6 58 6C69 6 77 14 77 24C77 34 69 42 58 42L8 42Z"
        "M8 50L76 50C86 50 94 58 94 69C94 79 87 87 77 87C69 87 63 83 60 76L69 72C70 75 73 77 77 77C81 77 84 74 84 69C84 63 80 60 76 60L8 60ZM8 68L46 68L46 78L8 78Z"
    ),
    "divine": star(12, 47, 33) + circle(26) + polygon(3, 18),
    "spell": star(4, 48, 14),
    "trap": polygon(4, 46) + polygon(4, 24),
}  # fmt: skip


def emblem(kind: str, type_: str | None, icon: str | None) -> str:
    """The emblem of a card: its Type's, its icon's, or the question mark of a card nothing is known about."""
    if kind in ("spell", "trap"):
        return ICONS.get(icon or "") or ICONS[f"normal_{kind}"]
    return TYPES.get(type_ or "") or ICONS["unknown"]
