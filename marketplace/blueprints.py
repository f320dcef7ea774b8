"""The one list of pages: start here to find which feature serves an address."""

from __future__ import annotations

from flask import Flask
from flask_babel import LazyString, lazy_gettext


def register(app: Flask) -> None:
    from marketplace.accounts import bp as accounts
    from marketplace.catalogue import bp as catalogue
    from marketplace.collection import bp as collection
    from marketplace.decks import bp as decks
    from marketplace.duels import bp as duels
    from marketplace.messages import bp as messages
    from marketplace.rules import bp as rules
    from marketplace.site import bp as site
    from marketplace.trades import bp as trades
    from marketplace.wants import bp as wants

    app.register_blueprint(site)  # /, /healthz, /owner/...
    app.register_blueprint(accounts)  # /login, /signup, /profile, ...
    app.register_blueprint(catalogue)  # /cards, /sets, ...
    app.register_blueprint(collection, url_prefix="/collection")
    app.register_blueprint(decks, url_prefix="/decks")
    app.register_blueprint(duels, url_prefix="/duels")
    app.register_blueprint(rules, url_prefix="/rules")
    app.register_blueprint(wants)  # /wants, /board, /people/...
    app.register_blueprint(trades, url_prefix="/trades")
    app.register_blueprint(messages)  # /messages, /addresses


NAVIGATION: tuple[tuple[str, LazyString, str], ...] = (
    ("catalogue.cards", lazy_gettext("Cards"), "search"),
    ("catalogue.sets", lazy_gettext("Sets"), "layers"),
    ("collection.stacks", lazy_gettext("Collection"), "library"),
    ("collection.add", lazy_gettext("Add cards"), "plus"),
    ("collection.places", lazy_gettext("Places"), "box"),
    ("decks.index", lazy_gettext("Decks"), "playing-cards"),
    ("duels.index", lazy_gettext("Duels"), "swords"),
    ("wants.board", lazy_gettext("Trade board"), "layout-grid"),
    ("wants.people", lazy_gettext("People"), "users"),
    ("wants.index", lazy_gettext("Wants"), "heart"),
    ("trades.index", lazy_gettext("Trades"), "handshake"),
    ("messages.index", lazy_gettext("Messages"), "message-square"),
    ("rules.index", lazy_gettext("Rules"), "book-open"),
)
"""Endpoint, label and icon of the main navigation, in order."""

TABS = frozenset({"collection.stacks", "decks.index", "duels.index", "trades.index"})
"""What a phone's bar shows; the search field above leads to the cards, the collection's first button to adding, "More" to the
rest."""

_SECTIONS = {
    "catalogue.card": "catalogue.cards",
    "catalogue.set_page": "catalogue.sets",
    "collection.place": "collection.places",
    "rules.rule": "rules.index",
    "collection.add_copies": "collection.add",
    "collection.grid_sheet": "collection.add",
    "collection.paste": "collection.add",
    "collection.import_file": "collection.add",
}
"""Pages that belong to another one's entry of the navigation."""


_OF_PEOPLE = frozenset(
    f"wants.{name}"
    for name in (
        "person", "binder", "person_wants", "seen", "keep_seen", "pick_seen", "paste_seen", "answer_seen", "seen_text",
        "printed_lists", "settings",
    )
)  # fmt: skip
"""Pages of one member and of one's own way to trade."""


def section_of(endpoint: str) -> str:
    """The navigation entry under which a page stands: itself, its section, or the collection for all the rest of it."""
    known = {entry for entry, _label, _icon in NAVIGATION}
    if endpoint in known:
        return endpoint
    if endpoint in _SECTIONS:
        return _SECTIONS[endpoint]
    if endpoint in _OF_PEOPLE:
        return "wants.people"
    if endpoint.startswith("trades."):
        return "trades.index"
    if endpoint.startswith("messages."):
        return "messages.index"
    if endpoint.startswith("duels."):
        return "duels.index"
    if endpoint.startswith("decks."):
        return "decks.index"
    return "collection.stacks" if endpoint.startswith("collection.") else ""
