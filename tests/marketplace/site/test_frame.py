"""The frame of every page and the shared parts that need a form to be seen."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask, abort, render_template_string
from flask.testing import FlaskClient
from wtforms import (
    BooleanField,
    FileField,
    Form,
    IntegerField,
    RadioField,
    SelectField,
    SelectMultipleField,
    StringField,
    TextAreaField,
)
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired, ValidationError

from marketplace.accounts.models import User
from marketplace.db import Database, get_session
from marketplace.errors import back_link
from tests.factories import accounts


class Sample(Form):
    name = StringField("Name", [InputRequired("Say a name.")], description="As printed.")
    edition = RadioField("Edition", choices=[SelectChoice("1st", "1st"), SelectChoice("limited", "Limited")])
    language = SelectField("Language", choices=[SelectChoice("en", "English")])
    rarities = SelectMultipleField("Rarity", choices=[SelectChoice("ur", "Ultra Rare"), SelectChoice("sr", "Super Rare")])
    quantity = IntegerField("Quantity")
    trade = BooleanField("For trade")
    note = TextAreaField("Note")
    photo = FileField("Photo")


def render(app: Flask, source: str, **values: object) -> str:
    with app.test_request_context("/"):
        return render_template_string(
            '{% import "_parts/forms.html" as forms %}{% import "_parts/ui.html" as ui %}' + source, **values
        )


def test_a_field_ties_label_hint_and_error_to_its_control(app: Flask) -> None:
    form = Sample(data={})
    form.name.errors = ["Say a name."]
    html = render(app, "{{ forms.field(form.name, autocomplete='off') }}", form=form)
    control = re.search(r"<input[^>]*>", html)
    assert control
    assert 'aria-describedby="name-hint name-errors"' in control[0]
    assert 'aria-invalid="true"' in control[0]
    assert 'autocomplete="off"' in control[0]
    assert 'class="input"' in control[0]
    assert "required" in control[0]
    assert '<label class="field__label" for="name">' in html
    assert 'id="name-hint">As printed.' in html
    assert "Say a name." in html


def test_a_field_without_errors_says_nothing_of_errors(app: Flask) -> None:
    html = render(app, "{{ forms.field(form.note, optional=True) }}", form=Sample())
    assert "aria-invalid" not in html
    assert "aria-describedby" not in html
    assert "(optional)" in html


def test_radio_fields_become_one_named_group(app: Flask) -> None:
    html = render(app, "{{ forms.field(form.edition) }}", form=Sample(data={"edition": "limited"}))
    assert html.count('type="radio"') == 2
    assert "<legend" in html
    assert re.search(r'<input checked[^>]*value="limited"|value="limited"[^>]*checked', html)


def test_choices_show_what_is_picked_and_how_many_there_are(app: Flask) -> None:
    html = render(app, "{{ forms.choice_list(form.rarities, counts={'ur': 41}) }}", form=Sample(data={"rarities": ["ur"]}))
    assert html.count('type="checkbox"') == 2
    assert re.search(r'value="ur" checked', html)
    assert re.search(r'value="sr">', html)
    assert '<span class="check__count">41</span>' in html


@pytest.mark.parametrize("name", ["language", "quantity", "trade", "photo"])
def test_every_kind_of_field_has_its_label(app: Flask, name: str) -> None:
    html = render(app, f"{{{{ forms.field(form.{name}) }}}}", form=Sample())
    assert f'for="{name}"' in html
    assert f'id="{name}"' in html


def test_what_is_typed_is_escaped(app: Flask) -> None:
    html = render(app, "{{ forms.field(form.name) }}{{ ui.notice(text) }}", form=Sample(data={"name": '"><b>x'}), text="<b>y")
    assert "<b>" not in html


def test_the_summary_links_to_each_wrong_field(app: Flask) -> None:
    class Wrong(Sample):
        def validate_edition(self, _field: object) -> None:
            raise ValidationError("Pick an edition.")

    form = Wrong(data={"edition": "1st"})
    assert not form.validate()
    html = render(app, "{{ forms.form_errors(form) }}", form=form)
    assert '<a href="#name">Name</a>' in html
    assert '<a href="#edition-0">Edition</a>: Pick an edition.' in html
    assert render(app, "{{ forms.form_errors(form) }}", form=Sample()).strip() == ""


def pages_shown(app: Flask, page: int, pages: int) -> list[str]:
    """The numbers and gaps as a reader sees them, this page in brackets."""
    html = render(app, "{% macro at(n) %}/p/{{ n }}{% endmacro %}{{ ui.pagination(page, pages, at) }}", page=page, pages=pages)
    found = re.findall(r'"pagination__number" href="/p/(\d+)"|aria-current="page"><span[^>]*>[^<]*</span>(\d+)|(…)', html)
    return [link or gap or f"[{current}]" for link, current, gap in found]


@pytest.mark.parametrize(
    ("page", "pages", "shown"),
    [
        (1, 1, []),
        (1, 2, ["[1]", "2"]),
        (4, 22, ["1", "2", "3", "[4]", "5", "6", "…", "22"]),
        (22, 22, ["1", "…", "20", "21", "[22]"]),
        (5, 9, ["1", "2", "3", "4", "[5]", "6", "7", "8", "9"]),
    ],
)
def test_pagination_leaves_no_hole_of_one(app: Flask, page: int, pages: int, shown: list[str]) -> None:
    assert pages_shown(app, page, pages) == shown


def test_undo_is_a_form_with_its_token(app: Flask) -> None:
    html = render(
        app,
        '{% from "_parts/toasts.html" import toast %}{{ toast("undo", message) }}',
        message={"text": "Removed.", "url": "/collection/undo", "label": None, "token": "t0k"},
    )
    assert '<form method="post" action="/collection/undo">' in html
    assert 'name="csrf_token"' in html
    assert '<input type="hidden" name="token" value="t0k">' in html
    assert "Undo" in html


def test_the_style_guide_shows_every_part(client: FlaskClient) -> None:
    answer = client.get("/styleguide")
    assert answer.status_code == 200
    for part in (
        "btn--foil",
        "rarity--qcsr",
        "condition--po",
        "how--assumed",
        "table--stack",
        "dropzone",
        "tile--missing",
        "binder",
    ):
        assert part in answer.text


@pytest.mark.parametrize(
    ("name", "foil"),
    [
        ("Common", "common"),
        ("Short Print", "common"),
        ("Ultra Rare", "ultra"),
        ("Quarter Century Secret Rare", "qcsr"),
        ("Duel Terminal Super Parallel Rare", "pattern"),
        ("Something New Rare", "special"),
        (None, "common"),
    ],
)
def test_each_rarity_has_a_foil_and_its_words(app: Flask, name: str | None, foil: str) -> None:
    html = render(app, '{% from "_parts/card_bits.html" import rarity_badge %}{{ rarity_badge(name) }}', name=name)
    assert f'class="rarity rarity--{foil}"' in html
    assert (name or "no rarity") in html


def test_errors_are_pages_of_the_site_with_a_way_on(client: FlaskClient) -> None:
    answer = client.get("/nothing-here")
    assert answer.status_code == 404
    assert 'class="topbar"' in answer.text
    assert 'href="/cards"' in answer.text


def test_after_a_failed_flush_the_page_still_tells_what_happened(
    app: Flask, database: Database, log_in: Callable[[FlaskClient, object], None]
) -> None:
    def stumble() -> str:
        session = get_session()
        session.add(User(email=None))
        session.flush()
        return ""

    app.config["PROPAGATE_EXCEPTIONS"] = False
    app.add_url_rule("/stumble", view_func=stumble, methods=["POST"])
    with database.write() as session:
        person = accounts.user(session, "Ana")
    client = app.test_client()
    log_in(client, person)
    answer = client.post("/stumble")
    assert answer.status_code == 500
    assert "Something went wrong on our side." in answer.text


@pytest.mark.parametrize(
    "page", ["/trades", "/decks", "/duels", "/wants", "/cards", "/messages", "/people", "/collection/places"]
)
def test_a_slash_too_many_leads_to_the_page(client: FlaskClient, page: str) -> None:
    answer = client.get(f"{page}/?q=a%20b&page=2")
    assert (answer.status_code, answer.headers["Location"]) == (308, f"{page}?q=a%20b&page=2")
    assert client.head(f"{page}/").status_code == 308


def test_a_slash_too_many_leads_nowhere_else(client: FlaskClient) -> None:
    for odd in ("/no-such-page/", "//evil.example/", "//evil.example/trades/", "/static/", "/trades/0/", "/trades/accept/"):
        answer = client.get(odd)
        assert answer.status_code == 404 or "evil" not in answer.headers.get("Location", ""), odd
    assert client.get("/no-such-page/").status_code == 404
    assert client.post("/trades/").status_code in (404, 405)


@pytest.mark.parametrize(
    ("referrer", "back"),
    [
        ("http://localhost/duels/1?card=2", "/duels/1?card=2"),
        ("http://localhost", "/"),
        ("http://localhost//evil.example/x", "/evil.example/x"),
        ("http://localhost/\\evil.example/x", "/evil.example/x"),
        ("http://evil.example/duels", None),
        ("http://[", None),
        ("http://[::1/duels", None),
        ("", None),
    ],
)
def test_a_refusal_leads_back_to_a_page_of_this_site_or_nowhere(app: Flask, referrer: str, back: str | None) -> None:
    with app.test_request_context("/", headers={"Referer": referrer}):
        assert back_link() == back

    def too_large() -> str:
        abort(413)

    app.add_url_rule("/too-large", view_func=too_large, methods=["POST"])
    answer = app.test_client().post("/too-large", headers={"Referer": referrer})
    assert answer.status_code == 413
    assert "That is too large." in answer.text
    assert "evil.example" not in answer.text or 'href="/evil.example' in answer.text


def test_a_host_that_no_site_can_have_is_refused(app: Flask) -> None:
    answer = app.test_client().get("/", headers={"Host": "x" * 300})
    assert answer.status_code == 400
