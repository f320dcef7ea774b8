"""The address book."""

from __future__ import annotations

from itertools import starmap

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_login import current_user, login_required
from wtforms.fields import SelectChoice  # type: ignore[attr-defined]  # The stubs are older.

from marketplace.accounts.countries import countries
from marketplace.accounts.redirects import safe_path
from marketplace.collection.routes.acting import note_refusal, own_id
from marketplace.db import get_session
from marketplace.errors import Refused
from marketplace.i18n import current_locale
from marketplace.messages import addresses as book
from marketplace.messages import bp
from marketplace.messages.forms import AddressForm
from marketplace.messages.models import PostalAddress


@bp.get("/addresses")
@login_required
def addresses() -> ResponseReturnValue:
    """One's own addresses."""
    own = book.addresses_of(get_session(), own_id())
    texts = {address.id: book.text_of(address) for address in own}
    return render_template("messages/addresses.html", addresses=own, texts=texts, most=book.MOST)


@bp.route("/addresses/new", methods=["GET", "POST"])
@login_required
def new_address() -> ResponseReturnValue:
    """Add an address."""
    form = AddressForm(data={"country": current_user.country or "", "lines": ""} if request.method == "GET" else None)
    return _edit(form, None)


@bp.route("/addresses/<int:address_id>", methods=["GET", "POST"])
@login_required
def edit_address(address_id: int) -> ResponseReturnValue:
    """Change an address."""
    address = book.own_address(get_session(), own_id(), address_id)
    return _edit(AddressForm(obj=address), address)


def _edit(form: AddressForm, address: PostalAddress | None) -> ResponseReturnValue:
    form.country.choices = [SelectChoice("", _("Not stated")), *starmap(SelectChoice, countries(current_locale()))]
    back = safe_path(request.values.get("next")) or url_for("messages.addresses")
    if form.validate_on_submit():
        session = get_session()
        try:
            book.save_address(
                session,
                own_id(),
                address.id if address is not None else None,
                label=form.label.data or "",
                lines=form.lines.data or "",
                country=form.country.data or "",
                note=form.note.data or "",
                is_default=bool(form.is_default.data),
            )
        except Refused as refused:
            session.rollback()
            note_refusal(form, refused)
        else:
            flash(_("The address is saved."), "success")
            return redirect(back, code=303)
    page = render_template("messages/address.html", form=form, address=address, back=back)
    return page, 422 if request.method == "POST" else 200


@bp.post("/addresses/<int:address_id>/default")
@login_required
def default_address(address_id: int) -> ResponseReturnValue:
    """Offer this address first from now on."""
    book.make_default(get_session(), own_id(), address_id)
    flash(_("This address is offered first from now on."), "success")
    return redirect(url_for("messages.addresses"), code=303)


@bp.post("/addresses/<int:address_id>/delete")
@login_required
def delete_address(address_id: int) -> ResponseReturnValue:
    """Forget an address."""
    book.delete_address(get_session(), own_id(), address_id)
    flash(_("The address is deleted."), "success")
    return redirect(url_for("messages.addresses"), code=303)
