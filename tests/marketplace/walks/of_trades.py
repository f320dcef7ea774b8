"""Offers and agreed trades: every page and button, on a trade that is just in the state for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from marketplace.collection.models import Photo
from marketplace.messages import addresses
from marketplace.trades import (
    agreement,
    amendments,
    cancelling,
    corrections,
    dispatch,
    meeting,
    records,
    sending,
    sharing_addresses,
)
from marketplace.trades.corrections import ChangeInput
from marketplace.trades.lines import LineInput
from marketplace.trades.models import Parcel, ParcelLine, Trade, TradeEvent, TradeVersion
from marketplace.trades.parcels import in_steps
from tests.factories import deals, trades
from tests.marketplace.walks.stage import Case, Stage, Try

Scene = SimpleNamespace
Step = Callable[[Session, Scene], None]


def offered(stage: Stage, session: Session) -> Scene:
    """Ann offers Bob two for one."""
    found = stage.two(session)
    stage.photo(session, found.ann, found.mine.id)
    found.trade = trades.offer(session, found.ann, found.bob, [(found.mine, 2)], [found.theirs], note="as we said")
    return found


def agree(session: Session, scene: Scene) -> None:
    agreement.accept(session, scene.bob.id, scene.trade.id, 1)


def hand(session: Session, scene: Scene) -> None:
    deals.by(session, scene.trade, "hand")


def post(session: Session, scene: Scene) -> None:
    deals.by(session, scene.trade, "post")
    scene.out, scene.back = (one.id for one in deals.parcels(session, scene.trade))


def met(session: Session, scene: Scene) -> None:
    meeting.confirm(session, scene.ann.id, scene.trade.id)


def sent(session: Session, scene: Scene) -> None:
    sending.mark_sent(session, scene.ann.id, scene.trade.id, scene.out)
    sending.mark_sent(session, scene.bob.id, scene.trade.id, scene.back)


def overdue(session: Session, scene: Scene) -> None:
    parcel = session.get_one(Parcel, scene.out)
    parcel.sent_at -= timedelta(days=20)  # type: ignore[operator]
    session.flush()


def missing(session: Session, scene: Scene) -> None:
    sending.mark_missing(session, scene.bob.id, scene.trade.id, scene.out)


def received(session: Session, scene: Scene) -> None:
    sending.mark_received(session, scene.bob.id, scene.trade.id, scene.out)
    scene.line = session.scalars(select(ParcelLine.id).where(ParcelLine.parcel_id == scene.out)).one()


def correction(session: Session, scene: Scene) -> None:
    change = ChangeInput(scene.line, "back", 1)
    scene.correction = corrections.propose(session, scene.ann.id, scene.trade.id, [change], "one comes back").id


def amendment(session: Session, scene: Scene) -> None:
    lines = trades.lines([(scene.mine, 3)], [scene.theirs])
    amendments.propose(session, scene.ann.id, scene.trade.id, lines, "one more")


def cancel(session: Session, scene: Scene) -> None:
    cancelling.cancel(session, scene.ann.id, scene.trade.id)


def plan(session: Session, scene: Scene) -> None:
    things = dispatch.things_of(dispatch.agreed_version(session, scene.trade))
    parcels = in_steps(things, ["proposer", "partner", "proposer"])
    dispatch.propose_plan(session, scene.ann.id, scene.trade.id, parcels)
    scene.event = session.scalars(
        select(TradeEvent.id).where(TradeEvent.trade_id == scene.trade.id, TradeEvent.kind == "plan_proposed")
    ).one()


def home(session: Session, scene: Scene) -> None:
    scene.home = addresses.save_address(
        session, scene.bob.id, None, label="Home", lines="Bob\nRue du Secret 7", country="", note="", is_default=True
    ).id


def shown(session: Session, scene: Scene) -> None:
    home(session, scene)
    sharing_addresses.show_address(session, scene.bob.id, scene.trade.id, scene.home)


def days_pass(session: Session, scene: Scene) -> None:
    earlier = timedelta(days=3)
    trade = scene.trade
    session.execute(
        update(Trade)
        .where(Trade.id == trade.id)
        .values(created_at=trade.created_at - earlier, updated_at=trade.updated_at - earlier)
    )
    for version in session.scalars(select(TradeVersion).where(TradeVersion.trade_id == trade.id)):
        version.created_at -= earlier
    session.flush()


def choice(session: Session, scene: Scene) -> None:
    from marketplace.trades import offers

    more = trades.copies(session, scene.bob, 1)
    lines = [*trades.lines([(scene.mine, 1)]), LineInput("them", "open", options=(scene.theirs.id, more.id))]
    scene.trade = offers.propose(session, scene.ann.id, scene.bob.id, lines)
    scene.key = next(line.key for line in scene.trade.versions[0].lines if line.kind == "open")


def acted(
    path: str, steps: Iterable[Step] = (), *, by: str = "bob", data: Callable[[Scene], dict[str, Any]] | None = None
) -> Callable[[Stage], Try]:
    """``path`` below the trade, after ``steps``; parts in braces are what the steps have left in the scene."""

    def make(stage: Stage) -> Try:
        with stage.writing() as session:
            scene = offered(stage, session)
            for step in steps:
                step(session, scene)
            session.flush()
            scene.digest = session.scalars(select(Photo.digest).where(Photo.stack_id == scene.mine.id)).first()
            values = data(scene) if data is not None else {}
            names = {name: value for name, value in vars(scene).items() if isinstance(value, (int, str))}
        trade_id = scene.trade.id
        url = f"/trades/{trade_id}{path.format(**names)}"
        form = {"revision": stage.revision(trade_id), **values}
        return Try(getattr(scene, by), url, form, (*scene.secrets, "Rue du Secret"))

    return make


def rows(*lines: tuple[str, str, int]) -> dict[str, Any]:
    """The composer's form: (giver, stack or words, quantity) each."""
    form: dict[str, Any] = {"row": [f"r{place}" for place, _line in enumerate(lines)]}
    for place, (giver, stack, quantity) in enumerate(lines):
        form |= {
            f"giver-r{place}": giver, f"kind-r{place}": "copies" if stack.isdigit() else "item",
            f"stack-r{place}": stack if stack.isdigit() else "", f"quantity-r{place}": str(quantity),
            f"text-r{place}": "" if stack.isdigit() else stack,
        }  # fmt: skip
    return form


