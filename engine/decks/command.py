"""``python -m engine deck check``: whether a Deck list is legal, a line per refusal.

Exit status 0: legal; 1: not; 2: could not be told.
"""

import argparse
import sys
from collections.abc import Sequence

from engine.banlists import Banlist, UnknownList, list_of
from engine.decks.cite import ALSO, DECK
from engine.decks.file import DeckFile
from engine.decks.formats import deck_rules, default_list
from engine.decks.legality import check_deck
from engine.decks.reading import read_deck_file
from engine.decks.source import CardIndex
from engine.facts import UnreadableFacts, read_facts, read_starter
from engine.message import Message, UnreadableFile
from engine.refusal import Refusal
from engine.rulesets import NAMES, Ruleset, read_ruleset

LEGAL, NOT_LEGAL, UNTOLD = 0, 1, 2
NO_LIST = "none"
"""The name that switches the list off."""


class _Failure(Exception):
    """The check can't be made; ``str()`` says why."""


def main(arguments: Sequence[str]) -> int:
    """Run ``deck check``; returns the exit status."""
    options = _parser().parse_args(arguments)
    try:
        return _check(options)
    except _Failure as failure:
        print(failure, file=sys.stderr)
        return UNTOLD


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine deck", description="Decks on the command line.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    check = commands.add_parser("check", help="tell whether a Deck list is legal, and why not")
    check.add_argument("file", metavar="FILE", help="a .ydk, a ydke:// link in a file, or a list in words")
    check.add_argument("partner", metavar="PARTNER_FILE", nargs="?", help="the Deck of the partner, for teams")
    check.add_argument("--ruleset", required=True, choices=NAMES)
    check.add_argument(
        "--list",
        metavar="LIST",
        help="an .lflist.conf FILE or FILE#NAME, the NAME of a list that comes with the program (TCG, GOAT), or none; "
        "without it, the list that goes with the ruleset",
    )
    check.add_argument("--cards", metavar="FILE", help="the card file; without it, the starter catalogue")
    return parser


def _check(options: argparse.Namespace) -> int:
    ruleset = read_ruleset(options.ruleset)
    is_for_teams = deck_rules(ruleset).is_for_teams
    if options.partner is not None and not is_for_teams:
        raise _Failure(f"Under {ruleset.name} each player has one Deck; leave out {options.partner}.")
    banlist = _list(options.list, ruleset)
    cards = _cards(options.cards)
    paths = [path for path in (options.file, options.partner) if path is not None]
    files = [_deck(path, cards) for path in paths]
    partner = files[1].deck if len(files) > 1 else None
    refusals = check_deck(files[0].deck, ruleset, banlist, cards, partner)
    for refusal in refusals:
        print(_line(refusal, paths))
    broken = [path for path, file in zip(paths, files, strict=True) if not file.is_whole]
    if broken:
        print(f"{', '.join(broken)}: part of the list could not be read, so there is no verdict.", file=sys.stderr)
        return UNTOLD
    return NOT_LEGAL if refusals else LEGAL


def _line(refusal: Refusal, paths: Sequence[str]) -> str:
    """Return ``rule-id: message``; the message names the file where there are two, and further rules in brackets."""
    deck = refusal.facts.get(DECK)
    whose = f"{paths[int(deck) - 1]}: " if deck is not None and len(paths) > 1 else ""
    also = str(refusal.facts.get(ALSO, "")).split()
    return f"{refusal.rule}: {whose}{refusal.sentence()}" + (f" [also {', '.join(also)}]" if also else "")


def _list(words: str | None, ruleset: Ruleset) -> Banlist | None:
    if words is None:
        return default_list(ruleset)
    if words.casefold() == NO_LIST:
        return None
    try:
        banlist, messages = list_of(words)
    except (UnreadableFile, UnknownList, OSError) as error:
        raise _Failure(f"{words}: {_reason(error)}") from error
    _report(words, messages)
    return banlist


def _cards(path: str | None) -> CardIndex:
    if path is None:
        cards = read_starter().cards
        print(f"Cards: the starter catalogue with {len(cards)} cards; --cards FILE names a larger one.", file=sys.stderr)
        return CardIndex(cards)
    try:
        return CardIndex(read_facts(path).cards)
    except (UnreadableFacts, OSError) as error:
        raise _Failure(f"{path}: {_reason(error)}") from error


def _deck(path: str, cards: CardIndex) -> DeckFile:
    try:
        file = read_deck_file(path, cards)
    except (UnreadableFile, OSError) as error:
        raise _Failure(f"{path}: {_reason(error)}") from error
    _report(path, file.messages)
    return file


def _report(path: str, messages: Sequence[Message]) -> None:
    for message in messages:
        print(f"{path}: {message}", file=sys.stderr)


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.strerror}."
    return str(error)
