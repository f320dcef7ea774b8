"""Which cards match a filter, and which a selection can take."""

from __future__ import annotations

from collections.abc import Iterator

from engine.effects import amounts, arrows, continuous, wording
from engine.effects.context import Ctx, named
from engine.effects.filters import Extreme, Filter, Ref, Select, Span, Standing, What
from engine.effects.tree import Property, Who
from engine.state.card import CardState
from engine.state.duel_state import ROW, State
from engine.state.printed import Printed
from engine.state.records import Snap
from engine.vocab import Attribute, CardKind, Frame, SpellTrapIcon, Zone

_DEFAULT = (Zone.MONSTER,)
_NOT_OF = {
    "Armed Dragon": ("Hardened Armed Dragon",),
    "Crystal": ("Violet Crystal",),
    "Cyber": ("Cyber Falcon", "Cyber Saurus", "Cyber Soldier of Darkworld", "Cyber-Stein", "Cyber-Tech Alligator"),
    "Fusion": ("Diffusion Wave-Motion",),
    "Guardian": ("Elemental HERO Clay Guardian",),
    "Puppet": ("Mysterious Puppeteer",),
    "Rainbow Bridge": ("Rainbow Bridge Bifrost",),
    "Valkyrie": ("Element Valkyrie", "Valkyrie of the Nordic Ascendant"),
    "Volcanic": ("Volcanic Eruption",),
}
"""Cards whose texts say that they are no members of a series although their names say so."""


def players_of(s: State, player: int, who: Who | None) -> tuple[int, ...]:
    """Return the players something is done to, the turn player first."""
    return wording.players(s, player, who)


def in_zone(s: State, player: int, zone: Zone) -> Iterator[CardState]:
    """Return the cards a player has in a zone, in its order."""
    cards, side = s.cards, s.players[player]
    if zone is Zone.MONSTER:
        uids = side.monsters
    elif zone is Zone.SPELL_TRAP:
        uids = side.spells
    elif zone is Zone.HAND:
        uids = side.hand
    elif zone is Zone.GY:
        uids = side.gy
    elif zone is Zone.DECK:
        uids = side.deck
    elif zone is Zone.FIELD:
        uids = [side.field]
    elif zone is Zone.EXTRA:
        uids = side.extra
    else:
        uids = side.banished
    return (cards[uid] for uid in uids if uid >= 0)


def pool(s: State, ctx: Ctx, wanted: Filter, taking: bool = False) -> list[CardState]:
    """Return all cards that match, in a fixed order; without stated zones, monsters on the field.

    ``taking``: the cards are wanted for something to be done to them, not only counted.
    """
    found = []
    for player, zone in wording.places(s, ctx.player, wanted, wanted.zones or _DEFAULT, taking):
        found += [card for card in in_zone(s, player, zone) if matches(s, ctx, wanted, card)]
    return found


def _place_matches(s: State, ctx: Ctx, wanted: Filter, card: CardState, snap: Snap | None) -> bool:
    zone = card.zone if snap is None else snap.zone
    if wanted.zones and zone not in wanted.zones:
        return False
    if wanted.who is not None and wanted.who is not Who.EITHER:
        controller = card.controller if snap is None else snap.controller
        if not wording.is_whose(s, ctx.player, wanted, controller):
            return False
    if wanted.face_up is not None and (card.face_up if snap is None else snap.face_up) is not wanted.face_up:
        return False
    return wanted.attack_position is None or (card.attack if snap is None else snap.attack) is wanted.attack_position


def _normal_summonable(printed: Printed) -> bool:
    plain = printed.kind is CardKind.MONSTER and not printed.extra and printed.frame is not Frame.RITUAL
    return plain and printed.definition.summon.normal


def is_scale(card: CardState) -> bool:
    """Whether a card is a Pendulum Card in a Pendulum Zone: a Spell of no kind, and no monster (pendulum.card.spell_of_no_kind)."""
    return card.printed.pendulum and card.zone is Zone.SPELL_TRAP and card.live is not None and card.live.equip is None


def is_equipped_monster(card: CardState) -> bool:
    """Whether a monster is an Equip Card, which is treated as an Equip Spell (union.attached_is_an_equip_spell)."""
    return card.zone is Zone.SPELL_TRAP and card.printed.kind is CardKind.MONSTER and card.on_field.equip is not None


def is_plain_gemini(card: CardState) -> bool:
    """Whether a Gemini Monster counts as a Normal Monster now (gemini.normal_on_field_and_graveyard)."""
    if not card.printed.gemini:
        return False
    return card.zone is Zone.GY or (card.zone is Zone.MONSTER and card.live is not None and not card.live.again)


def _frame_fits(frames: tuple[Frame, ...], card: CardState) -> bool:
    frame = card.printed.frame
    if is_plain_gemini(card):
        return Frame.NORMAL in frames
    return frame in frames or (frame is Frame.TOKEN and Frame.NORMAL in frames)


