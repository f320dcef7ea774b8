"""Every rule id the duel's code uses has its entry, with words in three languages."""

from __future__ import annotations

import io
import re
import tokenize
from pathlib import Path

import yaml

from engine.refusal import Refusal
from engine.rulebook import LANGUAGES, chapters, rules
from engine.rulesets import read_ruleset

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


BARE_ID = re.compile(r'(?<![`\w./"])([a-z_]+(?:\.[a-z0-9_]+)+)(?![\w(])')


def spoken_of(text: str) -> set[str]:
    """Return the rule ids and names of switches in comments and docstrings of Python code."""
    areas = {area for chapter in chapters().values() for area in chapter.areas}
    found: set[str] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT or (token.type == tokenize.STRING and token.string.startswith('"""')):
            found.update(BARE_ID.findall(re.sub("``.*?``", "", token.string)))
    return {rule_id for rule_id in found if rule_id.split(".")[0] in areas}


def test_every_rule_the_code_speaks_of_is_in_the_rulebook() -> None:
    known = set(rules()) | set(read_ruleset("advanced").switches())
    spoken = {(str(path), rule_id) for path in ENGINE.rglob("*.py") for rule_id in spoken_of(path.read_text(encoding="utf-8"))}
    assert len(spoken) > 30
    assert sorted(entry for entry in spoken if entry[1] not in known) == []
    assert spoken_of("# See summon.negation.windw\n") == {"summon.negation.windw"}


def test_a_scenario_proves_its_rules_in_rulesets_where_they_hold() -> None:
    wrong = []
    for path in sorted((Path(__file__).parent / "scenarios").rglob("*.yaml")):
        for scenario in yaml.safe_load(path.read_text(encoding="utf-8")):
            for rule_id in scenario.get("rules", []):
                held = rules()[rule_id].rulesets
                wrong += [
                    (scenario["name"], rule_id, name)
                    for name in scenario.get("rulesets", [])
                    if isinstance(name, str) and held and name not in held
                ]
    assert wrong == []
