"""Pages of offers: who sees them, what their forms do, and what happens when two people act at once."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from flask import Flask
from sqlalchemy import func, select, update

from marketplace.accounts.models import User
from marketplace.collection import photos, stock
from marketplace.collection.models import Photo, Promise, Stack
from marketplace.collection.pictures import path_of
from marketplace.decks.models import Deck, DeckEntry
from marketplace.trades import agreement, offers, photos_shown, views
from marketplace.trades.lines import LineInput
from marketplace.trades.models import Trade, TradeEvent, TradeLine, TradeVersion
from marketplace.trades.parts import parts_of
from tests.factories import accounts, catalogue, trades


@pytest.fixture
def stage(app: Flask, database, session, log_in) -> SimpleNamespace:
    """Ann, Bob and Cleo with a client each; an offer of Ann's to Bob: 2 of hers for 1 of his."""
    found = SimpleNamespace(session=session, database=database)
    with app.test_request_context():
        found.ann, found.bob = trades.people(session)
        found.cleo = accounts.user(session, "Cleo")
        found.mine = trades.copies(session, found.ann, 2, of=_named(session, "Lord of Ann"), condition="NM")
        found.yours = trades.copies(session, found.bob, 3, of=_named(session, "Guard of Bob"))
        found.trade = trades.offer(session, found.ann, found.bob, [(found.mine, 2)], [found.yours], note="as we said")
        session.commit()
    # Plain numbers: asking an expired object for its id would take the lock pages want to write with.
    found.trade_id, found.mine_id, found.yours_id = found.trade.id, found.mine.id, found.yours.id
    found.ann_id, found.bob_id = found.ann.id, found.bob.id
    for name in ("ann", "bob", "cleo"):
        client = app.test_client()
        log_in(client, getattr(found, name))
        setattr(found, f"as_{name}", client)
    return found


def _named(session, name):
    return catalogue.printing(session, of=catalogue.card(session, name))


def hidden(page: str, form: str) -> dict[str, str]:
    """The hidden fields of the form that posts to ``form``."""
    part = page.split(f'action="{form}"')[1].split("</form>")[0]
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', part))


