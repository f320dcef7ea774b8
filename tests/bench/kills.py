"""Twenty processes killed in the middle of each act that moves or locks copies of a trade."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.marketplace.trades import killing

if TYPE_CHECKING:
    from tests.bench.figures import Bench

KILLS = 20


def killed(bench: Bench) -> None:
    """Acceptance, a parcel received, the second "we met", copies that go back: killed at any moment, then looked at."""
    for kind in killing.KINDS:
        found = killing.kill(bench.database, kind, KILLS)
        bench.say(f"killed.{kind}.inside", found.inside, "kills within the transaction")
        bench.say(f"killed.{kind}.done", found.done, "kills after the commit")
        bench.say(f"killed.{kind}.wrong", len(found.wrong), "things", 0)
        bench.say(f"killed.{kind}.seconds", found.seconds, "s")
        for words in found.wrong[:20]:
            print(f"  {words}")
