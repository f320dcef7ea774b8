"""Tables of any making: guessing by their headers and values which column holds what, and reading them so."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from flask_babel import LazyString
from flask_babel import lazy_gettext as _l

from marketplace.catalogue.codes import looks_like_code
from marketplace.catalogue.vocabulary import language_from, rarity_candidates
from marketplace.catalogue.words import squeezed
from marketplace.collection.formats.reading import Table
from marketplace.collection.formats.rows import Cells, Row
from marketplace.collection.formats.shared import finish, rows_of, take_condition, take_edition, take_language
from marketplace.collection.formats.values import read_count, read_date, read_flag, read_money, read_passcode, read_quantity
from marketplace.collection.vocabulary import condition_from, edition_from

FIELDS: dict[str, LazyString] = {
    "code": _l("Set number"),
    "name": _l("Card name"),
    "quantity": _l("Quantity"),
    "rarity": _l("Rarity"),
    "edition": _l("Edition"),
    "condition": _l("Condition"),
    "language": _l("Language"),
    "passcode": _l("Passcode"),
    "product": _l("Set name"),
    "for_trade": _l("For trade"),
    "place": _l("Place"),
    "page": _l("Page"),
    "slot": _l("Slot"),
    "price": _l("Price paid"),
    "bought_on": _l("Acquired on"),
    "note": _l("Note"),
    "signed": _l("Signed"),
    "altered": _l("Altered"),
    "variant": _l("Artwork or variant"),
}
"""What a column may hold, in the order the page offers it."""

_ALIASES: dict[str, str] = {
    "quantity": "quantity|qty|count|amount|cardq|copies|copy|q|nb|nbre|nombre|quantité|exemplaires|anzahl|menge"
    "|cantidad|quantità|quantidade|qtd|number owned|owned|total quantity",
    "name": "name|card name|card|cardname|product name|english name|nom|nom de la carte|carte|name de|nombre"
    "|nome|nome da carta|kartenname|nombre de la carta|nome carta",
    "code": "card number|set code|cardcode|number|code|tag|print tag|collector number|code carte|numéro"
    "|numéro de série|set number|printing code|card code|kartennummer|código|codice|referência"
    "|référence|ref|cardnumber|número",
    "product": "set name|set|edition|cardset|extension|exp. name|expansion|product|set_name|série|coleção"
    "|edição|edizione|edición",
    "rarity": "rarity|rareté|cardrarity|seltenheit|rareza|rarità|raridade",
    "edition": "printing|card_edition|edition|édition|1st edition|first ed|first edition|auflage|edizione|edición|edição|print",
    "condition": "condition|cardcondition|état|etat|grade|zustand|estado|condizione|condição|état de la carte",
    "language": "language|lang|langue|idlanguage|sprache|idioma|lingua|língua",
    "passcode": "cardid|id|passcode|password|konami id|card_id|code secret",
    "for_trade": "trade quantity|tradelist count|for trade|à échanger|échange|trade|tausch|para troca|troca",
    "place": "folder name|folder|binder|place|location|classeur|boîte|emplacement|rangement|ordner|box"
    "|storage|caixa|pasta|fichário",
    "page": "page|página|seite",
    "slot": "slot|pocket|case|fach|posição",
    "price": "price bought|purchase price|purchaseprice|price paid|prix|prix d'achat|preis|kaufpreis|precio"
    "|prezzo|preço|my price",
    "bought_on": "date bought|purchase date|purchasedate|acquired on|date|date d'achat|data|datum|fecha",
    "note": "note|notes|comment|comments|remarque|remarques|commentaire|notiz|nota|notas|observações|remarks",
    "signed": "signed|signée|assinada|signiert",
    "altered": "altered|alter|altérée|alterada",
    "variant": "variant|variant_name|variant name|artwork|art|n° artwork|illustration|variante",
}
_BY_ALIAS: dict[str, list[str]] = {}
for _field, _words in _ALIASES.items():
    for _word in _words.split("|"):
        _BY_ALIAS.setdefault(squeezed(_word), []).append(_field)


def _share(values: Sequence[str], test: Callable[[str], object]) -> float:
    filled = [value for value in values if value.strip()]
    return sum(1 for value in filled if test(value)) / len(filled) if filled else 0.0


def _fits(name: str, values: Sequence[str]) -> float:
    """How well the values of a column fit a field, 0 to 1; fields without a shape of their own fit half."""
    filled = [value for value in values if value.strip()]
    if not filled:
        return 0.4
    match name:
        case "quantity" | "for_trade" | "page" | "slot":
            return _share(values, lambda value: re.fullmatch(r"\s*\d{1,4}(?:[.,]0+)?\s*", value))
        case "code":
            return _share(values, looks_like_code)
        case "passcode":
            return _share(values, lambda value: re.fullmatch(r"\s*(?:\d{5,9}|\d[.,]\d+[eE]\+?\d+)\s*", value))
        case "edition":
            return _share(values, lambda value: edition_from(value) is not None)
        case "condition":
            return _share(values, lambda value: condition_from(value).grade is not None)
        case "language":
            return _share(values, lambda value: language_from(value) is not None)
        case "rarity":
            return _share(values, lambda value: bool(rarity_candidates(value)))
        case "name" | "product":
            return 1 - _share(values, lambda value: re.fullmatch(r"[\d\s.,]*", value) is not None or looks_like_code(value))
        case "price":
            return _share(values, lambda value: re.fullmatch(r"[\s\d.,€$£A-Z]*", value))
        case _:
            return 0.6


_STRICT = {"quantity", "code", "passcode", "edition", "condition", "language", "page", "slot", "for_trade"}


def known_titles(header: Sequence[str]) -> int:
    """How many titles of a header are words for a field."""
    return sum(squeezed(title) in _BY_ALIAS for title in header)


def suggest(header: Sequence[str], sample: Sequence[Sequence[str]]) -> dict[str, str]:
    """Which column seems to hold which field, by alias and by values: field -> header.

    ``nombre`` is a French quantity or a Spanish name, ``Edition`` a set or an edition: their values decide.
    """
    candidates: list[tuple[float, int, str, str]] = []
    for index, title in enumerate(header):
        values = [row[index] if index < len(row) else "" for row in sample]
        for name in _BY_ALIAS.get(squeezed(title), []):
            fit = _fits(name, values)
            if name in _STRICT and any(value.strip() for value in values) and fit < 0.5:
                continue
            candidates.append((-fit, index, name, title))
    mapping: dict[str, str] = {}
    taken: set[str] = set()
    for _fit, _index, name, title in sorted(candidates, key=lambda item: (item[0], item[2] not in _STRICT, item[1])):
        if name not in mapping and title not in taken:
            mapping[name] = title
            taken.add(title)
    if "code" not in mapping:
        for index, title in enumerate(header):
            values = [row[index] if index < len(row) else "" for row in sample]
            if title not in taken and _fits("code", values) > 0.8 and any(value.strip() for value in values):
                mapping["code"] = title
                break
    return {name: mapping[name] for name in FIELDS if name in mapping}


def read(table: Table, mapping: Mapping[str, str]) -> Iterator[Row]:
    """The rows of a table whose columns are known. Without a quantity column each row is one copy."""
    for row in rows_of(table):
        cells = Cells(row, mapping)
        row.code, row.name, row.product = cells.text("code"), cells.text("name"), cells.text("product")
        row.rarity_text, row.variant, row.note = cells.text("rarity"), cells.text("variant"), cells.text("note")
        if not any(cells.text(name) for name in ("code", "name", "passcode", "rarity", "condition", "language", "edition")):
            continue  # A total or a remark below the list.
        row.passcode = cells.read("passcode", read_passcode, hard=not (row.code or row.name))  # type: ignore[assignment]
        row.quantity = cells.read("quantity", read_quantity) if cells.has("quantity") else 1  # type: ignore[assignment]
        row.for_trade = cells.read("for_trade", read_quantity) if cells.text("for_trade") else None  # type: ignore[assignment]
        row.place = cells.text("place")
        row.page = cells.read("page", read_count)  # type: ignore[assignment]
        row.slot = cells.read("slot", read_count)  # type: ignore[assignment]
        row.price = cells.read("price", read_money, hard=False)  # type: ignore[assignment]
        row.bought_on = cells.read("bought_on", read_date, hard=False)  # type: ignore[assignment]
        row.signed, row.altered = read_flag(cells.text("signed")), read_flag(cells.text("altered"))
        take_edition(cells, "edition")
        take_condition(cells, "condition", None)
        take_language(cells, "language")
        yield finish(row, mapping.get("code", ""))
