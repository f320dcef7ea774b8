"""Forms of the owner's pages."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from flask_wtf import FlaskForm
from wtforms import BooleanField, IntegerField, PasswordField, RadioField, SelectField, StringField
from wtforms.fields import SelectChoice  # type: ignore[attr-defined]  # The stubs are older.
from wtforms.validators import InputRequired, Length, NumberRange, Optional

from marketplace.accounts.invitations import MOST_USES


class SettingsForm(FlaskForm):
    sign_up = RadioField(
        _l("Who may create an account"),
        choices=[
            SelectChoice("invitation", _l("Whoever has an invitation link")),
            SelectChoice("open", _l("Everybody who finds this site")),
            SelectChoice("closed", _l("Nobody: the site is full")),
        ],
    )
    daily_backup = BooleanField(_l("Make a backup every day"))


class InviteForm(FlaskForm):
    uses = IntegerField(
        _l("For how many people"),
        [
            InputRequired(_l("Please fill this in.")),
            NumberRange(1, MOST_USES, _l("Choose from 1 to %(most)d people.", most=MOST_USES)),
        ],
        default=1,
        render_kw={"min": 1, "max": MOST_USES},
    )
    days = SelectField(
        _l("Valid for"),
        choices=[
            SelectChoice("1", _l("one day")),
            SelectChoice("7", _l("one week")),
            SelectChoice("14", _l("two weeks")),
            SelectChoice("60", _l("two months")),
            SelectChoice("", _l("until withdrawn")),
        ],
        default="14",
    )
    note = StringField(_l("Note for yourself"), [Optional(), Length(max=200)], render_kw={"maxlength": 200})


class RestoreForm(FlaskForm):
    """The second step of a restore: the owner's password, so that an open browser is not enough."""

    password = PasswordField(_l("Your password"), [InputRequired(_l("Please fill this in.")), Length(max=1000)])
    sure = BooleanField(_l("Yes, replace everything by this backup"), [InputRequired(_l("Tick this to go on."))])
