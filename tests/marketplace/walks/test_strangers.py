"""Every page and form of something somebody owns, tried by another member and by nobody: not found, nothing changed."""

from __future__ import annotations

import pytest
from flask import Flask
from werkzeug.routing import Rule
from werkzeug.routing.converters import AnyConverter

from tests.marketplace.snapshots import difference, snapshot
from tests.marketplace.walks.stage import Case, Stage
from tests.marketplace.walks.table import CASES, MEMBERS, OWN, PREFIXES

CATALOGUE = frozenset({"card", "card_name", "card_text", "card_alias", "product", "printing"})


def walked(app: Flask) -> list[tuple[Rule, str]]:
    """Every rule below the prefixes, once for each of its methods."""
    found = []
    for rule in app.url_map.iter_rules():
        if str(rule).startswith(PREFIXES):
            found += [(rule, method) for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})]
    return found


def variants(rule: Rule) -> list[str]:
    """The values of an ``any(...)`` in the address; one empty value without."""
    for converter in rule._converters.values():
        if isinstance(converter, AnyConverter):
            return sorted(converter.items)
    return [""]


def test_no_route_is_forgotten(stage: Stage):
    known = {(case.endpoint, case.method, case.variant) for case in CASES}
    forgotten = [
        f"{method} {rule} ({rule.endpoint}{f'[{variant}]' if variant else ''})"
        for rule, method in walked(stage.app)
        for variant in variants(rule)
        if (rule.endpoint, method, variant) not in known and rule.endpoint not in OWN | MEMBERS
    ]
    assert forgotten == [], "a new route: give it a case in tests/marketplace/walks, or say there why it needs none"


def test_nothing_is_listed_that_is_no_route(stage: Stage):
    there = {rule.endpoint for rule in stage.app.url_map.iter_rules()}
    assert {case.endpoint for case in CASES} | OWN | MEMBERS <= there
    ids = {rule.endpoint for rule, _method in walked(stage.app) if rule.arguments - {"ending"}}
    assert not OWN & ids, "an address with an id is not one's own page"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_stranger_finds_nothing_and_changes_nothing(stage: Stage, case: Case):
    tried = case.make(stage)
    before = snapshot(stage.database, without=CATALOGUE)
    strange = stage.send(stage.mallory, case, tried)
    if case.endpoint in OWN:
        assert strange.status_code < 500
    else:
        assert strange.status_code == 404, strange.status_code
    nobody = stage.send(None, case, tried)
    assert nobody.status_code in (302, 401), nobody.status_code
    if nobody.status_code == 302:
        assert "/login" in nobody.headers["Location"]
    answers = [strange, nobody]
    if case.method == "POST":
        forged = stage.send(tried.who, case, tried, token=False)
        assert forged.status_code == 400, "a form without its token"
        answers.append(forged)
    for answer in answers[:2]:
        assert [secret for secret in tried.secrets if secret in answer.get_data(as_text=True)] == []
    assert difference(before, snapshot(stage.database, without=CATALOGUE)) == []

    allowed = stage.send(tried.who, case, tried)
    assert allowed.status_code == case.status, "the same is possible for who may do it"
    if case.method == "GET" and case.says:
        assert any(secret in allowed.get_data(as_text=True) for secret in tried.secrets)


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_pages_of_ones_own_are_for_members(stage: Stage, method: str):
    with stage.writing() as session:
        someone = stage.person(session, "Somebody")
    before = snapshot(stage.database, without=CATALOGUE)
    client, token = stage.visit(None)
    for rule, one in walked(stage.app):
        if one == method and rule.endpoint in OWN | MEMBERS:
            address = str(rule).replace("<int:user_id>", str(someone.id)).replace("<int:partner_id>", str(someone.id))
            address = address.replace("<ending>", "txt")
            assert "<" not in address
            answer = client.open(address, method=method, data={"csrf_token": token} if method == "POST" else None)
            assert answer.status_code in (302, 401), (address, answer.status_code)
            assert someone.name not in answer.get_data(as_text=True)
    assert difference(before, snapshot(stage.database, without=CATALOGUE)) == []
