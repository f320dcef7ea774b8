"""kill -9 while a trade is accepted or handed over: the database is as before or as after, never in between.

Twenty kills of each kind are ``python -m tests.bench killed``.
"""

from __future__ import annotations

import pytest

from tests.marketplace.trades import killing

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize("kind", killing.KINDS)
def test_a_killed_process_leaves_everything_or_nothing(database, kind):
    found = killing.kill(database, kind, 3)
    assert found.wrong == [], found.stops
    assert found.inside >= 1, found.stops
    assert found.inside + found.done == 3
