"""All routes that are walked, and those that need not be."""

from __future__ import annotations

from tests.marketplace.walks import of_messages, of_trades, of_wants
from tests.marketplace.walks.stage import Case

PREFIXES = ("/trades", "/wants", "/people", "/board", "/messages", "/addresses")

CASES: list[Case] = [*of_trades.CASES, *of_messages.CASES, *of_wants.CASES]
"""Routes that act on something of somebody's: 404 for anybody else."""

DOUBLED: list[Case] = [
    *(case for case in CASES if case.method == "POST"), *of_trades.OWN_DOUBLED, *of_messages.OWN_DOUBLED, *of_wants.OWN_DOUBLED,
]  # fmt: skip

OWN = of_trades.OWN | of_messages.OWN | of_wants.OWN
"""Routes without an id in their address: everybody sees and changes one's own things."""

MEMBERS = of_trades.MEMBERS | of_messages.MEMBERS | of_wants.MEMBERS
"""Routes with the id of a person, open to every member; what they show of others is tested where they are made."""