def composed(page: str) -> dict[str, str | list[str]]:
    """What the composer's form would send."""
    part = page.split('id="composer"')[1].split("</form>")[0]
    values: dict[str, str | list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", part):
        if 'type="checkbox"' in tag and "checked" not in tag:
            continue
        name, value = re.search(r'name="([^"]+)"', tag), re.search(r'value="([^"]*)"', tag)
        if name:
            values.setdefault(name[1], [])
            values[name[1]].append(value[1] if value else "")  # type: ignore[union-attr]
    return values


def stored(stage, trade_id: int) -> Trade:
    """The trade as the database has it now; no lock is held afterwards, so that pages can write."""
    with stage.database.read() as session:
        trade = session.get_one(Trade, trade_id)
        session.expunge_all()
    return trade


def read(stage, query):
    """What a query finds now, without holding a lock."""
    with stage.database.read() as session:
        found = session.scalars(query).all()
        session.expunge_all()
    return found


PAGES = ("", "/text", "/versions/1", "/news?revision=0", "/accept", "/counter", "/top-up", "/settle")
ACTS = (
    "accept",
    "decline",
    "withdraw",
    "nudge",
    "settle",
    "counter",
    "top-up",
    "counter/step",
    "counter/values",
    "top-up/step",
)


@pytest.mark.parametrize("page", PAGES)
def test_pages_are_for_the_two(stage, client, page):
    address = f"/trades/{stage.trade_id}{page}"
    for reader in (stage.as_ann, stage.as_bob):
        answer = reader.get(address, follow_redirects=True)
        assert answer.status_code == 200
        assert "Lord of Ann" in answer.text or page in ("/news?revision=0", "/top-up")
    assert stage.as_cleo.get(address).status_code == 404
    assert client.get(address).status_code == 302
    assert stage.as_ann.get(address.replace(str(stage.trade_id), "999", 1)).status_code == 404


@pytest.mark.parametrize("act", ACTS)
def test_acts_are_for_the_two(stage, act):
    answer = stage.as_cleo.post(f"/trades/{stage.trade_id}/{act}", data={"version": "1", "revision": "1"})
    assert answer.status_code == 404
    assert stored(stage, stage.trade_id).state == "open"


def test_the_page_offers_no_yes_to_what_cannot_be_accepted(stage):
    address = f"/trades/{stage.trade_id}"
    assert "You can accept this version" in stage.as_bob.get(address).text
    with stage.database.write() as session:
        session.get_one(Trade, stage.trade_id).needs_change = True
    for reader, words in (
        (stage.as_bob, "You can change it in a counter-offer"),
        (stage.as_ann, "Bob can change or decline it"),
    ):
        page = reader.get(address).text
        assert words in page
        assert "You can accept" not in page
        assert "and can accept" not in page


@pytest.mark.parametrize(("locale", "words"), [("en", "Done"), ("fr", "Terminé"), ("pt", "Concluída")])
def test_one_trade_is_done_in_the_singular(stage, locale, words):
    with stage.database.write() as session:
        session.get_one(Trade, stage.trade_id).state = "done"
        session.get_one(User, stage.bob_id).locale = locale
    heading = re.search(r'<h2 id="trade-now">(.*?)</h2>', stage.as_bob.get(f"/trades/{stage.trade_id}").text, re.S)
    assert heading
    assert heading[1].strip() == words


def test_every_form_wants_its_token(app, stage):
    app.config["WTF_CSRF_ENABLED"] = True
    for act in ACTS:
        assert stage.as_bob.post(f"/trades/{stage.trade_id}/{act}", data={"version": "1"}).status_code == 400
    assert stage.as_ann.post(f"/trades/compose/{stage.bob_id}", data={}).status_code == 400
    assert stored(stage, stage.trade_id).state == "open"


def test_the_list(stage):
    page = stage.as_bob.get("/trades").text
    assert "your answer" in page
    assert "Lord of Ann" in page
    assert "1 unread" in page
    assert "waiting for the other" in stage.as_ann.get("/trades").text
    assert "No open trades" in stage.as_cleo.get("/trades").text
    assert "Lord of Ann" not in stage.as_bob.get("/trades?q=nothing+like+it").text
    assert "No trades here" in stage.as_bob.get("/trades?show=done&page=7").text


def test_accepting_restates_both_sides_and_happens_once(stage):
    address = f"/trades/{stage.trade_id}/accept"
    page = stage.as_bob.get(address).text
    assert "Lord of Ann" in page
    assert "Guard of Bob" in page
    form = hidden(page, address)
    for _click in range(2):
        answer = stage.as_bob.post(address, data=form)
        assert answer.status_code == 303
    trade = stored(stage, stage.trade_id)
    assert (trade.state, trade.agreed) == ("agreed", 1)
    assert read(stage, select(func.sum(Promise.quantity))) == [3]
    page = stage.as_ann.get(f"/trades/{trade.id}").text
    assert "You have agreed" in page


def test_accepting_an_older_page_is_refused_with_the_differences(stage):
    address = f"/trades/{stage.trade_id}/accept"
    form = hidden(stage.as_bob.get(address).text, address)
    offers.counter(stage.session, stage.ann_id, stage.trade_id, None, trades.lines([(stage.mine, 1)], [stage.yours]))
    stage.session.commit()
    answer = stage.as_bob.post(address, data=form)
    assert answer.status_code == 409
    assert "Read it again" in answer.text
    assert "1 instead of 2" in answer.text
    assert stored(stage, stage.trade_id).state == "open"
    again = hidden(answer.text, address)
    assert again["version"] == "2"
    assert stage.as_bob.post(address, data=again).status_code == 303


def test_accepting_what_the_owner_describes_otherwise_meanwhile_is_refused(stage, app):
    address = f"/trades/{stage.trade_id}/accept"
    form = hidden(stage.as_bob.get(address).text, address)
    with app.test_request_context():
        stock.edit(stage.session, stage.ann_id, stage.mine_id, None, {"condition": "PL"})
        stage.session.commit()
    answer = stage.as_bob.post(address, data=form)
    assert answer.status_code == 409
    assert "condition: PL, before: NM" in answer.text


def built_deck(session, user_id, card_id, copies=3):
    deck = Deck(user_id=user_id, name="Club deck", state="built")
    session.add(deck)
    session.flush()
    session.add(DeckEntry(deck_id=deck.id, pile="main", written="#1", passcode=1, card_id=card_id, copies=copies))
    session.commit()
    return deck


def test_copies_of_a_built_deck_want_a_tick(stage):
    built_deck(stage.session, stage.bob_id, stage.yours.printing.card_id)
    address = f"/trades/{stage.trade_id}/accept"
    page = stage.as_bob.get(address).text
    assert "is in a built deck (Club deck)" in page
    form = hidden(page, address)
    answer = stage.as_bob.post(address, data=form)
    assert answer.status_code == 422
    assert stored(stage, stage.trade_id).state == "open"
    (tick,) = re.findall(r'name="tick" value="([^"]+)"', answer.text)
    assert stage.as_bob.post(address, data=form | {"tick": tick + "0"}).status_code == 422
    assert "built deck" not in stage.as_ann.get(f"/trades/{stage.trade_id}").text
    assert stage.as_bob.post(address, data=form | {"tick": tick}).status_code == 303


def test_an_idea_of_a_deck_holds_nothing(stage):
    deck = built_deck(stage.session, stage.bob_id, stage.yours.printing.card_id)
    deck.state = "idea"
    stage.session.commit()
    assert "built deck" not in stage.as_bob.get(f"/trades/{stage.trade_id}/accept").text


def test_declining_with_a_reason(stage):
    address = f"/trades/{stage.trade_id}/decline"
    form = hidden(stage.as_bob.get(f"/trades/{stage.trade_id}").text, address)
    for _click in range(2):
        assert stage.as_bob.post(address, data=form | {"reason": "not_enough", "note": "sorry"}).status_code == 303
    page = stage.as_ann.get(f"/trades/{stage.trade_id}").text
    assert "Not enough for what is asked" in page
    assert "sorry" in page
    composer = stage.as_ann.get(f"/trades/compose/{stage.bob_id}?like={stage.trade_id}").text
    assert "The same offer was declined on" in composer


def test_who_declines_may_ask_for_another_offer(stage):
    address = f"/trades/{stage.trade_id}/decline"
    form = hidden(stage.as_bob.get(f"/trades/{stage.trade_id}").text, address)
    assert "Bob would like another offer." not in stage.as_ann.get(f"/trades/{stage.trade_id}").text
    assert stage.as_bob.post(address, data=form | {"reason": "not_enough", "again": "1"}).status_code == 303
    told = "Bob declined the offer: “Not enough for what is asked”. Bob would like another offer."
    page = stage.as_ann.get(f"/trades/{stage.trade_id}").text
    assert told in page
    assert page.count("Bob would like another offer.") > page.count(told), "it stands at the top as well"
    assert "New offer to Bob" in page
    assert "You asked for another offer." in stage.as_bob.get(f"/trades/{stage.trade_id}").text


def test_a_new_offer_like_an_old_one_names_copies_that_are_gone(stage):
    address = f"/trades/{stage.trade_id}/decline"
    form = hidden(stage.as_bob.get(f"/trades/{stage.trade_id}").text, address)
    stage.as_bob.post(address, data=form)
    stage.session.execute(update(Stack).where(Stack.id == stage.yours_id).values(for_trade=0))
    stage.session.commit()
    place = f"/trades/compose/{stage.bob_id}"
    page = stage.as_ann.get(f"{place}?like={stage.trade_id}").text
    assert "These copies are not for trade any more. Take the line out." in page
    assert "<strong>Guard of Bob</strong>" in page
    assert "Copies that are no longer for trade" not in page
    again = stage.as_ann.post(f"{place}/step", data=composed(page)).text
    assert "<strong>Guard of Bob</strong>" in again


def test_a_note_that_is_too_long_is_refused_and_kept_whole(stage):
    place = f"/trades/compose/{stage.bob_id}"
    form = composed(stage.as_ann.get(f"{place}?want={stage.yours_id}:1&give={stage.mine_id}:1").text)
    forged = "x" * 100_000 + " the end"
    before = len(stage.session.scalars(select(Trade.id)).all())
    stage.session.rollback()
    answer = stage.as_ann.post(place, data=form | {"note": forged})
    assert answer.status_code == 422
    assert "This text is too long: at most" in answer.text
    assert forged in answer.text
    assert len(stage.session.scalars(select(Trade.id)).all()) == before
    stage.session.rollback()


def test_declining_on_an_older_page_keeps_what_was_typed(stage):
    address = f"/trades/{stage.trade_id}/decline"
    form = hidden(stage.as_bob.get(f"/trades/{stage.trade_id}").text, address)
    offers.top_up(stage.session, stage.ann_id, stage.trade_id, None, [LineInput("me", "item", text="dice")])
    stage.session.commit()
    answer = stage.as_bob.post(address, data=form | {"reason": "condition", "note": "too worn for me"})
    assert answer.status_code == 409
    assert "too worn for me</textarea>" in answer.text
    assert re.search(r'value="condition" checked', answer.text)
    assert "dice" in answer.text
    assert stored(stage, stage.trade_id).state == "open"


def test_withdrawing_and_nudging(stage, let_pass):
    page = stage.as_ann.get(f"/trades/{stage.trade_id}").text
    assert f'action="/trades/{stage.trade_id}/nudge"' not in page
    assert stage.as_ann.post(f"/trades/{stage.trade_id}/nudge").status_code == 422
    let_pass(stage.trade, days=3)
    stage.session.commit()
    page = stage.as_ann.get(f"/trades/{stage.trade_id}").text
    form = hidden(page, f"/trades/{stage.trade_id}/nudge")
    for _click in range(2):
        assert stage.as_ann.post(f"/trades/{stage.trade_id}/nudge", data=form).status_code == 303
    assert len(read(stage, select(TradeEvent).where(TradeEvent.kind == "nudged"))) == 1
    form = hidden(page, f"/trades/{stage.trade_id}/withdraw")
    for _click in range(2):
        assert stage.as_ann.post(f"/trades/{stage.trade_id}/withdraw", data=form).status_code == 303
    assert stored(stage, stage.trade_id).state == "withdrawn"


def test_a_lapsed_offer_is_noted_when_it_is_read(stage, let_pass):
    let_pass(stage.trade, days=15)
    stage.session.commit()
    assert "has lapsed" in stage.as_bob.get(f"/trades/{stage.trade_id}").text
    assert stored(stage, stage.trade_id).state == "lapsed"


def test_settling_what_is_open(stage):
    session = stage.session
    more = trades.copies(session, stage.bob, of=_named(session, "Another guard"))
    lines = [trades.line("me", stage.mine), LineInput("them", "open", options=(stage.yours_id, more.id))]
    trade = offers.propose(session, stage.ann_id, stage.bob_id, lines)
    session.commit()
    address = f"/trades/{trade.id}"
    page = stage.as_bob.get(address).text
    assert "1 choice is still open." in page
    assert f'href="{address}/accept"' not in page
    assert stage.as_bob.get(f"{address}/accept").status_code == 303
    page = stage.as_bob.get(f"{address}/settle").text
    form = hidden(page, f"{address}/settle")
    key = re.findall(r'name="choice-(\w+)"', page)[0]
    empty = stage.as_bob.post(f"{address}/settle", data=form | {"note": "either will do"})
    assert empty.status_code == 422
    assert "either will do" in empty.text
    for _click in range(2):
        assert stage.as_bob.post(f"{address}/settle", data=form | {f"choice-{key}": str(more.id)}).status_code == 303
    assert stored(stage, trade.id).latest == 2
    assert "the open choice is settled" in stage.as_ann.get(address).text


def test_news_only_when_something_changed(stage):
    address = f"/trades/{stage.trade_id}/news"
    assert stage.as_bob.get(f"{address}?revision={stage.trade.revision}").status_code == 204
    old = stage.trade.revision
    offers.top_up(stage.session, stage.ann_id, stage.trade_id, None, [LineInput("me", "item", text="dice")])
    stage.session.commit()
    assert "This trade has changed" in stage.as_bob.get(f"{address}?revision={old}").text


def test_other_parts_stand_on_the_page(stage, app):
    with app.test_request_context():
        agreement.accept(stage.session, stage.bob_id, stage.trade_id, 1)
        stage.session.commit()
        with stage.database.read() as session:
            view = views.view_of(session, stage.ann_id, stage.trade_id)
            assert [part.template for part in parts_of(session, view)] == ["trades/_deal.html"]


def test_versions_can_be_read_and_compared(stage):
    for number in (2, 3):
        item = LineInput("me", "item", text=f"thing {number}")
        offers.top_up(stage.session, stage.ann_id, stage.trade_id, None, [item])
    stage.session.commit()
    address = f"/trades/{stage.trade_id}/versions"
    first = stage.as_bob.get(f"{address}/1").text
    assert "thing 2" not in first
    third = stage.as_bob.get(f"{address}/3?since=1").text
    assert "What changed since version 1" in third
    assert third.count("thing 2") == 2
    assert stage.as_bob.get(f"{address}/4").status_code == 404


@pytest.fixture
def pictured(stage, app) -> str:
    """A photo of Ann's copies; its digest."""
    folder = app.config["SETTINGS"].photos_folder
    digest = "a1" * 32
    for small in (False, True):
        path = path_of(folder, digest, thumbnail=small)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"picture")
    photo = Photo(user_id=stage.ann_id, stack_id=stage.mine_id, digest=digest, width=1, height=1, size=7)
    stage.session.add(photo)
    stage.session.commit()
    return digest


