"""The board as rows of cells, each with a stable id, a label that says everything, and what it draws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import lazy_pgettext, ngettext, pgettext

from engine import Action, Verb
from marketplace.catalogue import terms
from marketplace.duels.minis import Mini, mini
from marketplace.duels.scene import ROW, Scene, SeenCard, zone_code, zone_key
from marketplace.duels.sides import FACING, OPPONENT, OTHER, PARTNER, PREFIX, TEAM, YOU, role

_MIDDLE = 2
"""Extra Monster Zones."""
_MARKS = {
    "picked": _l("picked"),
    "attacker": _l("attacking"),
    "target": _l("attack target"),
    "attacked": _l("has attacked"),
    "negated": _l("effect negated"),
    "linked": _l("linked zone"),
}
_OUTERMOST = (0, ROW - 1)
"""The Spell & Trap Zones that can be Pendulum Zones."""
_USES = {
    Verb.NORMAL_SUMMON: _l("Normal Summon"),
    Verb.TRIBUTE_SUMMON: _l("Tribute Summon"),
    Verb.SET: lazy_pgettext("action", "Set"),
    Verb.TRIBUTE_SET: _l("Set with Tributes"),
    Verb.FLIP_SUMMON: _l("Flip Summon"),
    Verb.SPECIAL_SUMMON: _l("Special Summon"),
    Verb.PENDULUM_SUMMON: _l("Pendulum Summon"),
    Verb.MISPLACE: _l("put into the wrong row"),
    Verb.CHANGE_POSITION: _l("change position"),
    Verb.ACTIVATE: _l("activate"),
    Verb.ATTACK: _l("attack"),
    Verb.CHOOSE: _l("choose"),
}


_TURNED = {
    "top_left": "bottom_right", "top": "bottom", "top_right": "bottom_left", "left": "right",
    "right": "left", "bottom_left": "top_right", "bottom": "top", "bottom_right": "top_left",
}  # fmt: skip
"""Where an arrow of the opponent's card points, whose half is turned round."""


@dataclass(slots=True)
class Cell:
    """One place of the table, or one card of a hand or pile."""

    id: str
    """Stays the same while the duel lasts: "my-m3", "opp-s2", "hand-4"."""
    label: str
    """Everything about the place in words."""
    code: str
    card: SeenCard | None = None
    mini: Mini | None = None
    pile: str = ""
    """What ``?show=`` opens; empty for a zone, and for a pile nobody may look into."""
    count: int | None = None
    """Cards in the pile; None for a zone."""
    marks: list[str] = field(default_factory=list)
    """"usable", "pickable", "picked", "attacker", "target", "attacked", "negated", "opened", "linked": also classes."""
    link: int = 0
    """Number of its Chain Link, 0 for none."""
    counters: int = 0
    note: str = ""
    """What a Spell & Trap Zone is besides: a Pendulum Zone."""
    face_up: int = 0
    """Cards lying face-up in an Extra Deck."""
    arrows: tuple[str, ...] = ()
    """Link Arrows as they point on the screen."""
    area: str = ""
    """Where it lies within its part of the board, as the class that places it."""

    @property
    def size(self) -> str:
        """Level, Rank or Link Rating in short."""
        return "" if self.card is None else size_sign(self.card)

    @property
    def stats(self) -> str:
        """What key "t" says."""
        return ", ".join([*state_words(self.card), *mark_words(self.marks)]) if self.card is not None else ""


@dataclass(slots=True)
class Row:
    """One row of the board."""

    label: str
    cells: list[Cell]


@dataclass(frozen=True, slots=True)
class Player:
    """One of the four of a Tag Duel, at the edge of their field."""

    name: str
    role: str
    hand: int
    turn: bool
    """Whether it is their turn."""


@dataclass(slots=True)
class Pair:
    """Two who face each other: their rows with the middle between them, and the hands on both sides of it."""

    id: str
    """"mine" or "mates"."""
    near: str
    far: str
    """The sides."""
    groups: list[tuple[str, list[Row]]]
    far_hand: list[Cell]
    near_hand: list[Cell]
    """The partner's; the own hand stands by itself."""
    title: str = ""
    players: tuple[Player, ...] = ()
    """In a Tag Duel: on the far side, on the near side."""
    shown: bool = True
    """Whether a narrow window shows it first."""
    marked: int = 0
    """Cards in it that can be used or picked now."""


