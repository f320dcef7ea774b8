"""After signing in nobody is sent off the site."""

from __future__ import annotations

import pytest

from marketplace.accounts.redirects import path_of, safe_path


@pytest.mark.parametrize(
    "target", ["/", "/collection/?q=dark&page=2", "/cards/4041", "/sets/legend-of-blue-eyes", "/cards?q=%C3%A9t%C3%A9"]
)
def test_paths_of_this_site_are_followed(target: str) -> None:
    assert safe_path(target) == target


@pytest.mark.parametrize(
    "target",
    [
        None,
        "",
        "https://evil.example/",
        "//evil.example/",
        "///evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/\tevil.example",
        "/\n/evil.example",
        "javascript:alert(1)",
        "cards",
        "/" + "x" * 2001,
        "/cards\r\nSet-Cookie: a=b",
        "/\u2028cards",
    ],
)
def test_everything_else_is_not(target: str | None) -> None:
    assert safe_path(target) is None


def test_the_page_a_form_came_from() -> None:
    assert path_of("http://cards.example/collection/?page=2", "cards.example") == "/collection/?page=2"
    assert path_of("http://evil.example/collection/", "cards.example") is None
    assert path_of("http://[broken", "cards.example") is None
    assert path_of(None, "cards.example") is None
