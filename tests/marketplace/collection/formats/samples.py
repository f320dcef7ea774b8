"""Small files for tests in every format, written to the layouts collectors' tools export."""

from __future__ import annotations

DRAGON_SHIELD_HEADER = (
    "Folder Name,Quantity,Trade Quantity,Card Name,Set Code,Set Name,Card Number,Rarity,Condition,Printing,Language,"
    "Price Bought,Date Bought,LOW,MID,MARKET"
)
TCGPLAYER_HEADER = (
    "TCGplayer Id,Product Line,Set Name,Product Name,Title,Number,Rarity,Condition,TCG Market Price,TCG Direct Low,"
    "TCG Low Price With Shipping,TCG Low Price,Total Quantity,Add to Quantity,TCG Marketplace Price,Photo URL"
)
SCANFLIP_HEADER = (
    "Langue,Extension,Code,Nom de la carte,Rareté,1st Edition,Unlimited,Limited / Autre,Quantité,N° Artwork,Reprint"
)


def dragon_shield(*rows: str) -> bytes:
    return ('"sep=,"\r\n' + "\r\n".join((DRAGON_SHIELD_HEADER, *rows)) + "\r\n").encode()


def tcgplayer(*rows: str) -> bytes:
    return ("\n".join((TCGPLAYER_HEADER, *rows)) + "\n").encode()


def scanflip(*rows: str) -> bytes:
    return ("\r\n".join((SCANFLIP_HEADER, *rows)) + "\r\n").encode("utf-8-sig")


def ygoprodeck_2021(*rows: str) -> bytes:
    return (
        "\r\n".join(("cardname,cardq,cardid,cardrarity,cardcondition,card_edition,cardset,cardcode", *rows)) + "\r\n"
    ).encode()


def ygoprodeck_2023(*rows: str) -> bytes:
    return ("\n".join(("cardname,cardq,cardrarity,cardcondition,card_edition,cardset,cardcode,cardid ", *rows)) + "\n").encode()


def ygoprodeck_2025(*rows: str) -> bytes:
    header = "cardname,cardq,cardrarity,card_edition,cardset,cardcode,cardid,print_id"
    return ("\n".join((header, *rows)) + "\n").encode("utf-8-sig")
