"""The card panel: what a card is now, what can be done with it, and why the rest cannot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flask_babel import gettext as _
from sqlalchemy import select
from sqlalchemy.orm import Session

from engine import Ability, Action, CardFacts, CardKind, Duel, Frame, Refusal, Unexplained, Verb, explain, rule
from marketplace.catalogue import faces, terms
from marketplace.catalogue.models import Card, CardText
from marketplace.duels.cells import link_words, state_words
from marketplace.duels.choices import Choice, canonical, choice
from marketplace.duels.names import CardNames
from marketplace.duels.scene import Scene, SeenCard
from marketplace.duels.sides import PARTNER
from marketplace.duels.zones import zone_choices


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason against an action: the rule, its title, and the refusal as a sentence."""

    rule: str
    title: str
    words: str


@dataclass(frozen=True, slots=True)
class NotNow:
    """Something that is not possible now, and everything that stands against it."""

    label: str
    value: str
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Value:
    """ATK or DEF: printed, current, and the changes between them in words."""

    name: str
    printed: int | None
    now: int
    changes: tuple[str, ...]


@dataclass(slots=True)
class OpenedCard:
    """Everything the card panel shows."""

    card: SeenCard
    title: str
    where: str
    state: str
    printed: Card | None = None
    """The catalogue's card, None while nobody may know which it is."""
    type_line: str = ""
    facts: list[str] = field(default_factory=list)
    values: list[Value] = field(default_factory=list)
    text: str = ""
    text_language: str = ""
    plays_as: list[str] = field(default_factory=list)
    """What the card does in this duel, in our own words, one paragraph per effect."""
    equipped: str = ""
    links: list[str] = field(default_factory=list)
    """Link Arrows, where they point, what the card is linked with and by."""
    materials: list[SeenCard] = field(default_factory=list)
    """What lies under an Xyz Monster."""
    can: list[Choice] = field(default_factory=list)
    cannot: list[NotNow] = field(default_factory=list)
    note: str = ""
    """Why the panel offers nothing at all."""
    shared: Sequence[Reason] = ()
    """Of a partner's card: what one may and may not do with it."""


def reason(refusal: Refusal, name: str, names: CardNames) -> Reason:
    """A refusal in the reader's language; ``name`` is what the card it is about is called."""
    facts = {**refusal.facts, "card": name}
    if by := refusal.facts.get("by"):
        facts["by"] = names(str(by))
    words = Refusal(refusal.rule, facts).sentence(names.language)
    return Reason(refusal.rule, rule_title(refusal.rule, names.language), words)


def rule_title(rule_id: str, language: str) -> str:
    """The title of a rule."""
    title = rule(rule_id).title
    return title.get(language) or title["en"]


def opened_card(session: Session, duel: Duel, scene: Scene, token: int) -> OpenedCard:
    """The panel of one card the seat can point at; asks the referee about this card only."""
    card = scene.cards[token]
    name = card.name or _("This card")
    panel = OpenedCard(card, card.name or _("Face-down card"), _where(scene, card), ", ".join(state_words(card)))
    known = scene.names.card(card.english) if card.known else None
    if known is not None:
        texts = _printed(session, panel, known, scene.names.language)
        panel.plays_as = _plays_as(duel, known, texts.get("en", ""), panel.title, scene.names.language)
    if card.zone == "monster" and card.known:
        panel.values = _values(duel, scene, card, known)
    if card.scale is not None:
        panel.values.append(Value(_("Scale"), known.scale if known is not None else None, card.scale, ()))
    if card.equipped_to is not None:
        panel.equipped = _("Equipped to %(card)s", card=scene.mention(card.equipped_to))
    panel.links = _links(scene, card)
    panel.materials = [scene.cards[below] for below in card.materials if below in scene.cards]
    panel.can = [_button(duel, scene, action) for action in scene.uses.get(token, ())]
    if card.zone in ("deck", "material"):
        return panel  # One that is looked for, or lies under another: nothing can be done with it but choosing it.
    if card.side == PARTNER:
        panel.note = _("%(name)s's card, your partner.", name=scene.called(PARTNER))
        panel.shared = mates_card(scene, card)
    elif not card.mine:
        panel.note = "" if panel.can else _("Your opponent's card: you cannot use it.")
    else:
        open_ = set(scene.uses.get(token, ()))
        for action, refusals in duel.why_not(scene.seat, token).items():
            if action.verb is Verb.TRIBUTE_SET and card.atk is None:
                continue  # Nobody asks that of a Spell or Trap.
            if refusals and action not in open_:
                reasons = tuple(reason(one, name, scene.names) for one in refusals)
                panel.cannot.append(NotNow(choice(scene, action).label, canonical(action), reasons))
    return panel


