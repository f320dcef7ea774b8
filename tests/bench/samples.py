"""How many rows of other people's sample files are resolved by the exact number, on the full catalogue."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from marketplace.collection.formats.files import open_file
from marketplace.collection.matching import Matcher, match_all

if TYPE_CHECKING:
    from tests.bench.figures import Bench

ROOT = Path(__file__).resolve().parents[2]

SAMPLES = {
    "dragonshield": ("dragonshield_ygo_all-folders.csv", 594),
    "tcgplayer": ("tcgplayer_ygo_pricing_export.csv", 659),
    "ygoprodeck_2021": ("ygoprodeck_collection_2021_all-quoted.csv", 775),
    "ygoprodeck_2023": ("ygoprodeck_collection_2023_broken-quotes.csv", 2_202),
    "scanflip": ("scanflip_fr_excerpt.csv", 42),
}
"""Sample files by name, each with the rows that must be resolved."""


def sample_files(bench: Bench) -> None:
    """A row counts when its number stands in the catalogue as written and one printing is settled without a guess."""
    folder = Path(os.environ.get("DUELFOLIO_SHARED") or ROOT.parent / "shared") / "market" / "samples"
    for name, (file_name, floor) in SAMPLES.items():
        path = folder / file_name
        if not path.exists():
            print(f"samples.{name} left out: {path} does not exist", flush=True)
            continue
        opened = open_file(path.read_bytes(), file_name)
        with bench.database.read() as session:
            matches = match_all(Matcher(session, 0, opened.format), list(opened.rows()))
        resolved = sum(match.exact and match.found is not None and not match.guessed for match in matches)
        bench.say(f"samples.{name}.resolved", resolved, f"rows of {len(matches)}", floor)
