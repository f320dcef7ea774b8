"""The languages of the interface, and the catalogues of translations.

Each feature keeps its own translations beside its code (``marketplace/<feature>/translations``), so that one
change stays in one room; strings of the shared templates live in ``marketplace/translations``.
``python -m marketplace.i18n update|compile|check`` maintains them.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from flask import Flask, has_request_context, request, session
from flask_babel import get_locale
from flask_login import current_user

from marketplace import i18n_wording
from marketplace.config import ROOT
from marketplace.extensions import babel

LOCALES = {"en": "English", "fr": "Français", "pt": "Português"}
PACKAGE = ROOT / "marketplace"


def features() -> list[str]:
    """The feature packages, plus "" for the shared strings."""
    return ["", *sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py"))]


def translations_folder(feature: str) -> Path:
    return PACKAGE / feature / "translations" if feature else PACKAGE / "translations"


def select_locale() -> str:
    """The reader's language: chosen for this session, else the account's, else the browser's."""
    if not has_request_context():
        return default_locale()  # A command or a worker speaks the site's own language.
    chosen = session.get("locale")
    if chosen in LOCALES:
        return str(chosen)
    if current_user and current_user.is_authenticated and current_user.locale in LOCALES:
        return str(current_user.locale)
    return request.accept_languages.best_match(list(LOCALES)) or default_locale()


def default_locale() -> str:
    from flask import current_app

    return str(current_app.config["SETTINGS"].default_locale)


def current_locale() -> str:
    locale = get_locale()
    return locale.language if locale and locale.language in LOCALES else "en"


def init_app(app: Flask) -> None:
    compile_stale()
    folders = [str(translations_folder(feature)) for feature in features()]
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = ";".join(folders)
    app.config["BABEL_DOMAIN"] = ";".join("messages" for _ in folders)
    app.config["BABEL_DEFAULT_LOCALE"] = app.config["SETTINGS"].default_locale
    babel.init_app(app, locale_selector=select_locale)

    @app.context_processor
    def _locale() -> dict[str, object]:
        return {"current_locale": current_locale(), "locales": LOCALES}


def _catalogues() -> Iterator[tuple[str, str, Path]]:
    for feature in features():
        for locale in LOCALES:
            if locale == "en":
                continue  # English sentences are the message ids themselves.
            yield feature, locale, translations_folder(feature) / locale / "LC_MESSAGES" / "messages.po"


def compile_stale() -> int:
    """Compile the catalogues whose compiled file is missing or older; returns how many."""
    count = 0
    for _feature, locale, source in _catalogues():
        target = source.with_suffix(".mo")
        if not source.exists() or (target.exists() and target.stat().st_mtime >= source.stat().st_mtime):
            continue
        with source.open("rb") as file:
            catalogue = read_po(file, locale=locale)
        with tempfile.NamedTemporaryFile(dir=target.parent, delete=False) as out:
            write_mo(out, catalogue)
        Path(out.name).chmod(0o644)
        Path(out.name).replace(target)
        count += 1
    return count


def _sources(feature: str) -> list[str]:
    """Files and folders whose strings belong to ``feature``."""
    if feature:
        folders = [PACKAGE / feature, ROOT / "templates" / feature]
        return [str(folder.relative_to(ROOT)) for folder in folders if folder.exists()]
    shared = [*PACKAGE.glob("*.py"), *(ROOT / "templates").glob("*.html")]
    known = set(features())
    shared += [folder for folder in (ROOT / "templates").iterdir() if folder.is_dir() and folder.name not in known]
    return sorted(str(path.relative_to(ROOT)) for path in shared)


def _extracted(feature: str) -> Catalog:
    with tempfile.TemporaryDirectory() as folder:
        template = Path(folder) / "messages.pot"
        command = [sys.executable, "-m", "babel.messages.frontend", "-q", "extract", "-F", "babel.cfg", "--no-location"]
        command += ["-k", "_l", "-k", "lazy_gettext", "-k", "lazy_ngettext:1,2", "-k", "lazy_pgettext:1c,2"]
        command += ["--sort-output", "-o", str(template)]
        subprocess.run([*command, *_sources(feature)], cwd=ROOT, check=True)  # noqa: S603 - our own interpreter, our own files.
        with template.open("rb") as file:
            return read_po(file)


