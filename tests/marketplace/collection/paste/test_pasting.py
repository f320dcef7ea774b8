"""Lists on their way into the collection: preview, answers, writing, queue, undo."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.catalogue import lookup
from marketplace.collection import pasting, pasting_answers, queueing, stock
from marketplace.collection.models import Batch, BatchRow, Operation, Stack
from marketplace.db import Database
from marketplace.errors import Conflict, NotFound, Refused
from tests.factories import accounts, collection

TEXT = """Vu
Penguin Soldier (SDJ-022) -- Anglais
Homme-Oiseau à l'Eclat Lumineux, Héros Elémentaire (EEN-FR036) [un petit peu abîmé]
Dragon Armé LV7 (1ère, SOD-FR015) [aussi en Super, 1ère édition, DP2-FR012]
Zxyqqw Vvrrm
merci d'avance !
"""


@pytest.fixture
def session(starter_app: Flask, starter_database: Database) -> Iterator[Session]:
    with starter_app.test_request_context(), starter_database.session(write=True) as session:
        yield session


@pytest.fixture
def user(session: Session) -> User:
    return accounts.user(session)


def rows_of(session: Session, batch: Batch) -> list[BatchRow]:
    return list(session.scalars(select(BatchRow).where(BatchRow.batch_id == batch.id).order_by(BatchRow.number, BatchRow.part)))


def row(session: Session, batch: Batch, start: str, part: int = 0) -> BatchRow:
    return next(row for row in rows_of(session, batch) if row.text.startswith(start) and row.part == part)


def stacks_of(session: Session, user: User) -> list[Stack]:
    return list(session.scalars(select(Stack).where(Stack.user_id == user.id, Stack.quantity > 0).order_by(Stack.id)))


def printing(session: Session, code: str, rarity: str) -> int:
    return next(one.printing_id for one in lookup.by_code(session, code, None) if one.rarity == rarity)


def test_a_list_becomes_lines_with_their_states(session: Session, user: User) -> None:
    batch = pasting.start(session, user.id, TEXT)
    assert [(row.number, row.part, row.state) for row in rows_of(session, batch)] == [
        (1, 0, "ignored"), (2, 0, "new"), (3, 0, "open"), (4, 0, "open"), (4, 1, "open"), (5, 0, "open"), (6, 0, "ignored"),
    ]  # fmt: skip
    assert batch.counts == {"rows": 7, "copies": 1, "new": 1, "open": 4, "ignored": 2}
    assert batch.raw == TEXT
    assert batch.options["told_language"] == "fr"


def test_unmarked_editions_and_conditions_stay_not_stated(session: Session, user: User) -> None:
    batch = pasting.start(session, user.id, TEXT)
    pasting.apply(session, user.id, batch.id)
    (stack,) = stacks_of(session, user)
    assert (stack.edition, stack.condition, stack.language, stack.quantity) == ("", "", "en", 1)


def test_choices_for_the_list_fill_unmarked_cards_only(session: Session, user: User) -> None:
    box = collection.place(session, user, "Box")
    text = "Penguin Soldier (SDJ-022)\nHeavy Storm (1st, MRD-142) [abîmé]"
    options = {"edition": "unlimited", "condition": "NM", "place_id": box.id}
    pasting.apply(session, user.id, pasting.start(session, user.id, text, options).id)
    found = {
        (stack.printing.code, stack.edition, stack.condition, stack.condition_words, stack.place_id)
        for stack in stacks_of(session, user)
    }
    assert found == {("SDJ-022", "unlimited", "NM", "", box.id), ("MRD-142", "1st", "PO", "abîmé", box.id)}


def test_marks_and_notes_of_the_owner_come_along(session: Session, user: User) -> None:
    text = "2x Penguin Soldier (SDJ-022) [erreur d'impression - tache bleue] - signed - double sleeved - 2,50 €"
    pasting.apply(session, user.id, pasting.start(session, user.id, text).id)
    (stack,) = stacks_of(session, user)
    assert (stack.quantity, stack.misprint, stack.signed, stack.storage) == (2, "tache bleue", True, "double sleeved")
    assert stack.note == "2,50 €"
    assert stack.price_paid is None


def test_answers_settle_lines(session: Session, user: User) -> None:
    batch = pasting.start(session, user.id, TEXT)
    hero, dragon = row(session, batch, "Homme"), row(session, batch, "Dragon", 1)
    answers = {
        hero.id: {"printing_id": printing(session, "EEN-FR036", "Ultimate Rare"), "condition": "GD"},
        dragon.id: {"quantity": 2},
    }
    pasting_answers.answer(session, user.id, batch.id, answers)
    assert (hero.state, dragon.state) == ("new", "new")
    assert (batch.counts["new"], batch.counts["open"], batch.counts["copies"]) == (3, 2, 4)
    pasting.apply(session, user.id, batch.id)
    found = {
        (stack.printing.code, stack.printing.rarity, stack.edition, stack.condition, stack.quantity)
        for stack in stacks_of(session, user)
    }
    assert found == {
        ("SDJ-022", "Super Rare", "", "", 1),
        ("EEN-FR036", "Ultimate Rare", "", "GD", 1),
        ("DP2-FR012", "Super Rare", "1st", "", 2),
    }


def test_an_answer_can_be_taken_back(session: Session, user: User) -> None:
    batch = pasting.start(session, user.id, TEXT)
    hero = row(session, batch, "Homme")
    pasting_answers.answer(session, user.id, batch.id, {hero.id: {"printing_id": printing(session, "EEN-FR036", "Ultra Rare")}})
    pasting_answers.answer(session, user.id, batch.id, {hero.id: {"printing_id": None}})
    assert (hero.state, hero.printing_id) == ("open", None)


def test_a_line_can_be_left_out_and_taken_in_again(session: Session, user: User) -> None:
    batch = pasting.start(session, user.id, TEXT)
    penguin = row(session, batch, "Penguin")
    for skip, state in ((True, "ignored"), (False, "new")):
        pasting_answers.answer(session, user.id, batch.id, {penguin.id: {"skip": skip}})
        assert penguin.state == state


def test_open_lines_wait_in_the_queue(session: Session, user: User) -> None:
    batch = pasting.start(session, user.id, TEXT)
    operation = pasting.apply(session, user.id, batch.id)
    assert operation is not None
    assert (operation.kind, operation.summary["copies"]) == ("paste", 1)
    assert (batch.state, batch.counts["done"], batch.counts["waiting"]) == ("applied", 1, 4)
    waiting, total = queueing.waiting(session, user.id)
    assert total == 4
    assert [line.number for line in waiting] == [3, 4, 4, 5]


def test_sending_the_writing_twice_writes_once(session: Session, user: User) -> None:
    batch = pasting.start(session, user.id, TEXT)
    first = pasting.apply(session, user.id, batch.id)
    second = pasting.apply(session, user.id, batch.id)
    assert first is not None
    assert second is not None
    assert first.id == second.id
    assert stock.was_repeated(session, second)
    assert sum(stack.quantity for stack in stacks_of(session, user)) == 1


def test_a_list_of_questions_only_goes_to_the_queue_as_it_is(session: Session, user: User) -> None:
    batch = pasting.start(session, user.id, "Contrôle Cérébral (TLM-FR038)")
    assert pasting.apply(session, user.id, batch.id) is None
    assert batch.state == "applied"
    assert queueing.waiting(session, user.id)[1] == 1
    assert session.scalars(select(Operation).where(Operation.user_id == user.id)).all() == []


def test_a_list_without_cards_is_refused(session: Session, user: User) -> None:
    batch = pasting.start(session, user.id, "merci d'avance !")
    with pytest.raises(Refused, match=r"paste\.nothing"):
        pasting.apply(session, user.id, batch.id)


def test_undo_takes_everything_back_and_the_preview_opens_again_with_its_answers(session: Session, user: User) -> None:
    batch = pasting.start(session, user.id, TEXT)
    hero = row(session, batch, "Homme")
    pasting_answers.answer(session, user.id, batch.id, {hero.id: {"printing_id": printing(session, "EEN-FR036", "Ultra Rare")}})
    operation = pasting.apply(session, user.id, batch.id)
    assert operation is not None
    stock.undo(session, user.id, operation.id)
    session.expire_all()
    assert batch.state == "undone"
    assert stacks_of(session, user) == []
    assert queueing.waiting(session, user.id)[1] == 0
    pasting.reopen(session, user.id, batch.id)
    assert (batch.state, batch.counts["new"], batch.counts["open"]) == ("preview", 2, 3)
    assert pasting.apply(session, user.id, batch.id) is not None
    assert len(stacks_of(session, user)) == 2


def test_reading_again_keeps_the_answers_of_unchanged_lines(session: Session, user: User) -> None:
    batch = pasting.start(session, user.id, TEXT)
    hero = row(session, batch, "Homme")
    pasting_answers.answer(session, user.id, batch.id, {hero.id: {"printing_id": printing(session, "EEN-FR036", "Ultra Rare")}})
    pasting.reread(session, user.id, batch.id, text=TEXT.replace("Zxyqqw Vvrrm", "Scapegoat (SDJ-041)"))
    assert row(session, batch, "Homme").state == "new"
    assert row(session, batch, "Scapegoat").state == "new"


def test_an_unusable_text_changes_nothing(session: Session, user: User) -> None:
    batch = pasting.start(session, user.id, TEXT)
    for text, rule in (("", "paste.empty"), ("é" * 110_000, "paste.too_long")):
        with pytest.raises(Refused) as refused:
            pasting.reread(session, user.id, batch.id, text=text)
        assert refused.value.rule == rule
        assert batch.raw == TEXT
        with pytest.raises(Refused):
            pasting.start(session, user.id, text)


@pytest.mark.parametrize(
    "options", [{"language": "xx"}, {"edition": "2nd"}, {"condition": "A+"}, {"scale": "martian"}, {"place_id": 9_999_999}]
)
def test_unknown_choices_are_refused(options: dict[str, object], session: Session, user: User) -> None:
    with pytest.raises(Refused):
        pasting.start(session, user.id, TEXT, options)


@pytest.mark.parametrize(
    "answers",
    [
        {"quantity": 0},
        {"quantity": 10_000},
        {"edition": "2nd"},
        {"condition": "A+"},
        {"printing_id": 9_999_999},
        {"place_id": 9_999_999},
    ],
)
def test_unusable_answers_are_refused(answers: dict[str, object], session: Session, user: User) -> None:
    batch = pasting.start(session, user.id, TEXT)
    with pytest.raises(Refused):
        pasting_answers.answer(session, user.id, batch.id, {row(session, batch, "Penguin").id: answers})


def test_signs_no_database_keeps_are_dropped(session: Session, user: User) -> None:
    batch = pasting.start(session, user.id, "Penguin\x00 Soldier (SDJ-022)")
    assert batch.raw == "Penguin Soldier (SDJ-022)"
    assert batch.counts["new"] == 1


def test_another_collectors_place_and_printing_are_refused(session: Session, user: User) -> None:
    other = accounts.user(session)
    theirs = collection.place(session, other, "Theirs")
    custom = lookup.custom_printing(session, other.id, code="X-1", card_id=None, name="X", language="en", rarity="")
    batch = pasting.start(session, user.id, TEXT)
    penguin = row(session, batch, "Penguin")
    for answers in ({"place_id": theirs.id}, {"printing_id": custom.printing_id}):
        with pytest.raises(Refused):
            pasting_answers.answer(session, user.id, batch.id, {penguin.id: answers})
    with pytest.raises(Refused):
        pasting.start(session, user.id, TEXT, {"place_id": theirs.id})


def test_one_rarity_for_many_lines_takes_it_only_where_it_exists(session: Session, user: User) -> None:
    text = "Ultra Rare List\nTempête, Héros Elémentaire (EEN-FR034)\nContrôle Cérébral (TLM-FR038)"
    batch = pasting.start(session, user.id, text)
    assert pasting_answers.overview(session, batch).rarities == [("Super Rare", 1), ("Ultra Rare", 1), ("Ultimate Rare", 2)]
    assert pasting_answers.answer_many(session, user.id, batch.id, {}, scope="open", rarity="Ultra Rare") == 1
    assert (row(session, batch, "Temp").state, row(session, batch, "Contr").state) == ("new", "open")


def test_one_answer_for_the_lines_under_a_heading(session: Session, user: User) -> None:
    text = "Super Rare:\nPenguin Soldier (SDJ-022)\nCommunes:\nScapegoat (SDJ-041)"
    batch = pasting.start(session, user.id, text)
    headings = [heading for heading, _number in pasting_answers.overview(session, batch).headings]
    assert headings == ["Super Rare", "Communes"]
    assert (
        pasting_answers.answer_many(session, user.id, batch.id, {"edition": "1st"}, scope="heading", heading="Super Rare") == 1
    )
    pasting.apply(session, user.id, batch.id)
    assert {(stack.printing.code, stack.edition) for stack in stacks_of(session, user)} == {("SDJ-022", "1st"), ("SDJ-041", "")}


def test_wanted_cards_are_left_out_until_taken_in(session: Session, user: User) -> None:
    batch = pasting.start(session, user.id, "[R] Penguin Soldier (SDJ-022)\n[E] Scapegoat (SDJ-041)")
    assert [line.state for line in rows_of(session, batch)] == ["ignored", "new"]
    assert pasting_answers.overview(session, batch).foreign == {"seen": 0, "you": 0, "want": 1}
    pasting_answers.answer_many(session, user.id, batch.id, {"skip": False}, scope="want")
    assert [line.state for line in rows_of(session, batch)] == ["new", "new"]


def test_a_group_becomes_a_line_for_each_card(session: Session, user: User) -> None:
    batch = pasting.start(session, user.id, "Dieux Egypt. PGLD", {"language": "fr"})
    assert sorted(line.reading["card"] for line in rows_of(session, batch)) == [
        "Obelisk the Tormentor", "Slifer the Sky Dragon", "The Winged Dragon of Ra",
    ]  # fmt: skip


def test_the_same_text_is_recognised_whatever_its_spaces(session: Session, user: User) -> None:
    first = pasting.start(session, user.id, TEXT)
    assert pasting.seen_before(session, user.id, first.sha256) is None
    pasting.apply(session, user.id, first.id)
    again = pasting.start(session, user.id, "\n\n  " + TEXT.replace("\n", "  \r\n"))
    seen = pasting.seen_before(session, user.id, again.sha256, other_than=again.id)
    assert seen is not None
    assert seen.id == first.id
    other = accounts.user(session)
    assert pasting.seen_before(session, other.id, again.sha256) is None


def test_a_list_put_aside_comes_back_with_its_text_and_answers(session: Session, user: User) -> None:
    batch = pasting.start(session, user.id, TEXT)
    hero = row(session, batch, "Homme")
    pasting_answers.answer(session, user.id, batch.id, {hero.id: {"printing_id": printing(session, "EEN-FR036", "Ultra Rare")}})
    pasting.discard(session, user.id, batch.id)
    assert pasting.recent(session, user.id) == []
    with pytest.raises(Conflict):
        pasting.apply(session, user.id, batch.id)
    pasting.reopen(session, user.id, batch.id)
    assert (batch.raw, row(session, batch, "Homme").state) == (TEXT, "new")


def test_written_lists_cannot_be_put_aside(session: Session, user: User) -> None:
    batch = pasting.start(session, user.id, TEXT)
    pasting.apply(session, user.id, batch.id)
    for act in (
        lambda: pasting.discard(session, user.id, batch.id),
        lambda: pasting.reread(session, user.id, batch.id, text="x"),
        lambda: pasting.reopen(session, user.id, batch.id),
    ):
        with pytest.raises(Conflict):
            act()


def test_another_collectors_list_does_not_exist(session: Session, user: User) -> None:
    batch = pasting.start(session, user.id, TEXT)
    other = accounts.user(session)
    penguin = row(session, batch, "Penguin")
    for act in (
        lambda: pasting.get(session, other.id, batch.id),
        lambda: pasting.apply(session, other.id, batch.id),
        lambda: pasting.reread(session, other.id, batch.id, text="x"),
        lambda: pasting.discard(session, other.id, batch.id),
        lambda: pasting_answers.answer(session, other.id, batch.id, {penguin.id: {"quantity": 2}}),
        lambda: pasting_answers.answer_many(session, other.id, batch.id, {"edition": "1st"}),
        lambda: queueing.answer(session, other.id, penguin.id, {}),
        lambda: queueing.discard(session, other.id, penguin.id),
        lambda: queueing.restore(session, other.id, penguin.id),
        lambda: queueing.reread(session, other.id, penguin.id, "x"),
    ):
        with pytest.raises(NotFound):
            act()


def test_a_line_of_another_list_cannot_be_answered_here(session: Session, user: User) -> None:
    one, two = pasting.start(session, user.id, TEXT), pasting.start(session, user.id, TEXT)
    with pytest.raises(NotFound):
        pasting_answers.answer(session, user.id, one.id, {row(session, two, "Penguin").id: {"quantity": 2}})


def queued(session: Session, user: User, text: str) -> BatchRow:
    pasting.apply(session, user.id, pasting.start(session, user.id, text).id)
    return queueing.waiting(session, user.id)[0][0]


def test_answering_in_the_queue_adds_the_copies_and_undo_brings_the_question_back(session: Session, user: User) -> None:
    line = queued(session, user, "Contrôle Cérébral (TLM-FR038)")
    with pytest.raises(Refused, match=r"queue\.printing"):
        queueing.answer(session, user.id, line.id, {})
    choice = {"printing_id": printing(session, "TLM-FR038", "Ultimate Rare"), "quantity": 3, "edition": "1st"}
    operation = queueing.answer(session, user.id, line.id, choice)
    (stack,) = stacks_of(session, user)
    assert (stack.printing.rarity, stack.quantity, stack.edition) == ("Ultimate Rare", 3, "1st")
    assert queueing.waiting(session, user.id)[1] == 0
    with pytest.raises(Conflict):
        queueing.answer(session, user.id, line.id, choice)
    stock.undo(session, user.id, operation.id)
    assert stacks_of(session, user) == []
    assert [one.id for one in queueing.waiting(session, user.id)[0]] == [line.id]
    queueing.answer(session, user.id, line.id, choice)
    assert sum(one.quantity for one in stacks_of(session, user)) == 3


def test_a_card_the_catalogue_lacks_is_entered_as_ones_own(session: Session, user: User) -> None:
    line = queued(session, user, "2x Zxyqqw Vvrrm (QQQ-EN999)")
    printing_values = {"code": "QQQ-EN999", "name": "Zxyqqw Vvrrm", "language": "en", "rarity": "Ultra Rare"}
    queueing.enter(session, user.id, line.id, printing_values, {"quantity": 2})
    (stack,) = stacks_of(session, user)
    assert (stack.printing.code, stack.printing.added_by_id, stack.quantity) == ("QQQ-EN999", user.id, 2)


def test_a_line_can_be_typed_anew_in_the_queue(session: Session, user: User) -> None:
    line = queued(session, user, "Zxyqqw Vvrrm")
    queueing.reread(session, user.id, line.id, "Penguin Soldier (SDJ-022) x2")
    assert (line.text, line.reading["typed"], line.state) == ("Penguin Soldier (SDJ-022) x2", "Zxyqqw Vvrrm", "waiting")
    queueing.answer(session, user.id, line.id, {})
    assert [(stack.printing.code, stack.quantity) for stack in stacks_of(session, user)] == [("SDJ-022", 2)]


@pytest.mark.parametrize("text", ["", "   ", "x" * 601])
def test_an_unusable_line_is_refused(text: str, session: Session, user: User) -> None:
    line = queued(session, user, "Zxyqqw Vvrrm")
    with pytest.raises(Refused):
        queueing.reread(session, user.id, line.id, text)
    assert line.text == "Zxyqqw Vvrrm"


def test_a_line_left_out_of_the_queue_can_be_brought_back(session: Session, user: User) -> None:
    line = queued(session, user, "Zxyqqw Vvrrm")
    queueing.discard(session, user.id, line.id)
    assert queueing.waiting(session, user.id)[1] == 0
    queueing.restore(session, user.id, line.id)
    assert queueing.waiting(session, user.id)[1] == 1


def test_long_lists_are_read_in_the_background(starter_app: Flask, session: Session, user: User) -> None:
    from marketplace.collection import paste_jobs

    text = "\n".join(["Penguin Soldier (SDJ-022)"] * (pasting.LONG + 10))
    batch = pasting.start(session, user.id, text)
    assert (batch.state, batch.job_id is not None) == ("reading", True)
    with pytest.raises(Conflict):
        pasting.apply(session, user.id, batch.id)
    session.commit()

    class Context:
        database = starter_app.extensions["duelfolio_db"]
        job_id = batch.job_id
        user_id = user.id

        def progress(self, done: int, total: int, step: str = "") -> None:
            assert step in ("reading", "keeping")

    paste_jobs.read_list(Context(), batch_id=batch.id)
    session.expire_all()
    assert (batch.state, batch.counts["new"]) == ("preview", pasting.LONG + 10)
    operation = pasting.apply(session, user.id, batch.id)
    assert operation is not None
    assert [stack.quantity for stack in stacks_of(session, user)] == [pasting.LONG + 10]
