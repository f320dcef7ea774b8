"""The words of the Deck rules: whole, in three languages, with slots that refusals fill."""

import json
from pathlib import Path
from string import Formatter

import engine.rulebook
from engine.decks.formats import _ALWAYS, _table

ENTRIES = json.loads((Path(engine.rulebook.__file__).parent / "deck.json").read_text(encoding="utf-8"))


def slots(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def test_every_deck_rule_has_words_and_a_source():
    assert sorted(entry["id"] for entry in ENTRIES) == sorted([*_table()["rules"], *_ALWAYS])
    for entry in ENTRIES:
        assert set(entry) == {"id", "title", "text", "refusal", "source"}
        assert entry["source"]
        for words in (entry["title"], entry["text"], entry["refusal"] or entry["text"]):
            assert set(words) == {"en", "fr", "pt"}
            assert all(sentence.strip() == sentence and sentence for sentence in words.values())
        assert len(set(entry["text"].values())) == 3


def test_a_sentence_has_the_same_slots_in_every_language():
    assert [entry["id"] for entry in ENTRIES if len({frozenset(slots(text)) for text in entry["refusal"].values()}) > 1] == []


def test_french_sentences_keep_their_punctuation_together():
    for entry in ENTRIES:
        for words in (entry["title"], entry["text"], entry["refusal"]):
            french = words.get("fr", "")
            assert not any(f" {mark}" in french for mark in ":;!?»"), french
            assert "« " not in french
