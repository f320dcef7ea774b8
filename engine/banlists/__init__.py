"""Forbidden & Limited Lists as dated facts: those that come with the program, and readers of list files."""

from engine.banlists.banlist import NO_LIMIT, NOT_IN_POOL, Banlist, ListEntry, combined
from engine.banlists.lflist import ListFile, other_game, read_lflist, write_lflist
from engine.banlists.reading import choose_list, list_of, read_lists
from engine.banlists.shipped import UnknownList, find_list, read_table, shipped_lists

__all__ = [
    "NOT_IN_POOL",
    "NO_LIMIT",
    "Banlist",
    "ListEntry",
    "ListFile",
    "UnknownList",
    "choose_list",
    "combined",
    "find_list",
    "list_of",
    "other_game",
    "read_lflist",
    "read_lists",
    "read_table",
    "shipped_lists",
    "write_lflist",
]
