"""What an owner does with other people's accounts, and that nobody else can."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy.orm import Session

from marketplace.accounts import invitations, people
from marketplace.accounts.models import Invitation, User
from marketplace.accounts.ownership import OwnerOnly
from marketplace.accounts.password_links import PasswordLinks
from marketplace.accounts.site_settings import SIGN_UP_MODE, change_setting, setting
from marketplace.db import Database, now
from marketplace.errors import DomainError, NotFound, Refused
from tests.marketplace.accounts.conftest import MakeAccount, fetch

ACTS: dict[str, Callable[[Session, int | None, int], object]] = {
    "list": lambda session, actor, _user: people.list_people(session, actor),  # type: ignore[arg-type]
    "waiting": lambda session, actor, _user: people.waiting_resets(session, actor),  # type: ignore[arg-type]
    "hand over": lambda session, actor, user: people.hand_over_link(session, PasswordLinks("k"), actor, user),  # type: ignore[arg-type]
    "dismiss": lambda session, actor, user: people.dismiss_reset(session, actor, user),  # type: ignore[arg-type]
    "make owner": lambda session, actor, user: people.make_owner(session, actor, user),  # type: ignore[arg-type]
    "end ownership": lambda session, actor, user: people.end_ownership(session, actor, user),  # type: ignore[arg-type]
    "deactivate": lambda session, actor, user: people.deactivate(session, actor, user),  # type: ignore[arg-type]
    "reactivate": lambda session, actor, user: people.reactivate(session, actor, user),  # type: ignore[arg-type]
    "invite": lambda session, actor, _user: invitations.invite(session, actor),  # type: ignore[arg-type]
    "revoke": lambda session, actor, _user: invitations.revoke(session, actor, 1),  # type: ignore[arg-type]
    "invitations": lambda session, actor, _user: invitations.open_invitations(session, actor),  # type: ignore[arg-type]
    "setting": lambda session, actor, _user: change_setting(session, actor, SIGN_UP_MODE, "open"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("actor", ["a member", "a deactivated owner", "nobody", "an unknown id"])
def test_only_owners_act(database: Database, account: MakeAccount, act: str, actor: str) -> None:
    account("Owner", owner=True)
    member, former, victim = account("Member"), account("Former", owner=True), account("Victim")
    with database.write() as session:
        session.get_one(User, former.id).is_active_account = False
    actor_id = {"a member": member.id, "a deactivated owner": former.id, "nobody": None, "an unknown id": 10**9}[actor]
    with database.session(write=True) as session, pytest.raises(OwnerOnly):
        ACTS[act](session, actor_id, victim.id)


@pytest.mark.parametrize("act", ["hand over", "dismiss", "make owner", "end ownership", "deactivate", "reactivate", "revoke"])
def test_an_unknown_person_is_not_found(database: Database, account: MakeAccount, act: str) -> None:
    owner = account("Owner", owner=True)
    with database.session(write=True) as session, pytest.raises(NotFound):
        ACTS[act](session, owner.id, 10**9)


@pytest.mark.parametrize("act", ["end ownership", "deactivate"])
def test_a_site_keeps_an_owner(database: Database, account: MakeAccount, act: str) -> None:
    owner = account("Owner", owner=True)
    with database.session(write=True) as session, pytest.raises(Refused) as refusal:
        ACTS[act](session, owner.id, owner.id)
    assert refusal.value.rule == "accounts.owner.last"
    second = account("Second", owner=True)
    with database.write() as session:
        ACTS[act](session, second.id, owner.id)
    assert not fetch(database, owner).is_owner


def test_a_deactivated_owner_does_not_count(database: Database, account: MakeAccount) -> None:
    owner, second = account("Owner", owner=True), account("Second", owner=True)
    with database.write() as session:
        session.get_one(User, second.id).is_active_account = False
    with database.session(write=True) as session, pytest.raises(Refused):
        people.end_ownership(session, owner.id, owner.id)


def test_two_owners_who_step_down_at_once_leave_one(database: Database, account: MakeAccount) -> None:
    owners = [account("First", owner=True), account("Second", owner=True)]
    together = threading.Barrier(2)

    def step_down(owner: User) -> str:
        together.wait()
        try:
            with database.write() as session:
                people.end_ownership(session, owner.id, owner.id)
        except DomainError as error:
            return error.rule
        return "done"

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(step_down, owners)) == ["accounts.owner.last", "done"]
    assert [fetch(database, owner).is_owner for owner in owners].count(True) == 1


def test_a_deactivated_person_comes_back_as_a_member(database: Database, account: MakeAccount) -> None:
    owner, second = account("Owner", owner=True), account("Second", owner=True)
    with database.write() as session:
        people.deactivate(session, owner.id, second.id)
    with database.session(write=True) as session, pytest.raises(Refused):
        people.make_owner(session, owner.id, second.id)
    with database.write() as session:
        people.reactivate(session, owner.id, second.id)
    after = fetch(database, second)
    assert after.is_active_account
    assert not after.is_owner
    assert after.session_mark != second.session_mark


def test_people_are_found_by_name_or_address_owners_first(database: Database, account: MakeAccount) -> None:
    for name in ("Zoé", "Anna", "Bob_50%"):
        account(name)
    owner = account("Owner", owner=True)
    with database.read() as session:
        assert [user.name for user in people.list_people(session, owner.id).users] == ["Owner", "Anna", "Bob_50%", "Zoé"]
        for text, names in (("zoe", ["Zoé"]), ("ANNA@", ["Anna"]), ("%", ["Bob_50%"]), ("nobody", []), ("_", ["Bob_50%"])):
            assert [user.name for user in people.list_people(session, owner.id, text=text).users] == names, text


def test_pages_of_people(database: Database, account: MakeAccount, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "PER_PAGE", 2)
    owner = account("Owner", owner=True)
    for name in ("Anna", "Bob", "Carl", "Dora"):
        account(name)
    with database.read() as session:
        found = people.list_people(session, owner.id, page=3)
        assert ([user.name for user in found.users], found.total, found.pages) == (["Dora"], 5, 3)
        assert people.list_people(session, owner.id, page=99).page == 3
        assert people.list_people(session, owner.id, page=-1).page == 1


@pytest.mark.parametrize(("uses", "days", "field"), [(0, 14, "uses"), (101, 14, "uses"), (1, 0, "days"), (1, 366, "days")])
def test_invitations_have_limits(database: Database, account: MakeAccount, uses: int, days: int, field: str) -> None:
    owner = account("Owner", owner=True)
    with database.session(write=True) as session, pytest.raises(Refused) as refusal:
        invitations.invite(session, owner.id, uses=uses, days=days)
    assert refusal.value.field == field


def test_an_invitation_ends_by_time_by_use_and_by_hand(database: Database, account: MakeAccount) -> None:
    owner = account("Owner", owner=True)
    with database.write() as session:
        made = {
            kind: invitations.invite(session, owner.id, days=days)
            for kind, days in (("old", 1), ("used", 1), ("revoked", 1), ("open", None))
        }
        made["old"][0].expires_at = now() - timedelta(seconds=1)
        invitations.use(session, made["used"][1])
        invitations.revoke(session, owner.id, made["revoked"][0].id)
        invitations.revoke(session, owner.id, made["revoked"][0].id)
    with database.read() as session:
        assert [found.id for found in invitations.open_invitations(session, owner.id)] == [made["open"][0].id]
        assert invitations.find_open(session, made["open"][1]).expires_at is None
    for kind in ("old", "used", "revoked"):
        with database.session(write=True) as session, pytest.raises(invitations.InvitationVoid):
            invitations.use(session, made[kind][1])


def test_the_secret_of_a_link_is_not_stored(database: Database, account: MakeAccount) -> None:
    owner = account("Owner", owner=True)
    with database.write() as session:
        made, token = invitations.invite(session, owner.id, note="the  club\nin Lyon")
    assert token not in str([getattr(made, column.name) for column in Invitation.__table__.columns])
    assert made.note == "the club in Lyon"


def test_the_owner_link_is_not_in_the_list_and_cannot_be_withdrawn(database: Database, account: MakeAccount) -> None:
    with database.write() as session:
        invitations.owner_link_token(session)
    owner = account("Owner", owner=True)
    with database.session(write=True) as session:
        assert invitations.open_invitations(session, owner.id) == []
        first = session.query(Invitation).one()
        with pytest.raises(NotFound):
            invitations.revoke(session, owner.id, first.id)


def test_settings_know_their_choices(database: Database, account: MakeAccount) -> None:
    owner = account("Owner", owner=True)
    with database.read() as session:
        assert setting(session, SIGN_UP_MODE) == "invitation"
    with database.write() as session:
        change_setting(session, owner.id, SIGN_UP_MODE, "closed")
        change_setting(session, owner.id, SIGN_UP_MODE, "open")
    with database.read() as session:
        assert setting(session, SIGN_UP_MODE) == "open"
    for key, value in ((SIGN_UP_MODE, "sometimes"), ("unknown", "open")):
        with database.session(write=True) as session, pytest.raises(Refused):
            change_setting(session, owner.id, key, value)
