"""The public description of copies: everything that tells them apart, nothing private, and who sees their photos."""

from __future__ import annotations

import dataclasses
import json
from datetime import date

import pytest

from marketplace.catalogue.models import CardName
from marketplace.collection.models import Photo
from marketplace.errors import NotFound
from marketplace.messages.models import Block
from marketplace.wants import shown_copies
from marketplace.wants.models import TradeProfile
from tests.factories import accounts, catalogue
from tests.factories import collection as made


@pytest.fixture(autouse=True)
def _words(app):
    with app.test_request_context():
        yield


@pytest.fixture
def owner(session):
    return accounts.user(session, name="Lea")


@pytest.fixture
def reader(session):
    return accounts.user(session, name="Tom")


@pytest.fixture
def stack(session, owner):
    magician = catalogue.card(session, "Dark Magician")
    session.add(CardName(card_id=magician.id, language="fr", name="Magicien Sombre", folded="magicien sombre"))
    session.add(CardName(card_id=magician.id, language="de", name="Dunkler Magier", folded="dunkler magier"))
    printing = catalogue.printing(session, "LDD-F003", of=magician, language="fr", rarity="Ultra Rare")
    box = made.place(session, owner, "Secret drawer")
    return made.stack(
        session, owner, printing, quantity=7, for_trade=2, condition="EX", condition_words="tiny dent", edition="1st",
        misprint="blue stain", signed=True, storage="double sleeved", note="from uncle Bob", place_id=box.id,
        acquired_on=date(2011, 5, 3),
    )  # fmt: skip


def photo_of(session, stack, digest="a" * 64, **values):
    found = Photo(user_id=stack.user_id, stack_id=stack.id, digest=digest, width=1, height=1, size=1, **values)
    session.add(found)
    session.flush()
    return found


def test_a_copy_is_described_in_the_readers_language_with_everything_that_tells_it_apart(session, stack):
    photo_of(session, stack, caption="front")
    copy = shown_copies.describe(session, [stack.id], "fr")[stack.id]
    assert (copy.name, copy.english, copy.local_name) == ("Magicien Sombre", "Dark Magician", "Magicien Sombre")
    assert (copy.code, copy.rarity, copy.language, copy.edition) == ("LDD-F003", "Ultra Rare", "fr", "1st")
    assert (copy.condition, copy.condition_words, copy.misprint) == ("EX", "tiny dent", "blue stain")
    assert (copy.signed, copy.altered, copy.for_trade) == (True, False, 2)
    assert [one.caption for one in copy.pictures] == ["front"]
    assert shown_copies.describe(session, [stack.id], "pt")[stack.id].name == "Dark Magician"


def test_nothing_private_is_in_a_description(session, stack):
    copy = shown_copies.describe(session, [stack.id], "en")[stack.id]
    told = json.dumps(shown_copies.as_json(copy)) + repr(copy)
    for secret in ("uncle Bob", "Secret drawer", "2011", "quantity"):
        assert secret not in told
    assert 7 not in dataclasses.astuple(dataclasses.replace(copy, card=None))


def test_a_kept_description_reads_the_same_in_every_language(session, stack):
    photo_of(session, stack)
    copy = shown_copies.describe(session, [stack.id], "en")[stack.id]
    kept = json.loads(json.dumps(shown_copies.as_json(copy)))
    for locale in ("en", "fr", "pt"):
        now = shown_copies.describe(session, [stack.id], locale)[stack.id]
        then = shown_copies.from_json(kept, locale)
        pictures = tuple(one._replace(id=0) for one in now.pictures)
        assert then == dataclasses.replace(now, for_trade=0, pictures=pictures)
    assert shown_copies.from_json({}, "fr").name == "?"


def test_many_copies_are_described_with_a_few_statements(session, database, owner, count_queries):
    ids = [made.stack(session, owner, catalogue.printing(session, f"ABC-EN{n:03}"), quantity=1).id for n in range(60)]
    session.commit()
    with count_queries(database) as queries:
        assert len(shown_copies.describe(session, ids, "fr")) == 60
    assert queries.count <= 4


def test_members_see_photos_of_copies_for_trade_only(session, stack, owner, reader):
    shown, gone = photo_of(session, stack), photo_of(session, stack, "b" * 64)
    assert shown_copies.photo_for(session, reader.id, shown.id) is shown
    stack.for_trade = 0
    session.flush()
    with pytest.raises(NotFound):
        shown_copies.photo_for(session, reader.id, shown.id)
    assert shown_copies.photo_for(session, owner.id, shown.id) is shown
    stack.for_trade, gone.deleted_at = 1, gone.created_at
    session.flush()
    with pytest.raises(NotFound):
        shown_copies.photo_for(session, owner.id, gone.id)


@pytest.mark.parametrize("why", ["blocked", "blocking", "closed", "inactive"])
def test_photos_are_hidden_from_those_who_see_nothing_of_each_other(session, stack, owner, reader, why):
    shown = photo_of(session, stack)
    if why == "blocked":
        session.add(Block(blocker_id=owner.id, blocked_id=reader.id))
    elif why == "blocking":
        session.add(Block(blocker_id=reader.id, blocked_id=owner.id))
    elif why == "closed":
        session.add(TradeProfile(user_id=owner.id, visibility="nobody"))
    else:
        owner.is_active_account = False
    session.flush()
    with pytest.raises(NotFound):
        shown_copies.photo_for(session, reader.id, shown.id)


def test_a_feature_may_show_a_photo_for_its_own_reason(session, stack, reader, monkeypatch):
    shown = photo_of(session, stack)
    stack.for_trade = 0
    session.flush()
    monkeypatch.setattr(shown_copies, "_may_see", [])
    shown_copies.may_see_photo(lambda _session, viewer_id, photo: viewer_id == reader.id and photo.stack_id == stack.id)
    assert shown_copies.photo_for(session, reader.id, shown.id) is shown
    with pytest.raises(NotFound):
        shown_copies.photo_for(session, accounts.user(session, name="Ann").id, shown.id)
