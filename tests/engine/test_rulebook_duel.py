"""Every rule id the duel's code uses has its entry, with words in three languages."""

from __future__ import annotations

import re
from pathlib import Path

from engine.refusal import Refusal
from engine.rulebook import LANGUAGES, rules

ENGINE = Path(__file__).resolve().parents[2] / "engine"
CHAPTERS = (
    "battle|card|chain|control|cost|duel|limit|monster|negate|phase|position|precedence|priority|spell|spell_trap|summon|"
    "synchro|term|timing|trap|turn|win|zone"
)
ID = re.compile(rf'"((?:{CHAPTERS})\.[a-z0-9_]+(?:\.[a-z0-9_]+)*)"')


def used() -> set[str]:
    paths = [*(ENGINE / "procedures").glob("*.py"), ENGINE / "duel.py"]
    return {found for path in paths for found in ID.findall(path.read_text(encoding="utf-8"))}


def test_every_id_in_code_has_an_entry() -> None:
    assert len(used()) > 50
    assert sorted(used() - set(rules())) == []


def test_every_entry_of_the_duel_speaks_three_languages() -> None:
    for rule_id in sorted(used()):
        rule = rules()[rule_id]
        for words in (rule.title, rule.text, rule.refusal):
            assert set(words) == set(LANGUAGES), rule_id
            assert all(words.values()), rule_id
        assert rule.source
        assert "{" not in Refusal(rule_id, {"card": "Sangan"}).sentence("fr")


def test_rulesets_are_data_and_nothing_asks_for_their_names() -> None:
    asking = [
        str(path)
        for folder in ("procedures", "effects", "state", "ai", "cards")
        for path in (ENGINE / folder).rglob("*.py")
        if path.name != "saving.py" and re.search(r"rules\.name\b|ruleset\.name\b", path.read_text(encoding="utf-8"))
    ]
    assert asking == []
