"""The only import a card file needs: the nodes, the game's words, and short ways of writing the usual ones."""

from engine.cards.shorthand import *  # noqa: F403
from engine.effects.filters import *  # noqa: F403
from engine.effects.tree import *  # noqa: F403
from engine.effects.verbs import *  # noqa: F403
from engine.vocab import *  # noqa: F403
