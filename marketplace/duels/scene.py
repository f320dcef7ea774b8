"""What a seat sees of a duel, gathered once for all parts of the page.

Everything here comes from ``Duel.view`` of that seat and from its own options: nothing of a hidden card can pass.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from engine import Action
from marketplace.duels.names import CardNames
from marketplace.duels.seen import side_views
from marketplace.duels.sides import COMPUTERS, FOES, OPPONENT, PARTNER, YOU, side_of, sides_in

ROW = 5
_PLACES = {
    "field": _l("Field"),
    "hand": _l("hand"),
    "gy": _l("GY"),
    "banished": _l("banished"),
    "extra": _l("Extra Deck"),
    "deck": _l("Deck"),
}


ZoneKey: TypeAlias = tuple[str, int]
"""A Monster Zone: ``zone_key``."""


@dataclass(frozen=True, slots=True)
class SeenCard:
    """One card as the seat sees it."""

    token: int
    name: str
    """In the reader's language; empty when the seat does not know the card."""
    english: str
    zone: str
    side: str
    """Under whose control it is, or in whose piles it lies: "you", "partner", "opponent", "opponent_partner"."""
    place: int
    """Number in its row, hand or pile, from 0."""
    face_up: bool
    position: str
    """"attack", "defense" or "" where there is no position."""
    atk: int | None
    defense: int | None
    level: int | None
    counters: Mapping[str, int]
    attacked: bool
    negated: bool
    equipped_to: int | None
    rank: int | None = None
    link: int | None = None
    """Link Rating."""
    scale: int | None = None
    """Pendulum Scale: the current one in a Pendulum Zone, the printed one elsewhere."""
    arrows: tuple[str, ...] = ()
    """Link Arrows as printed, seen by the card's controller."""
    points_to: tuple[ZoneKey, ...] = ()
    """The Monster Zones its arrows lead to."""
    co_linked: tuple[int, ...] = ()
    extra_linked: bool = False
    materials: tuple[int, ...] = ()
    """Tokens of what lies under an Xyz Monster."""
    under: int | None = None
    """The Xyz Monster this one lies under."""

    @property
    def known(self) -> bool:
        return bool(self.name)

    @property
    def mine(self) -> bool:
        """Under this seat's control, or lying in its piles."""
        return self.side == YOU

    @property
    def code(self) -> str:
        """The zone in short: "M3", "S1", "F", "GY"."""
        return zone_code(self.zone, self.place)


def zone_key(side: str, place: int) -> ZoneKey:
    """A Monster Zone by its side, and its place as its controller counts.

    Extra Monster Zones are shared by two who face each other: theirs go by the side nearer to the person.
    """
    if place < ROW or side not in FOES:
        return side, place
    return (YOU if side == OPPONENT else PARTNER), 2 * ROW + 1 - place


def zone_code(zone: str, place: int) -> str:
    """A zone in short, numbered from its owner's left."""
    if zone == "monster":
        return _("M%(number)d", number=place + 1) if place < ROW else _("EX%(number)d", number=place - ROW + 1)
    if zone == "spell_trap":
        return _("S%(number)d", number=place + 1)
    return str(_PLACES.get(zone, ""))


def pile_name(zone: str) -> str:
    """A pile's name in full."""
    return _("Graveyard") if zone == "gy" else str(_PLACES.get(zone, ""))


