"""Otohime."""

from dataclasses import replace

from engine.cards.prelude import BY_NORMAL_SUMMON, TARGET, THEIR_FACE_UP, THIS, Event, Happening, Select, Turn, spirit, when

UP = Event(Happening.SUMMONED, subject=THIS, summoned=BY_NORMAL_SUMMON)
CARD = spirit(
    "Otohime",
    replace(when(UP, Turn(TARGET, "other"), targets=(Select(THEIR_FACE_UP),)), or_event=Event(Happening.FLIPPED, subject=THIS)),
)
