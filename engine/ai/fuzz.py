"""``python -m engine fuzz``: random duels under all rulesets, checked as they go; every failure prints how to replay it."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.ai import checks
from engine.ai.agent import Agent, make_agent
from engine.ai.play import UnreadableDeck, load_deck
from engine.cards import definition
from engine.decks import CardIndex
from engine.duel import Duel, DuelDeck, not_playable, replay
from engine.facts import CardFacts, UnreadableFacts, read_facts, read_starter
from engine.practice import practice_decks
from engine.rulesets import NAMES
from engine.state.printed import EXTRA_FRAMES
from engine.state.rng import Rng

_MOST = 20_000
_RULESETS = tuple(name for name in NAMES if name != "tag-2017")
_THOUGHTFUL = 8
"""One duel in so many is played by the agents that think."""
_EVERY = 600
"""One decision in so many is looked at closely."""


@dataclass(frozen=True, slots=True)
class Pool:
    """What Decks are made of: single cards, and whole Decks."""

    cards: Sequence[CardFacts]
    decks: Sequence[DuelDeck] = ()

    def deck(self, rng: Rng) -> DuelDeck:
        """Return one of the Decks, or as often a random one."""
        if self.decks and rng.below(2):
            return self.decks[rng.below(len(self.decks))]
        return random_deck(self.cards, rng)


@dataclass(slots=True)
class Found:
    """Counts over several duels."""

    duels: int = 0
    decisions: int = 0
    compared: int = 0
    """Positions in which the worlds of both players were compared."""
    failures: int = 0
    rulesets: Counter[str] = field(default_factory=Counter)


def random_deck(pool: Sequence[CardFacts], rng: Rng) -> DuelDeck:
    """Return 40 random cards, some of them in three copies, and up to 15 Extra Deck cards."""
    main = [facts for facts in pool if facts.frame not in EXTRA_FRAMES]
    extra = [facts for facts in pool if facts.frame in EXTRA_FRAMES]
    cards: list[CardFacts] = []
    while len(cards) < 40:
        cards += [main[rng.below(len(main))]] * (1 + rng.below(3))
    rng.shuffle(extra)
    return DuelDeck(cards[:40], extra[:15])


def one(pool: Pool, seed: int, found: Found, every: int = _EVERY) -> str | None:
    """Play one duel and look closely at one decision in ``every``; return what went wrong, None if nothing did."""
    rng = Rng(seed)
    ruleset = _RULESETS[seed % len(_RULESETS)]
    found.duels += 1
    found.rulesets[ruleset] += 1
    thoughtful = rng.below(_THOUGHTFUL) == 0
    names = ("script", "sensible") if thoughtful else ("random", "random")
    agents: list[Agent] = [make_agent(name, seed + seat, "active") for seat, name in enumerate(names)]
    try:
        decks = [pool.deck(rng), pool.deck(rng)]
        duel = Duel.start(ruleset, decks, seed, keep_log=bool(seed % 2))
        looked_at = rng.below(min(every, 250))
        for number in range(_MOST):
            prompt = duel.state.prompt
            if prompt is None:
                break
            player = prompt.player
            actions = list(duel.options(player))
            assert actions, f"nothing can be chosen at {prompt.kind} ({prompt.reason})"
            chosen = actions[0] if len(actions) == 1 else agents[player].choose(duel, player, actions)
            if number == looked_at:
                looked_at += 1 + rng.below(2 * every)
                _look_closely(duel, pool, seed + number, found)
                checks.copied(duel, player, chosen)
            assert duel.check(player, chosen) is None, f"an option is refused: {chosen}"
            duel.apply_legal(player, chosen)
            checks.conserved(duel)
            found.decisions += 1
        else:
            return f"no end after {_MOST} decisions"
        assert duel.transcript is not None
        if seed % 4 == 0:
            again = replay(ruleset, decks, duel.transcript)
            assert again.state_hash() == duel.state_hash(), "the transcript leads elsewhere"
    except Exception as fault:  # A fuzzer reports whatever goes wrong.
        return f"{ruleset}: {type(fault).__name__}: {fault}"
    return None


def _look_closely(duel: Duel, pool: Pool, seed: int, found: Found) -> None:
    """Make the checks that take long."""
    found.compared += 1
    checks.complete(duel)
    checks.saved(duel)
    for viewer in range(len(duel.state.players)):
        checks.unseen(duel, viewer, seed, pool.cards, ("random", "sensible", "script"))


def gather(cards: str | None, folder: str | None) -> Pool:
    """Return the playable cards of a card file (or the starter catalogue), the practice Decks and those of a folder."""
    if folder and not Path(folder).is_dir():
        raise NotADirectoryError(f"There is no folder {folder}.")
    facts = (read_starter() if cards is None else read_facts(Path(cards))).cards
    index = CardIndex(facts)
    decks = [deck.duel_deck(index) for deck in practice_decks()]
    for path in sorted(Path(folder).glob("*.ydk")) if folder else ():
        try:
            deck = load_deck(str(path), index)
        except UnreadableDeck:
            continue
        if not not_playable([*deck.main, *deck.extra]):
            decks.append(deck)
    return Pool([card for card in facts if definition(card) is not None], decks)


class _NoSeed(ValueError):
    """The file that keeps the next seed holds something else."""


def _resumed(kept: Path, seed: int) -> int:
    """Return the seed a file keeps; a new file keeps this one. Raises ``OSError`` and ``_NoSeed``."""
    if not kept.exists():
        _keep(kept, seed)
        return seed
    try:
        data = json.loads(kept.read_bytes())
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or type(data.get("next")) is not int:
        raise _NoSeed(f"{kept} does not keep the next seed of another run.")
    return int(data["next"])


def _keep(kept: Path, seed: int) -> None:
    kept.write_text(json.dumps({"next": seed}), encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """Run the command; 0 if no fault was found, 1 if there was one, 2 if it could not begin."""
    parser = argparse.ArgumentParser(prog="python -m engine fuzz", description="Look for faults with random duels.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--duels", type=int, default=0, help="stop after so many duels instead")
    parser.add_argument("--every", type=int, default=_EVERY, help="look closely at one decision in so many")
    parser.add_argument("--cards", metavar="FILE", help="card file instead of the starter catalogue")
    parser.add_argument("--decks", metavar="FOLDER", help="folder of .ydk files to use as well, as far as they can be played")
    parser.add_argument("--resume", metavar="FILE", help="file that keeps the next seed between runs")
    options = parser.parse_args(arguments)
    if options.every < 1:
        parser.error("--every is a number from 1.")
    kept = Path(options.resume) if options.resume else None
    try:
        pool = gather(options.cards, options.decks)
        seed = options.seed if kept is None else _resumed(kept, options.seed)
    except (OSError, UnreadableFacts, _NoSeed) as unread:
        print(unread, file=sys.stderr)
        return 2
    ends = time.monotonic() + options.minutes * 60
    found = Found()
    extra = "" if options.every == _EVERY else f" --every {options.every}"
    extra += "".join(f" --{name} {value}" for name, value in (("cards", options.cards), ("decks", options.decks)) if value)
    while (found.duels < options.duels) if options.duels else (time.monotonic() < ends):
        fault = one(pool, seed, found, options.every)
        if fault is not None:
            found.failures += 1
            print(f"{fault}\n  replay: python -m engine fuzz --seed {seed} --duels 1{extra}", flush=True)
        seed += 1
        if kept is not None:
            _keep(kept, seed)
    print(
        f"{found.duels} duels, {found.decisions} decisions, {found.compared} positions compared between worlds, "
        f"{found.failures} failures, next seed {seed}",
        file=sys.stderr,
    )
    return 1 if found.failures else 0
