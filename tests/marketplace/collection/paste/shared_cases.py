"""The parse cases of the shared reference folder, read from its Markdown.

The folder lies beside the repository or where ``DUELFOLIO_SHARED`` says. Tests that need it fail when it is missing;
``DUELFOLIO_SHARED=absent`` skips them knowingly.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

_TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[\[\]{},]|[^\[\]{},":]+(?=:\s)|:|[^\[\]{},]+)')


def shared_folder() -> Path:
    """The reference folder."""
    named = os.environ.get("DUELFOLIO_SHARED", "")
    if named == "absent":
        pytest.skip("DUELFOLIO_SHARED=absent: the reference folder is not here")
    folder = Path(named) if named else Path(__file__).resolve().parents[4].parent / "shared"
    assert folder.is_dir(), f"{folder} is missing: set DUELFOLIO_SHARED to the reference folder, or to 'absent' to skip"
    return folder


def _flow(text: str) -> Any:
    """Read the flow style of YAML the cases are written in."""
    tokens = [match[1].strip() for match in _TOKEN.finditer(text) if match[1].strip()]
    position = 0

    def scalar(token: str) -> Any:
        if token.startswith('"'):
            return token[1:-1]
        if token == "null":
            return None
        return int(token) if token.isdigit() else token

    def value() -> Any:
        nonlocal position
        token = tokens[position]
        position += 1
        if token == "[":
            items = []
            while tokens[position] != "]":
                items.append(value())
                position += tokens[position] == ","
            position += 1
            return items
        if token == "{":
            mapping = {}
            while tokens[position] != "}":
                key = tokens[position]
                assert tokens[position + 1] == ":", tokens[position : position + 3]
                position += 2
                mapping[key] = value()
                position += tokens[position] == ","
            position += 1
            return mapping
        return scalar(token)

    return value()


def cases(kind: str) -> list[dict[str, Any]]:
    """The cases ``parse_cases`` or ``ambiguous_cases``."""
    text = (shared_folder() / "market" / "trade_posts.md").read_text(encoding="utf-8")
    block = text.split(f"{kind}:\n", 1)[1].split("```", 1)[0]
    return [_flow(line[2:]) for line in block.splitlines() if line.startswith("- {")]


def posts() -> list[str]:
    """The lines of the trade posts at the end of the first document, as they stand."""
    document = next((shared_folder() / "sources").glob("001_*.txt"))
    return document.read_text(encoding="utf-8").split("\n")[330:]
