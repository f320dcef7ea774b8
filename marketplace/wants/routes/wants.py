"""The want list: its page, adding, changing, counting and deleting wants."""

from __future__ import annotations

from typing import Any

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext
from flask_login import login_required
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.accounts.redirects import safe_path
from marketplace.catalogue import lookup, search
from marketplace.catalogue.models import Card, Printing, Product
from marketplace.catalogue.name_search import seen_by
from marketplace.collection.routes.acting import back_to, note_refusal, own_id, sent_once
from marketplace.db import get_session
from marketplace.errors import Conflict, NotFound, Refused
from marketplace.i18n import current_locale
from marketplace.wants import arrivals, bp, groups, profile, want_view
from marketplace.wants import wants as want_list
from marketplace.wants.models import WantAct
from marketplace.wants.want_forms import NoteForm, WantForm
from marketplace.wants.want_words import split_line
from marketplace.wants.wishes import LISTS

PER_PAGE = 200
_SUGGESTED = 12


def number_in(name: str, least: int = 0) -> int:
    """A whole number of the address; ``least`` when it is none."""
    typed = request.args.get(name, "").strip()
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 10 and int(typed) >= least else least


def one_of(name: str, allowed: Any) -> str:
    """A value of the address that is one of ``allowed``, else the first of them."""
    typed = request.args.get(name, "")
    return typed if typed in allowed else next(iter(allowed))


def filters_from_address() -> want_view.ListFilters:
    """What of the list is asked for."""
    return want_view.ListFilters(
        text=request.args.get("q", "").strip()[:100],
        urgency=number_in("urgency") if number_in("urgency") in want_view.URGENCIES else 0,
        kind=one_of("kind", ("", *want_view.KINDS)),
        available=request.args.get("available") == "1",
        group_id=number_in("group"),
        deck_id=number_in("deck"),
    )


