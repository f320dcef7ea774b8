"""E-mail addresses: one spelling, no look-up."""

from __future__ import annotations

import socket

import pytest

from marketplace.accounts import addresses
from marketplace.errors import Refused


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (" Marie@Example.ORG ", "marie@example.org"),
        ("marie@home.lan", "marie@home.lan"),
        ("josé@exämple.org", "josé@exämple.org"),
        ("ｍarie@example.org", "marie@example.org"),
    ],
)
def test_one_spelling_per_mailbox(typed: str, kept: str) -> None:
    assert addresses.normalised(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "marie",
        "marie@",
        "@example.org",
        "a b@example.org",
        "marie@example",
        "m@e.org\nBcc: x@y.org",
        "x" * 300 + "@example.org",
    ],
)
def test_anything_else_is_refused_by_field(typed: str) -> None:
    with pytest.raises(Refused) as refusal:
        addresses.normalised(typed)
    assert refusal.value.field == "email"
    assert addresses.normalised_or_none(typed) is None


def test_nothing_is_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object, **_options: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    assert addresses.normalised("marie@does-not-exist-anywhere.example")
