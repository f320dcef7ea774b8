"""The address book: where parcels for somebody go. Nobody else reads it; a trade copies one entry's text once it is agreed."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import lazy_gettext as _l
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from marketplace.accounts.countries import country_name, is_country
from marketplace.accounts.own_row import lock_account
from marketplace.errors import NotFound, Refused
from marketplace.messages.models import PostalAddress

MOST = 20
"""Addresses of one person."""
MOST_LINES, LONGEST_LINE = 8, 80


def addresses_of(session: Session, user_id: int) -> Sequence[PostalAddress]:
    """The person's addresses, the usual one first."""
    own = select(PostalAddress).where(PostalAddress.user_id == user_id)
    return session.scalars(own.order_by(PostalAddress.is_default.desc(), PostalAddress.label, PostalAddress.id)).all()


def own_address(session: Session, user_id: int, address_id: int) -> PostalAddress:
    """The address; raises :class:`NotFound` for somebody else's."""
    found = session.scalar(select(PostalAddress).where(PostalAddress.id == address_id, PostalAddress.user_id == user_id))
    if found is None:
        raise NotFound
    return found


def address_text(session: Session, user_id: int, address_id: int) -> str:
    """The address as it stands on a parcel: its lines, and the country in capitals as post offices ask for.

    Raises :class:`NotFound` for somebody else's. The note goes with it, after an empty line.
    """
    return text_of(own_address(session, user_id, address_id))


def text_of(address: PostalAddress) -> str:
    """See :func:`address_text`."""
    lines = [address.lines]
    if address.country:
        lines.append(country_name(address.country, "en").upper())
    return "\n".join(lines) + (f"\n\n{address.note}" if address.note else "")


def save_address(
    session: Session, user_id: int, address_id: int | None, *, label: str, lines: str, country: str, note: str, is_default: bool
) -> PostalAddress:
    """Add an address (``address_id`` None) or change one. The first one is the usual one. The same twice is there once.

    Raises :class:`Refused` naming the field, :class:`NotFound` for somebody else's address.
    """
    lock_account(session, user_id)
    address = own_address(session, user_id, address_id) if address_id is not None else None
    cleaned = _cleaned_lines(lines)
    name, note = " ".join(label.split())[:60] or cleaned.split("\n")[0][:60], " ".join(note.split())
    if country and not is_country(country):
        raise Refused(_l("Choose a country from the list."), rule="addresses.country", field="country")
    if address is None:
        own = addresses_of(session, user_id)
        said = (name, cleaned, country or None, note)
        address = next((one for one in own if (one.label, one.lines, one.country, one.note) == said), None)
        if address is None:
            if len(own) >= MOST:
                raise Refused(
                    _l("There is room for %(most)s addresses. Delete one first.", most=MOST), rule="addresses.too_many"
                )
            address = PostalAddress(user_id=user_id, is_default=not own)
            session.add(address)
    address.label, address.lines, address.country, address.note = name, cleaned, country or None, note
    session.flush()
    if is_default:
        make_default(session, user_id, address.id)
    return address


def _cleaned_lines(text: str) -> str:
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    if not lines:
        raise Refused(_l("Write the name and the address as they stand on a parcel."), rule="addresses.empty", field="lines")
    if len(lines) > MOST_LINES or any(len(line) > LONGEST_LINE for line in lines):
        raise Refused(
            _l("An address takes %(most)s lines of %(longest)s characters.", most=MOST_LINES, longest=LONGEST_LINE),
            rule="addresses.too_long",
            field="lines",
        )
    return "\n".join(lines)


def make_default(session: Session, user_id: int, address_id: int) -> PostalAddress:
    """The address that is offered first from now on."""
    lock_account(session, user_id)
    chosen = own_address(session, user_id, address_id)
    session.execute(
        update(PostalAddress)
        .where(PostalAddress.user_id == user_id, PostalAddress.id != address_id)
        .values(is_default=False)
        .execution_options(synchronize_session="fetch")
    )
    chosen.is_default = True
    session.flush()
    return chosen


def delete_address(session: Session, user_id: int, address_id: int) -> None:
    """Forget an address; another one becomes the usual one if it was that. Agreed trades keep the text they were shown."""
    lock_account(session, user_id)
    address = own_address(session, user_id, address_id)
    was_default = address.is_default
    session.delete(address)
    session.flush()
    left = addresses_of(session, user_id)
    if was_default and left:
        left[0].is_default = True
        session.flush()