def test_photos_are_for_the_two(stage, pictured):
    address = f"/trades/{stage.trade_id}/photos/{pictured}"
    assert address in stage.as_bob.get(f"/trades/{stage.trade_id}").text
    for reader in (stage.as_ann, stage.as_bob):
        assert reader.get(address).status_code == 200
        assert reader.get(f"{address}?small=1").status_code == 200
    assert stage.as_cleo.get(address).status_code == 404
    assert stage.as_bob.get(address.replace("a1", "b2", 1)).status_code == 404
    assert stage.as_bob.get(f"/trades/{stage.trade_id}/photos/..%2f..%2fsecret").status_code == 404


def test_photos_of_an_agreement_outlive_their_deletion(stage, app, pictured):
    with app.test_request_context():
        agreement.accept(stage.session, stage.bob_id, stage.trade_id, 1)
        stage.session.query(Photo).delete()
        stage.session.commit()
    with stage.database.read() as session:
        assert photos_shown.frozen(session, [pictured, "b" * 64]) == {pictured}
    path = path_of(app.config["SETTINGS"].photos_folder, pictured)
    os.utime(path, (1, 1))
    photos.sweep(stage.database, app.config["SETTINGS"].photos_folder)
    assert path.is_file()
    address = f"/trades/{stage.trade_id}/photos/{pictured}"
    assert address in stage.as_bob.get(f"/trades/{stage.trade_id}").text
    assert stage.as_bob.get(address).status_code == 200