def other_lines(scene: Scene) -> dict[str, Any]:
    return rows(("them", str(scene.mine.id), 3), ("me", str(scene.theirs.id), 1))


def more_lines(scene: Scene) -> dict[str, Any]:
    return rows(("me", str(scene.mine.id), 3), ("them", str(scene.theirs.id), 1))


def valued(scene: Scene) -> dict[str, Any]:
    printing = scene.mine.printing_id
    return other_lines(scene) | {"valued": str(printing), f"value-{printing}": "4"}


def read_page(name: str, path: str, steps: Iterable[Step] = (), **values: Any) -> Case:
    variant = values.pop("variant", "")
    says, by = values.pop("says", True), values.pop("by", "bob")
    return Case(f"trades.{name}", acted(path, steps, by=by), "GET", variant, values.pop("status", 200), says=says)


def button(
    name: str, path: str, steps: Iterable[Step] = (), *, by: str = "bob", variant: str = "", status: int = 303, data: Any = None
) -> Case:
    return Case(f"trades.{name}", acted(path, steps, by=by, data=data), variant=variant, status=status)


POSTED, SENT, DONE = (agree, post), (agree, post, sent), (agree, post, sent, received)

PAGES = [
    read_page("trade", ""),
    read_page("text", "/text"),
    read_page("version", "/versions/1"),
    read_page("news", "/news?revision=0", says=False),
    read_page("photo", "/photos/{digest}", says=False),
    read_page("accept", "/accept"),
    read_page("settle", "/settle", (choice,)),
    read_page("answer", "/counter", variant="counter"),
    read_page("answer", "/top-up", variant="top-up"),
    read_page("compose_amendment", "/amend", (agree,)),
    read_page("plan", "/plan", POSTED),
    read_page("parcel", "/parcels/{out}", POSTED),
    read_page("correction", "/corrections/new", DONE),
]

OPEN = [
    button("accept_now", "/accept", data=lambda _scene: {"version": "1"}),
    button("decline", "/decline", data=lambda _scene: {"reason": "", "note": "no"}),
    button("withdraw", "/withdraw", by="ann"),
    button("nudge", "/nudge", (days_pass,), by="ann"),
    button("settle_now", "/settle", (choice,), data=lambda scene: {f"choice-{scene.key}": str(scene.theirs.id)}),
    button("send_answer", "/counter", variant="counter", data=other_lines),
    button("send_answer", "/top-up", variant="top-up", data=lambda _scene: rows(("me", "dice", 1))),
    button("answer_step", "/counter/step", variant="counter", status=200, data=other_lines),
    button("answer_step", "/top-up/step", variant="top-up", status=200, data=other_lines),
    button("answer_values", "/counter/values", variant="counter", status=200, data=valued),
    button("answer_values", "/top-up/values", variant="top-up", status=200, data=valued),
]

