"""The owner's page of people: accounts, invitations, and links to hand over."""

from __future__ import annotations

import segno
from flask import flash, redirect, render_template, request, url_for
from flask import session as cookie
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_login import current_user, login_required
from markupsafe import Markup

from marketplace.accounts import invitations, people
from marketplace.accounts.forms import note_refusal
from marketplace.accounts.ownership import require_owner
from marketplace.accounts.routes.edge import absolute, password_links
from marketplace.accounts.site_settings import SIGN_UP_MODE, setting
from marketplace.db import get_session
from marketplace.errors import Refused
from marketplace.site import bp
from marketplace.site.forms import InviteForm

_SHOWN_ONCE = "link_to_hand_over"


@bp.get("/owner/people")
@login_required
def owner_people() -> ResponseReturnValue:
    return _page(InviteForm(formdata=None))


def _page(form: InviteForm) -> str:
    session = get_session()
    text = request.args.get("q", "")[:100]
    return render_template(
        "site/people.html",
        form=form,
        people=people.list_people(session, current_user.id, text=text, page=request.args.get("page", 1, type=int)),
        text=text,
        waiting=people.waiting_resets(session, current_user.id),
        invitations=invitations.open_invitations(session, current_user.id),
        sign_up_mode=setting(session, SIGN_UP_MODE),
    )


@bp.post("/owner/people/invite")
@login_required
def invite() -> ResponseReturnValue:
    form = InviteForm()
    require_owner(get_session(), current_user.id)
    if form.validate_on_submit():
        days = form.days.data
        try:
            made, token = invitations.invite(
                get_session(),
                current_user.id,
                uses=form.uses.data or 1,
                days=int(days) if days else None,
                note=form.note.data or "",
            )
        except Refused as error:
            note_refusal(form, error)
        else:
            cookie[_SHOWN_ONCE] = {"kind": "invitation", "path": url_for("accounts.join", token=token), "uses": made.uses_left}
            return redirect(url_for("site.link"))
    return _page(form), 422


@bp.post("/owner/people/invitations/<int:invitation_id>/revoke")
@login_required
def revoke_invitation(invitation_id: int) -> ResponseReturnValue:
    invitations.revoke(get_session(), current_user.id, invitation_id)
    flash(_("The invitation is withdrawn. Its link no longer works."), "success")
    return redirect(url_for("site.owner_people"))


@bp.post("/owner/people/<int:user_id>/link")
@login_required
def hand_over(user_id: int) -> ResponseReturnValue:
    """Make the link with which somebody chooses a new password."""
    user, token = people.hand_over_link(get_session(), password_links(), current_user.id, user_id)
    cookie[_SHOWN_ONCE] = {"kind": "password", "path": url_for("accounts.reset", token=token), "name": user.name}
    return redirect(url_for("site.link"))


@bp.get("/owner/people/link")
@login_required
def link() -> ResponseReturnValue:
    """Show a link just made, once."""
    require_owner(get_session(), current_user.id)
    made = cookie.pop(_SHOWN_ONCE, None)
    if made is None:
        flash(_("A link is shown only once. Make a new one if you did not copy it."), "info")
        return redirect(url_for("site.owner_people"))
    address = absolute(made["path"])
    return render_template("site/link.html", made=made, address=address, code=_qr(address))


@bp.post("/owner/people/<int:user_id>/dismiss")
@login_required
def dismiss_reset(user_id: int) -> ResponseReturnValue:
    user = people.dismiss_reset(get_session(), current_user.id, user_id)
    flash(_("The request of %(name)s is put aside.", name=user.name), "success")
    return redirect(url_for("site.owner_people"))


@bp.post("/owner/people/<int:user_id>/make-owner")
@login_required
def make_owner(user_id: int) -> ResponseReturnValue:
    user = people.make_owner(get_session(), current_user.id, user_id)
    return _done(_("%(name)s is an owner now.", name=user.name))


@bp.post("/owner/people/<int:user_id>/end-ownership")
@login_required
def end_ownership(user_id: int) -> ResponseReturnValue:
    user = people.end_ownership(get_session(), current_user.id, user_id)
    return _done(_("%(name)s is no longer an owner.", name=user.name), stays_owner=user.id != current_user.id)


@bp.post("/owner/people/<int:user_id>/deactivate")
@login_required
def deactivate(user_id: int) -> ResponseReturnValue:
    user = people.deactivate(get_session(), current_user.id, user_id)
    return _done(
        _("%(name)s can no longer sign in. Nothing was deleted.", name=user.name), stays_owner=user.id != current_user.id
    )


@bp.post("/owner/people/<int:user_id>/reactivate")
@login_required
def reactivate(user_id: int) -> ResponseReturnValue:
    user = people.reactivate(get_session(), current_user.id, user_id)
    return _done(_("%(name)s can sign in again.", name=user.name))


def _done(words: str, *, stays_owner: bool = True) -> ResponseReturnValue:
    flash(words, "success")
    return redirect(url_for("site.owner_people") if stays_owner else url_for("site.home"))


def _qr(address: str) -> Markup:
    """The address as a picture for a phone, dark on light in either theme, as scanners want it."""
    picture = segno.make(address, error="m").svg_inline(
        border=3, dark="#101522", light="#ffffff", svgclass="qr", lineclass=None, omitsize=True
    )
    return Markup(picture)  # noqa: S704 (made by segno from modules, the text itself is not in it)