def _scale_matches(wanted: Filter) -> bool:
    """Whether a filter fits a Pendulum Card: as a Spell it has none of the values of a monster."""
    if wanted.kinds and CardKind.SPELL not in wanted.kinds:
        return False
    if wanted.effect_monster or wanted.normal_summonable or wanted.rank is not None or wanted.rating is not None:
        return False
    values = (wanted.icons, wanted.frames, wanted.types, wanted.attributes, wanted.abilities)
    return not any(values) and wanted.level_min is None and wanted.level_max is None


def _printed_matches(s: State, wanted: Filter, card: CardState) -> bool:
    printed = card.printed
    if printed.pendulum and is_scale(card):
        return _scale_matches(wanted)
    if (
        wanted.kinds
        and (
            (printed.kind not in wanted.kinds and (printed.still is None or printed.still not in wanted.kinds))
            or card.zone is Zone.MATERIAL
        )
        and not (CardKind.SPELL in wanted.kinds and is_equipped_monster(card))
    ):
        return False  # An attached material is neither a monster nor a Spell or Trap (xyz.material.not_a_monster).
    if (
        wanted.icons
        and printed.icon not in wanted.icons
        and not (SpellTrapIcon.EQUIP in wanted.icons and is_equipped_monster(card))
    ):
        return False
    if wanted.frames and not _frame_fits(wanted.frames, card):
        return False
    if wanted.types and printed.type not in wanted.types:
        return False
    if wanted.attributes and not _has_attribute(s, card, wanted) and not _has_also(card, wanted):
        return False
    if wanted.abilities and not any(word in printed.abilities for word in wanted.abilities):
        return False
    if wanted.effect_monster is not None and (printed.effect and not is_plain_gemini(card)) is not wanted.effect_monster:
        return False
    if wanted.normal_summonable is not None and _normal_summonable(printed) is not wanted.normal_summonable:
        return False
    if wanted.level_min is not None and (printed.level is None or printed.level < wanted.level_min):
        return False
    if wanted.rank is not None and not _within(continuous.rank_of(s, card), wanted.rank):
        return False
    if wanted.rating is not None and not _within(printed.link, wanted.rating):
        return False
    return wanted.level_max is None or (printed.level is not None and printed.level <= wanted.level_max)


def _has_attribute(s: State, card: CardState, wanted: Filter) -> bool:
    """Whether a monster has one of the Attributes; DIVINE is none where the rules count six (card.attribute)."""
    attribute = card.printed.attribute
    return attribute in wanted.attributes and (attribute is not Attribute.DIVINE or s.rules.card_attribute == "seven")


def _within(number: int | None, span: Span) -> bool:
    if number is None:
        return False
    return (span.least is None or number >= span.least) and (span.most is None or number <= span.most)


def _stands(s: State, ctx: Ctx, wanted: Standing, card: CardState, snap: Snap | None) -> bool:
    """Whether a monster stands on the board as stated."""
    zone, player, index = card.zone, card.controller, card.index
    if snap is not None:
        zone, player, index = snap.zone, snap.controller, snap.index
    if wanted.has_material is not None and bool(card.live is not None and card.live.under) is not wanted.has_material:
        return False
    if wanted.column_of is not None:
        here = arrows.column(s, player, zone, index)
        others = [arrows.column(s, other.controller, other.zone, other.index) for other in named(s, ctx, wanted.column_of)]
        if here is None or here not in others:
            return False
    if zone is not Zone.MONSTER or index < 0:
        return wanted.pointed_by is None and not wanted.linked and wanted.co_linked_with is None and wanted.extra_zone is None
    if wanted.extra_zone is not None and (index >= ROW) is not wanted.extra_zone:
        return False
    if wanted.linked is not None and arrows.is_linked_place(s, player, index) is not wanted.linked:
        return False
    if wanted.pointed_by is not None and not any(
        arrows.points_at(s, one, player, index) for one in named(s, ctx, wanted.pointed_by)
    ):
        return False
    return wanted.co_linked_with is None or any(arrows.co_linked(s, one, card) for one in named(s, ctx, wanted.co_linked_with))


def has_series(s: State, card: CardState, series: str) -> bool:
    """Whether a card counts as a member of a series: by its name now, or by what the series lists."""
    return _belongs(card, series, continuous.name_of(s, card))


def has_series_in_piles(card: CardState, series: str) -> bool:
    """Whether a card counts as a member of a series off the field, where its printed name holds."""
    return _belongs(card, series, card.printed.name)


def _belongs(card: CardState, series: str, name: str) -> bool:
    if series in card.printed.series:
        return True
    return series.lower() in name.lower() and card.printed.name not in _NOT_OF.get(series, ())


