"""Members who trade: the directory, one member's page, binder and printed lists, photos of copies, one's own settings."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any

from flask import current_app, flash, redirect, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_login import login_required
from flask_wtf import FlaskForm
from sqlalchemy import select
from sqlalchemy.orm import joinedload
from wtforms import BooleanField, DateField, IntegerField, RadioField, SelectField, TextAreaField
from wtforms.validators import InputRequired, Length, NumberRange, Optional

from marketplace.accounts.countries import country_name
from marketplace.catalogue import lookup
from marketplace.catalogue.vocabulary import LANGUAGES
from marketplace.collection import photos
from marketplace.collection.routes.acting import note_refusal, own_id
from marketplace.collection.stack_filters import StackFilters, chips
from marketplace.db import get_session
from marketplace.errors import Refused
from marketplace.i18n import current_locale
from marketplace.options import options
from marketplace.wants import bp, matching, offered, people, profile, seen, seen_writing, shelves, shown_copies
from marketplace.wants.board_filters import choices, read
from marketplace.wants.models import Want
from marketplace.wants.routes.board import chosen_sort, page_number
from marketplace.wants.visibility import wants_seen_by
from marketplace.wants.visible_people import person_for

_PEOPLE_PER_PAGE = 40
_FIRST_WANTS = 12
_FIRST_COPIES = 12


class ProfileForm(FlaskForm):
    """How a member trades."""

    haves_note = TextAreaField(_l("Note above your trade binder"), validators=[Length(max=profile.LONGEST_NOTE)])
    wants_note = TextAreaField(_l("Note above your want list"), validators=[Length(max=profile.LONGEST_NOTE)])
    visibility = RadioField(
        _l("Who sees your trade binder and your wants"), choices=options(profile.VISIBILITIES.items()), default="members"
    )
    list_language = SelectField(
        _l("Language of your printed lists"),
        choices=options([("", _l("that of the site")), *((code, one.label) for code, one in LANGUAGES.items())]),
    )
    away_until = DateField(_l("Away until"), validators=[Optional()])
    only_with_wanted = BooleanField(_l("Only offers that give at least one card I look for"))
    most_open = IntegerField(
        _l("Open offers one person may have with me"),
        default=0,
        validators=[InputRequired(_l("Say how many.")), NumberRange(0, profile.MOST_OPEN, _l("From 0 to 50."))],
    )


@bp.app_template_global()
def country_words(code: str | None) -> str:
    """The name of a country in the reader's language."""
    return country_name(code, current_locale())