def test_a_long_trade_takes_no_more_statements_than_a_short_one(stage, app, count_queries: Callable):
    session = stage.session
    counts = {}
    for number in (5, 100):
        with app.test_request_context():
            give = [trades.copies(session, stage.ann) for _ in range(number)]
            want = [trades.copies(session, stage.bob) for _ in range(number)]
            trade = trades.offer(session, stage.ann, stage.bob, give, want)
            offers.counter(session, stage.bob_id, trade.id, None, trades.lines(want[1:], give))
            session.commit()
        for page in ("", "/accept", "/text", "/counter"):
            stage.as_ann.get(f"/trades/{trade.id}{page}")
            with count_queries(stage.database) as queries:
                assert stage.as_ann.get(f"/trades/{trade.id}{page}").status_code == 200
            counts[number, page] = queries.count
        with count_queries(stage.database) as queries:
            stage.as_ann.get("/trades")
        counts[number, "list"] = queries.count
    for page in ("", "/accept", "/text", "/counter", "list"):
        assert counts[100, page] <= counts[5, page] + 1, counts
        assert counts[100, page] <= 60, counts


def fields(*lines: tuple, **values: str) -> dict:
    """The form of the composer with these lines: (giver, kind, stack or words, quantity)."""
    data: dict = {"row": [], "form_key": "k1", **values}
    for number, (giver, kind, what, quantity) in enumerate(lines):
        row = f"r{number}"
        data["row"].append(row)
        data |= {f"giver-{row}": giver, f"kind-{row}": kind, f"quantity-{row}": str(quantity)}
        if kind == "copies":
            data[f"stack-{row}"] = str(what if isinstance(what, int) else what.id)
        elif kind == "open":
            data[f"options-{row}"] = ",".join(str(one.id) for one in what)
        else:
            data[f"text-{row}"] = what
    return data


