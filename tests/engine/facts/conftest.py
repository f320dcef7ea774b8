"""Where the tests find the full catalogue file, which is too large to be kept here.

``DUELFOLIO_SHARED`` names the folder that holds ``data/cards.json.xz``; the default is
``../shared`` next to the repository. Without the file the tests that need it fail, so
that nobody takes them for passed; ``DUELFOLIO_SHARED=absent`` leaves them out and says so.
"""

import os
from pathlib import Path

import pytest

from engine import FactsFile, read_facts

ROOT = Path(__file__).resolve().parents[3]
CHOSEN = os.environ.get("DUELFOLIO_SHARED", "")
DATA = Path(CHOSEN or ROOT.parent / "shared") / "data"

_left_out: list[str] = []


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "shared_data: reads the full catalogue file (see tests/engine/facts/conftest.py)")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if CHOSEN != "absent":
        return
    absent = [item for item in items if item.get_closest_marker("shared_data")]
    _left_out.extend(item.nodeid for item in absent)
    config.hook.pytest_deselected(items=absent)
    items[:] = [item for item in items if item not in absent]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _left_out:
        terminalreporter.write_line(
            f"{len(_left_out)} tests deselected: DUELFOLIO_SHARED=absent says that the full catalogue file is not here."
        )


def shared_file(name: str) -> Path:
    path = DATA / name
    if not path.is_file():
        pytest.fail(
            f"{path} is missing. Set DUELFOLIO_SHARED to the folder that holds data/{name}, or DUELFOLIO_SHARED=absent "
            "to leave out the tests that need it."
        )
    return path


@pytest.fixture(scope="session")
def catalogue() -> FactsFile:
    """The full catalogue, read once."""
    return read_facts(shared_file("cards.json.xz"))
