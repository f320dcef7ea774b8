"""Write engine/facts/starter.json anew from a full catalogue file.

    python tools/make_starter.py CATALOGUE [--aliases FILE ...]

CATALOGUE is a card list of the yaml-yugi project (.xz and .gz are fine). Which cards are
taken is told by the first column of tests/engine/facts/starter_sources.tsv. Each --aliases
FILE (an EDOPro .cdb, a YGOPRODeck answer, an older starter.json) adds the passcodes of
other artworks, which the card list does not know. See docs/starter-catalogue.md.
"""

import argparse
import dataclasses
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from engine.facts import CardFacts, UnreadableFacts, read_facts  # noqa: E402  the path is set above
from engine.facts.starter import STARTER_FILE, starter_text  # noqa: E402

SOURCES = ROOT / "tests" / "engine" / "facts" / "starter_sources.tsv"
LANGUAGES = ("en", "fr", "pt", "de", "it", "es")


def wanted_pages(sources: Path) -> list[int]:
    """Return the page ids of the first column, each once, in the order of the file."""
    rows = sources.read_text(encoding="utf-8").splitlines()[1:]
    return list(dict.fromkeys(int(row.split("\t", 1)[0]) for row in rows if row))


def known_aliases(files: Iterable[Path]) -> dict[int, set[int]]:
    """Return the alias passcodes of each passcode found in the files."""
    aliases: dict[int, set[int]] = {}
    for file in files:
        for card in read_facts(file).cards:
            if card.passcode is not None and card.alias_passcodes:
                aliases.setdefault(card.passcode, set()).update(card.alias_passcodes)
    return aliases


def chosen_cards(cards: Sequence[CardFacts], pages: Sequence[int], aliases: Mapping[int, set[int]]) -> list[CardFacts]:
    """Return the wanted cards by page id, with their aliases; stops if one is missing."""
    by_page = {card.page_id: card for card in cards}
    missing = [page for page in pages if page not in by_page]
    if missing:
        raise SystemExit(f"The catalogue lacks the pages {', '.join(map(str, missing))}.")
    # A passcode that is a card of its own is no alias, whatever an older file says.
    passcodes = {card.passcode for card in cards}
    chosen = []
    for page in sorted(pages):
        card = by_page[page]
        found = aliases.get(card.passcode, set()) if card.passcode is not None else set()
        merged = tuple(sorted(found.union(card.alias_passcodes) - passcodes))
        chosen.append(dataclasses.replace(card, alias_passcodes=merged))
    return chosen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("catalogue", type=Path)
    parser.add_argument("--aliases", type=Path, nargs="+", default=[], metavar="FILE")
    options = parser.parse_args()
    try:
        aliases = known_aliases(options.aliases)
        catalogue = read_facts(options.catalogue)
    except (OSError, UnreadableFacts) as error:
        raise SystemExit(str(error)) from None
    text = starter_text(chosen_cards(catalogue.cards, wanted_pages(SOURCES), aliases), LANGUAGES)
    STARTER_FILE.write_text(text, encoding="utf-8", newline="\n")
    print(f"{STARTER_FILE.relative_to(ROOT)}: {text.count(chr(10)) - 8} cards, {len(text.encode()) // 1024} KB")


if __name__ == "__main__":
    main()
