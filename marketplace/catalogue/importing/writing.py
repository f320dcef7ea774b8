"""Write a plan: one transaction, everything in bulk, as short as the database allows."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any

from flask_babel import lazy_gettext as _l
from sqlalchemy import Connection, bindparam, case, delete, func, insert, select, text, tuple_, update
from sqlalchemy.orm import Session

from marketplace.catalogue import search_index
from marketplace.catalogue.folding import fold
from marketplace.catalogue.importing.bulk import insert_rows, reserve_ids, table_of
from marketplace.catalogue.importing.custom import resolve_custom
from marketplace.catalogue.importing.known import chunks, last_import
from marketplace.catalogue.importing.plan import Plan, Progress
from marketplace.catalogue.models import Card, CardAlias, CardName, CardSource, CardText, CatalogueImport, Printing, Product
from marketplace.db import Database, now
from marketplace.errors import Conflict

WRITING = "catalogue.writing"
INDEXING = "catalogue.indexing"

_IMPORT_LOCK = 4_107_302
"""Any fixed number: PostgreSQL's advisory lock that lets one import write at a time."""
_LONGEST_PREFIXES = 400
_FEW_PRODUCTS = 300
_FEW_NAMES = 2_000


class Overtaken(Conflict):
    """Another import was written since the plan was made: it has to be made anew."""

    def __init__(self) -> None:
        super().__init__(_l("Another import was faster. Nothing was changed; try again."), rule="catalogue.import.overtaken")


def write(database: Database, plan: Plan, began: float, progress: Progress) -> None:
    """Write the plan, and the import's own row (``began``: when the work began, of ``time.monotonic``). Raises :class:`Overtaken` and writes nothing if the plan is old."""
    # Said before the lock is taken: from then on the database itself cannot show how far the work has got.
    progress(0, 1, WRITING)
    with database.engine.execution_options(write=True).connect() as connection, connection.begin():
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _IMPORT_LOCK})
        if last_import(connection) != plan.known.last_import:
            raise Overtaken
        in_bulk = len(plan.names) > _FEW_NAMES
        if in_bulk:
            search_index.pause(connection)
        _Writer(connection, plan, progress).write()
        report = plan.report
        with Session(bind=connection, join_transaction_mode="rollback_only") as session:
            report.resolved = resolve_custom(session)
            session.flush()
        progress(0, 0, INDEXING)
        if plan.cards or plan.renamed or in_bulk:
            few = not plan.cards and not in_bulk and len(plan.renamed) < _FEW_NAMES
            search_index.refresh(connection, sorted(plan.renamed) if few else None)
        report.seconds = time.monotonic() - began
        report.import_id = connection.scalar(
            insert(CatalogueImport)
            .values(
                source=report.source[:300],
                format=report.format,
                sha256=report.sha256,
                started_at=now() - timedelta(seconds=round(report.seconds)),
                finished_at=now(),
                state="done",
                report=report.to_json(),
            )
            .returning(CatalogueImport.id)
        )