def newest(stage) -> Trade:
    return read(stage, select(Trade).order_by(Trade.id.desc()).limit(1))[0]


def test_an_offer_is_composed_and_sent_once(stage):
    address = f"/trades/compose/{stage.bob_id}"
    page = stage.as_ann.get(f"{address}?want={stage.yours_id}:2&give={stage.mine_id}").text
    assert "Guard of Bob" in page
    form = composed(page)
    assert form["row"] == ["r1", "r2"]
    for _click in range(2):
        answer = stage.as_ann.post(address, data=form | {"note": "hi", "days": "7"})
        assert answer.status_code == 303
    trade = newest(stage)
    assert answer.location.endswith(f"/trades/{trade.id}")
    assert trade.id == stage.trade_id + 1
    lines = read(stage, select(TradeLine).join(TradeLine.version).where(TradeVersion.trade_id == trade.id))
    assert {(line.giver, line.stack_id, line.quantity) for line in lines} == {
        ("partner", stage.yours_id, 2), ("proposer", stage.mine_id, 1),
    }  # fmt: skip
    assert "has been told and can accept" in stage.as_ann.get(answer.location).text


def test_steps_keep_what_was_typed(stage):
    address = f"/trades/compose/{stage.bob_id}/step"
    data = fields(("me", "copies", stage.mine_id, "two"), note="my words", days="3") | {"q-them": "guard", "item-me": "playmat"}
    page = stage.as_ann.post(address, data=data | {"step": f"add:them:{stage.yours_id}"}).text
    assert "my words</textarea>" in page
    assert 'value="two"' in page
    assert 'value="guard"' in page
    assert 'value="playmat"' in page
    form = composed(page)
    assert len(form["row"]) == 2
    part = stage.as_ann.post(address, data=form | {"step": "search:them"}, headers={"HX-Request": "true"})
    assert part.text.lstrip().startswith("<form")
    assert read(stage, select(func.count(Trade.id))) == [1]