@dataclass(slots=True)
class Board:
    """The board: one pair who face each other, or in a Tag Duel two: the person's, and the partner's on the left of it."""

    pairs: list[Pair]
    hand: list[Cell]
    extra_zones: bool

    @property
    def groups(self) -> list[tuple[str, list[Row]]]:
        """The opponent's rows, the middle, the own rows; in a Tag Duel those of both pairs."""
        return [group for pair in self.pairs for group in pair.groups]

    @property
    def opponent_hand(self) -> list[Cell]:
        """The hand of the opponent who faces the person."""
        return self.pairs[0].far_hand


def board(scene: Scene, opened: int | None, shown: str = YOU) -> Board:
    """Lay the view out as the player sees it: the opponents' half is turned round, and A sits on the right of B
    (tag.seating.a_sits_right_of_b). ``shown`` is a side that a narrow window shows first."""
    maker = _Maker(scene, opened)
    extra = scene.extra_zones
    if not scene.tag:
        return Board([maker.pair("mine", YOU, extra)], maker.hand(YOU), extra)
    pairs = [maker.pair(name, near, extra) for name, near in _PAIRS]
    for pair in pairs:
        pair.shown = shown in (pair.near, pair.far)
        names = {"near": scene.called(pair.near), "far": scene.called(pair.far)}
        pair.title = _("%(near)s and %(far)s", **names)
        pair.players = (_player(scene, pair.far), _player(scene, pair.near))
    return Board(pairs, maker.hand(YOU), extra)


def _player(scene: Scene, side: str) -> Player:
    turn = scene.view["turn"] > 0 and scene.side(scene.view["turn_player"]) == side
    return Player(scene.called(side), role(side), len(scene.of(side)["hand"]), turn)


_PAIRS = (("mine", YOU), ("mates", PARTNER))


def pile_cells(scene: Scene, side: str, zone: str) -> list[Cell]:
    """The cards of a pile, the last one that came first."""
    maker = _Maker(scene, None)
    found = []
    for card in scene.pile(side, zone)[::-1]:
        cell = Cell(f"pile-{card.place + 1}", "", "")
        found.append(maker.filled(cell, card, _("No. %(number)d", number=card.place + 1)))
    return found


