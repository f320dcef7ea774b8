"""A thousand acceptances of the same copies by four processes at once: how fast, and that no harm is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.marketplace.trades import racing

if TYPE_CHECKING:
    from tests.bench.figures import Bench

ACCEPTANCES = 1_000
MIXED_ROUNDS = 100


def races(bench: Bench) -> None:
    """Offers that want the same copies, accepted at the same moments; then acceptances against other acts on the trade."""
    rounds = racing.lay_offers(bench.database, ACCEPTANCES)
    outcome = racing.race(bench.database, rounds, racing.accept_one)
    for name, number in racing.check_offers(bench.database, rounds, outcome).items():
        bench.say(f"races.{name}", number, "trades", 0)
    for name, number in sorted(outcome.counts.items()):
        bench.say(f"races.{name}", number, "acceptances")
    bench.say("races.seconds", outcome.seconds, "s")
    bench.say("races.slowest", outcome.slowest * 1000, "ms")


def mixed_races(bench: Bench) -> None:
    """Acceptances against edits, counter-offers, withdrawals and themselves."""
    rounds = racing.lay_duels(bench.database, MIXED_ROUNDS)
    outcome = racing.race(bench.database, rounds, racing.act_on)
    wrong = racing.check_duels(bench.database, rounds, outcome)
    bench.say("races.mixed.wrong", len(wrong), "things", 0)
    for words in wrong[:10]:
        print(f"  {words}")
    for name, number in sorted(outcome.counts.items()):
        bench.say(f"races.mixed.{name}", number, "acts")
    bench.say("races.mixed.slowest", outcome.slowest * 1000, "ms")
