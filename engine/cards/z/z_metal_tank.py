"""Z-Metal Tank."""

from engine.cards.prelude import Filter, union

HOSTS = Filter(names=("X-Head Cannon", "Y-Dragon Head"))
CARD = union("Z-Metal Tank", HOSTS, 600, 600)
EDITIONS = {"version_2005": union("Z-Metal Tank", HOSTS, 600, 600, one_only=True)}