class _Maker:
    def __init__(self, scene: Scene, opened: int | None) -> None:
        self.scene = scene
        self.opened = opened
        view = scene.view
        self.battle: Mapping[str, Any] = view.get("battle", {})
        self.links = {link.get("token"): number for number, link in enumerate(view["chain"], 1)}
        prompt = view.get("prompt", {})
        self.picked = set(prompt.get("picked", ()))
        self.picking = prompt.get("kind") == "cards"

    def pair(self, name: str, near: str, extra: bool) -> Pair:
        far = FACING[near]
        mine = [self.monsters(near), self.spells(near)]
        theirs = [self.spells(far), self.monsters(far)]
        groups = [(self.field_of(far), theirs), (_("Middle"), [self.middle(near, extra)]), (self.field_of(near), mine)]
        marked = sum(
            bool({"usable", "pickable"} & set(cell.marks)) for _name, rows in groups for row in rows for cell in row.cells
        )
        near_hand = [] if near == YOU else self.hand(near)
        marked += sum("pickable" in cell.marks for cell in near_hand)
        return Pair(name, near, far, groups, self.hand(far), near_hand, marked=marked)

    def field_of(self, side: str) -> str:
        name = self.scene.called(side)
        return _("%(name)s: field", name=name) if self.scene.tag and side != YOU else name

    def monsters(self, side: str) -> Row:
        seen = self.scene.of(side)
        zones = [self.zone(side, "monster", place, seen["monsters"][place]) for place in range(ROW)]
        field_zone = self.zone(side, "field", -1, seen["field"])
        cells = [field_zone, *zones, self.pile(side, "gy")]
        label = _("Your monsters") if side == YOU else _("Opponent's monsters")
        if self.scene.tag and side != YOU:
            label = _("%(name)s: monsters", name=self.scene.called(side))
        return Row(label, cells if side in TEAM else cells[::-1])

    def spells(self, side: str) -> Row:
        zones = [self.zone(side, "spell_trap", place, one) for place, one in enumerate(self.scene.of(side)["spells"])]
        cells = [self.pile(side, "extra"), *zones, self.pile(side, "deck")]
        label = _("Your Spells and Traps") if side == YOU else _("Opponent's Spells and Traps")
        if self.scene.tag and side != YOU:
            label = _("%(name)s: Spells and Traps", name=self.scene.called(side))
        return Row(label, cells if side in TEAM else cells[::-1])

    def middle(self, near: str, extra: bool) -> Row:
        far = FACING[near]
        cells = [self.pile(far, "banished")]
        if extra:
            for place in range(_MIDDLE):
                mine = self.scene.of(near)["monsters"][ROW + place]
                theirs = self.scene.of(far)["monsters"][ROW + _MIDDLE - 1 - place]
                if theirs is not None:
                    cell = self.zone(far, "monster", ROW + _MIDDLE - 1 - place, theirs)
                else:
                    cell = self.zone(near, "monster", ROW + place, mine)
                cell.id = extra_zone_id(near, place)
                cell.area = f"ex-{place + 1}"
                cells.append(cell)
        label = _("Extra Monster Zones and banished cards") if extra else _("Banished cards")
        return Row(label, [*cells, self.pile(near, "banished")])

    def zone(self, side: str, zone: str, place: int, one: Mapping[str, Any] | None) -> Cell:
        short = {"monster": "m", "spell_trap": "s"}.get(zone)
        code = zone_code(zone, place)
        part = f"{short}{place + 1}" if short else "field"
        found = Cell(f"{PREFIX[side]}-{part}", "", code, area=f"{_AREAS[side]}-{part}")
        name = self.scene.place_of(side, code)
        linked = zone == "monster" and zone_key(side, place) in self.scene.linked
        if zone == "spell_trap" and place in _OUTERMOST and self.scene.pendulum_zones:
            found.note = pgettext("zone", "Pendulum")
            name = _("%(place)s (Pendulum Zone)", place=name)
        if one is None:
            found.label = _("%(place)s, empty", place=name)
            if linked:
                found.marks = ["linked"]
                found.label = ", ".join([found.label, *mark_words(found.marks)])
            return found
        card = self.scene.cards[one["token"]]
        return self.filled(found, card, name, self.faces(side, zone, place), linked)

    def faces(self, side: str, zone: str, place: int) -> str:
        if zone != "monster" or place >= ROW:
            return ""
        code = zone_code(zone, ROW - 1 - place)
        if FACING[side] == YOU:
            return _("faces my %(place)s", place=code)
        if self.scene.tag:
            return _("faces %(place)s", place=self.scene.place_in(FACING[side], code))
        return _("faces opponent %(place)s", place=code)

    def filled(self, cell: Cell, card: SeenCard, place: str, faces: str = "", linked: bool = False) -> Cell:
        scene = self.scene
        cell.card = card
        cell.mini = mini(scene.names.card(card.english), scene.names.language) if card.known else None
        uses = scene.uses.get(card.token, [])
        cell.link = self.links.get(card.token, 0)
        cell.counters = sum(card.counters.values())
        marks = {
            "pickable": self.picking and bool(uses),
            "usable": not self.picking and bool(uses),
            "picked": card.token in self.picked,
            "attacker": card.token == self.battle.get("attacker"),
            "target": card.token == self.battle.get("target"),
            "attacked": card.attacked,
            "negated": card.negated,
            "opened": card.token == self.opened,
            "linked": linked,
        }
        cell.marks = [mark for mark, set_ in marks.items() if set_]
        cell.arrows = (
            card.arrows if card.side in TEAM or card.zone != "monster" else tuple(_TURNED[arrow] for arrow in card.arrows)
        )
        state = [*state_words(card), *link_words(scene, card)]
        words = [place, card.name or _("face-down card"), *state, faces, *mark_words(cell.marks)]
        if cell.link:
            words.append(_("Chain Link %(number)d", number=cell.link))
        cell.label = ", ".join(word for word in words if word)
        if uses:
            cell.label += ". " + _("Can: %(what)s", what=", ".join(dict.fromkeys(use_word(use) for use in uses)))
        return cell

    def pile(self, side: str, zone: str) -> Cell:
        seen = self.scene.of(side)
        held = seen[zone]
        count = held if isinstance(held, int) else len(held)
        code = zone_code(zone, 0)
        face_up = len(seen["extra_open"]) if zone == "extra" else 0
        open_ = zone != "deck" and (zone != "extra" or not isinstance(held, int) or face_up > 0)
        name = self.scene.place_of(side, code)
        words = _("%(place)s: %(count)d", place=name, count=count)
        cell = Cell(f"{PREFIX[side]}-{zone}", words, code, count=count, area=f"{_AREAS[side]}-{zone}")
        if face_up:
            cell.face_up = face_up
            cell.label += ", " + _("%(number)d face-up", number=face_up)
        if open_:
            cell.pile = pile_key(side, zone)
            top = self.scene.pile(side, zone)
            if zone != "extra" and top:
                cell.card = top[-1]
                cell.mini = mini(self.scene.names.card(top[-1].english), self.scene.names.language) if top[-1].known else None
            usable = [card for card in top if card.token in self.scene.uses]
            if usable:
                cell.marks = ["pickable" if self.picking else "usable"]
                cell.label += ". " + _("Can be used: %(what)s", what=", ".join(card.name for card in usable))
        return cell

    def hand(self, side: str) -> list[Cell]:
        cells = []
        for number, card in enumerate(self.scene.pile(side, "hand"), 1):
            cell = Cell(f"{'' if side == YOU else PREFIX[side] + '-'}hand-{number}", "", "")
            place = _("Hand %(number)d", number=number) if side == YOU else _("Opponent's hand %(number)d", number=number)
            if self.scene.tag and side != YOU:
                place = _("%(name)s: hand %(number)d", name=self.scene.called(side), number=number)
            cells.append(self.filled(cell, card, place))
        return cells


