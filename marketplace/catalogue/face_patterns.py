"""Patterns behind the emblem of a drawn card. Chance is seeded by the card, so a card always has the same one."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random

from marketplace.catalogue import emblems


def _rays(chance: Random, x: float, y: float, bright: str) -> str:
    count, turn, reach = chance.choice((8, 10, 12, 16, 20)), chance.random() * pi, 170.0
    half = pi / count * chance.choice((0.35, 0.5, 0.65))
    rays = []
    for n in range(count):
        angle = turn + 2 * pi * n / count
        ends = [(x + reach * cos(angle + side), y + reach * sin(angle + side)) for side in (-half, half)]
        rays.append(f"M{x:g} {y:g}L{ends[0][0]:.0f} {ends[0][1]:.0f}L{ends[1][0]:.0f} {ends[1][1]:.0f}Z")
    return f'<path d="{"".join(rays)}" fill="{bright}" opacity=".2"/>'


def _nested(chance: Random, x: float, y: float, bright: str) -> str:
    sides, turn, twist = chance.choice((3, 4, 5, 6, 8)), chance.randrange(90), chance.choice((0, 7, 12, 18))
    rings = "".join(emblems.polygon(sides, radius, turn + twist * n, x, y) for n, radius in enumerate((72, 90, 108, 128, 150)))
    return f'<path d="{rings}" fill="none" stroke="{bright}" stroke-width="5" opacity=".24"/>'


def _shards(chance: Random, x: float, y: float, bright: str) -> str:
    shards = []
    for _number in range(chance.randrange(9, 15)):
        angle, out, size = chance.random() * 2 * pi, chance.uniform(66, 120), chance.uniform(10, 34)
        shards.append(
            emblems.polygon(chance.choice((3, 4)), size, chance.randrange(360), x + out * cos(angle), y + out * sin(angle))
        )
    return f'<path d="{"".join(shards)}" fill="{bright}" opacity=".2"/>'


def _orbits(chance: Random, x: float, y: float, bright: str) -> str:
    lines, dots = [], []
    for radius in (76, 90, 106, 124):
        lines.append(emblems.circle(radius, x, y))
        for _number in range(chance.randrange(1, 5)):
            angle = chance.random() * 2 * pi
            dots.append(emblems.circle(chance.uniform(1.5, 5.5), x + radius * cos(angle), y + radius * sin(angle)))
    return (
        f'<path d="{"".join(lines)}" fill="none" stroke="{bright}" opacity=".38"/>'
        f'<path d="{"".join(dots)}" fill="{bright}" opacity=".75"/>'
    )


def _waves(chance: Random, _x: float, y: float, bright: str) -> str:
    swing, gap, lean = chance.uniform(7, 15), chance.uniform(15, 22), chance.choice((-16, -8, 8, 16))
    lines = []
    for n in range(14):
        start = -40 + gap * n
        lines.append(f"M-20 {start:.0f}q29 {-swing:.0f} 58 0t58 0t58 0t58 0t58 0")
    return (
        f'<path transform="rotate({lean} 96 {y:g})" d="{"".join(lines)}" fill="none" stroke="{bright}" stroke-width="3.5" '
        'opacity=".22"/>'
    )


def _lattice(chance: Random, x: float, y: float, bright: str) -> str:
    size = chance.choice((15, 18, 22))
    cells = []
    for row in range(-6, 7):
        for column in range(-6, 7):
            centre_x, centre_y = x + (column + row % 2 / 2) * size * 1.74, y + row * size * 1.5
            far = ((centre_x - x) ** 2 + (centre_y - y) ** 2) ** 0.5
            if 60 < far < 140 and chance.random() < 0.7:
                cells.append(emblems.polygon(6, size * chance.choice((0.55, 0.8, 0.92)), 0, centre_x, centre_y))
    return f'<path d="{"".join(cells)}" fill="{bright}" opacity=".17"/>'


PATTERNS = (_rays, _nested, _shards, _orbits, _waves, _lattice)
"""All patterns: each takes chance, the middle of the picture and its bright colour, and gives SVG."""
