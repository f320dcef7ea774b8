"""From the English text of a card to its definition: refused rather than guessed (docs/coverage.md)."""

from engine.text.compiling import Compiled, Unread, compile_card

__all__ = ["Compiled", "Unread", "compile_card"]
