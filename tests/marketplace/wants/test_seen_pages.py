"""Seen lists: computed both ways, ticked, picked, pasted and answered; nothing seen; and what goes into an offer."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import func, select, update

from marketplace.errors import NotFound, Refused
from marketplace.wants import seen, seen_writing, shelves
from marketplace.wants.models import NothingSeen, SeenLine, SeenList, Want
from tests.factories import accounts, catalogue
from tests.factories import collection as made


@pytest.fixture
def session(database):
    with database.session() as session:
        yield session


@pytest.fixture
def lea(session):
    return accounts.user(session, name="Lea")


@pytest.fixture
def tom(session):
    return accounts.user(session, name="Tom")


@pytest.fixture
def cards(app, session, lea, tom):
    """Lea has two printings of the magician and a hole; Tom wants one magician, Lea wants Tom's dragon."""
    magician, dragon, hole = (
        catalogue.card(session, name) for name in ("Dark Magician", "Blue-Eyes White Dragon", "Dark Hole")
    )
    with app.test_request_context():
        found = {
            "lob": made.stack(session, lea, catalogue.printing(session, "LOB-005", of=magician, rarity="Ultra Rare"), quantity=5, for_trade=2),
            "sdy": made.stack(session, lea, catalogue.printing(session, "SDY-006", of=magician), quantity=2, for_trade=1),
            "hole": made.stack(session, lea, catalogue.printing(session, "LOB-052", of=hole), quantity=3, for_trade=3),
            "kept": made.stack(session, lea, catalogue.printing(session, "TRP-001", of=hole), quantity=1),
            "dragon": made.stack(session, tom, catalogue.printing(session, "SDK-001", of=dragon), quantity=2, for_trade=1),
        }  # fmt: skip
    session.add(Want(user_id=tom.id, kind="card", card_id=magician.id, quantity=1, want_key="a"))
    session.add(Want(user_id=lea.id, kind="card", card_id=dragon.id, quantity=3, want_key="b"))
    session.commit()
    return {name: stack.id for name, stack in found.items()}


@pytest.fixture
def words(app):
    """For services that speak; never together with a client, whose requests must begin with nothing."""
    with app.test_request_context():
        yield


@pytest.fixture
def client(app, tom, log_in, cards, session):
    session.commit()
    client = app.test_client()
    log_in(client, tom)
    return client


def lines(session, me, other) -> dict[int, int]:
    session.rollback()
    return seen.chosen(session, me.id, other.id)


def test_both_ways_are_computed_and_as_many_ticked_as_are_wanted(words, session, lea, tom, cards):
    view = seen.view_of(session, tom.id, lea.id, "en")
    assert {one.copy.stack_id: (one.quantity, one.most) for one in view.theirs} == {cards["lob"]: (1, 2), cards["sdy"]: (0, 1)}
    assert [(one.copy.stack_id, one.quantity) for one in view.mine] == [(cards["dragon"], 1)]
    turned = seen.view_of(session, lea.id, tom.id, "en")
    assert [one.copy.stack_id for one in turned.theirs] == [cards["dragon"]]
    assert seen.for_compose(session, tom.id, lea.id) == ([(cards["lob"], 1)], [(cards["dragon"], 1)])


def test_a_view_takes_a_few_statements_however_long_it_is(words, session, database, lea, tom, cards, count_queries):
    with count_queries(database) as few:
        seen.view_of(session, tom.id, lea.id, "en")
    for number in range(40):
        card = catalogue.card(session)
        made.stack(session, lea, catalogue.printing(session, of=card), for_trade=1)
        session.add(Want(user_id=tom.id, kind="card", card_id=card.id, want_key=f"k{number}"))
    session.flush()
    with count_queries(database) as many:
        assert len(seen.view_of(session, tom.id, lea.id, "en").theirs) == 42
    assert many.count <= few.count


def test_copies_are_picked_in_the_binder_once(session, lea, tom, cards, client):
    for _again in range(2):
        answer = client.post(f"/people/{lea.id}/seen/pick", data={"stack": [cards["hole"], cards["kept"], 99_999]})
        assert answer.status_code == 303
    # What was computed stays on the list; copies that are not for trade never come on it.
    assert lines(session, tom, lea) == {cards["lob"]: 1, cards["dragon"]: 1, cards["hole"]: 1}
    page = client.get(f"/people/{lea.id}/binder").text
    assert page.count('name="stack"') == 1  # The others are on the list already.
    assert "on your seen list" in page


