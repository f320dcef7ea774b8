"""The body of an effect is carried out, step by step; a choice on the way is a stored prompt."""

from __future__ import annotations

from engine.effects import amounts, conditions, continuous, matching
from engine.effects.context import link_ctx, mark, named
from engine.effects.filters import Ref, Select
from engine.effects.tree import Effect, Joint, Who
from engine.procedures.picking import ask_cards
from engine.procedures.settling import settle_claims
from engine.state.duel_state import Frame, State
from engine.state.records import Link, Prompt
from engine.state.seats import everyone, facing
from engine.vocab import Zone


def effect_of(s: State, link: Link) -> Effect:
    """Return the effect an activation is of."""
    return s.cards[link.uid].printed.definition.effects[link.effect]


def search_in_vain(s: State, player: int, what: Select) -> None:
    """Shuffle the Decks in which nothing was found, shown to the other player where the rules say so (verify.failed_effect)."""
    from engine.procedures.moving import shuffle_deck

    for owner in matching.players_of(s, player, what.filter.who):
        deck = s.players[owner].deck
        s.write("found_nothing", player=owner)
        if s.rules.verify_failed_effect == "failed_effect_shows_the_place":
            for card in sorted((s.cards[uid] for uid in deck), key=lambda card: card.printed.name):
                card.seen = everyone(s)
                s.write("shown", card=card.uid)
        shuffle_deck(s, owner)


class Carry(Frame):
    """Carries out the steps of one effect."""

    __slots__ = ("at", "did", "link")

    def __init__(self, link: Link) -> None:
        super().__init__("next")
        self.link = link
        self.at = 0
        self.did = True
        """Whether the step before was done."""

    def run(self, s: State) -> None:
        """Go on with the present step."""
        body = effect_of(s, self.link).body
        if self.step == "next":
            if self.at >= len(body):
                s.finish(self)
                return
            self._begin(s)
        elif self.step == "asked":
            if s.take() == "yes":
                self._select(s)
            else:
                self._end(False)
        elif self.step == "selected":
            self._perform(s)
        else:
            self._end(self.link.numbers.get("did", 0) > 0)

    def _end(self, did: bool) -> None:
        self.did = did
        self.at += 1
        self.step = "next"

    def _begin(self, s: State) -> None:
        link = self.link
        step = effect_of(s, link).body[self.at]
        ctx = link_ctx(link)
        if step.joint in (Joint.THEN, Joint.IF_YOU_DO) and not self.did:
            self.at += 1  # What hangs on it is not done either.
            return
        if step.joint is Joint.THEN:
            s.later()
            settle_claims(s)  # A monster goes back as soon as what held it is gone, before what follows.
        if step.condition is not None and not conditions.met(s, ctx, step.condition):
            self._end(False)
            return
        if step.optional:
            if not step.do.possible(s, ctx):
                self._end(False)
                return
            self.step = "asked"
            s.ask(Prompt("yes_no", link.player, "step", link.uid, words=("yes", "no")))
            return
        self._select(s)

    def _select(self, s: State) -> None:
        link = self.link
        what = effect_of(s, link).body[self.at].do.selection()
        self.step = "selected"
        ctx = link_ctx(link)
        if not isinstance(what, Select):
            found = named(s, ctx, what) if isinstance(what, Ref) else []
            s.answer = tuple(card.uid for card in found)
            return
        action = effect_of(s, link).body[self.at].do
        found = [card for card in matching.choices(s, ctx, what) if action.takes(s, ctx, what, card)]
        least, most = matching.how_many(s, ctx, what, len(found))
        if most <= 0 or least > len(found):
            s.answer = ()
            if Zone.DECK in what.filter.zones and least > len(found):
                search_in_vain(s, ctx.player, what)
        elif what.random:
            uids = [card.uid for card in found]
            s.rng.shuffle(uids)
            s.answer = tuple(uids[:most])
        else:
            player = link.player if what.chooser in (None, Who.YOU) else facing(s, link.player)
            ask_cards(s, player, found, least, most, type(action).__name__.lower(), link.uid)

    def _perform(self, s: State) -> None:
        link = self.link
        action = effect_of(s, link).body[self.at].do
        cards = [s.cards[uid] for uid in s.take()]
        if action.selection() is not None:
            cards = [card for card in cards if card.uid == link.uid or not continuous.unaffected(s, card, link.uid)]
            if not cards:
                self._end(False)
                return
            link.numbers["it.controller"] = cards[0].controller
            for stat in ("atk", "def"):
                link.numbers[f"it.{stat}"] = sum(amounts.stat_of(s, card, stat) for card in cards)
        self.step = "wait"
        decks = [card for card in cards if card.zone is Zone.DECK]
        outcome = action.perform(s, link_ctx(link), cards)
        if cards:
            link.bound["it"] = [mark(card) for card in cards]
        for player in sorted({card.owner for card in decks}):
            from engine.procedures.moving import shuffle_deck

            shuffle_deck(s, player)
        if outcome is not None:
            self._end(outcome)
