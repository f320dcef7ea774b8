"""Y-Dragon Head."""

from engine.cards.prelude import Filter, union

HOSTS = Filter(names=("X-Head Cannon",))
CARD = union("Y-Dragon Head", HOSTS, 400, 400)
EDITIONS = {"version_2005": union("Y-Dragon Head", HOSTS, 400, 400, one_only=True)}
