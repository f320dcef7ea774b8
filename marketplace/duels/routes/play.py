"""The table: the page, answering, taking back, giving up, settings, and waiting for the opponent."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_login import login_required

from engine import ReplayDiffers
from marketplace.accounts.routes.edge import own_id
from marketplace.db import get_db, get_session, reads_first
from marketplace.duels import bp, forms, playing, saving
from marketplace.duels.declaring import declared
from marketplace.duels.routes.showing import done, person_key, show, show_current, uncached
from marketplace.duels.table import CannotUndo, NotAnOption
from marketplace.errors import Conflict
from marketplace.extensions import limiter
from marketplace.i18n import current_locale

PER_PERSON = "300 per minute"

UNDO_WORDS: dict[str, Callable[[], str]] = {
    "nothing": lambda: _("There is nothing to take back."),
    "seen": lambda: _("That cannot be taken back: a card has become known through it."),
    "chance": lambda: _("That cannot be taken back: cards were shuffled or chance was used."),
    "opponent": lambda: _("That cannot be taken back: the opponent has acted since."),
    "over": lambda: _("That cannot be taken back: the duel is over."),
}


@bp.get("/<int:duel_id>")
@login_required
def table(duel_id: int) -> ResponseReturnValue:
    """The duel as it stands."""
    row = saving.get_duel(get_session(), own_id(), duel_id)
    return show(row, saving.table_of(row))


@bp.post("/<int:duel_id>/answer")
@login_required
@limiter.limit(PER_PERSON, key_func=person_key)
@reads_first
def answer(duel_id: int) -> ResponseReturnValue:
    """Do what a button says, if the duel still stands as the page showed it."""
    hold = request.form.get("hold") == "1"

    def act() -> playing.Played:
        version = forms.read_version(request.form.get("version", ""))
        if hold:
            return playing.act(get_db(), own_id(), duel_id, version, lambda table: table.hold())
        if request.form.get("choice", "") == "name":
            typed = forms.read_name(request.form.get("card_name", ""))
            session = get_session()
            return playing.act(
                get_db(), own_id(), duel_id, version, lambda table: table.answer(declared(session, table, typed))
            )
        if not request.form.get("choice", ""):
            raise NotAnOption(None)  # A button that stands there to say why not.
        choice = forms.read_choice(request.form.get("choice", ""))
        return playing.act(get_db(), own_id(), duel_id, version, lambda table: table.answer(choice))

    return _answered(duel_id, act)


@bp.post("/<int:duel_id>/undo")
@login_required
@limiter.limit(PER_PERSON, key_func=person_key)
@reads_first
def undo(duel_id: int) -> ResponseReturnValue:
    """Take back the last action."""

    def act() -> playing.Played:
        return playing.take_back(get_db(), own_id(), duel_id, forms.read_version(request.form.get("version", "")))

    return _answered(duel_id, act)


@bp.post("/<int:duel_id>/surrender")
@login_required
@limiter.limit(PER_PERSON, key_func=person_key)
@reads_first
def surrender(duel_id: int) -> ResponseReturnValue:
    """Give up, once the person has said so twice."""
    if request.form.get("confirmed") != "1":
        return show_current(own_id(), duel_id, notice=_("Confirm that you want to surrender. Nothing was done."), status=409)
    return _answered(duel_id, lambda: playing.act(get_db(), own_id(), duel_id, None, lambda table: table.surrender()))


@bp.post("/<int:duel_id>/continue")
@login_required
@limiter.limit(PER_PERSON, key_func=person_key)
@reads_first
def play_on(duel_id: int) -> ResponseReturnValue:
    """Let the opponent play on now, should the background be slow."""
    return _answered(duel_id, lambda: playing.act(get_db(), own_id(), duel_id, None, lambda table: table.try_again()))


@bp.post("/<int:duel_id>/settings")
@login_required
@limiter.limit(PER_PERSON, key_func=person_key)
@reads_first
def settings(duel_id: int) -> ResponseReturnValue:
    """Turn the response switch, set phase stops and the speed. Fields that are not sent stay as they are."""
    form = request.form

    def act() -> playing.Played:
        mode = forms.read_mode(form["mode"]) if "mode" in form else None
        stops = forms.read_stops(form.getlist("stops")) if "stops" in form or "stops_sent" in form else None
        speed = forms.read_speed(form["speed"]) if "speed" in form else None
        return playing.set_up(get_db(), own_id(), duel_id, mode=mode, stops=stops, toggle=form.get("toggle"), speed=speed)

    return _answered(duel_id, act)


@bp.get("/<int:duel_id>/wait")
@login_required
def wait(duel_id: int) -> ResponseReturnValue:
    """Nothing (204) while the duel stands as the page shows it, else its regions."""
    version = forms.read_version(request.args.get("version", ""))
    if saving.version_of(get_session(), own_id(), duel_id) == version:
        return uncached(Response(status=204))
    row = saving.get_duel(get_session(), own_id(), duel_id)
    return show(row, saving.table_of(row))


def _answered(duel_id: int, act: Callable[[], playing.Played]) -> ResponseReturnValue:
    """Do it; whatever is refused is told on the page of the duel as it stands, and nothing has changed."""
    locale = current_locale()
    try:
        played = act()
    except forms.Unreadable as error:
        return show_current(own_id(), duel_id, notice=str(error.message), status=error.status)
    except saving.CannotBeRead:
        raise
    except Conflict as error:
        return show_current(own_id(), duel_id, notice=str(error.message), status=error.status)
    except NotAnOption as error:
        words = _("That cannot be done now; nothing has changed.")
        if error.refusal is not None:
            words = f"{words} {error.refusal.sentence(locale)}"
        return show_current(own_id(), duel_id, notice=words, status=409)
    except CannotUndo as error:
        return show_current(own_id(), duel_id, notice=UNDO_WORDS[error.reason](), status=409)
    except ReplayDiffers:
        words = _("That cannot be taken back: the rules of this site have been improved since the duel began.")
        return show_current(own_id(), duel_id, notice=words, status=409)
    return done(played.row, played.table)