def test_what_is_ticked_is_kept_and_goes_into_the_offer(session, lea, tom, cards, client):
    data = {
        "stack": [cards["lob"], cards["dragon"]],
        f"quantity-{cards['lob']}": "7",
        f"quantity-{cards['dragon']}": "2",
        "act": "propose",
    }
    answer = client.post(f"/people/{lea.id}/seen", data=data)
    assert (answer.status_code, "from_seen=1" in answer.location) == (303, True)
    # Of Lea's two are for trade; of his own Tom may give one that is not marked.
    assert lines(session, tom, lea) == {cards["lob"]: 2, cards["dragon"]: 2}
    assert seen.for_compose(session, tom.id, lea.id) == ([(cards["lob"], 2)], [(cards["dragon"], 2)])
    assert "Dark Magician *2" in client.get(f"/people/{lea.id}/seen/text").text


def test_copies_gone_meanwhile_leave_the_offer(words, session, lea, tom, cards):
    seen.save(session, tom.id, lea.id, {cards["lob"]: 2, cards["hole"]: 3})
    from marketplace.collection.models import Stack

    session.get(Stack, cards["hole"]).for_trade = 1
    session.get(Stack, cards["lob"]).for_trade = 0
    session.flush()
    assert seen.for_compose(session, tom.id, lea.id) == ([(cards["hole"], 1)], [])


def test_a_pasted_message_is_found_asked_about_and_answered(session, lea, tom, cards, client):
    text = "I have seen:\nDark Magician\nDark Hole *2\nRaigeki (LOB-053)\n\nBlue-Eyes White Dragon mine"
    for _again in range(2):
        assert client.post(f"/people/{lea.id}/seen/paste", data={"text": text, "author": "me"}).status_code == 303
    assert lines(session, tom, lea) == {cards["hole"]: 2, cards["dragon"]: 1}
    page = client.get(f"/people/{lea.id}/seen").text
    assert "which one is meant?" in page
    assert re.search(r"Raigeki \(LOB-053\)</q> – not there", page)
    open_line, absent = session.scalars(select(SeenLine).where(SeenLine.stack_id.is_(None)).order_by(SeenLine.id)).all()
    assert sorted(open_line.options) == sorted([cards["lob"], cards["sdy"]])
    session.rollback()
    url = f"/people/{lea.id}/seen/answer"
    assert client.post(url, data={"line": open_line.id}).status_code == 422
    assert client.post(url, data={"line": open_line.id, "stack": cards["hole"]}).status_code == 422
    assert client.post(url, data={"line": open_line.id, "stack": cards["sdy"]}).status_code == 303
    assert client.post(url, data={"line": open_line.id, "stack": cards["sdy"]}).status_code == 404
    assert client.post(url, data={"line": absent.id, "act": "drop"}).status_code == 303
    assert lines(session, tom, lea) == {cards["hole"]: 2, cards["dragon"]: 1, cards["sdy"]: 1}
    assert "Open lines" not in client.get(f"/people/{lea.id}/seen").text


def test_pasting_what_one_has_seen_leaves_the_other_side_ticked(words, session, lea, tom, cards):
    seen.paste(session, tom.id, lea.id, "vu :\nDark Hole *2")
    assert seen.for_compose(session, tom.id, lea.id) == ([(cards["hole"], 2)], [(cards["dragon"], 1)])
    seen.save(session, tom.id, lea.id, {cards["hole"]: 1})
    seen.paste(session, tom.id, lea.id, "vu :\nDark Hole *2")
    assert seen.for_compose(session, tom.id, lea.id) == ([(cards["hole"], 2)], []), "what was taken off stays off"


def test_what_was_typed_stays_when_it_is_refused(session, lea, client):
    long = "Dark Hole\n" * 501 + "the end"
    answer = client.post(f"/people/{lea.id}/seen/paste", data={"text": long, "author": "other"})
    assert answer.status_code == 422
    assert "the end" in answer.text
    assert 'value="other" checked' in answer.text
    assert client.post(f"/people/{lea.id}/seen/paste", data={"text": " "}).status_code == 422