def matches(s: State, ctx: Ctx, wanted: Filter, card: CardState, snap: Snap | None = None) -> bool:
    """Whether a card matches; with ``snap``, whether it matched in place and face at the time of an event."""
    if not _place_matches(s, ctx, wanted, card, snap) or not _printed_matches(s, wanted, card):
        return False
    if wanted.series and not has_series(s, card, wanted.series):
        return False
    if wanted.names and continuous.name_of(s, card) not in wanted.names:
        return False
    if wanted.declared and ctx.link is not None and continuous.name_of(s, card) != ctx.link.name:
        return False
    if wanted.like is not None and not any(
        continuous.name_of(s, card) == continuous.name_of(s, other) for other in named(s, ctx, wanted.like)
    ):
        return False
    if wanted.but and any(card in named(s, ctx, ref) for ref in wanted.but):
        return False
    if wanted.among and not any(card in named(s, ctx, ref) for ref in wanted.among):
        return False
    if wanted.has_counter and (card.live is None or not card.live.counters.get(wanted.has_counter)):
        return False
    if wanted.equipped_to is not None and (
        card.live is None or card.live.equip not in [host.uid for host in named(s, ctx, wanted.equipped_to)]
    ):
        return False
    if wanted.carries is not None and not any(
        other.live is not None and other.live.equip == card.uid and matches(s, ctx, wanted.carries, other)
        for player in range(len(s.players))
        for other in in_zone(s, player, Zone.SPELL_TRAP)
    ):
        return False
    if wanted.standing is not None and not _stands(s, ctx, wanted.standing, card, snap):
        return False
    if wanted.attacked is not None and (card.live is not None and card.live.attacked == s.turn) is not wanted.attacked:
        return False
    if card.printed.open_atk and _asks_atk(wanted) and not _has_value(s, card, snap):
        return False
    if card.printed.open_def and _asks_def(wanted) and not _has_value(s, card, snap):
        return False
    if wanted.atk_max is not None and continuous.atk(s, card) > amounts.value(s, ctx, wanted.atk_max):
        return False
    if wanted.atk_min is not None and continuous.atk(s, card) < amounts.value(s, ctx, wanted.atk_min):
        return False
    if wanted.atk_below is not None and continuous.atk(s, card) >= amounts.value(s, ctx, wanted.atk_below):
        return False
    if (wanted.def_below is not None or wanted.def_max is not None) and card.printed.frame is Frame.LINK:
        return False  # A Link Monster has no DEF (link.no_def).
    if wanted.def_below is not None and continuous.defense(s, card) >= amounts.value(s, ctx, wanted.def_below):
        return False
    if wanted.def_max is not None and continuous.defense(s, card) > amounts.value(s, ctx, wanted.def_max):
        return False
    if wanted.type_of is not None and card.printed.type not in [other.printed.type for other in pool(s, ctx, wanted.type_of)]:
        return False
    if wanted.any_of and not any(matches(s, ctx, part, card, snap) for part in wanted.any_of):
        return False
    return not any(matches(s, ctx, part, card, snap) for part in wanted.none_of)


def _has_also(card: CardState, wanted: Filter) -> bool:
    """Whether a card is of one of the Attributes by a line of its own."""
    if card.live is None or not card.face_up:
        return False
    statics = card.printed.definition.statics
    return any(static.property is Property.ALSO_ATTRIBUTE and static.word in wanted.attributes for static in statics)


def _asks_atk(wanted: Filter) -> bool:
    return wanted.atk_max is not None or wanted.atk_min is not None or wanted.atk_below is not None


def _asks_def(wanted: Filter) -> bool:
    return wanted.def_max is not None or wanted.def_below is not None


def _has_value(s: State, card: CardState, snap: Snap | None) -> bool:
    """Whether a "?" stands for a number now: off the field it may be no value at all (stat.question_mark_is_not_searchable)."""
    zone = card.zone if snap is None else snap.zone
    return zone is Zone.MONSTER or s.rules.stat_question_mark == "zero"


def fits(s: State, ctx: Ctx, wanted: Filter | Ref, card: CardState, snap: Snap | None = None) -> bool:
    """Whether a card matches a filter or is the one a reference names."""
    if isinstance(wanted, Ref):
        return card in named(s, ctx, wanted)
    return matches(s, ctx, wanted, card, snap)


def choices(s: State, ctx: Ctx, what: What) -> list[CardState]:
    """Return the cards a selection can be made from, or that a reference names."""
    if isinstance(what, Ref):
        return named(s, ctx, what)
    found = pool(s, ctx, what.filter, taking=True)
    if s.battle is not None and s.battle.destroyed:  # battle.flip_effect.cannot_choose_the_destroyed
        found = [card for card in found if (card.uid, card.stamp) not in s.battle.destroyed]
    if what.extreme is not None and found:
        pick = min if what.extreme is Extreme.LOWEST_ATK else max
        measure = continuous.defense if what.extreme is Extreme.HIGHEST_DEF else continuous.atk
        best = pick(measure(s, card) for card in found)
        found = [card for card in found if measure(s, card) == best]
    return found


def how_many(s: State, ctx: Ctx, what: Select, there: int) -> tuple[int, int]:
    """Return the least and the most cards a selection takes of so many that are there."""
    if what.every:
        return there, there
    most = amounts.value(s, ctx, what.count)
    return (min(1, there) if what.up_to else most), min(most, there)


def enough(s: State, ctx: Ctx, what: What) -> bool:
    """Whether a selection can be made or a reference names a card."""
    found = choices(s, ctx, what)
    if isinstance(what, Ref):
        return bool(found)
    least, most = how_many(s, ctx, what, len(found))
    return most > 0 and least <= len(found)
