"""``python -m engine fuzz``: random duels with random Decks of all playable cards, checked as they go."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from engine.action import Verb
from engine.cards import definition
from engine.duel import Duel, DuelDeck
from engine.facts import CardFacts, read_facts, read_starter
from engine.rulesets import NAMES
from engine.state.printed import EXTRA_FRAMES
from engine.state.rng import Rng

_MOST = 20_000
_RULESETS = tuple(name for name in NAMES if name != "tag-2017")


def random_deck(pool: Sequence[CardFacts], rng: Rng) -> DuelDeck:
    """Return 40 random cards, some of them in three copies, and the Extra Deck cards there are."""
    main = [facts for facts in pool if facts.frame not in EXTRA_FRAMES]
    cards: list[CardFacts] = []
    while len(cards) < 40:
        cards += [main[rng.below(len(main))]] * (1 + rng.below(3))
    return DuelDeck(cards[:40], [facts for facts in pool if facts.frame in EXTRA_FRAMES][:15])


def check(duel: Duel) -> None:
    """Raise ``AssertionError`` if the position breaks what always holds."""
    s = duel.state
    places = sum(
        len(side.deck)
        + len(side.hand)
        + len(side.extra)
        + len(side.gy)
        + len(side.banished)
        + sum(uid >= 0 for uid in (*side.monsters, *side.spells, side.field))
        for side in s.players
    )
    lost = sum(card.zone == "nowhere" for card in s.cards)
    assert places + lost == len(s.cards), "a card is in two places or in none"
    assert all(s.by_token[card.token] == card.uid for card in s.cards if card.token), "a token names another card"
    assert len({card.token for card in s.cards if card.token}) == len(s.by_token), "a token is left over"


def one(pool: Sequence[CardFacts], seed: int) -> str | None:
    """Play one duel; return what went wrong, None if nothing did."""
    rng = Rng(seed)
    ruleset = _RULESETS[seed % len(_RULESETS)]
    try:
        duel = Duel.start(ruleset, [random_deck(pool, rng), random_deck(pool, rng)], seed, keep_log=bool(seed % 2))
        for number in range(_MOST):
            prompt = duel.state.prompt
            if prompt is None:
                return None
            actions = list(duel.options(prompt.player))
            assert actions, f"nothing can be chosen at {prompt.kind} ({prompt.reason})"
            staying = [action for action in actions if action.verb is not Verb.PHASE]
            if staying and rng.below(10):
                actions = staying
            chosen = actions[rng.below(len(actions))]
            assert duel.check(prompt.player, chosen) is None, f"an option is refused: {chosen}"
            duel.apply_legal(prompt.player, chosen)
            check(duel)
            if number % 97 == 0:
                text = duel.to_json()
                assert Duel.from_json(text).to_json() == text, "a saved duel reads otherwise"
        return f"no end after {_MOST} decisions"
    except Exception as fault:  # A fuzzer reports whatever goes wrong.
        return f"{type(fault).__name__}: {fault}"


def main(arguments: Sequence[str]) -> int:
    """Run the command; 0 if no fault was found, 1 if there was one."""
    parser = argparse.ArgumentParser(prog="python -m engine fuzz", description="Look for faults with random duels.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--duels", type=int, default=0, help="stop after so many duels instead")
    parser.add_argument("--cards", metavar="FILE", help="card file instead of the starter catalogue")
    parser.add_argument("--resume", metavar="FILE", help="file that keeps the next seed between runs")
    options = parser.parse_args(arguments)
    found = read_starter() if options.cards is None else read_facts(Path(options.cards))
    pool = [facts for facts in found.cards if definition(facts) is not None]
    seed = options.seed
    kept = Path(options.resume) if options.resume else None
    if kept is not None and kept.exists():
        seed = json.loads(kept.read_text(encoding="utf-8"))["next"]
    ends = time.monotonic() + options.minutes * 60
    played = failures = 0
    while (played < options.duels) if options.duels else (time.monotonic() < ends):
        fault = one(pool, seed)
        if fault is not None:
            failures += 1
            again = f"python -m engine fuzz --seed {seed} --duels 1" + (f" --cards {options.cards}" if options.cards else "")
            print(f"{fault}\n  replay: {again}")
        played += 1
        seed += 1
        if kept is not None:
            kept.write_text(json.dumps({"next": seed}), encoding="utf-8")
    print(f"{played} duels, {failures} failures, next seed {seed}", file=sys.stderr)
    return 1 if failures else 0
