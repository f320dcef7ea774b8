"""Taking back one's last action, as long as nothing became known through it.

Allowed while since then no card became known to anybody who did not know it (but for the cards the action itself
openly placed), chance was not used, and the others only passed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine import Action, Duel, DuelDeck, ReplayDiffers, Ruleset, Transcript

_OPEN = ("monster", "spell_trap", "field", "gy", "banished")


@dataclass(frozen=True, slots=True)
class Step:
    """An action that can be taken back."""

    answers: int
    """Answers the duel had before it."""
    action: Action
    uid: int | None
    """The card it placed or used."""
    skipped: tuple[Any, ...]
    """The skipped windows the page showed before it, as JSON values."""
    refusal: str
    """What the page said then of taking back (``Table.undo_refusal``)."""
    before: Mapping[str, Any] = field(default_factory=dict)
    """What the person saw of its cards (``seen.seen_before``); empty in tables saved without it."""

    def to_json(self) -> list[Any]:
        return [self.answers, self.action.to_json(), self.uid, list(self.skipped), self.refusal, dict(self.before)]

    @staticmethod
    def from_json(data: Sequence[Any]) -> Step:
        answers, action, uid, skipped, refusal, *before = data
        return Step(answers, Action.from_json(action), uid, tuple(skipped), refusal, *before)


@dataclass(slots=True)
class Probe:
    """What was known, and where chance stood, before the person's last action."""

    known: list[int]
    chance: int
    acted: bool = False
    """An opponent, or the partner, did more than pass."""

    def to_json(self) -> list[Any]:
        return [self.known, self.chance, self.acted]

    @staticmethod
    def from_json(data: Sequence[Any]) -> Probe:
        known, chance, acted = data
        return Probe(list(known), chance, acted)


def probe(duel: Duel) -> Probe:
    """Take down what is known now."""
    return Probe(_known(duel), duel.state.rng.state)


def _known(duel: Duel) -> list[int]:
    """Return for each card who knows it: bit n for player n."""
    all_ = (1 << len(duel.state.players)) - 1
    return [all_ if card.face_up and card.zone.value in _OPEN else card.seen for card in duel.state.cards]


def refusal(before: Probe, duel: Duel, placed: Sequence[int | None]) -> str:
    """Return why what has happened since cannot be taken back: "opponent", "chance", "seen"; "" if it can."""
    if before.acted:
        return "opponent"
    if before.chance != duel.state.rng.state:
        return "chance"
    now = _known(duel)
    if len(now) != len(before.known):
        return "seen"  # A Token came to the field.
    if any(new & ~old and uid not in placed for uid, (old, new) in enumerate(zip(before.known, now, strict=True))):
        return "seen"
    return ""


def rules_version() -> int:
    """Return the version of the rules code; a saved duel names the one it was begun with."""
    return Transcript(0).version


def played_again(
    ruleset: Ruleset | str,
    decks: Sequence[DuelDeck],
    transcript: Transcript,
    answers: int,
    names: Sequence[str],
    origin: str = "",
) -> Duel:
    """Return the duel as it was after so many answers. Raises ``ReplayDiffers`` if its rules are not the same any more.

    With ``origin`` (``Table.origin``) it begins there and not with the Decks.
    Played on to where the duel stands now, the turns must have the hashes they had: else a card has been defined
    anew since, and what stood there before is not what would come back.
    """
    if transcript.version != rules_version():
        raise ReplayDiffers("The duel was begun with other rules code.")
    if origin:
        duel = Duel.from_json(origin)
    else:
        duel = Duel.start(ruleset, decks, transcript.seed, chooser=transcript.chooser, names=names)
    for player, action in transcript.answers[:answers]:
        decision = duel.decision
        if decision is None or decision.player != player or duel.check(player, action) is not None:
            raise ReplayDiffers(f"Turn {duel.state.turn}: an answer is not possible any more.")
        duel.apply_legal(player, action)
    assert duel.transcript is not None
    done = duel.transcript.hashes
    if done != transcript.hashes[: len(done)]:
        raise ReplayDiffers(f"The state differs at the beginning of turn {duel.state.turn}.")
    return duel
