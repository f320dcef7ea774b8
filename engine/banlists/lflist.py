"""Read and write ``.lflist.conf`` files, the lists of EDOPro and its relatives.

``!name`` starts a list, ``$whitelist`` makes it name the whole card pool, ``number count --comment`` is a line;
``#`` and ``--`` start remarks. One file may hold several lists.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from engine.banlists.banlist import NO_LIMIT, NOT_IN_POOL, Banlist, ListEntry
from engine.card_numbers import MAX_NUMBER, is_rush_number, is_skill_number
from engine.message import Message, UnreadableFile
from engine.plain_text import NotText, plain_text

_ENTRY = re.compile(r"^(?P<number>\d{1,12})[\s,]+(?P<limit>-?\d{1,6})(?!\S)\s*(?:--|#)?\s*(?P<comment>.*)$")
_LOOKS_LIKE_ENTRY = re.compile(r"^\d{3,}\b")
_REMARK_AFTER_NAME = re.compile(r"\t|\s{3,}")
_PRE_ERRATA = re.compile(r"\s*\((?:pre-?errata|goat)\)\s*$", re.IGNORECASE)
_DATE = re.compile(r"(?<!\d)(?P<year>(?:19|20)\d\d)[.\-/](?P<month>\d{1,2})(?:[.\-/](?P<day>\d{1,2}))?(?!\d)")
_START_DATE = re.compile(r"^--\s*StartDate\s+(?P<date>\d{4}-\d{2}-\d{2})\s*$", re.IGNORECASE)
MAX_LISTS = 2_000
"""Most lists in one file; collections of dated lists have some hundreds."""
_LONGEST_NAME = 200
_UNKNOWN_START = "1970-01-01"


@dataclass(frozen=True, slots=True)
class ListFile:
    """The lists of one file, and what was odd in it."""

    lists: tuple[Banlist, ...]
    messages: tuple[Message, ...]


@dataclass(slots=True)
class _Draft:
    name: str
    line: int
    date: str | None = None
    is_whitelist: bool = False
    entries: list[ListEntry] = field(default_factory=list)
    first: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Number to the line it was first listed in, and its lowest limit so far."""

    def finished(self, source: str) -> Banlist:
        return Banlist(self.name, tuple(self.entries), self.date, source, self.is_whitelist)


def read_lflist(content: bytes | str, source: str = "") -> ListFile:
    """Read all lists of a file; ``source`` (a file name, an address) is kept with them.

    A number listed twice counts with its lowest limit, and is reported; so is every line that can't be read. Raises
    ``UnreadableFile`` when the file is no ``.lflist.conf``, or when its lists are for another game.
    """
    try:
        text = plain_text(content)
    except NotText:
        raise UnreadableFile(Message("list.not_text")) from None
    messages: list[Message] = []
    drafts = list(islice(_drafts(text, messages), MAX_LISTS + 1))
    if not 0 < len(drafts) <= MAX_LISTS:
        raise UnreadableFile(Message("list.no_list"))
    if not any(draft.entries for draft in drafts):
        if messages:  # It has lines, of another kind: a .ydk begins its Side Deck with "!side".
            raise UnreadableFile(Message("list.no_list"))
        raise UnreadableFile(Message("list.empty", {"list": drafts[0].name}, drafts[0].line))
    return ListFile(tuple(draft.finished(source) for draft in drafts), tuple(messages))


def _drafts(text: str, messages: list[Message]) -> Iterator[_Draft]:
    draft: _Draft | None = None
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip()
        if line.startswith("!"):
            if draft is not None:
                yield draft
            name = line[1:].strip()[:_LONGEST_NAME] or f"?{number}"
            draft = _Draft(name, number, _date_in(name))
        elif line.startswith("--") or not line:
            if draft is not None and (start := _START_DATE.match(line)) and start["date"] != _UNKNOWN_START:
                draft.date = start["date"]
        elif line.startswith("#"):
            continue
        elif line.startswith("$"):
            if line.lower().split()[0] != "$whitelist":
                messages.append(Message("list.unknown_option", {"text": line[:40]}, number, is_loss=True))
            elif draft is not None:
                draft.is_whitelist = True
        elif draft is None:
            lost = bool(_LOOKS_LIKE_ENTRY.match(line))
            messages.append(Message("list.before_name", {"text": line[:40]}, number, is_loss=lost))
        else:
            _take_line(draft, number, line, messages)
    if draft is not None:
        yield draft


def _take_line(draft: _Draft, line_number: int, line: str, messages: list[Message]) -> None:
    match = _ENTRY.match(line)
    if match is None or int(match["number"]) > MAX_NUMBER:
        messages.append(Message("list.bad_line", {"text": line[:40]}, line_number, is_loss=bool(_LOOKS_LIKE_ENTRY.match(line))))
        return
    passcode, limit = int(match["number"]), int(match["limit"])
    if limit > NO_LIMIT:
        messages.append(Message("list.high_limit", {"number": passcode, "limit": limit}, line_number))
    limit = max(NOT_IN_POOL, min(NO_LIMIT, limit))
    first_line, lowest = draft.first.get(passcode, (line_number, limit))
    draft.first[passcode] = first_line, min(lowest, limit)
    if first_line != line_number:
        facts: dict[str, str | int] = {"number": passcode, "first": first_line, "limit": min(lowest, limit)}
        messages.append(Message("list.twice", facts, line_number))
    draft.entries.append(ListEntry(passcode, name_in(match["comment"]), limit))


def name_in(comment: str) -> str:
    """Return the card name of a comment, without what list makers write behind it."""
    name = _REMARK_AFTER_NAME.split(comment.strip()[:_LONGEST_NAME], maxsplit=1)[0]
    return _PRE_ERRATA.sub("", name).strip()


def _date_in(name: str) -> str | None:
    match = _DATE.search(name)
    if match is None or not 1 <= int(match["month"]) <= 12:
        return None
    day = f"-{int(match['day']):02}" if match["day"] else ""
    return f"{match['year']}-{int(match['month']):02}{day}"


def other_game(banlist: Banlist) -> Message | None:
    """Return why a list can't be used for this game: it is one of Rush Duel or Speed Duel; None when it can."""
    numbers = [entry.passcode for entry in banlist.entries if entry.passcode is not None and entry.limit >= 0]
    if sum(map(is_rush_number, numbers)) * 2 > len(numbers):
        return Message("list.rush_duel", {"list": banlist.name})
    if any(map(is_skill_number, numbers)):
        return Message("list.speed_duel", {"list": banlist.name})
    return None


def write_lflist(banlist: Banlist) -> str:
    """Return a list as a ``.lflist.conf``: LF, final newline, names as comments.

    Entries without a number, and points, can't be written in this format and are left out.
    """
    lines = [f"!{banlist.name}"]
    if banlist.is_whitelist:
        lines.append("$whitelist")
    for entry in banlist.entries:
        if entry.passcode is not None:
            lines.append(f"{entry.passcode} {entry.limit}" + (f" --{entry.name}" if entry.name else ""))
    return "\n".join(lines) + "\n"
