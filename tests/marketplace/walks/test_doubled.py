"""Every form sent twice at the same moment, by two windows of the same person: one effect."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from tests.marketplace.snapshots import effect, snapshot
from tests.marketplace.walks.stage import Case, Stage, Try
from tests.marketplace.walks.table import DOUBLED, MEMBERS, OWN
from tests.marketplace.walks.test_strangers import CATALOGUE, walked

pytestmark = pytest.mark.thorough

NOT_SENT_TWICE = {
    "trades.compose_step": "shows the composer again and keeps nothing",
}


def test_no_form_is_forgotten(stage: Stage):
    forms = {rule.endpoint for rule, method in walked(stage.app) if method == "POST" and rule.endpoint in OWN | MEMBERS}
    assert forms - {case.endpoint for case in DOUBLED} - NOT_SENT_TWICE.keys() == set()


def at_once(stage: Stage, case: Case, tried: Try) -> list[Any]:
    """The answers to the same form, sent by two browsers that wait for each other."""
    barrier = Barrier(2)

    def send(browser: Any) -> Any:
        client, token = browser
        barrier.wait(30)
        return stage.send_with(client, token, case, tried)

    browsers = [stage.visit(tried.who) for _browser in range(2)]
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(send, browsers))


@pytest.mark.parametrize("case", DOUBLED, ids=lambda case: case.name)
def test_sent_twice_at_once_it_acts_once(stage: Stage, case: Case):
    once = case.make(stage)
    before = snapshot(stage.database, without=CATALOGUE)
    answer = stage.send(once.who, case, once)
    assert answer.status_code == case.status, answer.get_data(as_text=True)
    after = snapshot(stage.database, without=CATALOGUE)
    one = effect(before, after)
    if case.status == 303:
        assert one, "the form does something"

    twice = case.make(stage)
    before = snapshot(stage.database, without=CATALOGUE)
    codes = [answer.status_code for answer in at_once(stage, case, twice)]
    assert max(codes) < 500, codes
    assert case.status in codes, codes
    both = effect(before, snapshot(stage.database, without=CATALOGUE))
    assert both == one, (codes, f"more: {both - one}, less: {one - both}")
