"""The structure of the code: sizes, names, migrations, and text only in the catalogues."""

from __future__ import annotations

import re
from pathlib import Path

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from marketplace.db import Base, Database
from marketplace.models import load_all
from marketplace.prepare import alembic_config, migrate

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 450
FORBIDDEN_NAMES = {"utils", "util", "helpers", "helper", "common", "misc", "manager"}


def modules() -> list[Path]:
    return [path for package in ("engine", "marketplace") for path in (ROOT / package).rglob("*.py")]


def test_no_module_outgrows_its_room() -> None:
    long = {str(path.relative_to(ROOT)): lines for path in modules() if (lines := len(path.read_text().splitlines())) > LONGEST}
    assert long == {}


def test_no_module_is_named_for_nothing() -> None:
    assert [str(path) for path in modules() if path.stem in FORBIDDEN_NAMES] == []


def test_every_module_says_what_belongs_there() -> None:
    silent = [str(path.relative_to(ROOT)) for path in modules() if not path.read_text().lstrip().startswith(('"""', 'r"""'))]
    assert silent == []


def test_templates_hold_nothing_inline() -> None:
    """The content security policy forbids inline scripts and styles: a template with one would silently lose it."""
    found = []
    for path in (ROOT / "templates").rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        if re.search(r"<script(?![^>]*\bsrc=)[^>]*>|<style\b|\sstyle=|\son[a-z]+=\"", text):
            found.append(str(path.relative_to(ROOT)))
    assert found == []


def test_templates_hold_no_words_outside_the_catalogues() -> None:
    """Whatever a person reads goes through ``_()``; what is left after removing Jinja and tags must hold no words."""
    found = []
    for path in (ROOT / "templates").rglob("*.html"):
        if path.name == "styleguide.html":
            continue  # Shows the parts to developers; never served to users.
        text = path.read_text(encoding="utf-8")
        text = re.sub(r"\{#.*?#\}", "", text, flags=re.S)
        text = re.sub(r"\{%-?\s*trans\b.*?endtrans\s*-?%\}", "", text, flags=re.S)
        text = re.sub(r"\{%-? block body_class.*?endblock -?%\}", "", text, flags=re.S)  # Names of styles, not words.
        text = re.sub(r"\{%.*?%\}|\{\{.*?\}\}", "", text, flags=re.S)
        text = re.sub(r"<(svg|code|kbd)\b.*?</\1>", "", text, flags=re.S)
        text = re.sub(r"<[^>]*>|&[a-z]+;|&#\d+;", " ", text, flags=re.S)
        words = re.findall(r"[A-Za-zÀ-ÿ]{3,}", text)
        if words:
            found.append(f"{path.relative_to(ROOT)}: {words[:5]}")
    assert found == []


def test_migrations_go_up_and_down_and_match_the_models(tmp_path: Path) -> None:
    load_all()
    database = Database(f"sqlite:///{tmp_path / 'migrated.sqlite3'}")
    assert migrate(database, tmp_path)
    with database.engine.connect() as connection:
        context = MigrationContext.configure(
            connection,
            opts={"include_object": lambda _o, name, kind, *_: not (name and ("_fts" in name or name.endswith("_trgm")))},
        )
        assert compare_metadata(context, Base.metadata) == []
    command.downgrade(alembic_config(database), "base")
    command.upgrade(alembic_config(database), "head")
    assert not migrate(database, tmp_path)
    database.dispose()
