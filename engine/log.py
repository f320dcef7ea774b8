"""Events in words, English, French and Portuguese; kept beside the state, never copied with it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

from engine.rulebook import rule
from engine.state.card import CardState
from engine.state.duel_state import ROW, State
from engine.state.seats import are_mates, everyone
from engine.vocab import Cause, Frame, Zone

_OPEN = (Zone.GY, Zone.BANISHED)
_BY_A_CARD = ("effect", "destroyed.effect")
"""Why a card moved, where the card that did it is named."""
_LETTERS = {Zone.MONSTER: "M", Zone.SPELL_TRAP: "S"}


@cache
def _sentences() -> Any:
    return json.loads(Path(__file__).with_name("log_words.json").read_text(encoding="utf-8"))


@cache
def _rules() -> Any:
    return json.loads(Path(__file__).with_name("log_rules.json").read_text(encoding="utf-8"))


def _why(s: State, facts: Mapping[str, Any]) -> str:
    """Why a card moves: a key of the words "why"; "" where there is nothing to say beyond the move."""
    cause: Cause = facts["cause"]
    source: int | None = facts.get("source")
    if cause is Cause.MATERIAL:
        frame = Frame.FUSION if source is None else s.cards[source].printed.frame
        return f"material.{frame.value}" if frame in (Frame.SYNCHRO, Frame.LINK) else "material.fusion"
    if facts.get("destroyed"):
        key = f"destroyed.{cause.value}"
    elif cause is Cause.RULE:
        return "hand_limit" if facts["origin"] is Zone.HAND else ""
    else:
        key = cause.value
    if cause is not Cause.EFFECT:
        return key
    return f"{key}.own" if source == facts["card"] else key


def _place(card: CardState) -> str:
    """The zone of a card on the field in short, numbered from its controller's left: "M3"; "" anywhere else."""
    letter = _LETTERS.get(card.zone)
    if letter is None or card.index < 0:
        return ""
    return f"{letter}{card.index + 1}" if card.index < ROW else f"EX{card.index - ROW + 1}"


_ALL = (0b11, 0b1111)
"""Every seat, of two or of four: what a team of two knows of a four is never the first."""


def _known(entry: Mapping[str, Any], key: str, viewer: int | None) -> bool:
    """Whether a viewer may know the card that an entry names."""
    seen: int = entry[f"{key}_seen_by"]
    return seen in _ALL or (viewer is not None and bool(seen >> viewer & 1))


