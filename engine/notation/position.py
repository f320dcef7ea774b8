"""A position from a scenario file: cards by name in their zones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.cards import definition
from engine.duel import LIFE_POINTS, Duel, Transcript
from engine.duel import SEATS as NUMBER
from engine.effects.arrows import mirrored
from engine.facts import CardFacts
from engine.log import Log
from engine.notation.opening import names_in, new_duel
from engine.procedures import moving
from engine.procedures.battle import BattlePhase
from engine.procedures.turn import MainPhase, Turns
from engine.rulesets import Ruleset
from engine.state.card import CardState
from engine.state.duel_state import ROW, PlayerState, State, TeamState
from engine.state.index import make_index
from engine.state.printed import Printed, from_facts
from engine.state.seats import TEAMS, around, before, everyone, eyes, facing, team_state
from engine.vocab import Phase, SpellTrapIcon, SummonKind, Zone

SEATS = {"you": 0, "opp": 1, "partner": 2, "opp_partner": 3}
"""The last two sit only at a Tag Duel: "you" are A1, "opp" is A2."""
EXTRA_ZONE_WORDS = {"EL": ROW, "ER": ROW + 1}
"""The Extra Monster Zones, left and right as the player who has the monster sees them."""
_FILLER = "Mystical Elf"
_PILES = {"hand": Zone.HAND, "gy": Zone.GY, "banished": Zone.BANISHED, "extra": Zone.EXTRA}
_SIDE_KEYS = {"lp", "monsters", "spells", "field", "deck", *_PILES}

Cards = Callable[[str], CardFacts | None]


class BadScenario(ValueError):
    """The file says something that cannot be: ``str()`` tells what."""


def seats_of(rules: Ruleset) -> dict[str, int]:
    """Return the seats there are under a ruleset: two, in a Tag Duel four."""
    return {seat: player for seat, player in SEATS.items() if player < NUMBER[rules.turn_order]}


def zone_number(word: str, letter: str) -> int:
    """Return the place of a zone written as "M3" or "S1"."""
    if len(word) == 2 and word[0] == letter and word[1] in "12345":
        return int(word[1]) - 1
    if letter in ("M", "E") and word in EXTRA_ZONE_WORDS:
        return EXTRA_ZONE_WORDS[word]
    more = ", or EL and ER for the Extra Monster Zones" if letter == "M" else ""
    raise BadScenario(f"There is no zone {word!r}; write {letter}1 to {letter}5{more}.")


class Builder:
    """Builds a duel from the ``given`` part of a scenario."""

    def __init__(self, rules: Ruleset, cards: Cards, seed: int = 1) -> None:
        self.s = State(rules, seed)
        self.cards = cards
        self._known: dict[str, Printed] = {}
        self._equips: list[tuple[CardState, str]] = []

    def printed(self, name: str) -> Printed:
        """Return a card by its English name; raises ``BadScenario`` if it is unknown or has no definition."""
        if name not in self._known:
            facts = self.cards(name)
            if facts is None:
                raise BadScenario(f"There is no card named {name!r} in the card file.")
            made = definition(facts, self.s.rules.card_text_version)
            if made is None:
                raise BadScenario(f"{name!r} cannot be played in duels yet.")
            self._known[name] = from_facts(facts, made)
        return self._known[name]

    def _new(self, name: str, player: int, zone: Zone) -> CardState:
        card = CardState(len(self.s.cards), self.printed(name), player, zone)
        self.s.cards.append(card)
        return card

    def build(self, given: Mapping[str, Any]) -> Duel:
        """Return the duel in the position described."""
        s = self.s
        seats = seats_of(s.rules)
        for key in given:
            if key not in ("turn", "seed", "new", *seats):
                raise BadScenario(f"given: {key!r} is not known; there are turn, new, {', '.join(seats)} and seed.")
        if "new" in given:
            return new_duel(s.rules, self.cards, given, seats)
        if "seed" in given:
            s.rng.state = int(given["seed"])
        turn = given.get("turn", {})
        s.turn = int(turn.get("number", 3))
        s.turn_player = seats[turn.get("player", "you")]
        s.players = [PlayerState() for _ in seats]
        s.teams = [TeamState(LIFE_POINTS[s.rules.setup_life_points]) for _ in TEAMS]
        if "order" in turn:
            self._order([seats[seat] for seat in turn["order"]])
        for seat, player in seats.items():
            self._side(player, given.get(seat, {}) or {})
        for card, host in self._equips:
            found = [c for c in s.cards if c.zone is Zone.MONSTER and c.printed.name == host]
            if not found:
                raise BadScenario(f"{card.printed.name}: there is no monster {host!r} to be equipped to.")
            card.on_field.equip = found[0].uid
        s.index = make_index(s.cards)
        self._enter(str(turn.get("phase", "main1")))
        duel = Duel(s, Transcript(0), Log(("",) * len(s.players)))
        duel._advance()
        return duel

    def _order(self, order: list[int]) -> None:
        s = self.s
        s.first = order[0]
        if tuple(order) != around(s, s.first) or s.first not in TEAMS:
            raise BadScenario("turn.order is you, opp, partner, opp_partner, or opp, you, opp_partner, partner.")

    def _enter(self, phase: str) -> None:
        s = self.s
        frame = Turns()
        s.frames = [frame]
        if phase in ("draw", "standby", "end"):
            frame.step = {"draw": "begin", "standby": "standby", "end": "end"}[phase]
            if phase == "draw":
                s.turn -= 1
                s.turn_player = before(s, s.turn_player)
        elif phase in ("main1", "main2"):
            s.phase = Phase(phase)
            frame.step = f"after_{phase}"
            s.push(MainPhase())
        elif phase == "battle":
            frame.step = "after_battle"
            s.push(BattlePhase())
        else:
            raise BadScenario(f"There is no phase {phase!r}.")

    def _side(self, player: int, side: Mapping[str, Any]) -> None:
        s = self.s
        for key in side:
            if key not in _SIDE_KEYS:
                raise BadScenario(f"{key!r} is no part of a side; there are {', '.join(sorted(_SIDE_KEYS))}.")
        state = s.players[player]
        if "lp" in side:
            if player not in TEAMS:
                raise BadScenario("The Life Points of a team are written under you and opp.")
            team_state(s, player).lp = int(side["lp"])
        for name in reversed(names_in(side.get("deck", [_FILLER] * 10))):
            if self.printed(name).extra:
                raise BadScenario(f"{name} belongs in the Extra Deck and is never in a Main Deck.")
            state.deck.append(self._new(name, player, Zone.DECK).uid)
        for key, zone in _PILES.items():
            for entry in side.get(key, []):
                for _ in range(int(entry.get("times", 1)) if isinstance(entry, dict) else 1):
                    self._pile_card(player, entry, zone)
        for entry in side.get("monsters", []):
            self._monster(player, entry)
        for entry in side.get("spells", []):
            self._spell(player, entry)
        if side.get("field"):
            self._spell(player, side["field"])

    def _pile_card(self, player: int, entry: Any, zone: Zone) -> None:
        entry = {"card": entry} if isinstance(entry, str) else entry
        if "number" in entry:
            self._numbered(entry["card"], str(entry["number"]))
        if zone is Zone.HAND and self.printed(entry["card"]).extra:
            raise BadScenario(f"{entry['card']} belongs in the Extra Deck and is never in a hand.")
        card = self._new(entry["card"], player, zone)
        piles: list[int] = getattr(self.s.players[player], zone.value)
        piles.append(card.uid)
        moving.renew_token(self.s, card)
        card.face_up = (zone in (Zone.GY, Zone.BANISHED) and not entry.get("face_down")) or bool(entry.get("face_up"))
        card.proper = bool(entry.get("proper", False))
        card.seen = everyone(self.s) if card.face_up else eyes(self.s, player)

    def _numbered(self, name: str, number: str) -> None:
        """See that the card has a printing of that set number, which means nothing in play (card.number.collecting_only)."""
        facts = self.cards(name)
        if facts is None or all(printing.number != number for printing in facts.printings):
            raise BadScenario(f"{name} has no printing with the number {number}.")

    def _monster(self, player: int, entry: Any) -> None:
        entry = {"card": entry} if isinstance(entry, str) else entry
        position = entry.get("position", "attack")
        if position not in ("attack", "defense", "set"):
            raise BadScenario(f"{entry['card']}: position is attack, defense or set, not {position!r}.")
        index = self._place(player, Zone.MONSTER, entry.get("zone"), "M")
        under = entry.get("under", [])
        owner = SEATS[entry["owner"]] if "owner" in entry else player
        card = self._new(entry["card"], owner, Zone.NOWHERE)
        live = moving.to_row(self.s, card, Zone.MONSTER, player, index, face_up=position != "set", attack=position == "attack")
        live.arrived = self.s.turn if entry.get("this_turn") else 0
        live.how = SummonKind.SET if position == "set" else SummonKind.NORMAL
        live.counters = {str(name): int(count) for name, count in entry.get("counters", {}).items()}
        card.proper = True
        for name in under:
            below = self._new(name, owner, Zone.NOWHERE)
            moving.under(self.s, below)
            live.under.append(below.uid)

    def _spell(self, player: int, entry: Any) -> None:
        entry = {"card": entry} if isinstance(entry, str) else entry
        printed = self.printed(entry["card"])
        zone = Zone.FIELD if printed.icon is SpellTrapIcon.FIELD else Zone.SPELL_TRAP
        index = 0 if zone is Zone.FIELD else self._place(player, zone, entry.get("zone"), "S")
        card = self._new(entry["card"], player, Zone.NOWHERE)
        face_up = bool(entry.get("face_up", False))
        live = moving.to_row(self.s, card, zone, player, index, face_up=face_up)
        live.arrived = self.s.turn if entry.get("this_turn") else 0
        if "equipped_to" in entry:
            self._equips.append((card, entry["equipped_to"]))

    def _place(self, player: int, zone: Zone, written: Any, letter: str) -> int:
        wanted = None if written is None else zone_number(str(written), letter)
        if wanted is not None and wanted >= ROW:
            if self.s.rules.zone_monster_max == "five":
                raise BadScenario(f"These rules have no Extra Monster Zone: {written}.")
            mine, theirs = self.s.players[player].monsters, self.s.players[facing(self.s, player)].monsters
            index = wanted if mine[wanted] < 0 and theirs[mirrored(wanted)] < 0 else None
        else:
            index = moving.free_zone(self.s, player, zone, wanted)
        if index is None:
            raise BadScenario(f"There is no free zone {written or letter}; a row has {ROW}.")
        return index
