"""One module per verb: its node, its check and its deed."""

from engine.effects.verbs.apply import Apply
from engine.effects.verbs.attack import EndBattlePhase, NegateAttack, TurnAttackTo
from engine.effects.verbs.awhile import BanishForAWhile, Hold
from engine.effects.verbs.coins import TossCoins
from engine.effects.verbs.control import SwapControl, TakeControl
from engine.effects.verbs.counters import PlaceCounter, RemoveCounters
from engine.effects.verbs.destroy import Destroy
from engine.effects.verbs.dice import RollDie
from engine.effects.verbs.discard import Discard
from engine.effects.verbs.draw import Draw, SkipDraws
from engine.effects.verbs.equip import Equip, EquipToThis, JoinUnion, MoveEquip
from engine.effects.verbs.excavate import Excavate
from engine.effects.verbs.fusion import FusionSummon
from engine.effects.verbs.life import Damage, DamageOwners, GainLP
from engine.effects.verbs.link_summon import LinkSummonWithThis
from engine.effects.verbs.materials import Detach
from engine.effects.verbs.mill import Mill
from engine.effects.verbs.move import Banish, Send, ToDeck, ToHand
from engine.effects.verbs.negate import NegateActivation, NegateEffect, NegateSummon
from engine.effects.verbs.position import Flip, Shift, Turn
from engine.effects.verbs.prohibit import Prohibit
from engine.effects.verbs.ritual import RitualSummon
from engine.effects.verbs.setting import LookAt, Place, SetCard, Verify
from engine.effects.verbs.special_summon import SpecialSummon
from engine.effects.verbs.tokens import MakeTokens, Token
from engine.effects.verbs.trap_monster import BecomeMonster

__all__ = [
    "Apply",
    "Banish",
    "BanishForAWhile",
    "BecomeMonster",
    "Damage",
    "DamageOwners",
    "Destroy",
    "Detach",
    "Discard",
    "Draw",
    "EndBattlePhase",
    "Equip",
    "EquipToThis",
    "Excavate",
    "Flip",
    "FusionSummon",
    "GainLP",
    "Hold",
    "JoinUnion",
    "LinkSummonWithThis",
    "LookAt",
    "MakeTokens",
    "Mill",
    "MoveEquip",
    "NegateActivation",
    "NegateAttack",
    "NegateEffect",
    "NegateSummon",
    "Place",
    "PlaceCounter",
    "Prohibit",
    "RemoveCounters",
    "RitualSummon",
    "RollDie",
    "Send",
    "SetCard",
    "Shift",
    "SkipDraws",
    "SpecialSummon",
    "SwapControl",
    "TakeControl",
    "ToDeck",
    "ToHand",
    "Token",
    "TossCoins",
    "Turn",
    "TurnAttackTo",
    "Verify",
]
