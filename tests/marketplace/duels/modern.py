"""Tables with Link, Xyz and Pendulum Monsters, in positions of which the cards are named."""

from __future__ import annotations

from typing import Any

from marketplace.duels.table import Table
from tests.marketplace.duels.positions import duel_at, seated

LINK, LINK_3 = "LANphorhynchus", "Gaia Saber, the Lightning Shadow"
XYZ = "Gem-Knight Pearl"
LOW, HIGH = "Mandragon", "Flash Knight"

BOARD: dict[str, Any] = {
    "you": {
        "hand": ["Gemini Elf", "Flash Knight", "Mirror Force", "Luster Dragon"],
        "monsters": [
            {"card": LINK, "zone": "EL"},
            {"card": XYZ, "zone": "M1", "under": ["Gemini Elf", "Luster Dragon"]},
            {"card": "Battle Ox", "zone": "M4"},
            {"card": "Vorse Raider", "zone": "M5"},
        ],
        "spells": [{"card": "Mandragon", "face_up": True, "zone": "S1"}],
        "extra": [LINK, XYZ, {"card": "Mandragon", "face_up": True}],
    },
    "opp": {
        "monsters": [
            {"card": LINK, "zone": "EL"},
            {"card": XYZ, "zone": "M2", "position": "defense", "under": ["Mystical Elf"]},
            {"card": "Summoned Skull", "zone": "M4"},
        ],
        "extra": [XYZ, {"card": "Flash Knight", "face_up": True}],
    },
}
"""Both players with Link and Xyz Monsters, cards in Pendulum Zones and face-up ones in the Extra Decks."""

SCALES: dict[str, Any] = {
    "you": {
        "hand": ["Battle Ox", "Gemini Elf", "Blue-Eyes White Dragon", "Kuriboh"],
        "spells": [
            {"card": "Mandragon", "face_up": True, "zone": "S1"},
            {"card": "Flash Knight", "face_up": True, "zone": "S5"},
        ],
        "extra": [{"card": "Mandragon", "face_up": True}],
    }
}
"""Both Pendulum Zones taken, with monsters between the Scales."""


def modern(given: dict[str, Any], ruleset: str = "advanced") -> Table:
    return seated(duel_at(given, ruleset))
