"""One site for all walks: each try makes people and things of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from tests.conftest import site_of
from tests.marketplace.walks.stage import Stage


@pytest.fixture(scope="module")
def stage(empty_template: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    def log_in(client: FlaskClient, user: object) -> None:
        with client.session_transaction() as cookie:
            cookie["_user_id"], cookie["_fresh"] = user.get_id(), True  # type: ignore[attr-defined]

    with site_of(empty_template, tmp_path_factory.mktemp("walks")) as app:
        yield Stage(app, log_in)