class _Writer:
    def __init__(self, connection: Connection, plan: Plan, progress: Progress) -> None:
        self._connection = connection
        self._plan = plan
        self._progress = progress
        self._total = len(plan.names) + len(plan.texts) + len(plan.printings) + len(plan.printings_changed)
        self._done = 0
        self._card_ids: list[int] = []
        self._product_ids: list[int] = []
        self._touched: set[int] = set()

    def write(self) -> None:
        self._cards()
        self._words()
        self._aliases()
        self._products()
        self._printings()
        self._count_printings()
        self._sources()

    def _card(self, ref: int) -> int:
        return ref if ref > 0 else self._card_ids[-ref - 1]

    def _product(self, ref: int) -> int:
        return ref if ref > 0 else self._product_ids[-ref - 1]

    def _counted(self, rows: Iterable[Any]) -> Iterator[Any]:
        """The rows as they are, with a sign of progress now and then."""
        for row in rows:
            if self._done % 5000 == 0:
                self._progress(self._done, self._total, WRITING)
            self._done += 1
            yield row

    def _cards(self) -> None:
        connection, plan = self._connection, self._plan
        self._card_ids = reserve_ids(connection, table_of(Card), len(plan.cards))
        if plan.cards:
            fixed = {"source": plan.source.format, "fingerprint": "", "updated_at": now()}
            rows = [{"id": card_id, **values, **fixed} for card_id, values in zip(self._card_ids, plan.cards, strict=True)]
            connection.execute(insert(Card), rows)
        by_columns = itemgetter(0)
        changes = sorted(((tuple(sorted(values)), ref, values) for ref, values in plan.card_changes.items()), key=by_columns)
        for columns, some in groupby(changes, key=by_columns):
            statement = (
                update(table_of(Card))
                .where(Card.id == bindparam("ref"))
                .values({name: bindparam(f"new_{name}") for name in columns})
            )
            rows = [{"ref": ref} | {f"new_{name}": value for name, value in values.items()} for _columns, ref, values in some]
            connection.execute(statement, rows)

    def _words(self) -> None:
        connection, plan = self._connection, self._plan
        names, texts = table_of(CardName), table_of(CardText)
        for table, dropped in ((names, plan.names_dropped), (texts, plan.texts_dropped)):
            for some in chunks(dropped):
                connection.execute(delete(table).where(tuple_(table.c.card_id, table.c.language).in_(some)))
        if plan.names_changed:
            connection.execute(
                update(names)
                .where(names.c.card_id == bindparam("ref"), names.c.language == bindparam("lang"))
                .values(name=bindparam("new_name"), folded=bindparam("new_folded"), official=bindparam("new_official")),
                [
                    {"ref": ref, "lang": language, "new_name": name, "new_folded": folded, "new_official": official}
                    for ref, language, name, folded, official in plan.names_changed
                ],
            )
        if plan.texts_changed:
            connection.execute(
                update(texts)
                .where(texts.c.card_id == bindparam("ref"), texts.c.language == bindparam("lang"))
                .values(text=bindparam("new_text"), pendulum_text=bindparam("new_pendulum")),
                [
                    {"ref": ref, "lang": language, "new_text": body, "new_pendulum": pendulum}
                    for ref, language, body, pendulum in plan.texts_changed
                ],
            )
        insert_rows(
            connection,
            names,
            ("card_id", "language", "name", "folded", "official"),
            ((self._card(ref), *rest) for ref, *rest in self._counted(plan.names)),
        )
        insert_rows(
            connection,
            texts,
            ("card_id", "language", "text", "pendulum_text"),
            ((self._card(ref), *rest) for ref, *rest in self._counted(plan.texts)),
        )

    def _aliases(self) -> None:
        rows = ((passcode, self._card(ref), assumed) for passcode, ref, assumed in self._plan.aliases)
        insert_rows(self._connection, table_of(CardAlias), ("passcode", "card_id", "assumed"), rows)

    def _products(self) -> None:
        connection, products = self._connection, self._plan.products
        self._product_ids = reserve_ids(connection, table_of(Product), len(products.new))
        if products.new:
            rows = [
                {"id": product_id, "name": name, "slug": slug, "folded": folded, "prefixes": "", "printing_count": 0}
                for product_id, (name, slug, folded) in zip(self._product_ids, products.new, strict=True)
            ]
            connection.execute(insert(Product), rows)
            self._touched.update(self._product_ids)
        for product_id, name in products.renamed.items():
            connection.execute(update(Product).where(Product.id == product_id).values(name=name, folded=fold(name)[:200]))

    def _printings(self) -> None:
        connection, plan, table = self._connection, self._plan, table_of(Printing)
        bit = plan.source.bit
        self._drop_printings()
        self._change_printings()
        for some in chunks(plan.confirmed):
            connection.execute(update(table).where(table.c.id.in_(some)).values(sources=table.c.sources.op("|")(bit)))
        self._touched.update(self._product(row[1]) for row in plan.printings)
        columns = (
            "card_id", "product_id", "code", "code_folded", "sort_key", "language", "rarity", "artwork", "sources", "retired",
        )  # fmt: skip
        insert_rows(
            connection,
            table,
            columns,
            (
                (self._card(ref), self._product(product), *rest, bit, False)
                for ref, product, *rest in self._counted(plan.printings)
            ),
        )

    def _drop_printings(self) -> None:
        """Take this source's word from the printings it dropped; those nobody lists any more are retired, never deleted."""
        table, speaks_for = table_of(Printing), self._plan.source.speaks_for
        for left, some in groupby(
            sorted(self._plan.dropped, key=lambda printing: printing.sources & ~speaks_for),
            key=lambda printing: printing.sources & ~speaks_for,
        ):
            printings = list(some)
            self._touched.update(printing.product_id for printing in printings)
            values: dict[str, Any] = {"sources": left} if left else {"sources": 0, "retired": True}
            for ids in chunks([printing.id for printing in printings]):
                self._connection.execute(update(table).where(table.c.id.in_(ids)).values(**values))

    def _change_printings(self) -> None:
        table, bit = table_of(Printing), self._plan.source.bit
        rows = []
        for printing, (_ref, product, code, folded, key, language, rarity, artwork) in self._counted(
            self._plan.printings_changed
        ):
            self._touched.update((printing.product_id, self._product(product)))
            rows.append(
                {
                    "ref": printing.id, "new_product": self._product(product), "new_code": code, "new_folded": folded,
                    "new_key": key, "new_language": language, "new_rarity": rarity, "new_artwork": artwork,
                    "new_sources": printing.sources | bit,
                }
            )  # fmt: skip
        if rows:
            # Two printings may trade places: the first pass moves all of them out of each other's way.
            self._connection.execute(
                update(table).where(table.c.id == bindparam("ref")).values(artwork=bindparam("aside")),
                [{"ref": row["ref"], "aside": f"\x01{row['ref']}"} for row in rows],
            )
            self._connection.execute(
                update(table)
                .where(table.c.id == bindparam("ref"))
                .values(
                    product_id=bindparam("new_product"), code=bindparam("new_code"), code_folded=bindparam("new_folded"),
                    sort_key=bindparam("new_key"), language=bindparam("new_language"), rarity=bindparam("new_rarity"),
                    artwork=bindparam("new_artwork"), sources=bindparam("new_sources"), retired=False,
                ),
                rows,
            )  # fmt: skip

    def _count_printings(self) -> None:
        """Renew the number of printings and the prefixes of every product that was touched."""
        dash = _position_of_dash(self._connection)
        prefix = case((dash > 0, func.substr(Printing.code, 1, dash - 1)), else_="")
        query = (
            select(Printing.product_id, prefix.label("prefix"), func.count())
            .where(Printing.added_by_id.is_(None), Printing.retired.is_(False))
            .group_by(Printing.product_id, prefix)
        )
        found: dict[int, Counter[str]] = {product_id: Counter() for product_id in self._touched}
        runs: list[Any] = [None] if len(self._touched) > _FEW_PRODUCTS else list(chunks(sorted(self._touched)))
        for some in runs:
            for product_id, name, count in self._connection.execute(
                query if some is None else query.where(Printing.product_id.in_(some))
            ):
                if product_id in found:
                    found[product_id][name] += count
        rows = [
            {"ref": product_id, "count": counter.total(), "words": _prefixes(counter)} for product_id, counter in found.items()
        ]
        if rows:
            table = table_of(Product)
            self._connection.execute(
                update(table)
                .where(table.c.id == bindparam("ref"))
                .values(printing_count=bindparam("count"), prefixes=bindparam("words")),
                rows,
            )

    def _sources(self) -> None:
        """Remember what the source said, so that the next import of the same is quick."""
        table, plan = table_of(CardSource), self._plan
        news = [(self._card(ref), facts, printings) for ref, (facts, printings) in plan.said.items()]
        for some in chunks([card_id for card_id, _facts, _printings in news] + plan.unsaid):
            self._connection.execute(delete(table).where(table.c.source == plan.source.format, table.c.card_id.in_(some)))
        insert_rows(
            self._connection,
            table,
            ("card_id", "source", "facts", "printings"),
            ((card_id, plan.source.format, facts, printings) for card_id, facts, printings in news),
        )


def _position_of_dash(connection: Connection) -> Any:
    """Where the first dash of a set number stands, from 1; 0 when there is none."""
    return func.strpos(Printing.code, "-") if connection.dialect.name == "postgresql" else func.instr(Printing.code, "-")


def _prefixes(counter: Counter[str]) -> str:
    """`` LOB LDD ``: the set-number prefixes, most frequent first, as many as fit."""
    words = " "
    for prefix, _count in sorted(counter.items(), key=lambda item: (-item[1], item[0])):
        if prefix and "?" not in prefix and len(words) + len(prefix) < _LONGEST_PREFIXES:
            words += f"{prefix} "
    return words if words.strip() else ""
