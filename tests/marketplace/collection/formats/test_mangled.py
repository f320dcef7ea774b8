"""Files cut, scrambled or pasted together anyhow: rows or a refusal in words, never another error, and nothing made up."""

from __future__ import annotations

import random

import pytest

from marketplace.collection.formats.files import OpenFile, check_mapping, open_file
from marketplace.collection.formats.values import MOST_COPIES
from marketplace.errors import Refused

from .samples import dragon_shield, scanflip, tcgplayer, ygoprodeck_2021, ygoprodeck_2023, ygoprodeck_2025

SOURCES = {
    "dragonshield": dragon_shield(
        'Binder,3,1,"Jinzo, Trap",PSV,X,PSV-000,UR,NearMint,1st Edition,English,0.08,2024-12-21,1,2,3'
    )
    * 2,
    "ygoprodeck_2021": ygoprodeck_2021('"Jinzo",2,77585513,"Ultra Rare","M","Unlimited","Pharaoh\'s Servant","PSV-000"'),
    "ygoprodeck_2023": ygoprodeck_2023('""A" Cell Breeding Device",6,"Common",M,Unlimited,"Force",FOTB-EN043,34541863 '),
    "ygoprodeck_2025": ygoprodeck_2025("Jinzo,2,Ultra Rare,Unlimited,Pharaoh,PSV-000,77585513,1234"),
    "tcgplayer": tcgplayer(
        '"1","YuGiOh","X","Jinzo (Starfoil)","","BP01-EN003","SR","Near Mint 1st Edition","1","","","","3","0","",""'
    ),
    "scanflip": scanflip("Français (France),DDY,DDY-F003,Dragon Ailé,C,PL,,,2,,Oui"),
    "columns": "Quantité;Code;Langue;État\n2;LDD-F001;FR;abîmé\n".encode(),
    "text": "---Super Rare:\n3x Caius (1ère, SDDE-FR001) [aussi 2 en Super, DP2-FR012] -- Anglais\n7 (AST-091)\n".encode(),
}
NOISE = [
    b'"',
    b",",
    b";",
    b"\t",
    b"\n",
    b"\r",
    b"\x00",
    b"\xff",
    b"\xe9",
    "é".encode(),
    b"-1",
    b"=1",
    b"(",
    b"[",
    b"*9",
    b"1e9",
    b"#",
]


def read(data: bytes) -> OpenFile | None:
    """Read everything; the only error allowed is a refusal with a reason. None when the file is refused."""
    reason = "not refused"
    try:
        opened = open_file(data)
        check_mapping(opened)
        rows = list(opened.rows())
    except Refused as refusal:
        reason = str(refusal.message)
        opened, rows = None, []
    assert reason
    for row in rows:
        assert row.problems or (row.quantity is not None and 0 <= row.quantity <= MOST_COPIES)
        assert all(str(problem.message) for problem in row.problems)
    return opened


@pytest.mark.parametrize("name", list(SOURCES))
def test_cut_anywhere(name: str) -> None:
    data = SOURCES[name]
    for end in range(len(data)):
        read(data[:end])
    assert read(data) is not None


@pytest.mark.parametrize("name", list(SOURCES))
def test_scrambled(name: str) -> None:
    chance = random.Random(name)
    data = SOURCES[name]
    for _ in range(400):
        mangled = bytearray(data)
        for _change in range(chance.randint(1, 5)):
            place = chance.randrange(len(mangled))
            if chance.random() < 0.5:
                mangled[place : place + chance.randint(0, 6)] = chance.choice(NOISE)
            else:
                mangled[place:place] = chance.choice(NOISE)
        read(bytes(mangled))


def test_every_part_of_a_header_alone() -> None:
    for data in SOURCES.values():
        header = data.split(b"\n")[1 if data.startswith(b'"sep') else 0].strip(b"\r\xef\xbb\xbf")
        cells = header.split(b",")
        for left in range(len(cells)):
            read(b",".join(cells[:left] + cells[left + 1 :]) + b"\nx,1,y,z\na,2,b,c\n")


def test_one_file_inside_another() -> None:
    for first in SOURCES.values():
        for second in SOURCES.values():
            read(first + second)
