"""Threads, photos of messages, addresses."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.collection.pictures import read_picture
from marketplace.messages import addresses, blocks, threads
from marketplace.messages.models import MessagePhoto
from tests.marketplace.walks.stage import Case, Stage, Try, picture_file

WORDS = "The meeting is under the old clock"


def scene_of(stage: Stage) -> SimpleNamespace:
    """Ann has written to Bob, with a photo; each has an address."""
    with stage.writing() as session:
        found = stage.two(session)
        found.thread = threads.private_thread(session, found.ann.id, found.bob.id).id
        folder = stage.app.config["SETTINGS"].photos_folder
        message = threads.post(session, found.thread, found.ann.id, WORDS, [read_picture(picture_file())], folder=folder)
        found.photo = session.scalars(select(MessagePhoto.id).where(MessagePhoto.message_id == message.id)).one()
        values = {"country": "", "note": "", "lines": "Bob\nRue du Secret 7"}
        for label in ("Home", "Work"):
            found.address = addresses.save_address(
                session, found.bob.id, None, label=label, is_default=label == "Home", **values
            ).id
        found.secrets = (*found.secrets, WORDS, "Rue du Secret")
    return found


Prepare = Callable[[Session, SimpleNamespace], None]


def tried(path: str, prepare: Prepare | None = None, **data: Any) -> Callable[[Stage], Try]:
    def make(stage: Stage) -> Try:
        scene = scene_of(stage)
        if prepare is not None:
            with stage.writing() as session:
                prepare(session, scene)
        names = {name: value for name, value in vars(scene).items() if isinstance(value, int)} | {"ann": scene.ann.id}
        return Try(scene.bob, path.format(**names), data, scene.secrets)

    return make


def blocked(session: Session, scene: SimpleNamespace) -> None:
    blocks.block(session, scene.bob.id, scene.ann.id)


def away(session: Session, scene: SimpleNamespace) -> None:
    from marketplace.messages import thread_list

    thread_list.put_away(session, scene.bob.id, scene.thread)


ADDRESS = {"label": "Club", "lines": "Bob\nRue du Secret 9", "country": "", "note": "ring twice"}

CASES = [
    Case("messages.thread", tried("/messages/{thread}"), "GET", status=200),
    Case("messages.older", tried("/messages/{thread}/older?before=999999"), "GET", status=200),
    Case("messages.newer", tried("/messages/{thread}/new?after=0"), "GET", status=200),
    Case("messages.photo", tried("/messages/photos/{photo}"), "GET", status=200, says=False),
    Case("messages.edit_address", tried("/addresses/{address}"), "GET", status=200),
    Case("messages.answer", tried("/messages/{thread}", body="I'll be there")),
    Case("messages.put_away", tried("/messages/{thread}/away")),
    Case("messages.bring_back", tried("/messages/{thread}/back", away)),
    Case("messages.mute", tried("/messages/{thread}/mute", muted="1")),
    Case("messages.edit_address", tried("/addresses/{address}", **ADDRESS)),
    Case("messages.default_address", tried("/addresses/{address}/default")),
    Case("messages.delete_address", tried("/addresses/{address}/delete")),
]

OWN_DOUBLED = [
    Case("messages.new_address", tried("/addresses/new", **ADDRESS)),
    Case("messages.settings", tried("/messages/settings", mail_trades="y")),
    Case("messages.write", tried("/messages/to/{ann}", body="Hello again")),
    Case("messages.block", tried("/messages/block/{ann}")),
    Case("messages.unblock", tried("/messages/unblock/{ann}", blocked)),
]
"""Forms without an id of somebody's own thing: only sent twice."""

OWN = {
    "messages.index", "messages.addresses", "messages.new_address", "messages.settings", "messages.live", "messages.stream",
}  # fmt: skip

MEMBERS = {"messages.write", "messages.block", "messages.unblock"}