def test_the_printed_page_pasted_back_finds_every_copy(app, session, lea, tom, cards, client):
    import html

    text = html.unescape(re.search(r"<pre[^>]*>(.*?)</pre>", client.get(f"/people/{lea.id}/lists").text, re.S)[1])
    assert text.startswith("[E]")
    assert "[R]\nBlue-Eyes White Dragon *3" in text
    session.rollback()
    client.post(f"/people/{lea.id}/seen/paste", data={"text": text.partition("[R]")[0].replace("[E]", "I have seen:")})
    assert lines(session, tom, lea) == {cards["lob"]: 2, cards["sdy"]: 1, cards["hole"]: 3, cards["dragon"]: 1}


def test_a_large_binder_is_printed_in_pages_that_hold_every_copy_once(words, session, lea, tom, cards):
    whole = shelves.trade_copies(session, lea.id, "en")
    first = shelves.printed_part(session, lea.id, "en", 1, per_page=1)
    assert first.pages > 1
    parts = [shelves.printed_part(session, lea.id, "en", number, per_page=1) for number in range(1, first.pages + 1)]
    assert {one: count for part in parts for one, count in part.copies.at_hand.items()} == whole.at_hand
    assert sum(len(part.copies.at_hand) for part in parts) == len(whole.at_hand)
    printed = [line.text for part in parts for line in seen_writing.lines(_counted(part.copies), "en", "", part.copies.shared)]
    assert printed == [line.text for line in seen_writing.lines(_counted(whole), "en", "", whole.shared)]
    assert shelves.printed_part(session, lea.id, "en", 99, per_page=1) == parts[-1]
    assert shelves.printed_part(session, tom.id + 99, "en", 1).pages == 1


def _counted(some):
    return [(copy, some.at_hand[stack_id]) for stack_id, copy in some.copies.items()]


def test_the_pages_of_a_printed_list_are_linked_and_the_last_has_the_wants(session, lea, tom, cards, client, monkeypatch):
    part = shelves.printed_part
    monkeypatch.setattr(shelves, "printed_part", lambda *given: part(*given, per_page=1))
    first = client.get(f"/people/{lea.id}/lists").text
    assert f"/people/{lea.id}/lists?page=2" in first
    assert "[R]" not in first
    assert "[R]\nBlue-Eyes White Dragon *3" in client.get(f"/people/{lea.id}/lists?page=999999").text


def test_lines_of_other_ends_count_as_lines(words, session, lea, tom, cards):
    for end in ("\u2028", "\x0b", "\r"):
        with pytest.raises(Refused):
            seen.paste(session, tom.id, lea.id, f"Dark Hole{end}" * 600)


def test_only_named_copies_are_printed_and_found_as_if_all_were(words, session, lea, tom, cards, monkeypatch):
    text = "I have seen:\n- Dark Hole *2 (LOB-052)\nDark Magicain (SDY-006)"
    printed = []
    bare = shelves.seen_writing.bare
    monkeypatch.setattr(shelves.seen_writing, "bare", lambda copy, *rest: printed.append(copy.stack_id) or bare(copy, *rest))
    found = seen.read_paste(session, tom.id, lea.id, text)
    assert [one.takes for one in found] == [[(cards["hole"], 2)], [(cards["sdy"], 1)]]
    assert cards["dragon"] not in printed
    assert printed.count(cards["hole"]) > 5


def test_what_was_read_of_a_paste_is_kept_in_a_short_transaction(session, lea, tom, cards, client, app):
    assert app.view_functions["wants.paste_seen"].reads_first


def test_a_long_page_shows_what_is_ticked_and_some_of_the_rest(words, session, lea, tom, cards, monkeypatch):
    magicians = {cards["lob"], cards["sdy"]}
    monkeypatch.setattr(seen, "SHOWN", 0)
    view = seen.view_of(session, tom.id, lea.id, "en")
    assert [one.quantity for one in view.theirs] == [1]
    assert view.more == {False: 1, True: 0}
    monkeypatch.setattr(seen, "SHOWN", 1)
    view = seen.view_of(session, tom.id, lea.id, "en")
    assert {one.copy.stack_id for one in view.theirs} == magicians
    assert view.more == {False: 0, True: 0}


