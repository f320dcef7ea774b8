"""The documents keep up with the code."""

from __future__ import annotations

import re
from pathlib import Path

from marketplace.config import ENVIRONMENT

ROOT = Path(__file__).resolve().parents[2]


def test_readme_lists_every_setting() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [name for name in ENVIRONMENT.values() if f"`{name}`" not in readme] == []


def test_readme_names_every_make_target() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for target in ("run", "test", "check", "bench"):
        assert f"make {target}" in readme


def test_links_between_documents_lead_somewhere() -> None:
    broken = []
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            if not (page.parent / target).exists():
                broken.append(f"{page.name}: {target}")
    assert broken == []
