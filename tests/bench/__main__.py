"""``python -m tests.bench [NAME...]``: a line ``name value unit (floor value)`` per figure.

The full card file is looked for in ``CATALOGUE``, else in the shared data (``DUELFOLIO_SHARED``, else ``../shared``).
``BENCH_DATABASE=postgresql://…`` measures on a database of that server instead of SQLite.
"""

from __future__ import annotations

import os
import sys
import tempfile
import uuid
from pathlib import Path

from sqlalchemy import create_engine, text

from marketplace.db import Database
from marketplace.prepare import migrate
from tests.bench.figures import FIGURES, WITHOUT_CATALOGUE, Bench

ROOT = Path(__file__).resolve().parents[2]


def card_file() -> Path:
    named = os.environ.get("CATALOGUE")
    shared = Path(os.environ.get("DUELFOLIO_SHARED") or ROOT.parent / "shared")
    path = Path(named) if named else shared / "data" / "cards.json.xz"
    if not path.exists():
        sys.exit(f"make bench needs a full card file: CATALOGUE=path ({path} does not exist)")
    return path


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in FIGURES]
    if unknown:
        print(f"no such figure: {', '.join(unknown)}; there are {', '.join(FIGURES)}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        server = os.environ.get("BENCH_DATABASE")
        name = f"duelfolio_bench_{uuid.uuid4().hex[:8]}"
        url = f"sqlite:///{folder}/bench.sqlite3"
        admin = create_engine(server, isolation_level="AUTOCOMMIT") if server else None
        if admin is not None and server:
            with admin.connect() as connection:
                connection.execute(text(f"CREATE DATABASE {name}"))
            url = server.rsplit("/", 1)[0] + "/" + name
        database = Database(url)
        try:
            migrate(database, Path(folder))
            bench = Bench(database, Path(folder), card_file())
            for figure, measure in FIGURES.items():
                if not names or figure in names or (figure == "import" and set(names) - WITHOUT_CATALOGUE):
                    measure(bench)
        finally:
            database.dispose()
            if admin is not None:
                with admin.connect() as connection:
                    connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
