"""Where the tests find the full catalogue file and samples of other people's files, which are not kept here.

``DUELFOLIO_SHARED`` names the folder that holds ``data/cards.json.xz``; the default is
``../shared`` next to the repository. Without the files the tests that need them fail, so
that nobody takes them for passed; ``DUELFOLIO_SHARED=absent`` leaves them out and says so.
"""

import os
from pathlib import Path

import pytest

from engine import FactsFile, read_facts

ROOT = Path(__file__).resolve().parents[2]
CHOSEN = os.environ.get("DUELFOLIO_SHARED", "")
SHARED = Path(CHOSEN or ROOT.parent / "shared")

_left_out: list[str] = []


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "shared_data: reads the full catalogue file or samples (see tests/engine/conftest.py)")


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
            f"{len(_left_out)} tests deselected: DUELFOLIO_SHARED=absent says that the full catalogue file and the samples "
            "are not here."
        )


def shared_file(name: str, folder: str = "data") -> Path:
    path = SHARED / folder / name
    if not path.is_file():
        pytest.fail(
            f"{path} is missing. Set DUELFOLIO_SHARED to the folder that holds {folder}/{name}, or DUELFOLIO_SHARED=absent "
            "to leave out the tests that need it."
        )
    return path


@pytest.fixture(scope="session")
def catalogue() -> FactsFile:
    """The full catalogue, read once."""
    return read_facts(shared_file("cards.json.xz"))
