"""Find the list somebody means: a name among those that come with the program, or a file with one or several lists."""

import json
from dataclasses import replace
from pathlib import Path

from engine.banlists.banlist import Banlist
from engine.banlists.lflist import ListFile, other_game, read_lflist
from engine.banlists.shipped import UnknownList, find_list, read_table
from engine.message import Message, UnreadableFile
from engine.plain_text import NotText, plain_text

MAX_SIZE = 2 * 1024 * 1024
"""Largest list file that is read, in bytes; the largest known has under 200,000."""


def read_lists(content: bytes | str, source: str = "") -> ListFile:
    """Read the lists of a file, ``.lflist.conf`` or our own table; raises ``UnreadableFile``."""
    if len(content) > MAX_SIZE:
        raise UnreadableFile(Message("list.too_large", {"megabytes": MAX_SIZE // 1024 // 1024}))
    try:
        text = plain_text(content)
    except NotText:
        raise UnreadableFile(Message("list.not_text")) from None
    if text.lstrip().startswith("{"):
        try:
            document = json.loads(text)
        except (ValueError, RecursionError):
            raise UnreadableFile(Message("list.no_list")) from None
        banlist = read_table(document)
        _check_words(banlist)
        return ListFile((replace(banlist, source=banlist.source or source),), ())
    return read_lflist(text, source)


def _check_words(banlist: Banlist) -> None:
    """Refuse a table whose words hold what no text holds: an escape of JSON can write half a character, or number 0."""
    names = (entry.name for entry in banlist.entries)
    try:
        plain_text("\n".join((banlist.name, banlist.date or "", banlist.source, *names, *banlist.points))).encode()
    except (NotText, UnicodeEncodeError):
        raise UnreadableFile(Message("list.not_text")) from None


def choose_list(file: ListFile, name: str = "") -> Banlist:
    """Return the list of that name, or the only one of the file.

    Raises ``UnreadableFile`` when several could be meant, none has that name, or it is a list of another game.
    """
    if name:
        try:
            chosen = find_list(name, file.lists)
        except UnknownList:
            there = ", ".join(banlist.name for banlist in file.lists)
            raise UnreadableFile(Message("list.no_such_name", {"name": name, "names": there})) from None
    elif len(file.lists) > 1:
        there = ", ".join(banlist.name for banlist in file.lists)
        raise UnreadableFile(Message("list.several", {"count": len(file.lists), "names": there}))
    else:
        chosen = file.lists[0]
    if (message := other_game(chosen)) is not None:
        raise UnreadableFile(message)
    return chosen


def list_of(words: str) -> tuple[Banlist, tuple[Message, ...]]:
    """Return the list that ``FILE``, ``FILE#NAME`` or ``NAME`` means, with what was odd in its file.

    What exists as a file is one; raises ``UnreadableFile``, ``UnknownList`` and ``OSError``.
    """
    path, _, name = words.rpartition("#")
    for candidate, chosen in ((words, ""), (path, name)):
        if candidate and Path(candidate).is_file():
            file = read_lists(Path(candidate).read_bytes(), Path(candidate).name)
            return choose_list(file, chosen), file.messages
    if "/" in words or "\\" in words or (path or words).lower().endswith((".conf", ".json")):
        raise FileNotFoundError(f"There is no list file {path or words}.")
    return find_list(words), ()