def mates_card(scene: Scene, card: SeenCard) -> list[Reason]:
    """What one may do with a card of the partner, by where it lies, each with its rule."""
    name = scene.called(PARTNER)
    lend = _("%(name)s may lend it: as a Tribute or as material of your Summons, once %(name)s agrees.", name=name)
    found = {
        "monster": [
            ("tag.battle.own_monsters_only", _("It attacks and changes its position only for %(name)s.", name=name)),
            ("tag.material.partner_may_lend_monsters", lend),
        ],
        "hand": [
            (
                "tag.talk.teammates_share_information",
                _("Only %(name)s plays it; partners show each other their hands.", name=name),
            )
        ],
        "gy": [
            ("tag.graveyard.own_but_usable_by_partner", _("Your effects that use “your Graveyard” reach this Graveyard too."))
        ],
        "extra": [("tag.extra_deck.own_one_only", _("Only %(name)s Summons from this Extra Deck.", name=name))],
    }.get(card.zone, [])
    if card.zone in ("spell_trap", "monster") and not card.face_up:
        found = [
            ("tag.set.only_the_setter_activates", _("Only the duelist who Set it may activate it: %(name)s.", name=name))
        ] + [one for one in found if one[0] == "tag.material.partner_may_lend_monsters"]
    elif card.zone in ("spell_trap", "field", "monster"):
        words = _("Only %(name)s uses its effects of Spell Speed 1.", name=name)
        found = [*found, ("tag.speed_one.not_from_the_partners_field", words)]
    return [Reason(rule_id, rule_title(rule_id, scene.names.language), words) for rule_id, words in found]


def _button(duel: Duel, scene: Scene, action: Action) -> Choice:
    """A button of the panel: there it has to be said that picking the card is what it does."""
    made = choice(scene, action)
    if made.kind == "card":
        return replace(made, label=_("Choose %(card)s", card=made.label), detail="")
    return replace(made, zones=zone_choices(duel, scene, action))


def _links(scene: Scene, card: SeenCard) -> list[str]:
    words = link_words(scene, card)
    if card.zone == "monster":
        for other in scene.linked_by(card.side, card.place):
            words.append(_("%(card)s points to this zone", card=scene.mention_card(other)))
    return [one[:1].upper() + one[1:] for one in words]


def _where(scene: Scene, card: SeenCard) -> str:
    place = card.code
    if card.under is not None:
        return _("Under %(card)s", card=scene.mention(card.under))
    if card.zone in ("hand", "gy", "banished"):
        place = _("%(pile)s, no. %(number)d", pile=place, number=card.place + 1)
    return scene.place_of(card.side, place)


def _printed(session: Session, panel: OpenedCard, known: Card, language: str) -> dict[str, str]:
    panel.printed = known
    panel.type_line = faces.type_line(known, language)
    facts = [terms.label(terms.ATTRIBUTES, known.attribute, language), faces.stars_in_words(known)]
    panel.facts = [fact for fact in facts if fact]
    texts = {
        one.language: one.text
        for one in session.scalars(
            select(CardText).where(CardText.card_id == known.id, CardText.language.in_({language, "en"}))
        )
    }
    for wanted in (language, "en"):
        if texts.get(wanted):
            panel.text, panel.text_language = texts[wanted], wanted
            break
    return texts


def no_attack(duel: Duel, scene: Scene) -> list[Reason]:
    """What stands against attacking, each reason once; for a Battle Phase in which no monster can attack."""
    found: dict[str, Reason] = {}
    for one in scene.you["monsters"]:
        card = None if one is None else scene.cards.get(one["token"])
        if card is None:
            continue
        for action, refusals in duel.why_not(scene.seat, card.token).items():
            if action.verb is Verb.ATTACK:
                for refusal in refusals[:1]:
                    why = reason(refusal, card.name or _("This card"), scene.names)
                    found.setdefault(why.words, why)
    return list(found.values())


def source_plays_as(session: Session, duel: Duel, scene: Scene, english: str) -> list[str]:
    """What the card does that asks a question about its own effect."""
    known = scene.names.card(english)
    if known is None:
        return []
    text = session.scalar(select(CardText.text).where(CardText.card_id == known.id, CardText.language == "en"))
    return _plays_as(duel, known, text or "", scene.names(english), scene.names.language)


def _plays_as(duel: Duel, known: Card, text: str, name: str, language: str) -> list[str]:
    """What the rules make of the card under this duel's ruleset; nothing for a card without effects."""
    facts = CardFacts(
        page_id=known.page_id,
        passcode=known.passcode,
        konami_id=known.konami_id,
        names={"en": known.name, language: name},
        kind=CardKind(known.kind),
        frame=Frame(known.frame),
        pendulum=known.pendulum,
        abilities=tuple(Ability(word) for word in known.abilities.split()),
        texts={"en": text},
    )
    try:
        return explain(facts, language, duel.state.rules) or []
    except Unexplained:
        return []


def _values(duel: Duel, scene: Scene, card: SeenCard, known: Card | None) -> list[Value]:
    changes: Mapping[str, list[str]] = {"atk": [], "def": []}
    for one in duel.modifiers(card.token) if card.face_up else []:
        changes[one["stat"]].append(_change(scene, one))
    printed = {"atk": known.atk, "def": known.defense} if known is not None else {"atk": None, "def": None}
    now = {"atk": card.atk or 0, "def": card.defense or 0}
    names = {"atk": _("ATK")} if card.link is not None else {"atk": _("ATK"), "def": _("DEF")}
    return [Value(name, printed[stat], now[stat], tuple(changes[stat])) for stat, name in names.items()]


def _change(scene: Scene, one: Mapping[str, Any]) -> str:
    source = scene.names(one["source"])
    if one["becomes"]:
        return _("becomes %(amount)d: %(card)s", amount=one["amount"], card=source)
    return _("%(amount)s: %(card)s", amount=f"{one['amount']:+d}".replace("-", "−"), card=source)
