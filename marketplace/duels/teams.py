"""The four Decks of a Tag Duel: two that are legal as a team, twice.

Limited and Semi-Limited cards count for a team together (tag.deck.limited_counts_per_team). A practice Deck gives way to
the other Deck of its team: it plays something else of its own in place of what the team would have too often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from flask_babel import gettext as _
from sqlalchemy.orm import Session

from engine import Banlist, CardFacts, CardIndex, Deck, DeckCard, DuelDeck, Refusal, Ruleset, check_deck, read_ruleset
from marketplace.decks.for_duels import decks_of
from marketplace.decks.limits import limit_of
from marketplace.duels import setup
from marketplace.duels.setup import FITTING, Chosen, Rules
from marketplace.errors import Refused
from marketplace.i18n import current_locale

_COPIES = 3
_MOST_TOLD = 3


def is_for_teams(ruleset: Rules) -> bool:
    """Whether two teams of two play under a ruleset."""
    return read_ruleset(ruleset).turn_order != "two"


def four_decks(session: Session, user_id: int, values: Sequence[str], ruleset: Rules) -> list[Chosen]:
    """The Decks of a Tag Duel in the order of the seats; ``values`` are the own one, the partner's, that of the opponent
    who faces the person, and that of the other. Refused in words that name the Deck or the team."""
    mine, partner = _team(session, user_id, values[0], values[1], ruleset, ("my_deck", "partner_deck"))
    their = values[2] if values[2] != FITTING else unlike(ruleset, [values[0], values[1]])
    facing, other = _team(session, user_id, their, values[3], ruleset, ("their_deck", "other_deck"))
    return [mine, other, partner, facing]


def _team(
    session: Session, user_id: int, first: str, second: str, ruleset: Rules, fields: tuple[str, str]
) -> tuple[Chosen, Chosen]:
    one = _named(session, user_id, first, ruleset, fields[0])
    if second == FITTING:
        second = partner_for(session, user_id, first, ruleset)
    other = _named(session, user_id, second, ruleset, fields[1])
    rules = read_ruleset(ruleset)
    if setup.is_practice(second):
        other = beside(other, one, rules)
    elif setup.is_practice(first):
        one = beside(one, other, rules)
    refusals = against(one, other, rules)
    if refusals:
        raise Refused(_as_team(refusals, fields), rule=refusals[0].rule, field=fields[1])
    return one, other


def _named(session: Session, user_id: int, value: str, ruleset: Rules, field: str) -> Chosen:
    try:
        return setup.chosen(session, user_id, value, ruleset, field)
    except Refused as error:
        words = _("%(whose)s: %(problem)s", whose=whose(field), problem=error.message)
        raise Refused(words, rule=error.rule, field=field) from error


def whose(field: str) -> str:
    """Whose Deck a field of the form is about."""
    return {
        "my_deck": _("Your Deck"),
        "partner_deck": _("Your partner's Deck"),
        "their_deck": _("The Deck of the opponent who faces you"),
        "other_deck": _("The Deck of the other opponent"),
    }[field]


def _as_team(refusals: Sequence[Refusal], fields: tuple[str, str]) -> str:
    team = _("Your team") if fields[0] == "my_deck" else _("The opponents' team")
    words = " ".join(refusal.sentence(current_locale()) for refusal in refusals[:_MOST_TOLD])
    return _(
        "%(team)s: %(problems)s Choose another Deck for one of the two, or change one of them under Decks.",
        team=team,
        problems=words,
    )


def partner_for(session: Session, user_id: int, value: str, ruleset: Rules) -> str:
    """The Deck that goes with another: the one it names as its partner if that can be played, else a practice Deck."""
    kind, _colon, name = value.partition(":")
    if kind == "own":
        mine = next((deck for deck in decks_of(session, user_id) if str(deck.id) == name), None)
        if mine is not None and mine.partner_id is not None:
            wanted = f"{kind}:{mine.partner_id}"
            if any(offer.value == wanted and offer.ready for offer in setup.own_offers(session, user_id, ruleset)):
                return wanted
    return unlike(ruleset, [value])


def unlike(ruleset: Rules, values: Sequence[str]) -> str:
    """A practice Deck that is none of these, the strongest of them; any if there is no other."""
    offers = setup.practice_offers(ruleset)
    others = [offer for offer in offers if offer.value not in values] or offers
    return max(others, key=lambda offer: offer.power).value if others else ""


def against(one: Chosen, other: Chosen, rules: Ruleset) -> list[Refusal]:
    """What makes two Decks illegal as a team, each being legal by itself."""
    return _against(_listed(one), _listed(other), one.banlist, rules, _index(one, other))


def _against(first: Deck, second: Deck, banlist: Banlist | None, rules: Ruleset, source: CardIndex) -> list[Refusal]:
    return check_deck(first, rules, banlist, source, second)


def _index(*chosen: Chosen) -> CardIndex:
    return CardIndex({facts.name: facts for one in chosen for facts in _cards(one)}.values())


def _cards(chosen: Chosen) -> list[CardFacts]:
    return [*chosen.deck.main, *chosen.deck.extra, *chosen.side]


def _listed(chosen: Chosen) -> Deck:
    main, extra, side = (
        tuple(DeckCard(None, facts.name) if facts.passcode is None else DeckCard(facts.passcode) for facts in pile)
        for pile in (chosen.deck.main, chosen.deck.extra, chosen.side)
    )
    return Deck(main, extra, side, name=chosen.name)


def beside(practice: Chosen, other: Chosen, rules: Ruleset) -> Chosen:
    """A practice Deck as it is played beside another Deck: further copies of its own unlimited cards stand in for those
    the team would have too often. As it was where that does not help."""
    surplus: Counter[str] = Counter()
    for refusal in against(other, practice, rules):
        surplus[str(refusal.facts.get("card", ""))] += int(str(refusal.facts.get("excess", 1)))
    main: list[CardFacts] = []
    for facts in practice.deck.main:
        if surplus[facts.name] > 0:
            surplus[facts.name] -= 1
        else:
            main.append(facts)
    extra = [facts for facts in practice.deck.extra if surplus[facts.name] <= 0]
    copies = Counter(facts.name for facts in main)
    each = {facts.name: facts for facts in main}.values()
    free = [facts for facts in each if practice.banlist is None or limit_of(practice.banlist, facts) is None]
    for facts in sorted(free, key=lambda facts: -copies[facts.name]):
        while len(main) < len(practice.deck.main) and copies[facts.name] < _COPIES:
            main.append(facts)
            copies[facts.name] += 1
    found = replace(practice, deck=DuelDeck(main, extra))
    return practice if against(other, found, rules) else found