AGREED = [
    button("manner", "/manner", (agree,), data=lambda _scene: {"manner": "post"}),
    button("address", "/address", (*POSTED, home), data=lambda scene: {"address_id": str(scene.home)}),
    button("hide_address", "/address/hide", (*POSTED, shown)),
    button("propose_plan", "/plan", POSTED, data=lambda scene: plan_form(scene)),
    button("answer_plan", "/plan/{event}/agree", (*POSTED, plan), variant="agree"),
    button("answer_plan", "/plan/{event}/drop", (*POSTED, plan), variant="drop"),
    button("sent", "/parcels/{back}/sent", POSTED, data=lambda _scene: {"tracking": "RR1", "note": "", "sent_on": ""}),
    button("received", "/parcels/{out}/received", SENT, data=lambda _scene: {"all_fine": "1"}),
    button("parcel_act", "/parcels/{back}/unsent", SENT, variant="unsent"),
    button("parcel_act", "/parcels/{out}/missing", (*SENT, overdue), variant="missing"),
    button("parcel_act", "/parcels/{out}/found", (*SENT, overdue, missing), variant="found"),
    button("met", "/met", (agree, hand, met)),
    button("unmet", "/met/undo", (agree, hand, met), by="ann"),
    button("propose_amendment", "/amend", (agree,), by="ann", data=more_lines),
    button("amendment_step", "/amend/step", (agree,), status=200, data=other_lines),
    button("amendment_values", "/amend/values", (agree,), status=200, data=valued),
    button("amendment", "/amendments/2/sign", (agree, amendment), variant="sign"),
    button("amendment", "/amendments/2/drop", (agree, amendment), variant="drop"),
    button("cancel", "/cancel", (agree, cancel)),
    button("keep", "/cancel/undo", (agree, cancel)),
    button("propose_correction", "/corrections/new", DONE, data=lambda scene: {f"what-{scene.line}": "back", f"quantity-{scene.line}": "1"}),
    button("answer_correction", "/corrections/{correction}/sign", (*DONE, correction), variant="sign"),
    button("answer_correction", "/corrections/{correction}/drop", (*DONE, correction), variant="drop"),
]  # fmt: skip


def plan_form(scene: Scene) -> dict[str, Any]:
    """Bob's plan: one of hers, his, the other of hers."""
    hers, his = (line.id for line in sorted(scene.trade.versions[0].lines, key=lambda line: line.giver == "partner"))
    return {
        "order": "them_parts", "sender-0": "them", f"many-0-{hers}": "1", "sender-1": "me", f"many-1-{his}": "1",
        "waits-1": "1", "sender-2": "them", f"many-2-{hers}": "1", "waits-2": "1",
    }  # fmt: skip


def record_scene(stage: Stage) -> Scene:
    with stage.writing() as session:
        scene = stage.two(session)
        entry = records.Entry("trade", f"Odile {scene.secrets[0]}", given=[(scene.mine.id, 1)], items_received=["dice"])
        scene.record = records.record(session, scene.ann.id, entry).trade.id  # type: ignore[union-attr]
    return scene


def record_try(path: str) -> Callable[[Stage], Try]:
    def make(stage: Stage) -> Try:
        scene = record_scene(stage)
        return Try(scene.ann, f"/trades/records/{scene.record}{path}", {}, (*scene.secrets, "Odile"))

    return make


RECORDS = [
    Case("trades.record_page", record_try(""), "GET", status=200),
    Case("trades.undo_record", record_try("/undo")),
]


def fresh(path: str, **values: str) -> Callable[[Stage], Try]:
    """A form of Ann's that needs no trade; parts in braces are numbers of the scene."""

    def make(stage: Stage) -> Try:
        with stage.writing() as session:
            scene = stage.two(session)
            numbers = {
                "partner": scene.bob.id,
                "mine": scene.mine.id,
                "theirs": scene.theirs.id,
                "printing": scene.mine.printing_id,
            }
        lines = rows(("me", str(scene.mine.id), 1), ("them", str(scene.theirs.id), 1))
        form = {name.format(**numbers): value.format(**numbers) for name, value in values.items()}
        return Try(scene.ann, path.format(**numbers), {**lines, **form}, scene.secrets)

    return make


RECORD = {"give": "{mine}", "give_quantity": "1", "items_received": "dice", "items_given": "", "money": "", "note": ""}

OWN_DOUBLED = [
    Case("trades.send_offer", fresh("/trades/compose/{partner}", days="14")),
    Case(
        "trades.compose_values",
        fresh("/trades/compose/{partner}/values", **{"valued": "{printing}", "value-{printing}": "4"}),
        status=200,
    ),
    Case("trades.save_record", fresh("/trades/records/new", act="save", kind="trade", name="Odile", place_id="0", **RECORD)),
]
"""Forms without an id of somebody's own thing: only sent twice."""

CASES = [*PAGES, *OPEN, *AGREED, *RECORDS]

OWN = {"trades.index", "trades.all_records", "trades.record", "trades.save_record"}
"""Pages of one's own things only: no id in their address."""

MEMBERS = {"trades.compose", "trades.send_offer", "trades.compose_step", "trades.compose_values"}
"""What every member may do with every other one."""