def update(only: str | None = None) -> None:
    """Add new strings to the catalogues and drop those no longer used, keeping translations."""
    from babel.messages.pofile import write_po

    for feature in features():
        if only is not None and feature != only:
            continue
        template = _extracted(feature)
        if not any(message.id for message in template):
            continue
        for locale in LOCALES:
            if locale == "en":
                continue
            path = translations_folder(feature) / locale / "LC_MESSAGES" / "messages.po"
            catalogue = Catalog(locale=locale)
            if path.exists():
                with path.open("rb") as file:
                    catalogue = read_po(file, locale=locale)
            catalogue.update(template, no_fuzzy_matching=True)
            catalogue.obsolete.clear()
            if locale == "fr":
                _set_no_break_spaces(catalogue)
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("wb") as out:
                write_po(out, catalogue, omit_header=False, sort_output=True, width=120)


def _set_no_break_spaces(catalogue: Catalog) -> None:
    for message in catalogue:
        if message.id and isinstance(message.string, str):
            message.string = i18n_wording.french(message.string)
        elif message.id:
            message.string = tuple(i18n_wording.french(text) for text in message.string or ())


def missing() -> list[str]:
    """One line per string without a translation, with other placeholders than the English sentence, or not in our wording."""
    from babel.messages.checkers import checkers

    problems = []
    for feature in features():
        wanted = [message for message in _extracted(feature) if message.id]
        for locale in LOCALES:
            if locale == "en" or not wanted:
                continue
            path = translations_folder(feature) / locale / "LC_MESSAGES" / "messages.po"
            name = f"{feature or 'shared'}/{locale}"
            if not path.exists():
                problems.append(f"{name}: no catalogue")
                continue
            with path.open("rb") as file:
                catalogue = read_po(file, locale=locale)
            for message in wanted:
                found = catalogue.get(message.id, message.context)
                string = found.string if found else None
                strings = (string,) if isinstance(string, str) else tuple(string or ())
                if found is None or not strings or not all(strings):
                    problems.append(f"{name}: not translated: {message.id!r}")
                    continue
                for remark in {one for text in strings for one in i18n_wording.problems(locale, text)}:
                    problems.append(f"{name}: {message.id!r}: {remark}")
                for check in checkers:
                    try:
                        check(catalogue, found)
                    except Exception as error:  # babel raises TranslationError subclasses; any is a problem to list.
                        problems.append(f"{name}: {message.id!r}: {error}")
    return problems


def contradictions() -> list[str]:
    """One line per string two features translate differently: on a page the catalogues are one, and only one of them is shown.

    Two meanings of a word are told apart by a context (``pgettext``).
    """
    problems = []
    for locale in LOCALES:
        said: dict[tuple[str | None, str], dict[str, list[str]]] = {}
        for feature, language, path in _catalogues():
            if language != locale or not path.exists():
                continue
            with path.open("rb") as file:
                for message in read_po(file, locale=locale):
                    if message.id and message.string:
                        key = (message.context, str(message.id))
                        said.setdefault(key, {}).setdefault(str(message.string), []).append(feature or "shared")
        for (_context, words), ways in said.items():
            if len(ways) > 1:
                told = "; ".join(f"{', '.join(where)}: {string!r}" for string, where in ways.items())
                problems.append(
                    f"{locale}: {words!r} is translated in {len(ways)} ways ({told}); a context tells meanings apart"
                )
    return problems


def main(arguments: list[str]) -> int:
    match arguments:
        case ["update", *rest]:
            update(rest[0] if rest else None)
        case ["compile"]:
            print(f"{compile_stale()} catalogue(s) compiled")
        case ["check"]:
            problems = missing() + contradictions()
            print("\n".join(problems) or "every string is translated")
            return 1 if problems else 0
        case _:
            print("usage: python -m marketplace.i18n update [feature] | compile | check", file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