def test_what_cannot_be_sent_is_said_at_its_line(stage):
    address = f"/trades/compose/{stage.bob_id}"
    for line, words in (
        (("me", "copies", stage.mine_id, 9), "Only 2 copies can be given."),
        (("me", "copies", stage.mine_id, "many"), "Enter how many copies"),
        (("me", "money", " ", 1), "Say in words what it is."),
        (("them", "copies", stage.mine_id, 1), "not for trade any more"),
    ):
        answer = stage.as_ann.post(address, data=fields(line, note="kept"))
        assert answer.status_code == 422
        assert words in answer.text
        assert "kept</textarea>" in answer.text
    assert stage.as_ann.post(address, data=fields(note="kept")).status_code == 422
    assert stage.as_ann.post(address, data=fields(("me", "copies", stage.mine_id, 1), days="900")).status_code == 422
    assert newest(stage).id == stage.trade_id


def test_nothing_of_the_other_shows_that_is_not_for_trade(stage, app):
    with app.test_request_context():
        secret = trades.copies(stage.session, stage.bob, 1, of=_named(stage.session, "Secret of Bob"), kept=1)
        stage.session.commit()
    base = f"/trades/compose/{stage.bob_id}"
    assert "Secret of Bob" not in stage.as_ann.get(f"{base}?want={secret.id}").text
    data = fields(("them", "copies", secret, 1), ("them", "open", [secret, stage.yours], 1)) | {"pick-them": str(secret.id)}
    assert "Secret of Bob" not in stage.as_ann.post(f"{base}/step", data=data | {"q-them": "secret"}).text
    assert "Secret of Bob" not in stage.as_ann.post(base, data=data).text


def test_who_cannot_be_traded_with(stage):
    assert stage.as_ann.get(f"/trades/compose/{stage.ann_id}").status_code == 404
    assert stage.as_ann.get("/trades/compose/9999").status_code == 404
    assert stage.as_ann.post("/trades/compose/9999", data={}).status_code == 404


