"""One act on many stacks: first what is chosen is shown with a form, then it is done, with an undo."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_login import login_required
from sqlalchemy import func, select

from marketplace.collection import bp, places, stack_list, stock
from marketplace.collection.forms import BulkFactsForm, BulkForm, BulkMoveForm, BulkRemoveForm, BulkTradeForm
from marketplace.collection.models import Operation, Stack
from marketplace.collection.routes.acting import NOTHING_CHANGED, is_nothing_changed, note_refusal, own_id, say, sent_once
from marketplace.collection.routes.stack import place_choices
from marketplace.collection.stack_filters import read
from marketplace.db import get_session
from marketplace.errors import Conflict, DomainError, Refused
from marketplace.i18n import current_locale
from marketplace.options import options

ACTS: dict[str, type[BulkForm]] = {
    "facts": BulkFactsForm,
    "move": BulkMoveForm,
    "trade": BulkTradeForm,
    "remove": BulkRemoveForm,
}
TITLES = {
    "facts": _l("Change chosen stacks"),
    "move": _l("Move chosen stacks"),
    "trade": _l("Set what is for trade"),
    "remove": _l("Take chosen stacks out"),
}
_SHOWN = 12


class _Query:
    """The query part of an address as filters read it."""

    def __init__(self, text: str) -> None:
        self.values = parse_qs(text, keep_blank_values=False, max_num_fields=200)

    def getlist(self, key: str) -> list[str]:
        return self.values.get(key, [])


def _chosen() -> tuple[list[int], str]:
    """The ids that were ticked, or all that the filters in ``all`` give; and those filters."""
    everything = request.values.get("all", "")
    session = get_session()
    if everything:
        filters, _problems = read(_Query(everything))
        values = parse_qs(everything)
        sort = values.get("sort", ["recent"])[0]
        direction = values.get("dir", [""])[0]
        direction = direction if direction in ("asc", "desc") else ""
        return stack_list.ids_of(
            session, own_id(), filters, locale=current_locale(), sort=sort, direction=direction
        ), everything
    typed = request.values.getlist("stack")
    ids = list(dict.fromkeys(int(value) for value in typed if value.isascii() and value.isdigit() and len(value) < 10))
    mine = session.scalars(select(Stack.id).where(Stack.user_id == own_id(), Stack.id.in_(ids[:30_000]), Stack.quantity > 0))
    own = set(mine)
    return [number for number in ids if number in own], ""


@bp.get("/bulk")
@login_required
def bulk() -> ResponseReturnValue:
    """What is chosen, and the form of the act."""
    act = request.args.get("act", "")
    if act not in ACTS:
        return redirect(url_for("collection.stacks"))
    if request.args.get("whole"):
        # "All that is filtered" was ticked: the address of the list says what that is.
        return redirect(url_for("collection.bulk", act=act, all=request.args.get("view") or "sort=recent"))
    ids, everything = _chosen()
    if not ids:
        flash(_("Tick the stacks you mean first."), "info")
        return redirect(url_for("collection.stacks") + (f"?{everything}" if everything else ""))
    form = ACTS[act](formdata=None, act=act)
    return _page(act, form, ids, everything)


def _page(act: str, form: BulkForm, ids: list[int], everything: str) -> str:
    session, user_id = get_session(), own_id()
    homes = places.list_places(session, user_id)
    if isinstance(form, BulkMoveForm):
        form.place_id.choices = options(place_choices(homes))
    numbers = [0, 0, 0, 0]
    for start in range(0, len(ids), 5_000):
        sums = (func.coalesce(func.sum(column), 0) for column in (Stack.quantity, Stack.lent, Stack.promised))
        query = select(func.count(), *sums)
        part = session.execute(query.where(Stack.user_id == user_id, Stack.id.in_(ids[start : start + 5_000]))).one()
        numbers = [total + int(value) for total, value in zip(numbers, part, strict=True)]
    return render_template(
        "collection/bulk.html",
        act=act,
        acts=TITLES,
        form=form,
        ids=ids,
        everything=everything,
        stacks=numbers[0],
        copies=numbers[1],
        lent=numbers[2],
        promised=numbers[3],
        rows=stack_list.rows_of(session, ids[:_SHOWN], current_locale()),
        more=max(0, len(ids) - _SHOWN),
        has_binder=any(place.kind == "binder" for place in homes),
        back=url_for("collection.stacks") + (f"?{everything}" if everything else ""),
    )


@bp.post("/bulk")
@login_required
def bulk_act() -> ResponseReturnValue:
    """Do it."""
    act = request.form.get("act", "")
    if act not in ACTS:
        return redirect(url_for("collection.stacks"))
    session, user_id = get_session(), own_id()
    ids, everything = _chosen()
    back = url_for("collection.stacks") + (f"?{everything}" if everything else "")
    form = ACTS[act]()
    if isinstance(form, BulkMoveForm):
        form.place_id.choices = options(place_choices(places.list_places(session, user_id)))
    if not ids:
        flash(_("None of these stacks is in your collection any more."), "info")
        return redirect(back, code=303)
    if not form.validate():
        return _page(act, form, ids, everything), 422
    expected = request.form.get("expected", "")
    try:
        if everything and expected.isascii() and expected.isdigit() and expected.lstrip("0") != str(len(ids)):
            raise Conflict(
                _("The list has changed: it has %(now)d stacks now. Look again, then confirm.", now=len(ids)),
                rule="collection.bulk.changed",
            )
        operation = _do(form, ids)
    except DomainError as error:
        if error.status == 404:
            raise
        session.rollback()
        if is_nothing_changed(error):  # type: ignore[arg-type]
            flash(str(NOTHING_CHANGED), "info")
            return redirect(back, code=303)
        note_refusal(form, error)  # type: ignore[arg-type]
        return _page(act, form, ids, everything), error.status
    say(operation)
    return redirect(back, code=303)


def _do(form: BulkForm, ids: list[int]) -> Operation:
    session, user_id, key = get_session(), own_id(), sent_once()
    if isinstance(form, BulkFactsForm):
        changes: dict[str, Any] = form.changes()
        if not changes:
            raise Refused(_("Choose at least one thing to change."), rule="collection.bulk.nothing")
        return stock.bulk_edit(session, user_id, ids, changes, request_key=key)
    if isinstance(form, BulkMoveForm):
        place_id = form.place_id.data or None
        page = form.page.data if place_id else None
        stacks = [(number, None) for number in ids]
        return stock.move(session, user_id, stacks, place_id, page, fill=bool(form.fill.data and place_id), request_key=key)
    if isinstance(form, BulkTradeForm):
        how = form.how.data if form.how.data != "keep" else form.keep.data or 0
        return stock.bulk_edit(session, user_id, ids, {"for_trade": how}, request_key=key)
    assert isinstance(form, BulkRemoveForm)
    return stock.remove_many(
        session, user_id, ids, form.reason.data, form.counterpart.data or "", form.note.data or "", request_key=key
    )
