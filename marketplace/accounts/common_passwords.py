"""Passwords tried first by whoever guesses, in folded form (letters and digits, lower case).

``passwords.check_new`` also refuses each of them with digits at its end.
"""

from __future__ import annotations

_WORDS = """
password passwort motdepasse senha contrasena passw0rd password1 letmein welcome bienvenue bemvindo admin administrator
administrateur administrador root user guest login qwerty qwertyuiop qwertz azerty azertyuiop asdfghjkl zxcvbnm 1q2w3e4r
1q2w3e4r5t 1qaz2wsx q1w2e3r4 zaq12wsx abcdefgh abcdefghi abcdabcd abcd1234 abc12345 a1b2c3d4 iloveyou jetaime teamo
sunshine princess princesse princesa football futebol baseball basketball superman batman spiderman dragon monkey master
shadow michael jennifer jordan harley hunter trustno1 starwars pokemon charizard pikachu naruto onepiece minecraft
fortnite computer internet samsung whatever freedom secret secreto changeme default test testtest duelfolio yugioh
yugiohyugioh yugimuto yugimoto kaiba setokaiba exodia blueeyes blueeyeswhitedragon darkmagician darkmagiciangirl redeyes
kuriboh slifer obelisk millennium millenniumpuzzle duelist duelliste duelista duelmonsters 12345678 123456789 1234567890
87654321 987654321 11111111 00000000 88888888 12341234 11223344 12121212 123123123 147258369 123456 1234567
"""

COMMON = frozenset(_WORDS.split())