@bp.get("/people", endpoint="people")
@login_required
def directory() -> ResponseReturnValue:
    """The members who trade: those with something for the reader first."""
    session, viewer_id = get_session(), own_id()
    found = people.traders(session, viewer_id)
    pages = max(1, -(-len(found) // _PEOPLE_PER_PAGE))
    page = max(1, min(page_number(), pages))
    shown = found[(page - 1) * _PEOPLE_PER_PAGE : page * _PEOPLE_PER_PAGE]
    return render_template(
        "wants/people.html",
        people=shown,
        total=len(found),
        page=page,
        pages=pages,
        looked_through=seen.owners_without(session, viewer_id),
        me=people.figures_of(session, viewer_id),
    )


@bp.get("/people/<int:user_id>")
@login_required
def person(user_id: int) -> ResponseReturnValue:
    """One member's trade page."""
    session, viewer_id, locale = get_session(), own_id(), current_locale()
    user = person_for(session, viewer_id, user_id, lists=True)
    mine = user_id == viewer_id
    theirs, of_mine = ([], []) if mine else matching.both_ways(session, viewer_id, user_id)
    first = offered.page_of_offers(session, viewer_id, StackFilters(), locale=locale, owner_id=user_id, per_page=_FIRST_COPIES)
    wants, wanted_in_all = _wants_of(viewer_id, user_id, locale, {match.want_id for match in of_mine}, _FIRST_WANTS)
    return render_template(
        "wants/person.html",
        user=user,
        person=people.figures_of(session, user_id),
        profile=profile.profile_of(session, user_id),
        mine=mine,
        for_me=sum(match.quantity for match in theirs),
        from_me=sum(match.quantity for match in of_mine),
        nothing_for_me=None if mine else seen.nothing_seen(session, viewer_id, user_id),
        nothing_for_them=None if mine else seen.nothing_seen(session, user_id, viewer_id),
        first=first,
        wanted_by_me={match.stack_id for match in theirs},
        wants=wants,
        wanted_in_all=wanted_in_all,
    )


def _wants_of(
    viewer_id: int, user_id: int, locale: str, served: set[int], most: int | None = None
) -> tuple[list[tuple[Want, str]], int]:
    """The wants of a member the reader may see, with names, most urgent first; and how many there are in all.

    ``served``: those the reader has copies for, which also shows wants meant for holders only.
    """
    session = get_session()
    query = (
        select(Want)
        .where(Want.user_id == user_id, wants_seen_by(viewer_id, holders=True))
        .options(joinedload(Want.product), joinedload(Want.printing), joinedload(Want.card))
        .order_by(Want.urgency.desc(), Want.id.desc())
    )
    if viewer_id != user_id:
        query = query.where((Want.visibility == "members") | Want.id.in_(served))
    wants = list(session.scalars(query))
    shown = wants[:most]
    names = lookup.names(session, [want.card_id for want in shown if want.card_id], locale)
    named = [(want, names.get(want.card_id or 0) or (want.product.name if want.product else "") or want.item) for want in shown]
    return named, len(wants)


@bp.get("/people/<int:user_id>/binder")
@login_required
def binder(user_id: int) -> ResponseReturnValue:
    """A member's copies for trade, searched and narrowed; to pick from."""
    session, viewer_id, locale = get_session(), own_id(), current_locale()
    user = person_for(session, viewer_id, user_id, lists=True)
    filters, problems = read(request.args)
    sort = chosen_sort(offered.SORTS, "name")
    view = {"sort": sort} if sort != "name" else {}

    def address(other: StackFilters = filters, **changes: Any) -> str:
        arguments = {**other.arguments(), **view, **changes}
        given = {name: value for name, value in arguments.items() if value not in (None, "")}
        return url_for("wants.binder", user_id=user_id, **given)

    found = offered.page_of_offers(session, viewer_id, filters, locale=locale, owner_id=user_id, sort=sort, page=page_number())
    mine = user_id == viewer_id
    return render_template(
        "wants/binder.html",
        user=user,
        mine=mine,
        found=found,
        filters=filters,
        problems=problems,
        chips=chips(session, viewer_id, filters, locale, address),
        choices=choices(locale),
        sorts=offered.SORTS,
        sort=sort,
        address=address,
        profile=profile.profile_of(session, user_id),
        on_list={} if mine else seen.chosen(session, viewer_id, user_id),
        wanted_by_me=set() if mine else {one.stack_id for one in matching.haves_for(session, viewer_id, user_id)},
    )


@bp.get("/people/<int:user_id>/lists")
@login_required
def printed_lists(user_id: int) -> ResponseReturnValue:
    """A member's binder and wants as text in the posts' style, to print and to copy; a large binder takes several pages."""
    session, viewer_id, locale = get_session(), own_id(), current_locale()
    user = person_for(session, viewer_id, user_id, lists=True)
    settings = profile.profile_of(session, user_id)
    part = shelves.printed_part(session, user_id, locale, page_number())
    shelf = part.copies
    copies = [(copy, shelf.at_hand[stack_id]) for stack_id, copy in shelf.copies.items()]
    haves = seen_writing.lines(copies, locale, settings.list_language, shelf.shared)
    wants: list[tuple[Want, str]] = []
    if part.page == part.pages:
        served = set()
        if viewer_id != user_id:
            served = {match.want_id for match in matching.both_ways(session, viewer_id, user_id)[1]}
        wants, _total = _wants_of(viewer_id, user_id, locale, served)
    return render_template(
        "wants/lists.html",
        page=part.page,
        pages=part.pages,
        user=user,
        mine=user_id == viewer_id,
        profile=settings,
        haves=haves,
        haves_text=seen_writing.text(haves),
        wants=seen_writing.want_lines(wants, locale),
    )


@bp.route("/people/me/settings", methods=["GET", "POST"])
@login_required
def settings() -> ResponseReturnValue:
    """How the reader trades."""
    session, user_id = get_session(), own_id()
    kept = profile.profile_of(session, user_id)
    form = ProfileForm(obj=kept)
    if request.method == "GET":
        form.away_until.data = kept.away_until.date() if kept.away_until else None
    if form.validate_on_submit():
        values = {name: field.data for name, field in form._fields.items() if name != "csrf_token"}
        if values["away_until"] is not None:
            # Away until the end of that day.
            last = values["away_until"] + timedelta(days=1)
            values["away_until"] = datetime.combine(last, time(), UTC) - timedelta(seconds=1)
        try:
            profile.save_profile(session, user_id, **values)
        except Refused as refused:
            session.rollback()
            note_refusal(form, refused)
        else:
            flash(_("Saved."), "success")
            return redirect(url_for("wants.person", user_id=user_id), code=303)
    return render_template("wants/profile.html", form=form), 422 if form.errors or form.form_errors else 200


@bp.get("/people/photos/<int:photo_id>")
@login_required
def photo(photo_id: int) -> ResponseReturnValue:
    """A photo of copies for trade, or with ``?small=1`` its thumbnail."""
    found = shown_copies.photo_for(get_session(), own_id(), photo_id)
    small = bool(request.args.get("small"))
    file = photos.file_of(found, current_app.config["SETTINGS"].photos_folder, thumbnail=small)
    answer = send_file(file, mimetype="image/webp", etag=f"{found.digest}{'s' if small else ''}", conditional=True)
    # Asked again each time: the copies may be for trade no more.
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer
