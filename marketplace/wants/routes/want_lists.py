"""Whole want lists: pasted, taken away; and copies that came in and were wanted."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

from flask import flash, redirect, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext
from flask_login import login_required

from marketplace.collection.routes.acting import back_to, note_refusal, own_id, sent_once
from marketplace.db import get_db, get_session, reads_first
from marketplace.errors import NotFound, Refused
from marketplace.i18n import current_locale
from marketplace.wants import arrivals, bp, exporting, pasting, profile, want_view
from marketplace.wants import wants as want_list
from marketplace.wants.groups import GROUPS
from marketplace.wants.routes.wants import filters_from_address, say
from marketplace.wants.want_forms import PasteForm
from marketplace.wants.want_words import particulars_of
from marketplace.wants.wishes import Wish


@bp.get("/wants/paste")
@login_required
def paste() -> ResponseReturnValue:
    """The form for a list to read; ``group`` fills in the cards of a well-known group."""
    form = PasteForm(formdata=None)
    known = request.args.get("group", "")
    if known.isascii() and known.isdigit() and len(known) < 4 and int(known) < len(GROUPS):
        group = GROUPS[int(known)]
        form.text.data, form.group.data = "\n".join(group.cards), str(group.label)
    return _paste_page(form, None, set(), {})


@bp.post("/wants/paste")
@login_required
@reads_first  # Reading names takes its time: nobody waits for the write lock meanwhile.
def read_list() -> ResponseReturnValue:
    """Show what was read of a list, or put the ticked lines on the want list."""
    form = PasteForm()
    lines: list[pasting.ReadLine] | None = None
    answers = {name[7:]: value[:40] for name, value in request.form.items() if name.startswith("answer-")}
    taken: set[str] = set()
    try:
        if not form.validate():
            return _paste_page(form, None, taken, answers), 422
        lines = pasting.read(get_session(), own_id(), form.text.data or "", current_locale())
        if request.form.get("act") != "add":
            taken = {line.key for line in lines if line.taken}
            return _paste_page(form, lines, taken, answers)
        taken = set(request.form.getlist("take"))
        get_session().commit()
        wishes = pasting.settled(lines, taken, answers)
        if not wishes:
            words = _("Tick the lines you want, and choose a card where several may be meant.")
            raise Refused(words, rule="wants.nothing", field="text")
        wishes = [_with_visibility(wish, form.visibility.data or "members") for wish in wishes]
        with get_db().write() as session:
            act = want_list.add(
                session, own_id(), wishes, group=form.group.data or "", typed=form.text.data or "", request_key=sent_once()
            )
            number = int(act.summary.get("number", 0))
            say(session, act, ngettext("%(num)d want on your list.", "%(num)d wants on your list.", number))
    except Refused as error:
        note_refusal(form, error, "text")
        return _paste_page(form, lines, taken, answers), 422
    return redirect(url_for("wants.index"), code=303)


def _with_visibility(wish: Wish, visibility: str) -> Wish:
    return replace(wish, visibility=visibility)


def _paste_page(form: PasteForm, lines: list[pasting.ReadLine] | None, taken: set[str], answers: dict[str, str]) -> str:
    locale = current_locale()

    def particulars(wish: Wish) -> list[str]:
        return particulars_of(wish, locale)

    return render_template(
        "wants/paste.html", form=form, lines=lines, groups=GROUPS, taken=taken, answers=answers, particulars=particulars
    )


@bp.get("/wants/export")
@login_required
def export() -> ResponseReturnValue:
    """The list as text in the style of posts, to copy, save or print."""
    session = get_session()
    rows = _rows()
    text = exporting.as_text(rows, profile.profile_of(session, own_id()).wants_note)
    return render_template("wants/export.html", text=text, rows=rows, filters=filters_from_address())


@bp.get("/wants/file.<ending>")
@login_required
def file(ending: str) -> ResponseReturnValue:
    """The list as a file."""
    if ending == "txt":
        content = exporting.as_text(_rows(), profile.profile_of(get_session(), own_id()).wants_note)
    elif ending == "csv":
        content = "\ufeff" + exporting.as_csv(_rows())
    else:
        raise NotFound
    kind = "text/csv" if ending == "csv" else "text/plain"
    name = f"wants.{ending}"
    return send_file(BytesIO(content.encode()), mimetype=kind, as_attachment=True, download_name=name)


def _rows() -> list[want_view.WantRow]:
    rows = want_view.rows_of(get_session(), own_id(), current_locale(), matches=False)
    return want_view.in_order(want_view.chosen(rows, filters_from_address()), "name")


@bp.post("/wants/arrived")
@login_required
def arrived() -> ResponseReturnValue:
    """Copies that were wanted came in: take them off the list, or leave it as it is."""
    session = get_session()
    typed = request.form.get("movement", "")
    if not (typed.isascii() and typed.isdigit() and len(typed) < 12):
        raise NotFound
    numbers: dict[int, int] = {}
    if request.form.get("act") == "done":
        for value in request.form.getlist("want"):
            want_id, _colon, number = value.partition(":")
            if want_id.isascii() and want_id.isdigit() and number.isascii() and number.isdigit() and len(value) < 16:
                numbers[int(want_id)] = int(number)
    act = arrivals.answer(session, own_id(), int(typed), numbers, request_key=sent_once())
    if numbers:
        say(session, act, _("Taken off your want list."))
    else:
        flash(_("Your want list stays as it is."), "info")
    return back_to(url_for("wants.index"))
