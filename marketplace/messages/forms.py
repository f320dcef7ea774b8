"""Forms of the messages: writing one, which mails to get, a postal address."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from flask_wtf import FlaskForm
from flask_wtf.file import MultipleFileField
from wtforms import BooleanField, SelectField, StringField, TextAreaField
from wtforms.validators import Length

from marketplace.messages.addresses import LONGEST_LINE, MOST_LINES


class ComposeForm(FlaskForm):
    """A message. Its limits are the service's (``limits.py``), so that they are said in one place."""

    body = TextAreaField(_l("Your message"))
    photos = MultipleFileField(_l("Photos"))


class NoticesForm(FlaskForm):
    """Which mails somebody wants."""

    mail_trades = BooleanField(
        _l("Offers, answers and parcels"), description=_l("At once, one mail for what happens together.")
    )
    mail_messages = BooleanField(
        _l("Messages I have not read after five minutes"),
        description=_l("One mail for a thread, not one for each message. What was written is not in it."),
    )


class AddressForm(FlaskForm):
    """An entry of the address book."""

    label = StringField(_l("Short name"), validators=[Length(max=60)])
    lines = TextAreaField(_l("Name and address"), validators=[Length(max=MOST_LINES * (LONGEST_LINE + 2))])
    country = SelectField(_l("Country"))
    note = StringField(_l("Note for the sender"), validators=[Length(max=300)])
    is_default = BooleanField(_l("Offer this address first"))