def test_what_is_computed_fits_on_a_list(words, session, lea, tom, cards, monkeypatch):
    session.add(Want(user_id=tom.id, kind="item", item="mat", quantity=1, want_key="mat"))
    session.execute(update(Want).where(Want.want_key == "a").values(quantity=3))
    monkeypatch.setattr(seen, "MOST_LINES", 2)
    view = seen.view_of(session, tom.id, lea.id, "en")
    ticked = {one.copy.stack_id: one.quantity for one in (*view.theirs, *view.mine) if one.quantity}
    assert len(ticked) == 2, "one of each side"
    seen.save(session, tom.id, lea.id, ticked)


def test_nobody_sees_or_changes_the_list_of_another(session, lea, tom, cards, app, log_in):
    with app.test_request_context():
        seen.save(session, tom.id, lea.id, {cards["hole"]: 1})
    session.commit()
    ann = accounts.user(session, name="Ann")
    session.commit()
    client = app.test_client()
    log_in(client, ann)
    assert "Dark Hole" not in client.get(f"/people/{lea.id}/seen").text
    client.post(f"/people/{lea.id}/seen/clear")
    assert lines(session, tom, lea) == {cards["hole"]: 1}
    log_in(client, lea)
    assert "Dark Hole" not in client.get(f"/people/{tom.id}/seen").text
    assert client.get(f"/people/{lea.id}/seen").status_code == 404


def test_nobody_has_a_list_of_themselves(words, session, tom, cards):
    for act in (lambda: seen.save(session, tom.id, tom.id, {}), lambda: seen.say_nothing(session, tom.id, tom.id)):
        with pytest.raises(NotFound):
            act()


def test_a_list_takes_so_many_lines(words, session, lea, tom, cards, monkeypatch):
    monkeypatch.setattr(seen, "MOST_LINES", 1)
    with pytest.raises(Refused):
        seen.save(session, tom.id, lea.id, {cards["hole"]: 1, cards["lob"]: 1})


# Nothing seen


def test_nothing_seen_is_shown_to_both_until_a_list_changes(app, session, lea, tom, cards, client, log_in):
    for _again in range(2):
        assert client.post(f"/people/{lea.id}/seen/nothing").status_code == 303
    assert session.scalar(select(func.count()).select_from(NothingSeen)) == 1
    assert seen.owners_without(session, tom.id) == {lea.id}
    session.rollback()
    assert "nothing for you" in client.get(f"/people/{lea.id}").text
    assert "looked through, nothing for you" in client.get("/people").text
    other = app.test_client()
    log_in(other, lea)
    assert "Tom looked through your binder" in other.get(f"/people/{tom.id}").text
    with app.test_request_context():
        made.stack(session, lea, catalogue.printing(session), for_trade=1)
    session.commit()
    assert "nothing for you" not in client.get(f"/people/{lea.id}").text
    assert seen.owners_without(session, tom.id) == set()
    assert "Tom looked through" not in other.get(f"/people/{tom.id}").text


def test_a_new_want_or_looking_again_ends_nothing_seen(words, session, lea, tom, cards):
    seen.say_nothing(session, tom.id, lea.id)
    assert seen.nothing_seen(session, tom.id, lea.id)
    session.add(Want(user_id=tom.id, kind="item", item="Playmat", want_key="c"))
    session.flush()
    assert seen.nothing_seen(session, tom.id, lea.id) is None
    seen.say_nothing(session, tom.id, lea.id)
    assert seen.nothing_seen(session, tom.id, lea.id)
    seen.take_back_nothing(session, tom.id, lea.id)
    assert seen.nothing_seen(session, tom.id, lea.id) is None


def test_lists_go_with_their_people(words, session, lea, tom, cards):
    seen.save(session, tom.id, lea.id, {cards["hole"]: 1})
    session.delete(lea)
    session.flush()
    assert not session.scalar(select(func.count()).select_from(SeenList))
