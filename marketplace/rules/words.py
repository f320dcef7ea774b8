"""Names of rulesets, documents and of those who see to a rule."""

from __future__ import annotations

from flask_babel import LazyString
from flask_babel import lazy_gettext as _l

RULESET_NAMES: dict[str, LazyString] = {
    "advanced": _l("Advanced (the rules now)"),
    "master-rule-4": _l("Master Rule 4 (2017)"),
    "rulebook-2009": _l("5D’s rulebook (2009)"),
    "goat-2005": _l("GOAT (2005)"),
    "br": _l("Brazilian rules"),
    "classic": _l("Classic fan rules"),
    "tag-2017": _l("Tag Duel (2017, two against two)"),
}
"""The rulesets with their names, the usual one first."""

RULESET_SHORT: dict[str, LazyString] = {
    "advanced": _l("Advanced"),
    "master-rule-4": _l("Master Rule 4"),
    "rulebook-2009": _l("5D’s 2009"),
    "goat-2005": _l("GOAT"),
    "br": _l("Brazilian"),
    "classic": _l("Classic"),
    "tag-2017": _l("Tag Duel"),
}

DOCUMENTS: dict[str, LazyString] = {
    "000": _l("Official rulebook of the 5D’s era (in French)"),
    "001": _l("Fan glossary of Master Rule 4, 2017 (in French)"),
    "002": _l("Early fan rules (in French)"),
    "003": _l("Tag Duel rules, 2013 to 2017 (in French)"),
    "004": _l("Brazilian fan rules (in Portuguese)"),
    "official": _l("Rule or ruling of the publisher"),
    "decision": _l("Decision of this project, where the documents leave the question open"),
    "program": _l("How this program works"),
}
"""What a source is, by its short name; the numbers are those the explanations of differences use."""

SEEN_TO_BY: dict[str, LazyString] = {
    "engine": _l("The duel itself: nothing against the rule can be chosen."),
    "deck": _l("The Deck check."),
    "match": _l("The match: games, sides, results."),
    "catalogue": _l("The catalogue’s facts about cards."),
    "ui": _l("What the duel shows, and what it hides."),
    "etiquette": _l("The players: a program cannot see to it."),
}

PROVEN_BY: dict[str, LazyString] = {
    "scenario": _l(
        "Examples that are played. Each of them is run under every ruleset named with it whenever the program changes."
    ),
    "deck": _l("A test builds Decks that break the rule and Decks that keep it, under every ruleset that has it."),
    "match": _l("A test plays matches up to where the rule decides, under every ruleset that has it."),
    "ui": _l("A test looks at what the pages show, and at what they hide."),
    "catalogue": _l("A test goes through the cards of the catalogue."),
    "made_up": _l("A test plays a duel with a card made up for it: no card that comes with the site raises the question."),
    "text": _l("No program can check this rule: it stands here to be read."),
    "": _l("Nothing proves this rule yet."),
}
"""How a rule is proven, by the kind of its proof."""
