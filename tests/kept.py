"""What every site a test builds compiles anew from the same source, compiled once per process.

Each test has a site of its own; compiling its templates, addresses and statements took more time than the tests did.
"""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType
from typing import Any

from jinja2.bccache import Bucket, BytecodeCache
from sqlalchemy import Engine, event
from sqlalchemy.util import LRUCache
from werkzeug.routing import Rule

from marketplace.db import make_engine


class KeptTemplates(BytecodeCache):
    """Compiled templates of all sites of this process; Jinja asks for another once the source has changed."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert bucket.code is not None
        self._kept[bucket.key, bucket.checksum] = bucket.code


COMPILED = KeptTemplates()

_builders: dict[str, Callable[..., tuple[str, str]]] = {}


class KeptRule(Rule):
    """An address whose building function is taken from an equal rule of an earlier site: it takes the rule itself."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        key = repr((self.rule, self._trace, self.defaults, append_unknown))
        if key not in _builders:
            _builders[key] = super()._compile_builder(append_unknown)
        return _builders[key]


_models: dict[str, Engine] = {}
_statements: LRUCache[Any, Any] = LRUCache(20_000)


def kept_engine(url: str) -> Engine:
    """An engine of its own that takes the statements earlier ones have compiled, as a site's one engine does all day.

    Compiled statements belong to a dialect, so all engines of a backend share that of the first that has connected.
    """
    engine = make_engine(url)
    model = _models.get(engine.dialect.name)
    if model is None:
        event.listen(engine, "connect", lambda *_connection: _models.setdefault(engine.dialect.name, engine))
    else:
        engine.dialect = model.dialect
        engine._compiled_cache = _statements
    return engine
