"""Which cards may be in a Deck list at all, and in which pile."""

from collections.abc import Iterator, Mapping

from engine.card_numbers import is_rush_number, is_skill_number
from engine.decks.cite import refuse
from engine.decks.contents import CardLines, Contents, SameName
from engine.decks.deck import DeckCard
from engine.decks.formats import DeckRules
from engine.decks.text_list import EXTRA_FRAMES
from engine.refusal import Refusal
from engine.rulesets import Ruleset
from engine.vocab import CardKind, Frame

_EXTRA_KINDS = {
    "fusion": frozenset({Frame.FUSION}),
    "fusion_synchro": frozenset({Frame.FUSION, Frame.SYNCHRO}),
    "with_xyz": frozenset({Frame.FUSION, Frame.SYNCHRO, Frame.XYZ}),
    "all_kinds": EXTRA_FRAMES,
}
_SHOWN_TOKENS = 12
"""Tokens a refusal names; lists full of Tokens have hundreds."""


def check_kinds(contents: Contents, ruleset: Ruleset, rules: DeckRules) -> Iterator[Refusal]:
    """Yield refusals of unknown cards, Tokens, Skill Cards, kinds that don't exist, and cards in the wrong pile."""
    for written, count in contents.unknown.items():
        yield _unknown(written, count, rules)
    if contents.tokens:
        yield _tokens(contents.tokens, rules)
    extra_kinds = _EXTRA_KINDS[ruleset.deck_extra_contents]
    for same_name in contents.cards.values():
        for line in same_name.lines:
            yield from _card(same_name, line, extra_kinds, rules)


def _unknown(written: DeckCard, count: int, rules: DeckRules) -> Refusal:
    candidates = ["deck.card.unknown"]
    if written.passcode is not None and is_rush_number(written.passcode):
        candidates.append("deck.card.rush_duel")
    if written.passcode is not None and is_skill_number(written.passcode):
        candidates.append("deck.card.skill")
    return refuse(rules, tuple(candidates), {"card": str(written), "count": count})


def _tokens(tokens: Mapping[DeckCard, int], rules: DeckRules) -> Refusal:
    shown = ", ".join(map(str, list(tokens)[:_SHOWN_TOKENS])) + (", …" if len(tokens) > _SHOWN_TOKENS else "")
    return refuse(rules, ("deck.tokens.not_deck_cards",), {"cards": shown, "count": sum(tokens.values())})


def _card(same_name: SameName, line: CardLines, extra_kinds: frozenset[Frame], rules: DeckRules) -> Iterator[Refusal]:
    card, copies = line.card, line.copies
    facts = same_name.facts() | {"card": card.name}
    if card.kind is CardKind.SKILL:
        yield refuse(rules, ("deck.card.skill",), facts | {"count": copies.total})
        return
    is_absent = card.frame in rules.absent_frames or (card.pendulum and not rules.has_pendulum)
    wrong_in_extra = _wrong_in_extra(line, rules) if copies.extra and card.frame not in extra_kinds else ()
    if is_absent:
        yield refuse(
            rules, ("deck.card.kind_not_in_pool", *wrong_in_extra), facts | {"count": copies.total, "pile": "Extra Deck"}
        )
        return
    if wrong_in_extra:
        yield refuse(rules, wrong_in_extra, facts | {"count": copies.extra, "pile": "Extra Deck"})
    if copies.main and card.frame in EXTRA_FRAMES:
        yield refuse(rules, _wrong_in_main(line, rules), facts | {"count": copies.main, "pile": "Main Deck"})


def _wrong_in_extra(line: CardLines, rules: DeckRules) -> tuple[str, ...]:
    """Return the rules against a card in the Extra Deck, the one that explains it best first."""
    card = line.card
    if card.frame is Frame.RITUAL:
        return (*rules.contents_rules, "deck.ritual.in_main", "link.frame.dark_blue_not_ritual")
    if card.pendulum and card.frame not in EXTRA_FRAMES:
        return ("deck.pendulum.where_it_starts", *rules.contents_rules)
    return rules.contents_rules


def _wrong_in_main(line: CardLines, rules: DeckRules) -> tuple[str, ...]:
    """Return the rules against a monster of the Extra Deck in the Main Deck, the one that explains it best first."""
    card = line.card
    candidates: tuple[str, ...] = rules.contents_rules
    if card.frame is Frame.FUSION:
        candidates = ("deck.fusion.only_usable_from_extra", *candidates)
    if card.pendulum:
        candidates = (*candidates, "deck.pendulum.where_it_starts")
    if card.frame is Frame.LINK:
        candidates = (*candidates, "link.frame.dark_blue_not_ritual")
    return candidates
