"""What changes a monster's values is told one by one, and adds up to the values it has."""

from __future__ import annotations

from engine import Duel
from tests.engine.duels import random_duel


def test_the_changes_lead_from_the_printed_to_the_current_value() -> None:
    checked = 0

    def look(duel: Duel) -> None:
        nonlocal checked
        for side in ("you", "opponent"):
            for card in duel.view(0)[side]["monsters"]:
                if card is None:
                    continue
                changes = duel.modifiers(card["token"])
                if not card["face_up"]:
                    assert changes == []
                    continue
                state = duel.state.cards[duel.state.by_token[card["token"]]]
                for stat, value in (("atk", state.printed.atk), ("def", state.printed.defense)):
                    if card[stat] is None:  # A Link Monster has no DEF.
                        assert not any(change["stat"] == stat for change in changes)
                        continue
                    for change in changes:
                        if change["stat"] == stat:
                            value = change["amount"] if change["becomes"] else value + change["amount"]
                            assert change["source"]
                            checked += 1
                    assert max(value, 0) == card[stat]

    for seed in range(4):
        random_duel("goat-2005", seed, look=look, most=300)
    assert checked > 20


def test_a_chain_link_names_its_card_and_targets() -> None:
    targeted: list[str] = []

    def look(duel: Duel) -> None:
        for player in (0, 1):
            for link in duel.view(player)["chain"]:
                assert {"card", "zone", "place", "token", "targets"} <= set(link)
                targeted.extend(target.get("name", "") for target in link["targets"])

    for seed in range(4):
        random_duel("goat-2005", seed, look=look, most=300)
    assert any(targeted)
