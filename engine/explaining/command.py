"""``python -m engine explain``: what a card does in duels, as the engine understands it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from engine.card_names import loose_key, name_key
from engine.explaining import explain
from engine.explaining.grammar import LANGUAGES, Unexplained
from engine.facts import CardFacts, UnreadableFacts, read_facts, read_starter

_WORDS = {
    "none": {
        "en": "No effect.",
        "fr": "Aucun effet.",
        "pt": "Nenhum efeito.",
    },
    "not_yet": {
        "en": "{name} is not playable in duels yet: the engine has no definition of it.",
        "fr": "{name} n’est pas encore jouable en duel\u00a0: le moteur n’en a pas de définition.",
        "pt": "{name} ainda não pode ser jogada em duelos: o motor não tem uma definição dela.",
    },
}


def find_card(cards: Iterable[CardFacts], wanted: str) -> CardFacts | None:
    """Return the card of that name in any language, or of that passcode; exact names come before loose ones."""
    loose: CardFacts | None = None
    for card in cards:
        if wanted.isdigit() and card.passcode == int(wanted):
            return card
        names = card.names.values()
        if any(name_key(name) == name_key(wanted) for name in names):
            return card
        if loose is None and loose_key(wanted) and any(loose_key(name) == loose_key(wanted) for name in names):
            loose = card
    return loose


def main(arguments: Sequence[str]) -> int:
    """Print the paragraphs of a card; 0 fine, 1 not playable yet, 2 no such card or an unreadable file."""
    parser = argparse.ArgumentParser(prog="python -m engine explain", description=__doc__)
    parser.add_argument("card", help="a card's name in any language, or its passcode")
    parser.add_argument("--lang", default="en", choices=LANGUAGES, help="language of the sentences")
    parser.add_argument("--cards", metavar="FILE", help="a card list to look the card up in, instead of the starter catalogue")
    options = parser.parse_args(arguments)
    try:
        cards = read_facts(Path(options.cards)).cards if options.cards else read_starter().cards
    except (OSError, UnreadableFacts) as error:
        print(f"{options.cards}: {error}", file=sys.stderr)
        return 2
    card = find_card(cards, options.card)
    if card is None:
        print(f"There is no card {options.card!r} in {options.cards or 'the starter catalogue'}.", file=sys.stderr)
        return 2
    name = card.names.get(options.lang, card.name)
    try:
        paragraphs = explain(card, options.lang)
    except Unexplained as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 1
    if paragraphs is None:
        print(_WORDS["not_yet"][options.lang].format(name=name), file=sys.stderr)
        return 1
    print("\n".join([name, *(paragraphs or [_WORDS["none"][options.lang]])]))
    return 0
