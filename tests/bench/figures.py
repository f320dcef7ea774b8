"""What is measured, on which data, against which floor."""

from __future__ import annotations

import csv
import io
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import event, text

from marketplace import create_app
from marketplace.accounts.models import User
from marketplace.catalogue.search import search
from marketplace.collection import batches, exporting
from marketplace.config import load_settings
from marketplace.db import Database
from tests.bench.decks import deck_check
from tests.bench.duels import duels
from tests.bench.kills import killed
from tests.bench.races import mixed_races, races
from tests.bench.samples import sample_files
from tests.factories import accounts, collection

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Bench:
    """The database measured on, a scratch folder, and the full card file."""

    database: Database
    folder: Path
    cards: Path

    def say(self, name: str, value: float, unit: str, floor: float | None = None) -> None:
        rounded = f"{value:.0f}" if value >= 1000 else f"{value:.3g}"
        print(f"{name} {rounded} {unit}" + ("" if floor is None else f" (floor {floor:.3g})"), flush=True)


def _child(code: str, *arguments: str) -> tuple[float, float]:
    """Seconds and peak megabytes of ``code`` run in a process of its own."""
    tail = "\nimport resource; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    started = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", code + tail, *arguments], cwd=ROOT, check=True, capture_output=True, text=True)
    return time.perf_counter() - started, int(done.stdout.split()[-1]) / 1024


def full_import(bench: Bench) -> None:
    parse = "import json, lzma, sys\njson.load(lzma.open(sys.argv[1]))"
    floor_seconds, floor_peak = _child(parse, str(bench.cards))
    load = (
        "import sys\nfrom pathlib import Path\nfrom marketplace.db import Database\n"
        "from marketplace.models import load_all\nfrom marketplace.catalogue.importing import import_file\n"
        "load_all()\nimport_file(Database(sys.argv[1]), Path(sys.argv[2]))"
    )
    seconds, peak = _child(load, bench.database.url, str(bench.cards))
    bench.say("import.full.time", seconds, "s", floor_seconds)
    bench.say("import.full.peak_memory", peak, "MB", floor_peak)
    seconds, peak = _child(load, bench.database.url, str(bench.cards))
    bench.say("import.again.time", seconds, "s", floor_seconds)
    with bench.database.read() as session:
        bench.say("import.cards", session.scalar(text("SELECT count(*) FROM card")) or 0, "cards")
        bench.say("import.printings", session.scalar(text("SELECT count(*) FROM printing")) or 0, "printings")


def mixed_queries(database: Database, number: int = 200, seed: int = 7) -> list[str]:
    """Names in ten languages as typed (whole, cut, misspelt), set numbers and passcodes of the catalogue."""
    chance = random.Random(seed)
    with database.read() as session:
        names = list(session.scalars(text("SELECT name FROM card_name ORDER BY id")))
        numbers = list(session.scalars(text("SELECT code FROM printing WHERE code <> '' ORDER BY id")))
        passcodes = list(session.scalars(text("SELECT passcode FROM card WHERE passcode IS NOT NULL ORDER BY id")))

    def misspelt(name: str) -> str:
        at = chance.randrange(max(1, len(name) - 1))
        return name[:at] + name[at + 1 :]

    kinds: list[Callable[[], str]] = [
        lambda: chance.choice(names),
        lambda: chance.choice(names).lower(),
        lambda: " ".join(chance.choice(names).split()[:2]),
        lambda: chance.choice(names)[:6],
        lambda: misspelt(chance.choice(names)),
        lambda: misspelt(misspelt(chance.choice(names))),
        lambda: chance.choice(numbers),
        lambda: chance.choice(numbers).lower().replace("-", " "),
        lambda: str(chance.choice(passcodes)),
        lambda: chance.choice(numbers).split("-")[0],
    ]
    return [kinds[number % len(kinds)]() for number in range(number)]


def searches(bench: Bench) -> None:
    queries = mixed_queries(bench.database)
    times, floors = [], []
    with bench.database.read() as session:
        search(session, "warm up the names")
        for query in queries:
            started = time.perf_counter()
            search(session, query, per_page=60)
            times.append((time.perf_counter() - started) * 1000)
            started = time.perf_counter()
            session.execute(text("SELECT card_id, name FROM card_name WHERE folded = :q LIMIT 60"), {"q": query}).all()
            floors.append((time.perf_counter() - started) * 1000)
    bench.say("search.p50", statistics.median(times), "ms", statistics.median(floors))
    bench.say("search.p95", sorted(times)[int(len(times) * 0.95)], "ms", sorted(floors)[int(len(floors) * 0.95)])


def _site(bench: Bench) -> tuple[object, User]:
    settings = load_settings(
        {},
        instance=bench.folder,
        database_url=bench.database.url,
        secret_key="b" * 40,
        testing=True,
        public_url="http://localhost",
    )
    app = create_app(settings, prepare=False)
    app.config["WTF_CSRF_ENABLED"] = False
    with bench.database.write() as session:
        user = accounts.user(session, "bench" + str(time.monotonic_ns()))
    client = app.test_client()
    with client.session_transaction() as cookie:
        cookie["_user_id"], cookie["_fresh"] = user.get_id(), True
    return client, user


