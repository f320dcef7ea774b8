"""Scenarios with cards that mean something made up, for rules that no delivered card raises yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from unittest.mock import patch

from engine.cards.prelude import Card
from engine.notation.command import card_finder, ruleset_of
from engine.notation.position import Builder
from engine.notation.scenario import Run
from engine.state.printed import Printed, from_facts

ALL = ("classic", "rulebook-2009", "br", "goat-2005", "master-rule-4", "advanced")


def play(
    scenario: Mapping[str, Any],
    made_up: Mapping[str, Card],
    ruleset: Any,
    values: Mapping[str, Mapping[str, Any]] | None = None,
) -> None:
    """Play a scenario in which these cards, known by name, have these definitions; raises what ``Run.play`` does.

    ``values`` are printed values of some of them that are made up too.
    """

    class Made(Builder):
        def printed(self, name: str) -> Printed:
            if name in made_up and name not in self._known:
                facts = self.cards(name)
                assert facts is not None
                self._known[name] = replace(from_facts(facts, made_up[name]), **(values or {}).get(name, {}))
            return super().printed(name)

    with patch("engine.notation.scenario.Builder", Made):
        Run(scenario, ruleset_of(ruleset), card_finder().get).play()
