"""The lists that come with the program, and lists in our own table format, which also knows points."""

import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from engine.banlists.banlist import NO_LIMIT, NOT_IN_POOL, Banlist, ListEntry
from engine.message import Message, UnreadableFile

_FOLDER = Path(__file__).parent
FORMAT = "duelfolio-banlist"


class UnknownList(ValueError):
    """No list goes by that name; ``str()`` names those there are."""


@cache
def shipped_lists() -> tuple[Banlist, ...]:
    """Return the lists that come with the program, the newest first."""
    lists = [read_table(json.loads(path.read_text(encoding="utf-8"))) for path in sorted(_FOLDER.glob("*.json"))]
    return tuple(sorted(lists, key=lambda banlist: banlist.date or "", reverse=True))


def find_list(name: str, lists: Iterable[Banlist] | None = None) -> Banlist:
    """Return the newest list whose name has all the words of ``name`` ("TCG", "tcg 2026.05", "GOAT").

    Looks among the shipped lists unless others are given; raises ``UnknownList``.
    """
    among = tuple(shipped_lists() if lists is None else lists)
    wanted = _words(name)
    exact = [banlist for banlist in among if _words(banlist.name) == wanted]
    found = exact or [banlist for banlist in among if wanted and wanted <= _words(banlist.name)]
    if not found:
        raise UnknownList(f"There is no list {name!r}; there are {', '.join(banlist.name for banlist in among)}.")
    return max(found, key=lambda banlist: banlist.date or "")


def _words(name: str) -> frozenset[str]:
    """Return the words of a list's name, numbers without leading zeros: "2026.05 TCG" is 2026, 5, tcg."""
    return frozenset(word.lstrip("0") or "0" for word in re.findall(r"[^\W_]+", name.casefold()))


def read_table(document: object) -> Banlist:
    """Read a list in our own format (docs/decks.md): names, numbers and limits, or points and a cap.

    Raises ``UnreadableFile``.
    """
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise UnreadableFile(Message("list.no_list"))
    name, entries, points = document.get("name"), document.get("entries", []), document.get("points", {})
    if not isinstance(name, str) or not isinstance(entries, list) or not isinstance(points, dict):
        raise UnreadableFile(Message("list.bad_table", {"field": "name, entries, points"}))
    if any(not isinstance(value, int) or isinstance(value, bool) or value < 0 for value in points.values()):
        raise UnreadableFile(Message("list.bad_table", {"field": "points"}))
    cap = document.get("cap")
    if cap is not None and (not isinstance(cap, int) or isinstance(cap, bool)):
        raise UnreadableFile(Message("list.bad_table", {"field": "cap"}))
    return Banlist(
        name=name,
        entries=tuple(map(_entry, entries)),
        date=_text(document, "date") or None,
        source=_text(document, "source"),
        is_whitelist=document.get("whitelist") is True,
        goes_by_name=document.get("goes_by_name") is True,
        points=points,
        cap=cap,
    )


def _text(document: dict[str, object], field: str) -> str:
    value = document.get(field, "")
    if not isinstance(value, str):
        raise UnreadableFile(Message("list.bad_table", {"field": field}))
    return value


def _entry(value: object) -> ListEntry:
    match value:
        case [str(name), int(passcode), int(limit)] if NOT_IN_POOL <= limit <= NO_LIMIT and passcode > 0:
            return ListEntry(passcode, name, limit)
        case [str(name), None, int(limit)] if NOT_IN_POOL <= limit <= NO_LIMIT and name:
            return ListEntry(None, name, limit)
    raise UnreadableFile(Message("list.bad_table", {"field": f"entries: {str(value)[:60]}"}))