def collection_page(bench: Bench) -> None:
    client, user = _site(bench)
    started = time.perf_counter()
    with bench.database.write() as session:
        collection.many_stacks(session, user, 20_000)
    bench.say("stock.write_20000_stacks", time.perf_counter() - started, "s")
    statements: list[str] = []
    site = client.application.extensions["duelfolio_db"]  # type: ignore[attr-defined]

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        statements.append(statement)

    event.listen(site.engine, "before_cursor_execute", note)
    for name, address in (
        ("first", "/collection/"),
        ("search", "/collection/?q=dragon"),
        ("sorted", "/collection/?sort=name&page=100"),
    ):
        times = []
        for _ in range(7):
            statements.clear()
            started = time.perf_counter()
            answer = client.get(address)  # type: ignore[attr-defined]
            times.append((time.perf_counter() - started) * 1000)
            assert answer.status_code == 200, f"{address}: {answer.status_code}"
        floors = []
        with bench.database.read() as session:
            for _ in range(7):
                started = time.perf_counter()
                session.execute(
                    text(
                        "SELECT s.id, s.quantity, p.code, c.name FROM stack s JOIN printing p ON p.id = s.printing_id"
                        " JOIN card c ON c.id = p.card_id WHERE s.user_id = :u AND s.quantity > 0 ORDER BY c.name LIMIT 50"
                    ),
                    {"u": user.id},
                ).all()
                session.execute(
                    text("SELECT count(*), sum(quantity) FROM stack WHERE user_id = :u AND quantity > 0"), {"u": user.id}
                ).all()
                floors.append((time.perf_counter() - started) * 1000)
        bench.say(f"collection.{name}.time", statistics.median(times), "ms", statistics.median(floors))
        bench.say(f"collection.{name}.queries", len(statements), "queries")
    event.remove(site.engine, "before_cursor_execute", note)


def dragon_shield_rows(database: Database, number: int) -> bytes:
    """A Dragon Shield file of ``number`` different printings of the catalogue."""
    out = io.StringIO(newline="")
    out.write('"sep=,"\r\n')
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(
        "Folder Name,Quantity,Trade Quantity,Card Name,Set Code,Set Name,Card Number,Rarity,Condition,Printing,Language,"
        "Price Bought,Date Bought,LOW,MID,MARKET".split(",")
    )
    with database.read() as session:
        rows = session.execute(
            text(
                "SELECT p.code, p.rarity, c.name, d.name FROM printing p JOIN card c ON c.id = p.card_id"
                " JOIN product d ON d.id = p.product_id WHERE p.language = 'en' AND p.code <> '' AND p.rarity <> ''"
                " AND p.added_by_id IS NULL ORDER BY p.id LIMIT :n"
            ),
            {"n": number},
        ).all()
    for place, (code, rarity, name, product) in enumerate(rows):
        writer.writerow(
            [f"Box {place % 5}", 1 + place % 3, 0, name, code.split("-")[0], product, code, rarity, "NearMint", "1st Edition",
             "English", "1.00", "2024-05-01", "", "", ""]
        )  # fmt: skip
    return out.getvalue().encode()


def file_import(bench: Bench) -> None:
    client, user = _site(bench)
    content = dragon_shield_rows(bench.database, 10_000)
    path = bench.folder / "dragonshield.csv"
    path.write_bytes(content)
    started = time.perf_counter()
    list(csv.reader(io.StringIO(content.decode())))
    floor = time.perf_counter() - started
    with client.application.app_context():  # type: ignore[attr-defined]
        started = time.perf_counter()
        with bench.database.write() as session:
            batch_id = batches.start(session, user.id, content, path.name, background=False).id
        bench.say("import.dragonshield_10000.preview", time.perf_counter() - started, "s", floor)
        started = time.perf_counter()
        with bench.database.write() as session:
            batches.apply(session, user.id, batch_id)
        bench.say("import.dragonshield_10000.write", time.perf_counter() - started, "s", floor)
        started = time.perf_counter()
        with bench.database.read() as session:
            written = b"".join(exporting.export(session, user.id, "own"))
        bench.say("export.own_10000", time.perf_counter() - started, "s", floor)
        assert written.count(b"\r\n") > 9_000


FIGURES: dict[str, Callable[[Bench], None]] = {
    "import": full_import,
    "search": searches,
    "collection": collection_page,
    "file": file_import,
    "samples": sample_files,
    "decks": deck_check,
    "duels": duels,
    "races": races,
    "mixed_races": mixed_races,
    "killed": killed,
}
"""Figures by name, in the order they are measured; ``import`` fills the catalogue the others use."""

WITHOUT_CATALOGUE = {"decks", "duels", "races", "mixed_races", "killed"}
"""Figures that do not need the cards in the database."""
