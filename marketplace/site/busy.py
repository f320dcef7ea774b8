"""Why a form waits: asked by the page while it does."""

from __future__ import annotations

from flask import Response
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from sqlalchemy.exc import OperationalError

from marketplace.catalogue.imports import active_job
from marketplace.db import Database, get_db, get_session
from marketplace.errors import is_locked
from marketplace.site import bp


@bp.get("/busy")
def busy() -> ResponseReturnValue:
    """One sentence as plain text while somebody else writes something long; 204 otherwise."""
    if not is_writing(get_db()):
        return "", 204
    if active_job(get_session()) is not None:
        words = _("Waiting for the import of the card list. What you sent comes next; leave this page open.")
    else:
        words = _("The site is writing something long. What you sent comes next; leave this page open.")
    return Response(words, mimetype="text/plain")


def is_writing(database: Database) -> bool:
    """Whether SQLite's write lock is taken just now. PostgreSQL has no such lock."""
    if database.engine.dialect.name != "sqlite":
        return False
    with database.engine.execution_options(write=True).connect() as connection:
        driver = connection.connection.driver_connection
        assert driver is not None
        driver.execute("PRAGMA busy_timeout = 0")
        try:
            with connection.begin():
                return False
        except OperationalError as error:
            if is_locked(error):
                return True
            raise
        finally:
            driver.execute("PRAGMA busy_timeout = 30000")