_AREAS = {YOU: "my", PARTNER: "my", OPPONENT: "opp", OTHER: "opp"}
"""Which half of its pair a side lies in."""


def pile_key(side: str, zone: str) -> str:
    """What ``?show=`` says for a pile."""
    return zone if side == YOU else f"{PREFIX[side]}_{zone}"


def extra_zone_id(near: str, place: int) -> str:
    """The id of an Extra Monster Zone, counted from the left of the side nearer to the person."""
    return f"ex-{place + 1}" if near == YOU else f"{PREFIX[near]}-ex-{place + 1}"


def state_words(card: SeenCard) -> list[str]:
    """Position, values and counters of a card in words."""
    words = []
    if card.zone == "monster":
        if not card.face_up:
            words.append(_("face-down Defense Position"))
        else:
            words.append(_("Attack Position") if card.position == "attack" else _("Defense Position"))
    elif card.zone in ("spell_trap", "field") and not card.face_up:
        words.append(pgettext("state", "Set"))
    elif card.zone == "extra" and card.face_up:
        words.append(_("face-up"))
    if card.atk is not None and card.known:
        words.append(values(card))
    words += size_words(card)
    if card.materials:
        words.append(ngettext("%(num)d Xyz Material", "%(num)d Xyz Materials", len(card.materials)))
    words += [f"{count} × {name}" for name, count in card.counters.items()]
    return words


def values(card: SeenCard) -> str:
    """ATK and DEF in short; a Link Monster has no DEF."""
    return f"{card.atk}" if card.defense is None else f"{card.atk}/{card.defense}"


def size_words(card: SeenCard) -> list[str]:
    """Rank, Link Rating, or the Scale of a card that is a Spell in a Pendulum Zone."""
    if not card.known:
        return []
    if card.rank is not None:
        return [_("Rank %(number)d", number=card.rank)]
    if card.link is not None:
        return [_("Link-%(number)d", number=card.link)]
    if card.zone == "spell_trap" and card.scale is not None:
        return [_("Pendulum Scale %(number)d", number=card.scale)]
    return []


def size_sign(card: SeenCard) -> str:
    """Level, Rank or Link Rating as it is written on a small card; empty for one without any."""
    if card.rank is not None:
        return pgettext("Rank in short", "R%(number)d", number=card.rank)
    if card.link is not None:
        return pgettext("Link Rating in short", "L%(number)d", number=card.link)
    return f"★{card.level}" if card.level is not None else ""


def arrow_words(card: SeenCard, language: str) -> str:
    """The Link Arrows by name, as the card's controller sees them."""
    return ", ".join(terms.label(terms.ARROWS, arrow, language) for arrow in card.arrows)


def link_words(scene: Scene, card: SeenCard) -> list[str]:
    """Where a Link Monster points to, and what it is linked with."""
    if not card.arrows:
        return []
    words = [_("Link Arrows: %(arrows)s", arrows=arrow_words(card, scene.names.language))]
    if card.points_to:
        words.append(_("points to %(zones)s", zones=", ".join(map(scene.zone_name, card.points_to))))
    words += [_("co-linked with %(card)s", card=scene.mention(token)) for token in card.co_linked]
    if card.extra_linked:
        words.append(_("Extra Linked"))
    return words


def mark_words(marks: list[str]) -> list[str]:
    """The states of a card in words."""
    return [str(_MARKS[mark]) for mark in marks if mark in _MARKS]


def use_word(action: Action) -> str:
    """What an action does, in a word or two."""
    return str(_USES.get(action.verb, action.verb.value))
