"""Further pages of one deck: hands and odds, missing cards, export."""

from __future__ import annotations

import random
from io import BytesIO
from typing import Any

from flask import redirect, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue
from flask_babel import ngettext
from flask_login import login_required

from marketplace.collection.routes.acting import own_id, sent_once
from marketplace.db import get_session
from marketplace.decks import bp, decks, exporting, for_wants, odds
from marketplace.decks.contents import load_cards
from marketplace.decks.deck_view import deck_view
from marketplace.decks.routes.shared import number
from marketplace.errors import NotFound
from marketplace.i18n import current_locale
from marketplace.wants.routes.wants import say

_SEEDS = 10**9


@bp.get("/<int:deck_id>/hands")
@login_required
def hands(deck_id: int) -> ResponseReturnValue:
    """A sample hand, and the odds of an opening."""
    session = get_session()
    deck = decks.get_deck(session, own_id(), deck_id)
    view = deck_view(session, deck)
    size = number("size") if number("size") in odds.SIZES else odds.SIZES[0]
    assert size is not None
    seed = number("seed")
    seed = random.SystemRandom().randrange(_SEEDS) if seed is None else seed
    chosen = {
        group: frozenset(
            int(value) for value in request.args.getlist(group) if value.isascii() and value.isdigit() and len(value) < 10
        )
        for group in odds.GROUPS
    }
    least = {group: min(max(number(f"n{group}") or 1, 1), 6) for group in odds.GROUPS}
    kept: dict[str, Any] = {group: sorted(ids) for group, ids in chosen.items() if ids}
    kept |= {f"n{group}": least[group] for group in kept}
    return render_template(
        "decks/hands.html",
        deck=deck,
        view=view,
        rows=odds.main_rows(view),
        hand=odds.hand(view, size, seed),
        size=size,
        seed=seed,
        sizes=odds.SIZES,
        groups=odds.GROUPS,
        chosen=chosen,
        least=least,
        found=odds.odds(view, chosen, least),
        again=url_for("decks.hands", deck_id=deck.id, size=size, seed=random.SystemRandom().randrange(_SEEDS), **kept),
        other_sizes={one: url_for("decks.hands", deck_id=deck.id, size=one, seed=seed, **kept) for one in odds.SIZES},
    )


@bp.get("/<int:deck_id>/missing")
@login_required
def missing(deck_id: int) -> ResponseReturnValue:
    """What is to be found for a deck."""
    session = get_session()
    deck = decks.get_deck(session, own_id(), deck_id)
    view = deck_view(session, deck)
    wanted = for_wants.wanted_of(session, own_id(), view)
    return render_template("decks/missing.html", deck=deck, view=view, text=exporting.missing_list(view), wanted=wanted)


@bp.post("/<int:deck_id>/missing/want")
@login_required
def want_missing(deck_id: int) -> ResponseReturnValue:
    """Put what is missing on the want list, in any printing."""
    session = get_session()
    deck = decks.get_deck(session, own_id(), deck_id)
    act = for_wants.want_missing(session, own_id(), deck_view(session, deck), request_key=sent_once())
    copies = int(act.summary.get("copies", 0))
    words = ngettext("%(num)d missing copy is on your want list.", "%(num)d missing copies are on your want list.", copies)
    say(session, act, words)
    return redirect(url_for("decks.missing", deck_id=deck_id), code=303)


@bp.get("/<int:deck_id>/export")
@login_required
def export(deck_id: int) -> ResponseReturnValue:
    """The deck to take away."""
    session = get_session()
    deck = decks.get_deck(session, own_id(), deck_id)
    source = load_cards(session, [deck])
    return render_template("decks/export.html", deck=deck, exported=exporting.exported(deck, source, current_locale()))


@bp.get("/<int:deck_id>/file.<ending>")
@login_required
def file(deck_id: int, ending: str) -> ResponseReturnValue:
    """The deck as a file."""
    if ending not in exporting.FILES:
        raise NotFound()
    session = get_session()
    deck = decks.get_deck(session, own_id(), deck_id)
    content = exporting.written(deck, exporting.FILES[ending], load_cards(session, [deck]), current_locale())
    answer = send_file(
        BytesIO(content.encode()),
        mimetype="text/plain",
        as_attachment=True,
        download_name=exporting.file_name(deck.name, ending),
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer
