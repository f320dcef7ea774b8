"""What holds in every position of every duel; each check raises ``AssertionError`` where it does not.

Cheap, for every decision: ``Watch`` (``conserved``, ``standing``) and ``offered``. Dear, for samples: ``complete``, ``saved``,
``copied``, ``unseen``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

from engine.action import Action
from engine.ai.agent import make_agent
from engine.duel import Duel
from engine.facts import CardFacts
from engine.procedures.options import may_know
from engine.refusal import Refusal
from engine.rulebook import LANGUAGES
from engine.state.duel_state import BLOCKED, MONSTER_PLACES, ROW, State
from engine.state.saving import state_from_json, state_to_json
from engine.vocab import CardKind, Frame, Zone

WORLDS = ("order", "pool", "plain")
"""Other worlds a player cannot tell from the real one: the hidden cards in another order, cards of a pool, plain cards."""


class Watch:
    """The cheap checks of one duel, to be made after every decision; places are gone through only when one has changed."""

    def __init__(self, duel: Duel) -> None:
        self.owners = [card.owner for card in duel.state.cards]
        """Who brought each card; Tokens come later."""
        self._places: list[object] = []

    def look(self, duel: Duel) -> None:
        """Compare the duel with what holds, and with what was before."""
        s = duel.state
        places = [
            one
            for side in s.players
            for one in (side.deck, side.hand, side.extra, side.gy, side.banished, side.monsters, side.spells, side.field)
        ]
        if places != self._places:
            self._places = [one.copy() if isinstance(one, list) else one for one in places]
            conserved(duel)
            owners = [card.owner for card in s.cards]
            assert owners[: len(self.owners)] == self.owners, "a card has another owner"
            tokens = s.cards[len(self.owners) :]
            assert all(card.printed.kind is CardKind.TOKEN for card in tokens), "a card has come out of nothing"
        standing(duel)


def conserved(duel: Duel) -> None:
    """Every card is in the one place it says, piles hold their owners' cards, every token names one card."""
    s = duel.state
    cards = s.cards
    places = 0
    for player, side in enumerate(s.players):
        for zone, pile in (
            (Zone.DECK, side.deck),
            (Zone.HAND, side.hand),
            (Zone.EXTRA, side.extra),
            (Zone.GY, side.gy),
            (Zone.BANISHED, side.banished),
        ):
            places += len(pile)
            assert len(set(pile)) == len(pile), f"a card is twice in the same {zone}"
            for uid in pile:
                card = cards[uid]
                assert card.zone is zone, f"a card of the {zone} is in two places or in none"
                assert card.owner == player == card.controller, f"a {zone} holds a card of another owner"
                assert card.live is None, f"a card of the {zone} carries what only the field gives"
                assert card.index == -1, f"a card of the {zone} has a place in a row"
                assert card.printed.kind is not CardKind.TOKEN, f"a Token lies in the {zone}"
        for zone, row in ((Zone.MONSTER, side.monsters), (Zone.SPELL_TRAP, side.spells), (Zone.FIELD, [side.field])):
            for index, uid in enumerate(row):
                if uid < 0:
                    assert uid == -1 or (uid == BLOCKED and zone is Zone.SPELL_TRAP), "a zone holds what is no card"
                    continue
                places += 1
                card = cards[uid]
                assert (card.zone, card.index) == (zone, index), "a card is in two places or in none"
                assert card.controller == player, "a card lies on the side of a player who does not control it"
                assert card.live is not None, "a card on the field carries nothing of the field"
    below = [uid for side in s.players for host in side.monsters if host >= 0 for uid in cards[host].on_field.under]
    assert len(set(below)) == len(below), "a material lies under two monsters"
    assert all(cards[uid].zone is Zone.MATERIAL for uid in below), "a material is somewhere else"
    away = sum(card.zone is Zone.NOWHERE or card.zone is Zone.MATERIAL for card in cards)
    assert places + away == len(cards), "a card is in two places or in none"
    assert all(s.by_token[card.token] == card.uid for card in cards if card.token), "a token names another card"
    assert len({card.token for card in cards if card.token}) == len(s.by_token), "a token is left over"
    own = [cards[uid] for side in s.players for uid in (*side.hand, *side.extra)]
    assert all(may_know(card.owner, card) for card in own), "a player does not know a card of the own hand"


def standing(duel: Duel) -> None:
    """Life Points are numbers that let the duel go on, monsters stand in positions they may have, in zones there are."""
    s = duel.state
    alive = all(type(side.lp) is int and side.lp > 0 for side in s.teams)
    assert alive or s.ended, f"the duel goes on with Life Points {[side.lp for side in s.teams]}"
    assert s.ended or s.prompt is not None, "nobody is asked and the duel is not over"
    zones = ROW if s.rules.zone_monster_max == "five" else MONSTER_PLACES
    for side in s.players:
        for index, uid in enumerate(side.monsters):
            if uid < 0:
                continue
            card = s.cards[uid]
            assert index < zones, "a monster is in a zone the ruleset does not have"
            assert card.face_up or not card.attack, "a monster is face-down in Attack Position"
            assert card.printed.monster, "what is no monster lies in a Monster Zone"
            linked = card.printed.frame is Frame.LINK
            assert not linked or (card.face_up and card.attack), "a Link Monster is in Defense Position"
        for uid in side.spells:
            assert uid < 0 or not s.cards[uid].attack, "a card in a Spell & Trap Zone has a battle position"
    prompt = s.prompt
    if prompt is not None and prompt.kind == "cards":
        assert 0 <= prompt.least <= prompt.most, f"the question wants {prompt.least} to {prompt.most} cards"
        assert set(prompt.picked) <= set(prompt.cards), "a card is picked that was not to choose from"


