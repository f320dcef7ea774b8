"""The builder: search beside the deck, and the acts that change what is in it."""

from __future__ import annotations

from typing import Any

from flask import flash, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_login import login_required

from engine import Pile
from marketplace.catalogue.filter_choices import card_choices
from marketplace.collection.routes.acting import back_to, own_id, sent_once
from marketplace.db import get_session
from marketplace.decks import bp, decks, finding, limits
from marketplace.decks.deck_view import PILE_NAMES, deck_view
from marketplace.decks.editing import Editor
from marketplace.decks.forms import RenameForm
from marketplace.decks.models import Deck
from marketplace.decks.overview import partner_of
from marketplace.decks.routes.shared import duel_url, is_part, number
from marketplace.decks.suggestions import suggestions
from marketplace.errors import Conflict, DomainError, Refused
from marketplace.i18n import current_locale

_RESULTS = "deck-results"
_COUNTS = frozenset("0123")
"""Numbers of copies a row's menu offers."""


@bp.get("/<int:deck_id>")
@login_required
def deck(deck_id: int) -> ResponseReturnValue:
    """The builder of one deck."""
    found = decks.get_deck(get_session(), own_id(), deck_id)
    if is_part() and request.headers.get("HX-Target") == _RESULTS:
        return render_template("decks/_results.html", **_shared(found), **_search(found))
    return _page(found)


def _search(found: Deck) -> dict[str, Any]:
    session = get_session()
    results = finding.find(
        session, own_id(), found, limits.list_of(session, found), request.args.get("q", ""), request.args,
        number("page", 10_000) or 1, current_locale(),
    )  # fmt: skip
    return {"results": results}


def _shared(found: Deck) -> dict[str, Any]:
    return {"deck": found, "pile_names": PILE_NAMES, "here": url_for("decks.deck", deck_id=found.id, **_kept())}


def _kept() -> dict[str, Any]:
    """The search of this page as parts of an address, so that a plain form comes back to it."""
    return {name: request.args.getlist(name) for name in request.args}


def _live(found: Deck, **values: Any) -> dict[str, Any]:
    """What the part of the page that follows every act shows."""
    session = get_session()
    view = deck_view(session, found, partner_of(session, found))
    others = {deck_id: name for deck_id, name in decks.names_of(session, own_id()).items() if deck_id != found.id}
    return {
        **_shared(found),
        "view": view,
        "duel_url": duel_url(found),
        "suggestions": suggestions(session, view) if found.is_duel_copy else {},
        "lists": limits.choices(session, own_id(), limits.rules_for(found)),
        "chosen_list": limits.choice_of(found),
        "other_decks": others if view.is_for_teams else {},
        **values,
    }


def _page(found: Deck, **values: Any) -> str:
    pane = request.args.get("pane", "")
    return render_template(
        "decks/deck.html",
        **_live(found, **values),
        **_search(found),
        choices=card_choices(current_locale()),
        pane=pane if pane in ("deck", "search") else "deck" if found.cards else "search",
        rename_form=RenameForm(formdata=None, obj=found),
    )


@bp.post("/<int:deck_id>/change")
@login_required
def change(deck_id: int) -> ResponseReturnValue:
    """Add, count, move, swap or take out cards: one act."""
    return _answer(deck_id, lambda: _act(deck_id))


@bp.post("/<int:deck_id>/rules")
@login_required
def rules(deck_id: int) -> ResponseReturnValue:
    """Choose ruleset, list and partner deck."""

    def act() -> bool:
        limits.set_rules(
            get_session(),
            own_id(),
            deck_id,
            ruleset=request.form.get("ruleset", ""),
            chosen=request.form.get("list", ""),
            only_owned=request.form.get("only_owned") == "1",
            partner_id=number("partner"),
            version=number("version"),
            key=sent_once(),
        )
        return False

    return _answer(deck_id, act)


def _act(deck_id: int) -> bool:
    """Do what the form says; whether it had been done before."""
    editor = Editor(get_session(), own_id(), deck_id, version=number("version"), key=sent_once())
    if editor.repeated:
        return True
    verb, _colon, detail = request.form.get("act", "").partition(":")
    entry, card = number("entry"), number("card")
    if verb == "add" and card is not None:
        editor.add(card, _pile(detail) if detail else None)
    elif verb == "plus" and entry is not None:
        editor.step(entry, 1)
    elif verb == "minus" and entry is not None:
        editor.step(entry, -1)
    elif verb == "set" and entry is not None and detail in _COUNTS:
        editor.set_copies(entry, int(detail))
    elif verb == "move" and entry is not None:
        editor.move(entry, _pile(detail), number("copies", 9_999))
    elif verb == "remove" and entry is not None:
        editor.remove(entry)
    elif verb == "swap" and entry is not None and card is not None:
        editor.swap(entry, card)
    elif verb == "forget-unread":
        editor.forget_unread()
    else:
        raise Refused(_("That step was not understood. Nothing was changed."), rule="decks.act")
    editor.done()
    return False


def _pile(name: str) -> Pile:
    try:
        return Pile(name)
    except ValueError:
        raise Refused(_("There is no such pile."), rule="decks.pile") from None


def _answer(deck_id: int, act: Any) -> ResponseReturnValue:
    """Do an act and show the deck as it is then: the changed part, or the page again for a plain form."""
    session, status, values = get_session(), 200, {}
    try:
        repeated = act()
    except (Refused, Conflict) as error:
        session.rollback()
        session.expire_all()
        status, values = error.status, _trouble(error)
        repeated = False
    if status == 200 and not is_part():
        if repeated:
            flash(_("This form had been sent already: nothing was done twice."), "info")
        return back_to(url_for("decks.deck", deck_id=deck_id))
    found = decks.get_deck(session, own_id(), deck_id)
    if is_part():
        return render_template("decks/_live.html", **_live(found, **values), is_part=True), status
    return _page(found, **values), status


def _trouble(error: DomainError) -> dict[str, Any]:
    """Why an act was not done, and the act itself where it can be done now."""
    step = {name: value for name, value in request.form.items() if name in ("act", "entry", "card", "copies")}
    again = step if isinstance(error, Conflict) and step.get("act") else None
    return {"trouble": str(error.message), "again": again}
