"""House rules of people: made, changed, shared by a link, copied, deleted. What they mean is the engine's to say.

Services take the person's id and answer NotFound for what belongs to somebody else.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

from flask_babel import gettext as _
from flask_babel import ngettext
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from engine import BrokenHouseRules, HouseRules, Obstacle, house_rule_obstacles, house_rules
from marketplace.accounts.models import User
from marketplace.db import now
from marketplace.errors import Conflict, NotFound, Refused
from marketplace.i18n import current_locale
from marketplace.rules.models import HouseRuleset

PREFIX = "house:"
"""Before the id, where a field or a column names house rules instead of a ruleset."""
MOST = 50
LONGEST_NAME = 60


class CannotChange(Refused):
    """Changes that do not go together with the base; ``obstacles`` says why, one by one."""

    def __init__(self, obstacles: Sequence[Obstacle]) -> None:
        words = ngettext(
            "%(num)s of these changes cannot be made. Why not is said below; nothing was saved.",
            "%(num)s of these changes cannot be made. Why not is said below; nothing was saved.",
            len(obstacles),
        )
        super().__init__(words, rule="rules.house.broken", field="changes")
        self.obstacles = tuple(obstacles)


def of_user(session: Session, user_id: int) -> Sequence[HouseRuleset]:
    """The person's house rules, changed last first."""
    query = select(HouseRuleset).where(HouseRuleset.user_id == user_id)
    return session.scalars(query.order_by(HouseRuleset.updated_at.desc(), HouseRuleset.id.desc())).all()


def get(session: Session, user_id: int, house_id: int) -> HouseRuleset:
    """One of the person's own; NotFound otherwise."""
    found = session.scalar(select(HouseRuleset).where(HouseRuleset.id == house_id, HouseRuleset.user_id == user_id))
    if found is None:
        raise NotFound(_("Those house rules are not yours, or they were deleted."))
    return found


def named(session: Session, user_id: int, value: str) -> HouseRuleset | None:
    """The house rules a value such as ``house:7`` names; None for anything else, and for those of somebody else."""
    number = value.removeprefix(PREFIX)
    if not value.startswith(PREFIX) or not (number.isascii() and number.isdigit() and len(number) < 10):
        return None
    row = session.get(HouseRuleset, int(number))
    return row if row is not None and row.user_id == user_id else None


def shared(session: Session, token: str) -> HouseRuleset:
    """House rules by the link their owner gave away; NotFound once they are shared no longer."""
    found = session.scalar(select(HouseRuleset).where(HouseRuleset.share_token == token)) if token else None
    if found is None:
        raise NotFound(_("These house rules are not shared any more."))
    return found


def definition(row: HouseRuleset) -> HouseRules:
    """What a row means to the engine. Refused in words if this version of the site cannot play it any more."""
    try:
        return house_rules(row.base, row.changes)
    except BrokenHouseRules as error:
        raise CannotChange(error.obstacles) from error


def is_sound(row: HouseRuleset) -> bool:
    """Whether a row can be played by this version of the site."""
    return not house_rule_obstacles(row.base, row.changes.items())


def make(
    session: Session, user_id: int, name: str, base: str, changes: Mapping[str, str], request_key: str | None = None
) -> HouseRuleset:
    """Save new house rules. The same form sent twice makes them once."""
    session.execute(select(User.id).where(User.id == user_id).with_for_update())  # One at a time is counted.
    if request_key is not None:
        query = select(HouseRuleset).where(HouseRuleset.user_id == user_id, HouseRuleset.request_key == request_key)
        known = session.scalar(query)
        if known is not None:
            return known
    checked = _checked(base, changes)
    if (session.scalar(select(func.count()).where(HouseRuleset.user_id == user_id)) or 0) >= MOST:
        raise Refused(_("You have %(most)d house rulesets. Delete one of them first.", most=MOST), rule="rules.house.too_many")
    row = HouseRuleset(
        user_id=user_id, request_key=request_key, name=checked_name(name), base=base, changes=dict(checked.changes)
    )
    session.add(row)
    session.flush()
    return row


def change(session: Session, user_id: int, house_id: int, name: str, changes: Mapping[str, str], version: int) -> HouseRuleset:
    """Change name and switches; the base stays. Duels that are going on keep what they began with.

    Conflict if they were changed since ``version``; the same values sent twice are no conflict.
    """
    query = select(HouseRuleset).where(HouseRuleset.id == house_id, HouseRuleset.user_id == user_id)
    row = session.scalar(query.with_for_update().execution_options(populate_existing=True))
    if row is None:
        raise NotFound(_("Those house rules are not yours, or they were deleted."))
    wanted = (checked_name(name), dict(_checked(row.base, changes).changes))
    if (row.name, row.changes) == wanted:
        return row
    if row.version != version:
        raise Conflict(
            _("These house rules were changed in another window in the meantime. Nothing was saved; look at them again."),
            rule="rules.house.changed",
        )
    row.name, row.changes = wanted
    row.version += 1
    row.updated_at = now()
    session.flush()
    return row


def share(session: Session, user_id: int, house_id: int, on: bool) -> HouseRuleset:
    """Give them a link, or take it away; a new link is another one."""
    row = get(session, user_id, house_id)
    if on and row.share_token is None:
        row.share_token = secrets.token_urlsafe(15)
    elif not on:
        row.share_token = None
    session.flush()
    return row


def copy(session: Session, user_id: int, token: str, request_key: str | None = None) -> HouseRuleset:
    """Save shared house rules as one's own."""
    row = shared(session, token)
    return make(session, user_id, row.name, row.base, row.changes, request_key)


def delete(session: Session, user_id: int, house_id: int) -> None:
    """Delete them; duels and matches keep what they began with."""
    session.delete(get(session, user_id, house_id))
    session.flush()


def checked_name(name: str) -> str:
    """The name as it is kept; Refused when it says nothing or is too long."""
    name = "".join(one for one in " ".join(name.split()) if one.isprintable())
    if not any(one.isalnum() for one in name):
        raise Refused(_("Give them a name."), rule="rules.house.name", field="name")
    if len(name) > LONGEST_NAME:
        raise Refused(
            _("The name may have up to %(most)d characters.", most=LONGEST_NAME), rule="rules.house.name", field="name"
        )
    return name


def _checked(base: str, changes: Mapping[str, str]) -> HouseRules:
    try:
        made = house_rules(base, changes)
    except BrokenHouseRules as error:
        raise CannotChange(error.obstacles) from error
    if not made.changes:
        raise Refused(
            _("Nothing differs from the ruleset: change at least one of its rules."),
            rule="rules.house.nothing",
            field="changes",
        )
    return made


def sentences(error: CannotChange) -> list[tuple[Obstacle, str]]:
    """The obstacles in the reader's language."""
    return [(one, one.sentence(current_locale())) for one in error.obstacles]
