"""A small shelf of cards for Deck tests: real names, kinds and passcodes, and plain filler."""

from engine import CardFacts, CardKind, Frame
from engine.decks import CardIndex, Deck, DeckCard
from engine.vocab import SpellTrapIcon


def monster(name: str, passcode: int | None, frame: Frame = Frame.EFFECT, **values: object) -> CardFacts:
    """A monster with nothing but what Deck checks look at."""
    base: dict[str, object] = {"page_id": None, "konami_id": None, "names": {"en": name}, "kind": CardKind.MONSTER}
    return CardFacts(**(base | {"passcode": passcode, "frame": frame} | values))


def spell(name: str, passcode: int, **values: object) -> CardFacts:
    return monster(name, passcode, Frame.SPELL, kind=CardKind.SPELL, icon=SpellTrapIcon.NORMAL, **values)


def trap(name: str, passcode: int) -> CardFacts:
    return monster(name, passcode, Frame.TRAP, kind=CardKind.TRAP, icon=SpellTrapIcon.NORMAL)


FILLERS = [monster(f"Filler {number}", 90_000_000 + number * 100, Frame.NORMAL) for number in range(1, 71)]
FUSIONS = [monster(f"Filler Fusion {number}", 91_000_000 + number * 100, Frame.FUSION) for number in range(1, 15)]

CARDS = [
    monster("Giant Soldier of Stone", 13039848, Frame.NORMAL),
    monster("Celtic Guardian", 91152256, Frame.NORMAL),
    monster("Sangan", 26202165),
    monster("Mystic Tomato", 83011277),
    monster("Exodia the Forbidden One", 33396948),
    monster("Dark Magician", 36996508, Frame.NORMAL, konami_id=4041, page_id=4743),
    monster("Dark Magician", 46986414, Frame.NORMAL, konami_id=4041, page_id=1132),
    monster("Black Luster Soldier", None, Frame.NORMAL, page_id=10276),
    monster("Black Luster Soldier", 5405694, Frame.RITUAL, page_id=82),
    monster("Harpie Lady", 76812113, Frame.NORMAL),
    monster("Harpie Lady 1", 91932350),
    monster("Relinquished", 64631466, Frame.RITUAL),
    monster("Darkfire Dragon", 17881964, Frame.FUSION),
    monster("Stardust Dragon", 44508094, Frame.SYNCHRO),
    monster("Junk Warrior", 60800381, Frame.SYNCHRO),
    monster("Number 39: Utopia", 84013237, Frame.XYZ),
    monster("Number 41: Bagooska the Terribly Tired Tapir", 90590303, Frame.XYZ),
    monster("Decode Talker", 1861629, Frame.LINK),
    monster("Odd-Eyes Pendulum Dragon", 16178681, pendulum=True),
    monster("Odd-Eyes Raging Dragon", 86238081, Frame.XYZ, pendulum=True),
    monster("Dandylion", 15341821, texts={"en": "If this card is sent to the GY: Special Summon 2 Fluff Tokens."}),
    monster("Invented Hatchery", 92_000_000, texts={"en": "Special Summon 1 Hatchling Token."}),
    monster("Scapegoat Sheep Token", 73915052, Frame.TOKEN, kind=CardKind.TOKEN),
    monster("My Precious Queen!", 300_307_012, Frame.SKILL, kind=CardKind.SKILL),
    monster("7", 67048711),
    monster("7 Colored Fish", 23771716, Frame.NORMAL, names={"en": "7 Colored Fish", "fr": "Poisson à 7 Couleurs"}),
    monster("30,000-Year White Turtle", 11714098, Frame.NORMAL),
    monster("Ash Blossom & Joyous Spring", 14558127, names={
        "en": "Ash Blossom & Joyous Spring", "fr": "Floraison de Cendres et Joyeux Printemps"}),
    monster("Blue-Eyes White Dragon", 89631139, Frame.NORMAL, names={
        "en": "Blue-Eyes White Dragon", "fr": "Dragon Blanc aux Yeux Bleus", "pt": "Dragão Branco de Olhos Azuis"}),
    monster("Maxx \"C\"", 23434538),
    monster("Kuwagata α", 60802233, Frame.NORMAL),
    monster("Nibiru, the Primal Being", 27204311),
    monster("Twin of Day", 93_000_100, names={"en": "Twin of Day", "fr": "Jumeau"}),
    monster("Twin of Night", 93_000_200, names={"en": "Twin of Night", "fr": "Jumeau"}),
    spell("Pot of Greed", 55144522),
    spell("Black Garden", 71645242),
    spell("Monster Reborn", 83764718),
    spell("Heavy Storm", 19613556),
    spell("Mystical Space Typhoon", 5318639),
    spell("Black Illusion Ritual", 41426869),
    spell("Polymerization", 24094653, konami_id=4837, page_id=35),
    spell("Polymerization", 27847700, konami_id=4837, page_id=4848),
    spell("Voici la Carte (Today's Menu)", 94_000_100),
    spell("Cœur de Sœur", 94_000_200),
    trap("Ceasefire", 36468556),
    *FILLERS,
    *FUSIONS,
]  # fmt: skip

SHELF = CardIndex(CARDS)
NUMBERS = {card.name: card.passcode for card in reversed(CARDS) if card.passcode is not None}


def copies(count: int, name: str) -> list[int]:
    """So many copies of a card of the shelf."""
    return [NUMBERS[name]] * count


def filled(cards: list[int], size: int) -> list[int]:
    """The cards, and as many different filler cards as make a pile of that size."""
    fill = [number for filler in FILLERS for number in copies(3, filler.name)]
    return cards + fill[: size - len(cards)]


def deck(main: list[int] | None = None, extra: list[int] | None = None, side: list[int] | None = None, size: int = 40) -> Deck:
    """A Deck of these cards; filler brings the Main Deck to ``size``."""
    piles = (filled(main or [], size), extra or [], side or [])
    cards = [tuple(map(DeckCard, pile)) for pile in piles]
    return Deck(*cards)


def fusions(count: int) -> list[int]:
    """A legal pile of so many Fusion Monsters, up to 42."""
    return [number for card in FUSIONS for number in copies(3, card.name)][:count]


def side_of(count: int) -> list[int]:
    """A legal Side Deck of so many cards that are not in ``filled``'s first sixty."""
    return [number for filler in reversed(FILLERS) for number in copies(3, filler.name)][:count]