@bp.get("/wants")
@login_required
def index() -> ResponseReturnValue:
    """The reader's want list."""
    session, user_id, locale = get_session(), own_id(), current_locale()
    filters, by, sort = filters_from_address(), one_of("by", want_view.SECTIONS), one_of("sort", want_view.SORTS)
    rows = want_view.rows_of(session, user_id, locale)
    shown = want_view.in_order(want_view.chosen(rows, filters), sort)
    decks = want_view.deck_names(session, user_id)
    pages = max(1, -(-len(shown) // PER_PAGE))
    page = min(number_in("page", 1), pages)
    # Sections first, so that a page goes on where the last one ended.
    sections = want_view.sections_of(shown, by, decks)
    came, newest = arrivals.arrivals(session, user_id, locale)

    def address(**changes: Any) -> str:
        values = {
            "q": filters.text, "urgency": filters.urgency, "kind": filters.kind, "available": int(filters.available),
            "group": filters.group_id, "deck": filters.deck_id, "by": by, "sort": sort, **changes,
        }  # fmt: skip
        return url_for("wants.index", **{name: value for name, value in values.items() if value})

    return render_template(
        "wants/index.html",
        rows=rows,
        shown=shown,
        sections=_page_of(sections, page),
        filters=filters,
        by=by,
        sort=sort,
        page=page,
        pages=pages,
        decks=decks,
        groups=want_list.groups_of(session, user_id),
        words=want_view,
        came=came[: arrivals.SHOWN],
        newest=newest,
        profile=profile.profile_of(session, user_id),
        people=len({holder.user_id for row in rows for holder in row.holders}),
        address=address,
    )


def _page_of(sections: list[want_view.Section], page: int) -> list[want_view.Section]:
    first, last, place, found = (page - 1) * PER_PAGE, page * PER_PAGE, 0, []
    for section in sections:
        some = [row for at, row in enumerate(section.rows, start=place) if first <= at < last]
        place += len(section.rows)
        if some:
            found.append(want_view.Section(section.key, section.title, some, section.group_id))
    return found


@bp.get("/wants/add")
@login_required
def add() -> ResponseReturnValue:
    """What to add: choose a card, a set or name a thing; then say what exactly."""
    session = get_session()
    form = WantForm(formdata=None)
    kind = one_of("kind", ("card", "set", "item"))
    form.kind.data = kind
    typed = request.args.get("q", "").strip()[:200]
    card_id, printing_id, product_id = number_in("card"), number_in("printing"), number_in("set")
    if printing_id:
        seen = session.get(Printing, printing_id)
        if seen is None or seen.added_by_id not in (None, own_id()):
            raise NotFound
        card_id, form.printing_id.data = seen.card_id, printing_id
    if kind == "item":
        form.item.data = typed
        return _form_page(form, "add")
    if product_id or kind == "set":
        form.kind.data, form.set_id.data = "set", str(product_id or "")
        if product_id:
            return _form_page(form, "add")
        found = _sets(session, typed) if typed else []
        return render_template("wants/choose.html", kind="set", typed=typed, sets=found, cards=[])
    if card_id:
        form.card_id.data = str(card_id)
        return _form_page(form, "add")
    hits = search.find_names(session, typed, _SUGGESTED, locale=current_locale(), viewer_id=own_id()) if typed else []
    exact = [hit for hit in hits if hit.exact]
    if len(exact) == 1:
        return redirect(url_for("wants.add", card=exact[0].card_id))
    names = lookup.names(session, [hit.card_id for hit in hits], current_locale())
    cards = {card.id: card for card in session.scalars(select(Card).where(Card.id.in_(names)))}
    offered = [(cards[hit.card_id], names[hit.card_id]) for hit in hits if hit.card_id in cards]
    sets = _sets(session, typed) if typed and not offered else []
    return render_template("wants/choose.html", kind="card", typed=typed, sets=sets, cards=offered)


def _sets(session: Session, typed: str) -> list[search.SetHit]:
    """The sets the words name; if none is written so, those a pasted line with these words would mean."""
    name = split_line(typed)[0] or typed
    return search.find_sets(session, name, _SUGGESTED) or [
        search.SetHit(one.id, one.name, one.slug, one.prefixes, one.printing_count)
        for one in groups.set_named(session, name)[:_SUGGESTED]
    ]


@bp.post("/wants/add")
@login_required
def add_want() -> ResponseReturnValue:
    """Put a want on the list."""
    form = WantForm()
    _choices(get_session(), form)
    if not form.validate():
        return _form_page(form, "add"), 422
    try:
        act = want_list.add(get_session(), own_id(), [form.wish()], group=form.group.data or "", request_key=sent_once())
    except Refused as error:
        note_refusal(form, error, "item" if form.kind.data == "item" else "printing_id")
        return _form_page(form, "add"), 422
    words = _("On your want list.") if act.summary.get("new") else _("You wanted this already: the number was raised.")
    say(get_session(), act, words)
    return back_to(url_for("wants.index"))


@bp.get("/wants/<int:want_id>")
@login_required
def edit(want_id: int) -> ResponseReturnValue:
    """One want, to change it."""
    want = want_list.get(get_session(), own_id(), want_id)
    form = WantForm(formdata=None)
    for field in ("kind", "item", "quantity", "urgency", "condition", "artwork", "note", "visibility", "version"):
        form[field].data = getattr(want, field)
    for field in LISTS:
        form[field].data = list(getattr(want, field))
    form.printing_id.data, form.deck_id.data = want.printing_id or 0, want.deck_id or 0
    form.card_id.data = str(want.card_id or "")
    if want.kind == "set":
        form.set_id.data = str(want.product_id or "")
    else:
        form.product_id.data = want.product_id or 0
    form.group.data = want.group.name if want.group else ""
    return _form_page(form, "edit", want_id)


@bp.post("/wants/<int:want_id>")
@login_required
def change(want_id: int) -> ResponseReturnValue:
    """Change a want."""
    session = get_session()
    want_list.get(session, own_id(), want_id)
    form = WantForm()
    _choices(session, form)
    if not form.validate():
        return _form_page(form, "edit", want_id), 422
    try:
        act = want_list.change(
            session, own_id(), want_id, form.seen_version, form.wish(), group=form.group.data or "", request_key=sent_once()
        )
    except Refused as error:
        note_refusal(form, error, "item" if form.kind.data == "item" else "printing_id")
        return _form_page(form, "edit", want_id), 422
    except Conflict as error:
        session.rollback()
        form.form_errors.append(str(error.message))
        form.version.data = str(want_list.get(session, own_id(), want_id).version)  # Sent once more, it wins.
        return _form_page(form, "edit", want_id), error.status
    say(session, act, _("The want was changed."))
    return redirect(url_for("wants.index"), code=303)


def _choices(session: Session, form: WantForm) -> None:
    typed = form.card_id.data or ""
    card_id = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 10 else 0
    found = lookup.of_cards(session, [card_id], own_id()).get(card_id, []) if card_id else []
    form.set_choices(found, want_view.deck_names(session, own_id()), current_locale())


def _form_page(form: WantForm, act: str, want_id: int = 0) -> str:
    session = get_session()
    _choices(session, form)
    card = product = None
    name = ""
    if form.kind.data == "set":
        typed = (form.set_id.data or "").strip()
        product = session.get(Product, int(typed)) if typed.isascii() and typed.isdigit() and len(typed) < 10 else None
        if product is None:
            raise NotFound
    elif form.kind.data != "item":
        typed = (form.card_id.data or "").strip()
        card = (
            session.scalar(select(Card).where(Card.id == int(typed), seen_by(own_id())))
            if typed.isascii() and typed.isdigit() and len(typed) < 10
            else None
        )
        if card is None:
            raise NotFound
        name = lookup.names(session, [card.id], current_locale())[card.id]
    return render_template(
        "wants/edit.html",
        form=form,
        act=act,
        want_id=want_id,
        card=card,
        name=name,
        product=product,
        groups=want_list.groups_of(session, own_id()),
        here=safe_path(request.values.get("next")) or "",
    )


@bp.post("/wants/<int:want_id>/<any(more, fewer, found, delete):act>")
@login_required
def count(want_id: int, act: str) -> ResponseReturnValue:
    """One more, one fewer, some found, or deleted."""
    session, user_id, key = get_session(), own_id(), sent_once()
    if act in ("more", "fewer"):
        want_list.more(session, user_id, want_id, 1 if act == "more" else -1, request_key=key)
        return back_to(url_for("wants.index"))
    if act == "found":
        typed = request.form.get("number", "1").strip()
        if not (typed.isascii() and typed.isdigit() and len(typed) < 5):
            raise Refused(_("Write a whole number."), rule="wants.quantity")
        done = want_list.found(session, user_id, {want_id: int(typed)}, request_key=key)
        say(session, done, _("Taken off your want list."))
    else:
        done = want_list.remove(session, user_id, [want_id], request_key=key)
        say(session, done, _("Deleted from your want list."))
    return back_to(url_for("wants.index"))


@bp.post("/wants/delete")
@login_required
def delete_many() -> ResponseReturnValue:
    """Delete the ticked wants."""
    session = get_session()
    ids = [int(value) for value in request.form.getlist("want") if value.isascii() and value.isdigit() and len(value) < 10]
    if not ids:
        flash(_("Tick wants first."), "warning")
        return back_to(url_for("wants.index"))
    act = want_list.remove(session, own_id(), ids, request_key=sent_once())
    number = int(act.summary.get("number", 0))
    say(session, act, ngettext("%(num)d want deleted.", "%(num)d wants deleted.", number))
    return back_to(url_for("wants.index"))


@bp.post("/wants/acts/<int:act_id>/undo")
@login_required
def undo(act_id: int) -> ResponseReturnValue:
    """Take an act on the list back."""
    want_list.undo(get_session(), own_id(), act_id)
    flash(_("Undone."), "success")
    return redirect(url_for("wants.index"), code=303)


@bp.post("/wants/note")
@login_required
def note() -> ResponseReturnValue:
    """Keep the note above the list."""
    form = NoteForm()
    try:
        if not form.validate():
            raise Refused(_("A note takes 1,000 letters."), rule="wants.profile.note", field="wants_note")
        known = profile.profile_of(get_session(), own_id())
        profile.save_profile(get_session(), own_id(), haves_note=known.haves_note, wants_note=form.wants_note.data or "")
    except Refused as error:
        flash(str(error.message), "error")
        return redirect(url_for("wants.index"), code=303)
    flash(_("The note was kept."), "success")
    return redirect(url_for("wants.index"), code=303)


def say(session: Session, act: WantAct, words: str) -> None:
    """Tell what was done, with a button that takes it back."""
    if want_list.was_repeated(session, act):
        flash(_("This form had been sent already: nothing was done twice."), "info")
        return
    undo_url = url_for("wants.undo", act_id=act.id)
    flash({"text": words, "url": undo_url, "label": _("Undo")}, "undo")  # type: ignore[arg-type]  # As the toasts draw it.
