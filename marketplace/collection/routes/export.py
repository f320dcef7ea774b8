"""Exporting: which copies, in which format, what it cannot hold, and the file."""

from __future__ import annotations

from flask import Response, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_login import login_required

from marketplace.collection import bp, exporting, stack_filters, stack_list
from marketplace.collection.formats.files import EXPORTS, MEDIA_TYPES
from marketplace.collection.forms_files import ExportForm
from marketplace.collection.routes.acting import own_id
from marketplace.db import get_session, now
from marketplace.i18n import current_locale

_NAMES = {"own": "duelfolio", "dragonshield": "dragonshield", "text": "list"}
_ENDINGS = {"own": "csv", "dragonshield": "csv", "text": "txt"}


@bp.get("/export")
@login_required
def export() -> ResponseReturnValue:
    """What to export, narrowed like the list by the address; each format with what it would lose."""
    session = get_session()
    form = _form()
    filters, ids = _filtered()
    scope = form.scope.data if form.scope.data in exporting.SCOPES else "all"
    contents = exporting.contents(session, own_id(), scope=scope, stack_ids=ids)
    return render_template(
        "collection/export.html",
        form=form,
        contents=contents,
        filters=filters,
        chips=stack_filters.chips(
            session,
            own_id(),
            filters,
            current_locale(),
            lambda left: url_for("collection.export", scope=scope, **left.arguments()),
        ),
        formats=EXPORTS,
    )


@bp.get("/export/file")
@login_required
def export_file() -> ResponseReturnValue:
    """The file itself."""
    form = _form()
    _filters, ids = _filtered()
    name = form.format.data or "own"
    parts = exporting.export(
        get_session(),
        own_id(),
        name,
        scope=form.scope.data or "all",
        stack_ids=ids,
        locale=current_locale(),
        list_language=form.list_language.data or "",
        delimiter=form.delimiter.data or ",",
    )
    file_name = f"{_NAMES[name]}-{now().date().isoformat()}.{_ENDINGS[name]}"
    answer = Response(b"".join(parts), mimetype=MEDIA_TYPES[name])
    answer.headers["Content-Disposition"] = f'attachment; filename="{file_name}"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _form() -> ExportForm:
    form = ExportForm(request.args)
    if not request.args.get("list_language"):
        form.list_language.data = current_locale()
    return form


def _filtered() -> tuple[stack_filters.StackFilters, list[int] | None]:
    """The filters of the address, and the stacks they leave; None for the whole collection."""
    filters, _problems = stack_filters.read(request.args)
    if not filters:
        return filters, None
    return filters, stack_list.ids_of(get_session(), own_id(), filters, locale=current_locale())
