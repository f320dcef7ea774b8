"""Rows of a file that the catalogue did not know, looked up again once it does."""

from __future__ import annotations

from flask import Flask
from sqlalchemy import func, select

from marketplace.collection import batches, looking_again, queueing, stock
from marketplace.collection.models import Stack
from marketplace.db import Database
from tests.factories import accounts, catalogue

FILE = (
    '"sep=,"\r\n'
    "Folder Name,Quantity,Trade Quantity,Card Name,Set Code,Set Name,Card Number,Rarity,Condition,Printing,Language,"
    "Price Bought,Date Bought,LOW,MID,MARKET\r\n"
    "Box A,2,0,Newcomer,NEWS,New Set,NEWS-EN001,UR,NearMint,1st Edition,English,,,,,\r\n"
    "Box A,1,0,Twofold,NEWS,New Set,NEWS-EN002,,NearMint,1st Edition,English,,,,,\r\n"
    "Box B,1,0,Nobody,NONE,No Set,NONE-EN009,C,NearMint,1st Edition,English,,,,,\r\n"
)


def test_what_the_catalogue_learns_settles_the_queue_in_one_act(app: Flask, database: Database) -> None:
    with app.test_request_context():
        with database.write() as session:
            user = accounts.user(session)
            batch = batches.start(session, user.id, FILE.encode(), "all-folders.csv")
            batches.apply(session, user.id, batch.id, only_good=True)
            assert queueing.waiting(session, user.id)[1] == 3
            assert looking_again.look_again(session, user.id) is None
        with database.write() as session:
            catalogue.printing(session, "NEWS-EN001", rarity="Ultra Rare")
            catalogue.printing(session, "NEWS-EN002", rarity="Rare")
            catalogue.printing(session, "NEWS-EN002", rarity="Ultra Rare")
        with database.write() as session:
            operation = looking_again.look_again(session, user.id)
            assert operation is not None
            # The row with two rarities and the unknown one go on waiting; nothing is guessed.
            assert queueing.waiting(session, user.id)[1] == 2
            stack = session.scalars(select(Stack).where(Stack.user_id == user.id, Stack.quantity > 0)).one()
            assert (stack.quantity, stack.edition, stack.condition, stack.place.name) == (2, "1st", "NM", "Box A")
            assert looking_again.look_again(session, user.id) is None
        with database.write() as session:
            stock.undo(session, user.id, operation.id)
            assert session.scalar(select(func.sum(Stack.quantity)).where(Stack.user_id == user.id)) == 0
            assert queueing.waiting(session, user.id)[1] == 3
            assert looking_again.look_again(session, user.id) is None or queueing.waiting(session, user.id)[1] == 2
