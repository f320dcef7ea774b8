"""Passwords: kept as argon2 hashes, refused when anybody would guess them."""

from __future__ import annotations

import pytest

from marketplace.accounts import passwords
from marketplace.accounts.passwords import PasswordKeeper
from marketplace.errors import Refused


def test_the_parameters_of_a_real_site() -> None:
    made = PasswordKeeper().hash("three blue eyes")
    assert made.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert PasswordKeeper().verify(made, "three blue eyes")
    assert not PasswordKeeper().verify(made, "three red eyes")


def test_hashes_with_other_parameters_are_outdated() -> None:
    quick = PasswordKeeper(testing=True).hash("three blue eyes")
    assert PasswordKeeper().is_outdated(quick)
    assert not PasswordKeeper(testing=True).is_outdated(quick)


def test_the_same_key_presses_match_whatever_the_system_makes_of_them() -> None:
    keeper = PasswordKeeper(testing=True)
    assert keeper.verify(keeper.hash("Élan vital 7"), "E\u0301lan vital 7")


@pytest.mark.parametrize("broken", ["", "not a hash", "$argon2id$v=19$m=8,t=1,p=1$AAAA"])
def test_a_broken_hash_opens_nothing(broken: str) -> None:
    assert not PasswordKeeper(testing=True).verify(broken, "nobody's password")


def test_no_account_is_never_right_but_takes_the_same_work(monkeypatch: pytest.MonkeyPatch) -> None:
    keeper = PasswordKeeper(testing=True)
    kept = keeper.hash("three blue eyes")
    verified: list[str] = []

    class Watched:
        def verify(self, password_hash: str, password: str) -> bool:
            verified.append(password_hash)
            return True

    monkeypatch.setattr(keeper, "_hasher", Watched())
    assert keeper.verify(kept, "three blue eyes")
    assert not keeper.verify(None, "three blue eyes")
    assert not keeper.verify("", "three blue eyes")
    assert len(verified) == 3
    assert all(stand_in.split("$")[3] == kept.split("$")[3] for stand_in in verified)


@pytest.mark.parametrize(
    ("password", "rule"),
    [
        ("short", "accounts.password.short"),
        ("x" * 201, "accounts.password.long"),
        ("password", "accounts.password.common"),
        ("Password2024", "accounts.password.common"),
        ("BlueEyes1", "accounts.password.common"),
        ("aaaaaaaaaaaa", "accounts.password.common"),
        ("marie@example.org", "accounts.password.own_name"),
        ("Marie Dupont", "accounts.password.own_name"),
    ],
)
def test_guessable_passwords_are_refused(password: str, rule: str) -> None:
    with pytest.raises(Refused) as refusal:
        passwords.check_new(password, email="marie@example.org", name="Marie Dupont")
    assert refusal.value.rule == rule
    assert refusal.value.field == "password"


@pytest.mark.parametrize("password", ["three blue eyes", "correct horse", "élan vital 7", "カードを一枚引く", "x9!kQ2#z"])
def test_other_passwords_are_fine(password: str) -> None:
    passwords.check_new(password, email="marie@example.org", name="Marie")
