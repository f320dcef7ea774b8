"""One random duel that looks for faults: played from its seed with all checks, and played again without them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from engine.ai import checks
from engine.ai.agent import Agent, make_agent
from engine.duel import SEATS, Duel, DuelDeck, Transcript
from engine.facts import CardFacts
from engine.rulebook import LANGUAGES
from engine.rulesets import NAMES, read_ruleset
from engine.state.printed import EXTRA_FRAMES
from engine.state.rng import Rng
from engine.state.seats import team

RULESETS = NAMES
"""The rulesets of the duels."""
_IN_TURN = tuple(name for name in NAMES if name != "tag-2017")
"""Those that take turns by seed."""
_TAG = 13
"""One duel in so many is a Tag Duel, which is as long as several others."""
EVERY = 50
"""One decision in so many is looked at closely: 2 %."""
LONG_TURN = 1_000
"""Decisions of one turn after which the choices are the run's own: an agent chooses the same in the same position, so an
effect that may be activated again and again and does nothing (its card's effects are negated) would go on for ever."""
MOST = 20_000
"""Decisions after which a duel is taken to be endless."""
_THOUGHTFUL = 25
"""One duel in so many is played by the agents that think, one close look in so many asks them what they would do."""
_EXPECTED = 60
"""Cards of the pool a player expects hidden cards to be."""


@dataclass(frozen=True, slots=True)
class Pool:
    """What Decks are made of: single cards, and whole Decks."""

    cards: Sequence[CardFacts]
    decks: Sequence[DuelDeck] = ()
    only: str | None = None
    """The ruleset of all duels; else they take turns."""

    def deck(self, rng: Rng) -> DuelDeck:
        """Return a random Deck, or now and then one of the whole ones."""
        if self.decks and not rng.below(3):
            return self.decks[rng.below(len(self.decks))]
        return random_deck(self.cards, rng)


@dataclass(slots=True)
class Played:
    """What came of one duel. ``answers`` are indexes among the options, ``end`` a hash of the whole course."""

    seed: int
    ruleset: str = ""
    decisions: int = 0
    looked: int = 0
    """Decisions that were looked at closely, each from two worlds."""
    fault: str | None = None
    answers: list[int] = field(default_factory=list)
    transcript: dict[str, Any] | None = None
    end: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return all of it as JSON values."""
        return asdict(self)


def random_deck(pool: Sequence[CardFacts], rng: Rng) -> DuelDeck:
    """Return 40 random cards, some of them in three copies, and up to 15 Extra Deck cards."""
    main = [facts for facts in pool if facts.frame not in EXTRA_FRAMES]
    extra = [facts for facts in pool if facts.frame in EXTRA_FRAMES]
    cards: list[CardFacts] = []
    while len(cards) < 40:
        cards += [main[rng.below(len(main))]] * (1 + rng.below(3))
    rng.shuffle(extra)
    return DuelDeck(cards[:40], extra[:15])


def _start(pool: Pool, seed: int, rng: Rng) -> Duel:
    rules = read_ruleset(pool.only or ruleset_of(seed))
    decks = [pool.deck(rng) for _ in range(SEATS[rules.turn_order])]
    return Duel.start(rules, decks, seed, keep_log=bool(seed // len(_IN_TURN) % 2))


def ruleset_of(seed: int) -> str:
    """Return the ruleset of the duel of a seed."""
    return "tag-2017" if seed % _TAG == _TAG - 1 else _IN_TURN[seed % len(_IN_TURN)]


def play(pool: Pool, seed: int, every: int = EVERY) -> Played:
    """Play one duel and look closely at one decision in ``every``; ``fault`` says what went wrong, if anything did."""
    played = Played(seed, pool.only or ruleset_of(seed))
    try:
        _play(pool, seed, every, played)
    except Exception as fault:  # A fuzzer reports whatever goes wrong.
        played.fault = f"{played.ruleset}, decision {played.decisions}: {type(fault).__name__}: {fault}"
    return played


def _play(pool: Pool, seed: int, every: int, played: Played) -> None:
    rng = Rng(seed)
    thoughtful = not rng.below(_THOUGHTFUL)
    duel = _start(pool, seed, rng)
    names = ("script", "sensible") if thoughtful else ("random", "random")
    agents: list[Agent] = [
        make_agent(names[team(seat)], seed + seat, "active" if rng.below(8) else "uniform")
        for seat in range(len(duel.state.players))
    ]
    watch = checks.Watch(duel)
    began, turn = 0, 0
    for number in range(MOST):
        watch.look(duel)
        prompt = duel.state.prompt
        if prompt is None:
            break
        player = prompt.player
        actions = list(duel.options(player))
        checks.offered(duel, player, actions)
        if duel.state.turn != turn:
            began, turn = number, duel.state.turn
        if len(actions) == 1:
            chosen = 0
        elif number - began > LONG_TURN:
            chosen = rng.below(len(actions))
        else:
            chosen = actions.index(agents[player].choose(duel, player, actions))
        if every == 1 or not rng.below(every):
            played.looked += 1
            _look_closely(duel, pool, seed + number, rng)
            checks.copied(duel, player, actions[chosen])
        played.answers.append(chosen)
        duel.apply_legal(player, actions[chosen])
        played.decisions += 1
    else:
        raise AssertionError(f"no end after {MOST} decisions")
    checks.saved_whole(duel)
    _read_log(duel)
    assert duel.transcript is not None
    played.transcript = duel.transcript.to_json()
    played.end = fingerprint(duel)


def _look_closely(duel: Duel, pool: Pool, seed: int, rng: Rng) -> None:
    """Make the checks that take long."""
    checks.saved(duel)
    kind = checks.WORLDS[rng.below(len(checks.WORLDS))]
    agents = () if rng.below(_THOUGHTFUL) else ("random", "sensible", "script")
    expected = [pool.cards[rng.below(len(pool.cards))] for _ in range(_EXPECTED)] if kind == "pool" else ()
    for viewer in range(len(duel.state.players)):
        checks.unseen(duel, viewer, seed, expected, agents, [kind])


def _read_log(duel: Duel) -> None:
    """Let the whole log be told to everyone."""
    if duel.log is not None:
        for language, viewer in zip(LANGUAGES, (0, 1, None), strict=True):
            assert all(duel.log.lines(viewer, language)), "an entry of the log has no words"


def fingerprint(duel: Duel) -> str:
    """Return a hash of how a duel ended and of its state at the end of every turn."""
    hashes = () if duel.transcript is None else duel.transcript.hashes
    told = json.dumps([duel.state_hash(), *hashes, duel.winner, duel.state.reason])
    return hashlib.blake2b(told.encode(), digest_size=8).hexdigest()


def again(pool: Pool, played: Played) -> str | None:
    """Play a duel again by the numbers of its answers; return how it differs, None if it is the same.

    Meant for a process with another hash seed: the options have to come in the same order there.
    """
    assert played.transcript is not None
    try:
        rng = Rng(played.seed)
        rng.below(_THOUGHTFUL)
        duel = _start(pool, played.seed, rng)
        told = Transcript.from_json(json.loads(json.dumps(played.transcript)))
        for number, (chosen, answer) in enumerate(zip(played.answers, told.answers, strict=True)):
            prompt = duel.state.prompt
            actions = [] if prompt is None else list(duel.options(prompt.player))
            if prompt is None or prompt.player != answer[0] or len(actions) <= chosen or actions[chosen] != answer[1]:
                return f"{played.ruleset}, decision {number}: played again, other options are offered"
            duel.apply_legal(*answer)
        if fingerprint(duel) != played.end:
            return f"{played.ruleset}: played again, the duel leads elsewhere"
    except Exception as fault:  # As above.
        return f"{played.ruleset}: played again: {type(fault).__name__}: {fault}"
    return None
