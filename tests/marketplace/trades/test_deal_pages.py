"""The pages of an agreed trade: every button once however often it is pressed, and nothing for anybody else."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from sqlalchemy import func, select

from marketplace.messages import addresses
from marketplace.trades import dispatch
from marketplace.trades.models import Parcel, ParcelLine, Trade, TradeEvent
from tests.factories import accounts, deals, trades


@pytest.fixture
def scene(app, session):
    """Ann gives two of three copies and dice, Bob gives one copy; agreed, nothing settled. Committed."""
    with app.test_request_context():
        ann, bob = trades.people(session)
        mine, theirs = trades.copies(session, ann, 3), trades.copies(session, bob)
        trade = deals.agreed(session, ann, bob, [(mine, 2)], [theirs], [("me", "dice")])
        home = addresses.save_address(
            session, bob.id, None, label="Home", lines="Bob\nRue de la Paix", country="", note="", is_default=True
        )
        found = SimpleNamespace(
            ann=ann, bob=bob, mallory=accounts.user(session, "Mallory"), trade=trade.id, mine=mine.id, theirs=theirs.id,
            card=mine.printing_id, name=mine.printing.card.name, home=home.id, url=f"/trades/{trade.id}",
        )  # fmt: skip
        session.commit()
    return found


@pytest.fixture
def look(database):
    """Ask the database without holding a lock: ``look(query)`` gives the first value."""

    def look(query):
        with database.read() as reading:
            return reading.scalar(query)

    return look


class Person:
    """One of the two at the browser."""

    def __init__(self, app, log_in, user, scene, look):
        self.client = app.test_client()
        log_in(self.client, user)
        self.scene, self.look = scene, look
        self.pressed = 0

    def post(self, path, *, status=303, times=2, **values):
        """Press a button ``times`` times on the page as it is now."""
        revision = self.look(select(Trade.revision).where(Trade.id == self.scene.trade))
        self.pressed += 1
        data = {"revision": str(revision), "form_key": f"key-{self.pressed}"} | values
        for _press in range(times):
            answer = self.client.post(f"{self.scene.url}{path}", data=data)
            assert answer.status_code == status, (path, answer.status_code, re.findall(r"notice.*?</", answer.text)[:3])
        return answer

    def page(self, path="", status=200):
        answer = self.client.get(f"{self.scene.url}{path}")
        assert answer.status_code == status
        return answer.get_data(as_text=True)


@pytest.fixture
def people(app, log_in, scene, look):
    return [Person(app, log_in, user, scene, look) for user in (scene.ann, scene.bob)]


@pytest.fixture
def parcel_ids(scene, database):
    def parcel_ids():
        with database.read() as reading:
            return list(reading.scalars(select(Parcel.id).where(Parcel.trade_id == scene.trade).order_by(Parcel.step)))

    return parcel_ids


def happened(look, scene, kind):
    return look(select(func.count(TradeEvent.id)).where(TradeEvent.trade_id == scene.trade, TradeEvent.kind == kind))


@pytest.fixture
def owned(database, scene):
    def owned(user):
        with database.read() as reading:
            return deals.owned(reading, user, scene.card)

    return owned


def test_by_post_from_the_manner_to_the_last_parcel(people, scene, look, owned, parcel_ids):
    ann, bob = people
    ann.post("/manner", manner="post")
    assert "proposes: by post" in bob.page()
    bob.post("/manner", manner="post")
    bob.post("/address", address_id=str(scene.home))
    assert "Rue de la Paix" in ann.page()
    out, back = parcel_ids()
    ann.post(f"/parcels/{out}/sent", sent_on="", tracking="RR123", note="two sleeves")
    assert "RR123" in bob.page()
    assert "two sleeves" in bob.page()
    assert 'name="tracking"' in ann.page(f"/parcels/{out}")
    line = look(select(ParcelLine.id).where(ParcelLine.parcel_id == out).limit(1))
    assert f'name="described-{line}"' in bob.page(f"/parcels/{out}")
    bob.post(f"/parcels/{out}/received", **{f"described-{line}": "no", f"remark-{line}": "bent corner"})
    assert owned(scene.bob) == 2
    assert owned(scene.ann) == 1
    assert "bent corner" in ann.page()
    assert "not as described" in ann.page()
    bob.post(f"/parcels/{back}/sent")
    ann.post(f"/parcels/{back}/received", all_fine="1")
    assert look(select(Trade.state).where(Trade.id == scene.trade)) == "done"
    for kind in ("manner_proposed", "manner_settled", "address_shown", "sent", "received", "done"):
        assert happened(look, scene, kind) == {"sent": 2, "received": 2}.get(kind, 1), kind
    assert "Put them in their place" in bob.page()
    bob.post("/address/hide")
    assert "Rue de la Paix" not in ann.page()


def test_in_person(people, scene, look, owned):
    ann, bob = people
    for person in people:
        person.post("/manner", manner="hand")
    ann.post("/met")
    ann.post("/met/undo")
    ann.post("/met")
    assert owned(scene.bob) == 0
    bob.post("/met")
    assert owned(scene.bob) == 2
    assert happened(look, scene, "met_both") == 1
    assert "From Ann" in bob.page()


def test_a_plan_in_steps(people, scene, look, parcel_ids):
    ann, bob = people
    for person in people:
        person.post("/manner", manner="post")
    page = ann.page("/plan?order=me_parts")
    fields = dict(re.findall(r'name="((?:sender|many|waits)-[\d-]+)"[^>]*?value="([^"]*)"', page))
    many = dict(re.findall(r'name="(many-[\d-]+)"[^>]*?value="([^"]*)"', page))
    assert sum(int(value) for value in many.values()) == 4
    ann.post("/plan", order="me_parts", **(fields | many))
    ann.page("/plan")
    assert "proposes another plan" in bob.page()
    assert "Your plan of parcels waits for Bob." in ann.page()
    event = look(select(TradeEvent.id).where(TradeEvent.kind == "plan_proposed"))
    bob.post(f"/plan/{event}/agree")
    assert len(parcel_ids()) == 3
    refused = ann.post("/plan", status=422, times=1, order="both", **{"sender-0": "me", "day-0": "tomorrow", "many-0-1": "x"})
    assert "2026-03-14" in refused.text


def test_a_change_is_composed_and_signed(people, scene, look):
    ann, bob = people
    page = ann.page("/amend")
    assert scene.name in page
    data = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page))
    rows = re.findall(r'name="(row)" value="([^"]*)"', page)
    assert rows or data
    form = [(name, value) for name, value in re.findall(r'<input[^>]*? name="([^"]+)"[^>]*? value="([^"]*)"', page)
            if name not in ("csrf_token", "step", "form_key", "revision")]  # fmt: skip
    form = [(name, "1" if name.startswith("quantity") and value == "2" else value) for name, value in form]
    revision = look(select(Trade.revision).where(Trade.id == scene.trade))
    for _press in range(2):
        answer = ann.client.post(f"{scene.url}/amend", data=_multi([*form, ("revision", str(revision)), ("form_key", "amend")]))
        assert answer.status_code == 303, re.findall(r"notice.*?</div>", answer.text, re.S)[:2]
    assert look(select(Trade.amendment).where(Trade.id == scene.trade)) == 2
    assert "proposes a change of the agreement" in bob.page()
    bob.post("/amendments/2/sign")
    assert look(select(Trade.agreed).where(Trade.id == scene.trade)) == 2
    assert happened(look, scene, "amended") == 1


def _multi(pairs):
    found = {}
    for name, value in pairs:
        found.setdefault(name, []).append(value)
    return found


def test_cancelling_together(people, scene, look):
    ann, bob = people
    ann.post("/cancel", note="moved <b>away</b>")
    page = bob.page()
    assert "moved &lt;b&gt;away" in page
    assert "Agree to cancel" in page
    bob.post("/cancel/undo")
    ann.post("/cancel")
    bob.post("/cancel")
    assert look(select(Trade.state).where(Trade.id == scene.trade)) == "cancelled"
    assert happened(look, scene, "cancelled") == 1
    assert "cancelled" in ann.page()


def test_a_correction(people, scene, look, owned):
    ann, bob = people
    for person in people:
        person.post("/manner", manner="hand")
    for person in people:
        person.post("/met")
    page = bob.page("/corrections/new")
    line = re.search(r'name="what-(\d+)" value="back"', page)[1]
    refused = bob.post("/corrections/new", status=422, times=1, note="x" * 5_000)
    assert "too long" in refused.text
    refused = bob.post("/corrections/new", status=422, times=1, **{f"what-{line}": "facts", "note": "kept words"})
    assert "kept words" in refused.text
    bob.post("/corrections/new", **{f"what-{line}": "back", f"quantity-{line}": "1"})
    assert happened(look, scene, "correction_proposed") == 1
    ann.post("/corrections/1/sign")
    assert owned(scene.bob) == 1
    assert owned(scene.ann) == 2
    bob.post("/corrections/new", note="all settled")
    ann.post("/corrections/2/drop")
    assert "all settled" in bob.page()


def test_an_old_page_is_answered_with_the_trade_as_it_is(people, scene):
    ann, _bob = people
    old = {"revision": "1", "form_key": "old", "manner": "post"}
    answer = ann.client.post(f"{scene.url}/manner", data=old)
    assert answer.status_code == 409
    assert "How the cards change hands" in answer.text
    assert ann.client.post(f"{scene.url}/manner", data={"manner": "post"}).status_code == 409


def test_nothing_is_shown_or_done_for_anybody_else(app, log_in, people, scene, parcel_ids, look):
    _ann, bob = people
    for person in people:
        person.post("/manner", manner="post")
    bob.post("/address", address_id=str(scene.home))
    mallory = Person(app, log_in, scene.mallory, scene, look)
    parcel = parcel_ids()[0]
    gets = ["", "/plan", f"/parcels/{parcel}", "/corrections/new", "/amend"]
    posts = [
        "/manner", "/plan", "/plan/1/agree", "/plan/1/drop", "/address", "/address/hide", f"/parcels/{parcel}/sent",
        f"/parcels/{parcel}/received", f"/parcels/{parcel}/unsent", f"/parcels/{parcel}/missing", f"/parcels/{parcel}/found",
        "/met", "/met/undo", "/amendments/2/sign", "/amendments/2/drop", "/cancel", "/cancel/undo", "/corrections/new",
        "/corrections/1/sign", "/corrections/1/drop", "/amend", "/amend/step", "/amend/values",
    ]  # fmt: skip
    for path in gets:
        mallory.page(path, status=404)
    for path in posts:
        mallory.post(path, status=404, times=1, manner="hand", address_id=str(scene.home))
    stranger = app.test_client()
    for path in posts:
        assert stranger.post(f"{scene.url}{path}").status_code in (302, 401)
    # Every route of the trades that names a trade is among these or another feature's test.
    ours = {
        re.sub(r"<[^>]+>", "*", rule.rule).removeprefix("/trades/*")
        for rule in app.url_map.iter_rules()
        if rule.endpoint.startswith("trades.") and rule.rule.startswith("/trades/<int:trade_id>")
        and app.view_functions[rule.endpoint].__module__.split(".")[-1] in ("deal", "corrections", "amend")
    }  # fmt: skip
    tried = {re.sub(r"/\d+|/(agree|drop|sign|unsent|missing|found)$", "/*", path) for path in [*gets, *posts]}
    tried = {re.sub(r"/(agree|drop|sign)$", "/*", path) for path in tried}
    assert ours <= tried, ours - tried


def test_ids_of_another_trade_are_not_found(app, session, people, scene, look):
    ann, _bob = people
    with app.test_request_context():
        other = deals.by(session, deals.agreed(session, scene.ann, scene.bob, [trades.copies(session, scene.ann)]), "post")
        foreign = dispatch.parcels_of(session, other.id)[0].id
        session.commit()
    ann.page(f"/parcels/{foreign}", status=404)
    for what in ("sent", "received", "unsent"):
        ann.post(f"/parcels/{foreign}/{what}", status=404, times=1)
    ann.post("/address", status=422, times=1, address_id=str(scene.home))


def test_nonsense_is_no_error(people, scene, parcel_ids):
    ann, _bob = people
    ann.post("/manner", status=422, times=1, manner="pigeon")
    for person in people:
        person.post("/manner", manner="post")
    out = parcel_ids()[0]
    for values in ({"sent_on": "yesterday"}, {"sent_on": "1999-01-01"}, {"tracking": "x" * 200}, {"note": "y" * 600}):
        refused = ann.post(f"/parcels/{out}/sent", status=422, times=1, **values)
        assert next(iter(values.values()))[:40] in refused.text
    ann.post("/address", status=404, times=1, address_id="nonsense")
    ann.post("/plan", status=422, times=1)