class Log:
    """What has happened, as entries; ``lines`` puts them into words for one player or for both (None)."""

    CARDS = ("card", "host", "target", "source")
    """The facts of an entry that name a card; ``<fact>_seen_by`` says who may know it."""

    def __init__(self, names: tuple[str, ...] = ("", "")) -> None:
        self.names = names
        self.entries: list[dict[str, Any]] = []

    def of(self, s: State) -> Callable[[str, dict[str, Any]], None]:
        """Return the function through which a state writes here."""

        def note(what: str, facts: dict[str, Any]) -> None:
            entry: dict[str, Any] = {"what": what, "turn": s.turn}
            if what == "move":
                if why := _why(s, facts):
                    entry["why"] = why
                named = why in _BY_A_CARD and facts.get("source") is not None
                facts = {key: value for key, value in facts.items() if key != "destroyed" and (named or key != "source")}
            for key, value in facts.items():
                if key in Log.CARDS and isinstance(value, int):
                    card = s.cards[value]
                    known = card.zone in _OPEN or (card.live is not None and card.face_up) or card.seen == everyone(s)
                    entry[key] = card.printed.name
                    entry[f"{key}_seen_by"] = everyone(s) if known or (facts.get("shown") and key != "source") else card.seen
                    if key == "source":
                        continue
                    entry[f"{key}_player"] = card.controller
                    if place := _place(card):
                        entry[f"{key}_place"] = place
                else:
                    entry[key] = value.value if isinstance(value, Enum) else value
            self.entries.append(entry)

        return note

    def to_json(self) -> dict[str, Any]:
        """Return the log as JSON values."""
        return {"names": list(self.names), "entries": self.entries}

    @staticmethod
    def from_json(data: dict[str, Any]) -> Log:
        """Return the log ``to_json`` described."""
        log = Log(tuple(data["names"]))
        log.entries = list(data["entries"])
        return log

    def lines(
        self,
        viewer: int | None,
        language: str = "en",
        start: int = 0,
        named: Callable[[str], str] = str,
    ) -> list[str]:
        """Return the entries from ``start`` on as sentences; ``named`` translates card names."""
        return [self.sentence(entry, viewer, language, named) for entry in self.entries[start:]]

    @staticmethod
    def rules(entry: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the ids of the rules an entry follows: those of the first case of its kind that fits."""
        if entry["what"] == "end":
            return (str(entry["rule"]),)
        for case in _rules().get(entry["what"], ()):
            if all(key in entry and entry[key] == wanted for key, wanted in case.items() if key != "rules"):
                return tuple(case["rules"])
        return ()

    def sentence(
        self, entry: Mapping[str, Any], viewer: int | None, language: str = "en", named: Callable[[str], str] = str
    ) -> str:
        """Return one entry in words, as a player may know it."""
        words = _sentences()
        facts: dict[str, Any] = {}
        for key, value in entry.items():
            if key in Log.CARDS and isinstance(value, str):
                facts[key] = named(value) if _known(entry, key, viewer) else words["hidden"][language]
                if f"{key}_place" in entry:
                    facts[key] += f" ({entry[f'{key}_place']})"
            elif key == "name":
                facts[key] = named(str(value))
            elif key == "why":
                facts[key] = self.why(entry, viewer, language, named)
            elif key == "rule":
                title = rule(value).title
                facts[key] = title.get(language) or title["en"]
            elif key == "value" and isinstance(value, int):
                facts[key] = value if str(entry["property"]).startswith("set_") else f"{value:+d}".replace("-", "−")
            elif key in ("player", "owner") and isinstance(value, int):
                facts[key] = self._player(value, viewer, language)
            elif key == "winner" and isinstance(value, int):
                seats = range(value, len(self.names), 2)  # The winner is a team.
                facts[key] = words["and"][language].join(self._player(seat, viewer, language) for seat in seats)
            else:
                table = words["values"].get(f"{key}.{value}") or words["values"].get(str(value), {})
                facts[key] = table.get(language, value)
        what = str(entry["what"])
        if what == "applied" and not entry.get("value"):
            what = "applied.none"
        elif entry.get("how") in ("normal", "special") and f"{what}.plain" in words["sentences"]:
            what = f"{what}.plain"
        elif f"{what}.{entry.get('how')}" in words["sentences"]:
            what = f"{what}.{entry['how']}"
        for more in ("why", "position"):
            if more in entry and f"{what}.{more}" in words["sentences"]:
                what = f"{what}.{more}"
        for special in ("target", "winner", "negated"):
            if special in entry and not isinstance(facts.get(special), str) and f"{what}.none" in words["sentences"]:
                what = f"{what}.none"
                break
            if special == "negated" and entry.get("negated") and f"{what}.negated" in words["sentences"]:
                what = f"{what}.negated"
        template: str = words["sentences"][what][language]
        return template.format_map(facts)

    @staticmethod
    def why(entry: Mapping[str, Any], viewer: int | None, language: str = "en", named: Callable[[str], str] = str) -> str:
        """Return why the card of a move went there, in words; "" where nothing is to be said."""
        key = entry.get("why")
        if not key:
            return ""
        words = _sentences()["why"]
        if key in _BY_A_CARD and not ("source" in entry and _known(entry, "source", viewer)):
            return str(words[f"{key}.none"][language])
        return str(words[key][language]).format(source=named(entry["source"]) if "source" in entry else "")

    def _player(self, player: int, viewer: int | None, language: str) -> str:
        if self.names[player]:
            return self.names[player]
        words = _sentences()["players"]
        four = len(self.names) == 4
        if viewer is None:
            return f"{words['player'][language]} {('A1', 'A2', 'B1', 'B2')[player] if four else player + 1}"
        if viewer == player:
            role = "you"
        elif four and are_mates(viewer, player):
            role = "partner"
        else:
            role = "opponent" if viewer + player == len(self.names) - 1 else "opponent_partner"
        found: str = words[role][language]
        return found
