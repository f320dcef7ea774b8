"""``collection parse``: a list as collectors write it, read line by line."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click
from flask.cli import with_appcontext
from flask_babel import gettext as _

from marketplace.catalogue.vocabulary import language_from
from marketplace.collection.paste import MOST_BYTES, DatabaseCatalogue, Line, Options, read_list, to_json
from marketplace.collection.paste.decode import decode
from marketplace.db import get_db


@click.command("parse")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print a JSON array, one object for each line that is not empty.")
@click.option("--language", default="", help="Language of the list, for lines that state none; otherwise told from the text.")
@click.option(
    "--scale",
    type=click.Choice(["european", "american"]),
    default=None,
    help="What LP, PL and Played mean on this list; otherwise the lower grade is taken and marked as assumed.",
)
@with_appcontext
def parse_command(file: Path, as_json: bool, language: str, scale: str | None) -> None:
    """Read the list in FILE (- for standard input) and show what each line means."""
    code = language_from(language) if language else None
    if language and code is None:
        _stop(_("%(language)s is no language cards are printed in.", language=language))
    try:
        data = sys.stdin.buffer.read(MOST_BYTES + 1) if str(file) == "-" else file.read_bytes()
    except OSError as error:
        _stop(_("%(file)s cannot be read: %(error)s", file=str(file), error=error.strerror or str(error)))
    if len(data) > MOST_BYTES:
        _stop(_("This list is longer than %(kb)d KB. Split it and read the parts one by one.", kb=MOST_BYTES // 1024))
    decoded = decode(data)
    if decoded.assumed:
        click.echo(_("This is not UTF-8: read as %(encoding)s.", encoding=decoded.assumed), err=True)
    with get_db().read() as session:
        reading = read_list(decoded.text, DatabaseCatalogue(session, None), Options(language=code, scale=scale or ""))
    if as_json:
        click.echo(json.dumps(to_json(reading.lines), ensure_ascii=False, indent=1))
        return
    for line in reading.lines:
        click.echo(_in_words(line))


def _stop(words: str) -> None:
    click.echo(words, err=True)
    sys.exit(2)


def _in_words(line: Line) -> str:
    """One line of the plain answer: what it was read as, then how it was typed."""
    if line.kind != "card":
        return f"{line.kind}: {line.input}"
    told = [str(line.quantity or "?") + "x", line.card or " / ".join(line.card_candidates) or "?"]
    told += [line.set_code or "|".join(line.candidates[:6]) or "", line.rarity or "|".join(line.rarity_candidates)]
    told += [line.language or "", line.edition or "", line.condition or "", line.note or ""]
    return "; ".join(filter(None, told)) + f"  <- {line.input}"
