"""Every format read row by row, told by its header, and refused in words where it is not read."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from marketplace.collection.formats.files import OpenFile, check_mapping, open_file
from marketplace.collection.formats.rows import Row
from marketplace.errors import Refused

from .samples import dragon_shield, scanflip, tcgplayer, ygoprodeck_2021, ygoprodeck_2023, ygoprodeck_2025


def rows(data: bytes, **options: object) -> list[Row]:
    return list(open_file(data, **options).rows())  # type: ignore[arg-type]


def reasons(row: Row) -> list[tuple[str, str]]:
    return [(problem.column, str(problem.message)) for problem in row.problems]


def test_dragon_shield() -> None:
    data = dragon_shield(
        'Binder 1,3,1,"Jinzo, Trap Destroyer",RA02,25Th Anniversary Rarity Collection 2,RA02-EN001alt,UR,NearMint,1st Edition,'
        "English,0.08,2024-12-21,0.01,0.15,0.04",
        "Old cards,2,0,Magician of Faith,MACR,Maximum Crisis,MACR-EN076,C,LightPlayed,,Spanish,,,,,",
    )
    opened = open_file(data)
    assert (opened.format, opened.header[0]) == ("dragonshield", "Folder Name")
    first, second = opened.rows()
    assert (first.number, first.line, first.code, first.name, first.quantity, first.for_trade) == (
        1, 3, "RA02-EN001alt", "Jinzo, Trap Destroyer", 3, 1,
    )  # fmt: skip
    assert (first.edition, first.condition, first.language, first.place) == ("1st", "NM", "en", "Binder 1")
    assert (first.price, first.bought_on, first.rarity_text) == (Decimal("0.08"), date(2024, 12, 21), "UR")
    assert (second.edition, second.condition, second.language, second.price, second.bought_on) == ("", "LP", "es", None, None)
    assert not first.problems
    assert not second.problems


def test_dragon_shield_reads_prices_and_older_headers_by_name() -> None:
    other_tail = (
        b"sep=,\nFolder Name,Quantity,Trade Quantity,Card Name,Set Code,Set Name,Card Number,Condition,Printing,Language,"
        b"Price Bought,Date Bought,AVG,LOW,TREND\n"
        b"A,1,0,Jinzo,PSV,Pharaoh's Servant,PSV-000,Played,Unlimited,German,0.04,2022-02-21,0.02,0.01,0.09\n"
    )
    (row,) = rows(other_tail)
    assert (row.price, row.condition, row.language, row.rarity_text) == (Decimal("0.04"), "PL", "de", "")
    old_app = (
        b"Quantity,Name,CardNumber,Expansion Code,Expansion Name,PurchasePrice,Foil,Condition,Language,PurchaseDate,"
        b"Single Current Price,Total Current Price\n2,Jinzo,000,PSV,Pharaoh's Servant,0.10,,NearMint,English,2020-01-02,1,2\n"
    )
    (row,) = rows(old_app)
    assert (row.code, row.quantity, row.bought_on) == ("PSV-000", 2, date(2020, 1, 2))


def test_more_for_trade_than_owned_is_refused() -> None:
    (row,) = rows(dragon_shield("A,1,2,Jinzo,PSV,x,PSV-000,UR,NearMint,,English,,,,,"))
    assert reasons(row) == [("Trade Quantity", "more copies are for trade than there are")]


@pytest.mark.parametrize(
    ("data", "variant"),
    [
        (ygoprodeck_2021('"Jinzo",2,77585513,"Ultra Rare","M","Unlimited","Pharaoh\'s Servant","PSV-000"'), "2021"),
        (ygoprodeck_2023('"Jinzo",2,"Ultra Rare",M,Unlimited,"Pharaoh\'s Servant",PSV-000,77585513 '), "2023"),
        (ygoprodeck_2025('Jinzo,2,Ultra Rare,Unlimited,"Pharaoh\'s Servant",PSV-000,77585513,1234'), "2025"),
    ],
)
def test_ygoprodeck_in_its_three_variants(data: bytes, variant: str) -> None:
    opened = open_file(data)
    assert (opened.format, opened.variant) == ("ygoprodeck", variant)
    (row,) = opened.rows()
    assert (row.code, row.name, row.passcode, row.quantity, row.edition) == ("PSV-000", "Jinzo", 77585513, 2, "unlimited")
    assert (row.condition, row.condition_words, row.language, row.product) == ("", "", "", "Pharaoh's Servant")


def test_ygoprodeck_names_with_quotes_and_commas() -> None:
    found = rows(
        ygoprodeck_2023(
            '""A" Cell Breeding Device",6,"Common",M,Unlimited,"Force of the Breaker",FOTB-EN043,34541863 ',
            '"Spirit Message "I"",3,"Rare",M,Unlimited,"Labyrinth of Nightmare",LON-089,31893528 ',
            '"Beatrice, Lady of the Eternal",1,"Ultra Rare",M,Unlimited,"X",SHVI-EN052,27552504 ',
        )
    )
    assert [(row.name, row.code, row.passcode) for row in found] == [
        ('"A" Cell Breeding Device', "FOTB-EN043", 34541863),
        ('Spirit Message "I"', "LON-089", 31893528),
        ("Beatrice, Lady of the Eternal", "SHVI-EN052", 27552504),
    ]
    assert [bool(row.notes) for row in found] == [True, True, False]


def test_tcgplayer_splits_what_it_joins() -> None:
    found = rows(
        tcgplayer(
            '"1","YuGiOh","Battle Pack","Jinzo (Starfoil)","","BP01-EN003","Starfoil Rare",'
            '"Near Mint 1st Edition","1","","","","3","0","",""',
            '"2","YuGiOh","X","Magician of Faith","FRENCH Magician of Faith","CP02-EN003 ","Super Rare",'
            '"Lightly Played Unlimited","","","","","0","2","",""',
            '"3","YuGiOh","X","Negate Attack (The Sacred Cards)","","TSC-003","Secret Rare",'
            '"Near Mint Limited - Japanese","","","","","1","","",""',
            '"4","YuGiOh","X","Field Center Token","","N/A","Promo","Damaged","","","","","1","0","",""',
            '"5","Magic","X","Island","","123","C","Near Mint","","","","","9","0","",""',
        )
    )
    starfoil, french, japanese, token = found
    assert (starfoil.name, starfoil.variant, starfoil.code, starfoil.edition, starfoil.condition, starfoil.quantity) == (
        "Jinzo", "Starfoil", "BP01-EN003", "1st", "NM", 3,
    )  # fmt: skip
    assert (french.language, french.condition, french.edition, french.quantity, french.code) == (
        "fr",
        "EX",
        "unlimited",
        2,
        "CP02-EN003",
    )
    assert (japanese.language, japanese.edition, japanese.name) == ("ja", "limited", "Negate Attack")
    assert (token.code, token.condition, token.edition) == ("", "PO", "")


def test_tcgplayer_counts_rows_of_other_games() -> None:
    opened = open_file(tcgplayer('"5","Magic","X","Island","","123","C","Near Mint","","","","","9","0","",""'))
    assert list(opened.rows()) == []
    assert opened.skipped == [1]


def test_tcgplayer_asks_when_both_quantities_are_filled() -> None:
    (row,) = rows(tcgplayer('"1","YuGiOh","X","Jinzo","","PSV-000","UR","Near Mint","","","","","3","2","",""'))
    assert row.problems[0].column == "Add to Quantity"
    assert row.quantity is None


def test_scanflip() -> None:
    found = rows(
        scanflip(
            "Français (Canada),LDD,LDD-C062,Elfe Mystique,SR,,NM,,1,,",
            'Français (France),DDY,DDY-F003,"Dragon Ailé, Gardien de la Forteresse N°1",C,PL,,,2,,',
            "Allemand,DCR-25TH,DCR-DE008,Wächter von Baou,R,,DM,,1,1,Oui",
            "Anglais (Monde),LC01,LC01-EN001,Obelisk the Tormentor,U,,,NM,1,,",
            "Français (France),X,X-FR001,Deux,C,NM,NM,,1,,",
            "Français (France),X,X-FR002,Sans état,C,,,,1,,",
        )
    )
    assert [(row.language, row.edition, row.condition, row.quantity) for row in found[:4]] == [
        ("fr", "unlimited", "NM", 1),
        ("fr", "1st", "LP", 2),
        ("de", "unlimited", "PO", 1),
        ("en", "limited", "NM", 1),
    ]
    assert [row.reprint for row in found[:4]] == [False, False, True, False]
    assert [row.artwork for row in found[:4]] == ["", "", "alternative 1", ""]
    assert [problem.column for problem in found[4].problems] == ["Unlimited"]
    assert (found[5].edition, found[5].condition, found[5].problems) == ("", "", [])


def test_a_semicolon_table_with_french_columns() -> None:
    opened = open_file("Quantité;Code;Langue\n2;LDD-F001;FR\n".encode())
    assert opened.format == "columns"
    assert opened.mapping == {"code": "Code", "quantity": "Quantité", "language": "Langue"}
    (row,) = opened.rows()
    assert (row.quantity, row.code, row.language) == (2, "LDD-F001", "fr")


@pytest.mark.parametrize(
    ("text", "mapping"),
    [
        ("Count,Name\n1,Jinzo\n", {"name": "Name", "quantity": "Count"}),
        ("tag,name,count,rarity\nMP17-EN184,Zoodiac Whiptail,1,Ultra Rare\n",
         {"code": "tag", "name": "name", "quantity": "count", "rarity": "rarity"}),
        ("Product,Theme/Deck,Card Name,Set Code,Quantity\nPack,,Maiden of White,25LP-EN018,1\n",
         {"code": "Set Code", "name": "Card Name", "quantity": "Quantity", "product": "Product"}),
        ("Nom,Nombre\nJinzo,2\n", {"name": "Nom", "quantity": "Nombre"}),
        ("Nombre,Cantidad\nJinzo,2\n", {"name": "Nombre", "quantity": "Cantidad"}),
        ("Code,Edition,Qty\nPSV-000,1st Edition,1\n", {"code": "Code", "edition": "Edition", "quantity": "Qty"}),
        ("Name,Edition,Qty\nJinzo,Pharaoh's Servant,1\n", {"name": "Name", "product": "Edition", "quantity": "Qty"}),
        ("Karte,Kartennummer,Anzahl,Zustand,Sprache\nJinzo,PSV-G000,1,sehr gut,Deutsch\n",
         {"code": "Kartennummer", "quantity": "Anzahl", "condition": "Zustand", "language": "Sprache"}),
        ("x,y\nPSV-000,hello\nLOB-001,there\n", {"code": "x"}),
    ],
)  # fmt: skip
def test_columns_are_guessed_by_name_and_by_value(text: str, mapping: dict[str, str]) -> None:
    assert open_file(text.encode()).mapping == mapping


def test_columns_can_be_chosen() -> None:
    opened = open_file(
        b"a,b,c\n3,Jinzo,near mint\n", as_format="columns", mapping={"name": "b", "quantity": "a", "condition": "c"}
    )
    (row,) = opened.rows()
    assert (row.name, row.quantity, row.condition) == ("Jinzo", 3, "NM")
    assert opened.holds == {"condition"}


def test_a_table_nothing_is_known_of_asks_for_its_columns() -> None:
    opened = open_file(b"alpha,beta,gamma\n1,2,3\n4,5,6\n")
    with pytest.raises(Refused) as refusal:
        check_mapping(opened)
    assert refusal.value.rule == "import.columns"
    assert "alpha, beta, gamma" in str(refusal.value.message)


@pytest.mark.parametrize(
    ("text", "name", "told"),
    [
        ("Count,Tradelist Count,Name,Edition,Card Number,Condition\n1,0,X,Y,1,Mint\n", "", "Deckbox"),
        ('"Count","Tradelist Count","Name","Edition","Last Modified"\n"1","0","X","Y",""\n', "", "Moxfield"),
        ("Name,Set code,ManaBox ID,Quantity\nX,Y,1,1\n", "", "ManaBox"),
        ("idProduct;groupCount;price;idLanguage;condition\n743311;1;;1;2\n", "", "Cardmarket"),
        ('"idArticle";"idProduct";"English Name"\n"1";"2";"X"\n', "", "Cardmarket"),
        ("Yugioh Singles:\n1 Two-Pronged Attack (V.2 - Common) 034 EN PO SDK C 0,02 EUR\n", "", "Cardmarket"),
        ("#created by X\n#main\n46986414\n", "deck.ydk", ".ydk"),
        ("46986414\n46986414\n", "", ".ydk"),
        ("ydke://!!!", "", "ydke://"),
        ("#[2026.05 TCG]\n!2026.05 TCG\n21044178 0 --Abyss Dweller\n", "", ".lflist.conf"),
    ],
)
def test_other_formats_are_refused_by_name(text: str, name: str, told: str) -> None:
    with pytest.raises(Refused) as refusal:
        open_file(text.encode(), name)
    assert refusal.value.rule == "import.unsupported"
    assert told in str(refusal.value.message)
    assert "Dragon Shield" in str(refusal.value.message)


def test_missing_columns_are_named() -> None:
    with pytest.raises(Refused) as refusal:
        open_file(b"Folder Name,Card Number,Rarity\nA,PSV-000,C\n")
    assert refusal.value.rule == "import.missing_columns"
    assert "“Quantity”" in str(refusal.value.message)
    with pytest.raises(Refused) as refusal:
        open_file(b"Name,Quantity\nJinzo,1\n", as_format="scanflip")
    assert "“Code”" in str(refusal.value.message)


@pytest.mark.parametrize("quantity", ["x", "-3", "1000000000", "10^9", "1.5", ""])
def test_a_bad_quantity_names_row_and_column(quantity: str) -> None:
    good = "A,1,0,Jinzo,PSV,x,PSV-000,UR,NearMint,,English,,,,,"
    found = rows(dragon_shield(*[good] * 56, good.replace("A,1,", f"A,{quantity},", 1), *[good] * 43))
    bad = [row for row in found if row.problems]
    assert [(row.number, row.line, row.quantity) for row in bad] == [(57, 59, None)]
    assert bad[0].problems[0].column == "Quantity"


def test_windows_1252_and_semicolons() -> None:
    data = "Quantité;Nom;État\n2;Béatrice, la Dame Éternelle;abîmé\n".encode("cp1252")
    opened = open_file(data)
    assert opened.text.encoding == "windows-1252"
    (row,) = opened.rows()
    assert (row.name, row.quantity, row.condition) == ("Béatrice, la Dame Éternelle", 2, "PO")


def test_a_truncated_file_refuses_only_its_last_row() -> None:
    whole = dragon_shield(
        "A,1,0,Jinzo,PSV,x,PSV-000,UR,NearMint,,English,,,,,", "A,1,0,Sangan,MRD,x,MRD-069,R,NearMint,,English,,,,,"
    )
    found = rows(whole[: whole.index(b"MRD-069") + 5])
    assert [bool(row.problems) for row in found] == [False, True]
    assert "cut off" in str(found[1].problems[0].message)


def test_two_files_pasted_together() -> None:
    line = "A,1,0,Jinzo,PSV,x,PSV-000,UR,NearMint,,English,,,,,"
    found = rows(dragon_shield(line) + dragon_shield(line))
    assert [row.number for row in found] == [1, 2]
    assert not any(row.problems for row in found)


def test_rows_that_are_too_long_or_say_nothing() -> None:
    found = rows(b"Code,Quantity\nPSV-000,1,oops\n,3\n")
    assert "3 cells" in str(found[0].problems[0].message)
    assert len(found) == 1  # A total below the list is no row.
    (row,) = rows(dragon_shield("A,1,0,,,,,C,NearMint,,English,,,,,"))
    assert "nothing says which card" in str(row.problems[0].message)


def test_a_set_number_a_spreadsheet_made_a_date_of() -> None:
    found = rows(b"Code,Quantity\nPSV-000,1\nPSV-001,1\n05.12.2024,1\n")
    assert reasons(found[2]) == [("Code", "“05.12.2024” is a date; a spreadsheet changed the set number")]


def test_a_damaged_passcode_does_not_refuse_a_row_with_a_number() -> None:
    (row,) = rows(ygoprodeck_2021('"Jinzo",2,7.75855E+07,"Ultra Rare","M","Unlimited","X","PSV-000"'))
    assert row.passcode is None
    assert not row.problems
    assert "spreadsheet" in str(row.notes[0])


def test_a_header_alone_is_an_empty_list() -> None:
    assert rows(dragon_shield()) == []


def opened_as(data: bytes, name: str) -> OpenFile:
    return open_file(data, as_format=name)


def test_the_format_can_be_changed() -> None:
    data = b"Count,Name\n1,Jinzo\n"
    assert open_file(data).format == "columns"
    assert [row.name for row in opened_as(data, "text").rows()] == ["Count,Name", "1,Jinzo"]
    with pytest.raises(Refused):
        opened_as(data, "nonsense")