def test_giving_from_a_built_deck_wants_a_tick(stage):
    built_deck(stage.session, stage.ann_id, stage.mine.printing.card_id, copies=1)
    address = f"/trades/compose/{stage.bob_id}"
    data = fields(("me", "copies", stage.mine_id, 2))
    answer = stage.as_ann.post(address, data=data)
    assert answer.status_code == 422
    (tick,) = re.findall(r'name="tick" value="([^"]+)"', answer.text)
    assert stage.as_ann.post(address, data=data | {"tick": tick}).status_code == 303
    assert stage.as_ann.post(address, data=fields(("me", "copies", stage.mine_id, 1), form_key="k2")).status_code == 303


def test_a_counter_on_an_older_page_loses_nothing(stage):
    address = f"/trades/{stage.trade_id}/counter"
    form = composed(stage.as_bob.get(address).text)
    offers.top_up(stage.session, stage.ann_id, stage.trade_id, None, [LineInput("me", "item", text="dice")])
    stage.session.commit()
    typed = form | {"note": "my answer", "quantity-r2": "2"}
    answer = stage.as_bob.post(address, data=typed)
    assert answer.status_code == 409
    assert "my answer</textarea>" in answer.text
    assert "dice" in answer.text
    again = composed(answer.text)
    assert again["quantity-r2"] == ["2"]
    assert again["revision"] != form["revision"]
    assert stage.as_bob.post(address, data=again | {"note": "my answer"}).status_code == 303
    assert stored(stage, stage.trade_id).latest == 3


def test_a_counter_to_what_was_agreed_meanwhile_says_so_first(app, stage):
    """Its copies are promised by then, to this very trade: that is not what is in the way."""
    address = f"/trades/{stage.trade_id}/counter"
    form = composed(stage.as_ann.get(address).text)
    with app.test_request_context(), stage.database.write() as session:
        agreement.accept(session, stage.bob_id, stage.trade_id, 1)
        stock.remove(session, stage.bob_id, stage.yours_id, 2, "sold")
    answer = stage.as_ann.post(address, data=form | {"note": "my answer"})
    assert answer.status_code == 409
    assert "my answer</textarea>" in answer.text
    assert "Look at the marked lines first." not in answer.text


def test_a_counter_shows_the_other_what_changed(stage):
    address = f"/trades/{stage.trade_id}/counter"
    form = composed(stage.as_bob.get(address).text)
    rows = dict(zip(form["row"], (form[f"giver-{row}"][0] for row in form["row"]), strict=True))
    mine = next(row for row, giver in rows.items() if giver == "me")
    for _click in range(2):
        assert stage.as_bob.post(address, data=form | {f"quantity-{mine}": "3"}).status_code == 303
    assert stored(stage, stage.trade_id).latest == 2
    page = stage.as_ann.get(f"/trades/{stage.trade_id}").text
    assert "What changed since your version 1" in page
    assert "3 instead of 1" in page
    assert stage.as_ann.get(f"/trades/{stage.trade_id}/accept").status_code == 200


def test_topping_up_adds_to_the_own_side(stage):
    address = f"/trades/{stage.trade_id}/top-up"
    form = composed(stage.as_ann.get(address).text)
    data = form | fields(("me", "item", "dice", 1))
    data["form_key"] = form["form_key"]
    assert stage.as_ann.post(address, data=data).status_code == 303
    versions = read(stage, select(TradeVersion.kind).order_by(TradeVersion.number))
    assert versions == ["offer", "top_up"]


def test_private_values_are_ones_own(stage):
    address = f"/trades/compose/{stage.bob_id}"
    printing = stage.mine.printing_id
    data = fields(("me", "copies", stage.mine_id, 2)) | {"valued": str(printing), f"value-{printing}": "3,50"}
    page = stage.as_ann.post(f"{address}/values", data=data).text
    assert "Worth to you: 7.00" in page
    assert "Worth to you: 7.00" in stage.as_ann.get(f"{address}?give={stage.mine_id}:2").text
    assert "7.00" not in stage.as_bob.get(f"/trades/{stage.trade_id}/counter").text
    wrong = stage.as_ann.post(f"{address}/values", data=data | {f"value-{printing}": "a lot"})
    assert "“a lot” is none" in wrong.text
    stage.as_ann.post(f"{address}/values", data=data | {f"value-{printing}": ""})
    assert "nothing noted" in stage.as_ann.get(f"{address}?give={stage.mine_id}:2").text
