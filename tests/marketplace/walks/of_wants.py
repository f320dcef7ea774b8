"""Want lists, seen lists, photos of binders."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marketplace.collection.models import Movement
from marketplace.wants import keeping, seen
from marketplace.wants import wants as want_list
from marketplace.wants.models import SeenLine, Want, WantAct
from marketplace.wants.wishes import Wish
from tests.factories import trades
from tests.marketplace.walks.stage import Case, Stage, Try

Prepare = Callable[[Session, SimpleNamespace], None]


def scene_of(stage: Stage, prepare: Prepare | None = None) -> SimpleNamespace:
    """Bob looks for two of Ann's card, which he tells nobody, and has a photo of copies that are not for trade."""
    with stage.writing() as session:
        found = stage.two(session)
        wish = Wish("card", card_id=found.mine.printing.card_id, quantity=2, note="for my secret deck", visibility="nobody")
        act = want_list.add(session, found.bob.id, [wish], group="Secret group")
        found.want = session.scalars(select(Want.id).where(Want.user_id == found.bob.id)).one()
        found.act, found.card = act.id, found.mine.printing.card_id
        found.photo = stage.photo(session, found.bob, found.their_hidden.id).id
        found.secrets = (*found.secrets, "secret deck", "Secret group")
        if prepare is not None:
            prepare(session, found)
    return found


def tried(path: str, prepare: Prepare | None = None, **data: str) -> Callable[[Stage], Try]:
    """Parts in braces, of the path and of the form's values, are numbers of the scene."""

    def make(stage: Stage) -> Try:
        scene = scene_of(stage, prepare)
        names = {name: value for name, value in vars(scene).items() if isinstance(value, int | str)}
        names |= {"ann": scene.ann.id, "mine": scene.mine.id, "theirs": scene.theirs.id, "hidden": scene.their_hidden.id}
        form = {name.format(**names): value.format(**names) for name, value in data.items()}
        return Try(scene.bob, path.format(**names), form, scene.secrets)

    return make


def deleted(session: Session, scene: SimpleNamespace) -> None:
    want_list.remove(session, scene.bob.id, [scene.want])
    scene.act = session.scalars(select(func.max(WantAct.id)).where(WantAct.user_id == scene.bob.id)).one()


def asked(session: Session, scene: SimpleNamespace) -> None:
    """A pasted line that may be either of two stacks."""
    trades.copies(session, scene.ann, 1, of=scene.mine.printing, condition="PO")
    seen.paste(session, scene.bob.id, scene.ann.id, scene.secrets[0])
    scene.question = session.scalars(
        select(SeenLine.id).where(SeenLine.stack_id.is_(None)).order_by(SeenLine.id.desc())
    ).first()


def kept(session: Session, scene: SimpleNamespace) -> None:
    seen.save(session, scene.bob.id, scene.ann.id, {scene.mine.id: 1})


def came(session: Session, scene: SimpleNamespace) -> None:
    trades.copies(session, scene.bob, 1, of=scene.mine.printing)
    scene.movement = session.scalars(select(func.max(Movement.id)).where(Movement.user_id == scene.bob.id)).one()


def spare(session: Session, scene: SimpleNamespace) -> None:
    """Copies to spare, none of them for trade yet."""
    trades.copies(session, scene.bob, 4, kept=4)
    session.flush()
    scene.digest = keeping.plan(session, scene.bob.id, keeping.Rule(3, "rare", "best", "", False), "en").digest


FORM = {"kind": "card", "card_id": "{card}", "quantity": "3", "urgency": "2", "condition": "", "visibility": "nobody"}

CASES = [
    Case("wants.edit", tried("/wants/{want}"), "GET", status=200),
    Case("wants.photo", tried("/people/photos/{photo}"), "GET", status=200, says=False),
    Case("wants.change", tried("/wants/{want}", **FORM)),
    *(Case("wants.count", tried(f"/wants/{{want}}/{act}", number="1"), variant=act) for act in ("more", "fewer", "found", "delete")),
    Case("wants.undo", tried("/wants/acts/{act}/undo", deleted)),
    Case("wants.delete_many", tried("/wants/delete", want="{want}")),
    Case("wants.arrived", tried("/wants/arrived", came, movement="{movement}", act="done", want="{want}:1")),
]  # fmt: skip

RULE = {"keep": "3", "rarity": "rare", "condition": "best", "language": ""}

OWN_DOUBLED = [
    Case("wants.add_want", tried("/wants/add", **FORM | {"quantity": "1", "condition": "NM"})),
    Case("wants.note", tried("/wants/note", wants_note="only English copies")),
    Case("wants.read_list", tried("/wants/paste", text="Playmat!", act="add", take="1-0", visibility="members", group="")),
    Case(
        "wants.settings", tried("/people/me/settings", visibility="members", list_language="", most_open="3", haves_note="hi")
    ),
    Case("wants.keep_seen", tried("/people/{ann}/seen", stack="{mine}")),
    Case("wants.pick_seen", tried("/people/{ann}/seen/pick", stack="{mine}")),
    Case("wants.paste_seen", tried("/people/{ann}/seen/paste", text="2x Gleamwyrm")),
    Case("wants.answer_seen", tried("/people/{ann}/seen/answer", asked, line="{question}", act="drop")),
    Case("wants.clear_seen", tried("/people/{ann}/seen/clear", kept)),
    Case("wants.nothing_seen", tried("/people/{ann}/seen/nothing")),
    Case("wants.offer_spare", tried("/wants/spare", spare, digest="{digest}", **RULE)),
]
"""Forms without an id of somebody's own thing in the address: only sent twice."""

OWN = {
    "wants.index", "wants.add", "wants.add_want", "wants.arrived", "wants.delete_many", "wants.export", "wants.file",
    "wants.note", "wants.paste", "wants.read_list", "wants.spare", "wants.offer_spare", "wants.board", "wants.people",
    "wants.settings",
}  # fmt: skip

MEMBERS = {
    "wants.person", "wants.binder", "wants.printed_lists", "wants.seen", "wants.keep_seen", "wants.answer_seen",
    "wants.clear_seen", "wants.nothing_seen", "wants.paste_seen", "wants.pick_seen", "wants.seen_text",
}  # fmt: skip
"""What every member may do with every other one, to one's own lists."""
