"""Compulsory loops that change something are played to their end (loop.with_progress_is_played_out)."""

from __future__ import annotations

import pytest

from engine.cards.prelude import OPPONENT, Card, Damage, Event, Happening, must
from engine.notation.command import card_finder, ruleset_of
from engine.notation.position import Builder
from engine.notation.scenario import Run
from engine.state.printed import from_facts


class WithEcho(Builder):
    """A builder in whose duels Kuriboh answers every effect damage with more of it: a loop nobody may leave."""

    def printed(self, name):  # type: ignore[no-untyped-def]
        if name == "Kuriboh" and name not in self._known:
            facts = self.cards(name)
            assert facts is not None
            echo = must(Event(Happening.EFFECT_DAMAGE), Damage(300, OPPONENT))
            self._known[name] = from_facts(facts, Card("Kuriboh", (echo,)))
        return super().printed(name)


@pytest.mark.parametrize("name", ["classic", "rulebook-2009", "br", "goat-2005", "master-rule-4", "advanced"])
def test_a_loop_that_ends_the_duel_is_played_out(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.notation.scenario.Builder", WithEcho)
    given = {"you": {"hand": ["Ookazi"], "monsters": ["Kuriboh"]}, "opp": {"lp": 2000}}
    steps = [{"you": "activate", "card": "Ookazi"}]
    expect = {"opp.lp": 0, "winner": "you"}
    Run({"given": given, "steps": steps, "expect": expect}, ruleset_of(name), card_finder().get).play()