def offered(duel: Duel, player: int, actions: Sequence[Action]) -> None:
    """There is something to choose, and no option is refused."""
    prompt = duel.state.prompt
    assert actions, f"nothing can be chosen at {prompt.kind if prompt else 'no question'}"
    for action in actions:
        refusal = duel.check(player, action)
        assert refusal is None, f"an option is refused: {action}, {refusal and refusal.rule}"


def complete(options: Sequence[Action], refusals: dict[Action, list[Refusal]]) -> None:
    """Every candidate is an option, each once, or refused with rules of the rulebook."""
    assert len(set(options)) == len(options), "an option is there twice"
    legal = {action for action, against in refusals.items() if not against}
    assert set(options) == legal, f"options differ from the legal candidates: {set(options) ^ legal}"
    for against in refusals.values():
        for refusal in against:
            facts = tuple((key, fact if key == "place" else "x") for key, fact in refusal.facts.items())
            assert _said(refusal.rule, facts), f"{refusal.rule} has no sentence for a refusal"


def refusals_of(duel: Duel, player: int) -> dict[Action, list[Refusal]]:
    """Return every candidate of a player with all that stands against it."""
    return {action: duel.reasons(player, action) for action in duel.candidates(player)}


@cache
def _said(name: str, facts: tuple[tuple[str, str | int], ...]) -> bool:
    """Whether a rule refuses in words of every language with these facts."""
    try:
        return all(Refusal(name, dict(facts)).sentence(language) for language in LANGUAGES)
    except LookupError:
        return False


def saved(duel: Duel) -> None:
    """A duel that was saved and read is the same; what is printed on the cards is left to ``saved_whole``."""
    written = state_to_json(duel.state)
    body = json.loads(json.dumps(written["state"]))
    assert body == written["state"], "a saved duel holds what JSON cannot say"
    again = state_to_json(state_from_json({**written, "state": body}))
    assert again == written, f"a saved duel reads otherwise: {_difference(written, again)[:400]}"


def saved_whole(duel: Duel) -> None:
    """A duel that was saved with its transcript and its log and read is the same."""
    text = duel.to_json()
    assert Duel.from_json(text).to_json() == text, "a saved duel reads otherwise"


def copied(duel: Duel, player: int, action: Action) -> None:
    """A copy is the same, and what happens to it leaves the first one alone."""
    before = _body(duel.state)
    twin = duel.copy()
    assert _body(twin.state) == before, "a copy differs"
    twin.apply_legal(player, action)
    assert _body(duel.state) == before, "playing on a copy changes the duel"


def _body(s: State) -> Any:
    data = state_to_json(s)
    return {**data, "printed": [card.get("name") for card in data["printed"]]}


def world(duel: Duel, viewer: int, seed: int, pool: Sequence[CardFacts], kind: str) -> Duel:
    """Return a world of ``WORLDS`` that this player cannot tell from the duel."""
    if kind == "order":
        return duel.determinize(viewer, seed, knows_list=True)
    return duel.determinize(viewer, seed, pool=pool if kind == "pool" else None)


def unseen(
    duel: Duel,
    viewer: int,
    seed: int,
    pool: Sequence[CardFacts],
    agents: Sequence[str] = (),
    kinds: Sequence[str] = WORLDS,
) -> None:
    """What a player sees, is asked, may do, is refused and would choose is the same whatever the hidden cards are."""
    worlds = [world(duel, viewer, seed, pool, kind) for kind in kinds]
    real = _told(duel, viewer)
    if duel.state.prompt is not None and duel.state.prompt.player == viewer:
        complete(real["options"], real["refusals"])
    for kind, other in zip(kinds, worlds, strict=True):
        told = _told(other, viewer)
        for key, value in real.items():
            assert told[key] == value, f"world {kind} shows player {viewer} another {key}: {_difference(value, told[key])}"
    actions = real["options"]
    if len(actions) < 2:
        return
    for name in agents:
        chosen = []
        for one in (duel, *worlds):
            one.transcript = duel.transcript
            chosen.append(make_agent(name, seed).choose(one, viewer, actions))
        assert all(action == chosen[0] for action in chosen), f"{name} knows hidden cards: {chosen}"


def _told(duel: Duel, viewer: int) -> dict[str, Any]:
    """Return everything a player can learn by looking and asking."""
    return {
        "view": duel.view(viewer),
        "options": list(duel.options(viewer)),
        "refusals": refusals_of(duel, viewer),
        "decision": duel.decision,
    }


def _difference(one: Any, other: Any) -> str:
    if isinstance(one, dict) and isinstance(other, dict):
        keys = [key for key in {**one, **other} if one.get(key) != other.get(key)]
        return ", ".join(f"{key}: {_difference(one.get(key), other.get(key))}" for key in keys[:3])
    return f"{one} and {other}"
