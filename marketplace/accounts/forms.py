"""Forms of accounts: shape and length only; the services decide."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from flask_wtf import FlaskForm
from wtforms import (
    BooleanField,
    EmailField,
    Form,
    HiddenField,
    PasswordField,
    SelectField,
    StringField,
    SubmitField,
    TextAreaField,
)
from wtforms.validators import InputRequired, Length, Optional

from marketplace.accounts import names, passwords, profile
from marketplace.errors import DomainError

_WRITTEN = _l("Please fill this in.")


def note_refusal(form: Form, error: DomainError) -> None:
    """Show what a service refused beside the field it concerns, or at the head of the form."""
    field = form._fields.get(error.field) if error.field else None
    if field is None:
        form.form_errors.append(error.message)
    else:
        field.errors = [*field.errors, error.message]


class SignInForm(FlaskForm):
    email = EmailField(_l("E-mail address"), [InputRequired(_WRITTEN), Length(max=320)])
    password = PasswordField(_l("Password"), [InputRequired(_WRITTEN), Length(max=1000)])
    remember = BooleanField(_l("Keep me signed in on this device"))
    next = HiddenField()
    kept = HiddenField()
    """A form that was sent signed out (``marketplace.kept``), offered again afterwards."""


class SignUpForm(FlaskForm):
    name = StringField(
        _l("Name"),
        [InputRequired(_WRITTEN), Length(max=200)],
        description=_l("What other members see. You can change it later."),
        render_kw={"maxlength": names.LONGEST},
    )
    email = EmailField(
        _l("E-mail address"),
        [InputRequired(_WRITTEN), Length(max=320)],
        description=_l("You sign in with it. Others do not see it."),
    )
    password = PasswordField(
        _l("Password"),
        [InputRequired(_WRITTEN), Length(max=1000)],
        description=_l("At least %(count)d characters. A short sentence is easy to remember.", count=passwords.SHORTEST),
        render_kw={"minlength": passwords.SHORTEST},
    )


class ForgotForm(FlaskForm):
    email = EmailField(_l("E-mail address"), [InputRequired(_WRITTEN), Length(max=320)])


class ResetForm(FlaskForm):
    password = PasswordField(
        _l("New password"),
        [InputRequired(_WRITTEN), Length(max=1000)],
        description=_l("At least %(count)d characters. A short sentence is easy to remember.", count=passwords.SHORTEST),
        render_kw={"minlength": passwords.SHORTEST},
    )


class ProfileForm(FlaskForm):
    name = StringField(_l("Name"), [InputRequired(_WRITTEN), Length(max=200)], render_kw={"maxlength": names.LONGEST})
    country = SelectField(_l("Country"), [Optional()])
    locale = SelectField(_l("Language of the site"), [Optional()])
    about = TextAreaField(
        _l("About you"),
        [Length(max=10_000)],
        description=_l("What you collect, where you trade: whatever helps others to know you."),
        render_kw={"rows": 5, "maxlength": profile.LONGEST_ABOUT},
    )


class EmailForm(FlaskForm):
    email = EmailField(_l("New e-mail address"), [InputRequired(_WRITTEN), Length(max=320)])
    password = PasswordField(_l("Your password"), [InputRequired(_WRITTEN), Length(max=1000)])
    change_email = SubmitField()


class PasswordForm(FlaskForm):
    current = PasswordField(_l("Present password"), [InputRequired(_WRITTEN), Length(max=1000)])
    new = PasswordField(
        _l("New password"),
        [InputRequired(_WRITTEN), Length(max=1000)],
        description=_l("At least %(count)d characters. A short sentence is easy to remember.", count=passwords.SHORTEST),
        render_kw={"minlength": passwords.SHORTEST},
    )
    change_password = SubmitField()


class DeleteForm(FlaskForm):
    password = PasswordField(_l("Your password"), [InputRequired(_WRITTEN), Length(max=1000)])
    sure = BooleanField(_l("Yes, delete my account and everything in it"), [InputRequired(_l("Tick this to go on."))])
