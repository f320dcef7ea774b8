"""What every template may draw of a card: its face, its facts in the reader's words; and the reader's own pictures."""

from __future__ import annotations

from flask import current_app, request, send_file, url_for
from flask.typing import ResponseReturnValue
from flask_babel import format_decimal
from flask_login import current_user
from markupsafe import Markup
from sqlalchemy import select

from marketplace.catalogue import bp, faces, terms
from marketplace.catalogue.models import Card
from marketplace.catalogue.name_search import seen_by
from marketplace.catalogue.pictures import Pictures
from marketplace.catalogue.rarities import rarity_label
from marketplace.catalogue.regions import region_words
from marketplace.catalogue.vocabulary import language_label
from marketplace.db import get_session
from marketplace.errors import NotFound
from marketplace.i18n import current_locale

_PICTURE_SECONDS = 30 * 24 * 3600


def viewer_id() -> int | None:
    """The id of the signed-in reader, None for a visitor."""
    return int(current_user.id) if current_user.is_authenticated else None


def pictures() -> Pictures:
    """The site's folder of pictures; its listing is kept from one request to the next."""
    held = current_app.extensions.get("duelfolio_pictures")
    if not isinstance(held, Pictures):
        held = current_app.extensions["duelfolio_pictures"] = Pictures(current_app.config["SETTINGS"].card_pictures)
    return held


@bp.app_template_global("card_drawing")
def card_drawing(card: Card, name: str, *, label: bool = False) -> Markup:
    """The card: the reader's own picture where the site has one and the reader is signed in, else our drawing.

    With ``label`` it carries a text alternative; without it is decoration beside words.
    """
    picture = pictures().of(card.passcode) if viewer_id() is not None else None
    locale = current_locale()
    if picture is None:
        return faces.draw(card, name, locale, label=label)
    address = url_for("catalogue.picture", card_id=card.id, v=picture.stamp)
    if not pictures().is_whole_card(picture):
        return faces.draw(card, name, locale, picture=address, label=label)
    alternative = faces.describe(card, name, locale) if label else ""
    return Markup(
        '<img class="face face--picture" src="{}" alt="{}" loading="lazy" decoding="async" width="236" height="344">'
    ).format(address, alternative)


@bp.app_template_global("card_type_line")
def card_type_line(card: Card) -> str:
    return faces.type_line(card, current_locale())


@bp.app_template_global("card_stars")
def card_stars(card: Card) -> str:
    return faces.stars_in_words(card)


@bp.app_template_global("card_attribute")
def card_attribute(card: Card) -> str:
    return terms.label(terms.ATTRIBUTES, card.attribute, current_locale())


@bp.app_template_global("printed_value")
def printed_value(value: int | None) -> str:
    """ATK or DEF as printed: "?" and "–" included."""
    return faces.number(value)


@bp.app_template_global("rarity_name")
def rarity_name(name: str) -> str:
    return rarity_label(name, current_locale())


@bp.app_template_global("language_name")
def language_name(code: str) -> str:
    return str(language_label(code))


bp.app_template_global("region_words")(region_words)


@bp.app_template_global("grouped")
def grouped(number: int) -> str:
    """A number as the reader writes it: 14,276 or 14 276."""
    return str(format_decimal(number))


@bp.get("/cards/<int:card_id>/picture")
def picture(card_id: int) -> ResponseReturnValue:
    """The site owner's picture of a card, for signed-in readers."""
    if viewer_id() is None:
        raise NotFound()
    passcode = get_session().scalar(select(Card.passcode).where(Card.id == card_id, seen_by(viewer_id())))
    found = pictures().of(passcode)
    if found is None:
        raise NotFound()
    answer = send_file(found.path, mimetype=found.content_type, conditional=True, max_age=_PICTURE_SECONDS)
    # The address changes with the file, so a browser may keep it; shared caches must not: it is for readers only.
    answer.headers["Cache-Control"] = f"private, max-age={_PICTURE_SECONDS}" + (", immutable" if request.args.get("v") else "")
    return answer