@dataclass(slots=True)
class Scene:
    """The view of one seat, its options and the names of its cards."""

    view: Mapping[str, Any]
    seat: int
    options: Sequence[Action]
    names: CardNames
    cards: dict[int, SeenCard] = field(default_factory=dict)
    """By token, all cards somebody may point at."""
    uses: dict[int, list[Action]] = field(default_factory=dict)
    """The options that begin with a card, by token."""
    linked: dict[ZoneKey, list[int]] = field(default_factory=dict)
    """The Monster Zones that Link Monsters point to, with those that do; zones as in ``SeenCard.points_to``."""
    players: Sequence[str] = ()
    """What the players are called, by seat; empty for one who is just "you" or "the opponent"."""
    pendulum_activations: frozenset[tuple[int, int]] = frozenset()
    """Cards of the own hand with the number of the effect that puts them into a Pendulum Zone."""
    _twins: Counter[tuple[str, str, str]] = field(default_factory=Counter)

    @property
    def you(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.view["you"]
        return found

    @property
    def opponent(self) -> Mapping[str, Any]:
        return self.of(OPPONENT)

    def of(self, side: str) -> Mapping[str, Any]:
        """What is seen of a side."""
        found: Mapping[str, Any] = self.view[side]
        return found

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides there are: two, or four in a Tag Duel."""
        return sides_in(self.view)

    @property
    def tag(self) -> bool:
        """Whether two teams play."""
        return len(self.sides) > 2

    def side(self, seat: int) -> str:
        """The side of a seat."""
        return side_of(seat, self.seat, len(self.sides))

    def called(self, side: str) -> str:
        """What a player is called, at the beginning of a sentence."""
        if side == YOU:
            return _("You")
        if not self.tag:
            return _("Opponent")
        seat = next(seat for seat in range(len(self.sides)) if self.side(seat) == side)
        return (self.players[seat] if seat < len(self.players) else "") or COMPUTERS[seat]

    def place_of(self, side: str, code: str) -> str:
        """A place of somebody's, as a label: "My M3", "Opponent M3", "Mika M3"."""
        if side == YOU:
            return _("My %(place)s", place=code)
        if not self.tag:
            return _("Opponent %(place)s", place=code)
        return _("%(name)s %(place)s", name=self.called(side), place=code)

    def place_in(self, side: str, code: str) -> str:
        """The same within a sentence, where one's own places need no owner."""
        if side == YOU:
            return code
        if not self.tag:
            return _("opponent %(place)s", place=code)
        return _("%(name)s %(place)s", name=self.called(side), place=code)

    def zone_name(self, zone: ZoneKey) -> str:
        """A Monster Zone in a sentence: "M3", "opponent M3", "EX1"."""
        side, place = zone
        return self.place_in(side, zone_code("monster", place))

    @property
    def my_turn(self) -> bool:
        return bool(self.view["turn_player"] == self.seat)

    @property
    def extra_zones(self) -> bool:
        """Whether the table has Extra Monster Zones."""
        return len(self.you["monsters"]) > ROW

    @property
    def pendulum_zones(self) -> bool:
        """Whether the outermost Spell & Trap Zones can be Pendulum Zones: since there are Extra Monster Zones."""
        return self.extra_zones

    def linked_by(self, side: str, place: int) -> list[SeenCard]:
        """The Link Monsters that point to a Monster Zone."""
        return [self.cards[token] for token in self.linked.get(zone_key(side, place), ())]

    def pile(self, side: str, zone: str) -> list[SeenCard]:
        """The cards of a hand or pile that the seat may look at, in their order."""
        return [card for card in self.cards.values() if card.zone == zone and card.side == side]

    def mention(self, token: int | None) -> str:
        """A card in a sentence: its name and where it is, so that two equal cards are told apart."""
        card = self.cards.get(token) if token is not None else None
        if card is None:
            return _("a card")
        return self.mention_card(card)

    def mention_card(self, card: SeenCard) -> str:
        name = card.name or _("face-down card")
        place = self.where(card)
        return _("%(card)s (%(place)s)", card=name, place=place) if place else name

    def where(self, card: SeenCard) -> str:
        """The place of a card in short; empty for a card of the own hand that has no equal there."""
        code = card.code
        if card.under is not None:
            return _("under %(card)s", card=self.mention(card.under))
        if card.zone in ("hand", "gy", "banished", "extra", "deck"):
            if card.zone != "deck" and self._twins[card.name, card.zone, card.side] > 1:
                code = _("%(pile)s, no. %(number)d", pile=code, number=card.place + 1)
            elif card.mine and card.zone == "hand":
                return ""
        return self.place_in(card.side, code)


def names_in(view: Mapping[str, Any]) -> set[str]:
    """The English names a view tells."""
    found = {one["name"] for side in sides_in(view) for one in side_views(view[side]) if "name" in one}
    found |= {link["card"] for link in view["chain"]}
    prompt = view.get("prompt", {})
    found |= {one["name"] for one in prompt.get("cards", ()) if "name" in one}
    if prompt.get("source"):
        found.add(prompt["source"])
    return found


def make_scene(
    view: Mapping[str, Any], seat: int, options: Sequence[Action], names: CardNames, players: Sequence[str] = ()
) -> Scene:
    """Gather the cards of a view; ``players`` are called so, by seat."""
    scene = Scene(view, seat, options, names, players=players)
    for side in scene.sides:
        counts: Counter[str] = Counter()
        for one in side_views(view[side]):
            _add(scene, one, side, counts)
    for card in scene.cards.values():
        for zone in card.points_to:
            scene.linked.setdefault(zone, []).append(card.token)
    counts = Counter()
    for one in view.get("prompt", {}).get("cards", ()):
        if one["token"] not in scene.cards:
            _add(scene, one, scene.side(one["controller"]), counts)
    for action in options:
        if action.card is not None:
            scene.uses.setdefault(action.card, []).append(action)
    return scene


def _host(scene: Scene, token: int) -> int | None:
    """The Xyz Monster a card lies under; monsters are added before what lies under them."""
    return next((card.token for card in scene.cards.values() if token in card.materials), None)


def _zone(scene: Scene, player: int | None, place: int) -> ZoneKey:
    """A zone as the view tells it: an Extra Monster Zone is nobody's, and counted as player 0 counts."""
    if player is None:
        return YOU, place if scene.seat == 0 else 2 * ROW + 1 - place
    return zone_key(scene.side(player), place)


def _add(scene: Scene, one: Mapping[str, Any], side: str, counts: Counter[str]) -> None:
    host = _host(scene, one["token"]) if one["zone"] == "material" else None
    zone = one["zone"]
    place = one.get("place", -1)
    if place < 0:
        place = counts[zone]
        counts[zone] += 1
    english = one.get("name", "")
    open_ = one["token"] in {other["token"] for other in scene.view[side].get("extra_open", ())}
    card = SeenCard(
        token=one["token"],
        name=scene.names(english) if english else "",
        english=english,
        zone=zone,
        side=side,
        place=place,
        face_up=open_ if zone == "extra" else bool(one.get("face_up", bool(english))),
        position=one.get("position", ""),
        atk=one.get("atk"),
        defense=one.get("def"),
        level=one.get("level"),
        counters=one.get("counters", {}),
        attacked=bool(one.get("attacked")),
        negated=bool(one.get("negated")),
        equipped_to=one.get("equipped_to"),
        rank=one.get("rank"),
        link=one.get("link"),
        scale=one.get("scale"),
        arrows=tuple(one.get("arrows", ())),
        points_to=tuple(_zone(scene, *spot) for spot in one.get("points_to", ())),
        co_linked=tuple(one.get("co_linked", ())),
        extra_linked=one["token"] in scene.view.get("extra_link", ()),
        materials=tuple(below["token"] for below in one.get("materials", ())),
        under=host,
    )
    scene.cards[card.token] = card
    scene._twins[card.name, zone, side] += 1
