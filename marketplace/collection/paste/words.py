"""The words collectors write around card names, in six languages: data only, read by the other modules of this package.

Everything is compared folded (``catalogue.folding.fold``): lower case, no accents, single spaces. What a rarity, an
edition, a condition or a language is called stands in ``catalogue.vocabulary`` and ``collection.vocabulary``.
"""

from __future__ import annotations


def _set(words: str) -> frozenset[str]:
    return frozenset(part for part in words.replace("\n", "|").split("|") if part.strip())


def words_of(text: str) -> frozenset[str]:
    """The words of ``text``, for tables written as one line of words."""
    return frozenset(text.split())


ALSO = words_of("aussi egalement also auch tambien tambem anche plus")
"""First word of an "also" remark: another copy of the same card."""

JOINTS = words_of(
    "en in em auf aus de des du da do das dos d del dei di della from of the la le les el los las il lo gli a o e et and und y"
    " ou or oder version versione versao edition carte carta card cartes cards cartas karte karten etat state estado condition"
    " rarete rarity raridade langue language lingua idioma edicao tout toute toutes tous all todas todos pour for para"
)
"""Words that carry nothing of their own inside a remark."""

FROM = words_of("de des du d from of da do dos das aus del dei della")
"""Before a set's nickname they name the set: "commune des GOLD" is a common of a Gold set, "en GOLD" a Gold Rare."""

NUMBER_WORDS = {
    "un": 1, "une": 1, "one": 1, "um": 1, "uma": 1, "ein": 1, "eine": 1, "uno": 1, "una": 1, "deux": 2, "two": 2,
    "dois": 2, "duas": 2,
    "zwei": 2, "dos": 2, "due": 2, "trois": 3, "three": 3, "tres": 3, "drei": 3, "tre": 3, "quatre": 4, "four": 4, "quatro": 4,
    "vier": 4, "cuatro": 4, "quattro": 4,
}  # fmt: skip

COPIES = words_of(
    "ex exemplaire exemplaires copie copies copy cartes cards carte card pcs pc piece pieces unidade unidades copia"
    " copias copie"
    " stuck stk exemplar exemplare exemplares fois times vezes veces volte carta cartas"
)
"""Units after a count: "3 exemplaires", "2 copies"."""

PLAYSET = words_of("playset playsets")

SIDES = {
    **dict.fromkeys(("moi", "me", "mine", "eu", "ich", "yo", "io", "mim"), "me"),
    **dict.fromkeys(("toi", "you", "yours", "voce", "vous"), "you"),
}
"""Whose goods a line is about, after the goods ("... toi") or before them ("Toi--> ...")."""

SIDE_SENTENCES = {
    "me": _set(
        "je donne|je propose|je te donne|mes cartes|mon cote|de mon cote|my side|i give|i offer|eu dou|meu lado|ich gebe"
    ),
    "you": _set("tu donnes|tu me donnes|tes cartes|ton cote|de ton cote|your side|you give|voce da|teu lado|seu lado|du gibst"),
}

OFFER = _set(
    "e|echange|echanges|a echanger|je propose|j echange|mes echanges|liste d echange|h|have|haves|i have|ft|for trade"
    "|trade|trades"
    "|wtt|wts|a vendre|vends|je vends|vente|tenho|troco|para troca|trocas|vendo|biete|tausche|zu tauschen|ofrezco|cambio"
    "|scambio|offro"
)
WANT = _set(
    "r|recherche|recherches|je recherche|je cherche|cherche|mes recherches|liste de recherche|w|want|wants|wanted|i want"
    "|looking for|lf"
    "|wtb|iso|procuro|quero|compro|busco|suche|gesucht|cerco|achete|j achete"
)
SEEN = _set(
    "vu|lu vu|j ai vu|jai vu|g vu|ge vu|vus|lu j ai vu|salut j ai vu|slt j ai vu|bonjour j ai vu|vu chez toi|vu dans ta"
    " liste|vu sur ta liste"
    "|lu jai vu|salut jai vu|salut vu|slt vu|bonjour vu|seen|i saw|saw|hi seen|hello seen|hi i saw|vi|visto|eu vi|vistos"
    "|gesehen|he visto"
    "|ho visto|ola vi|oi vi|hallo gesehen|hola he visto"
)
"""A list of wishes out of somebody else's list follows (or stands in the same line)."""

GREETINGS = words_of("salut slt bonjour bjr coucou yo hello hi hey lu re bonsoir bsr ola oi hola hallo ciao moin servus")

THANKS = words_of("merci thanks thx obrigado obrigada danke gracias grazie mci")

KINDS = _set(
    "monstres|monstre|monstres a effet|monstres normaux|magies|magie|cartes magie|pieges|piege|cartes piege|fusions"
    "|fusion|synchros|synchro"
    "|xyz|liens|lien|links|link|rituels|rituel|pendules|pendule|extra deck|extra|side deck|main deck|deck|divers|autres"
    "|autre|le reste|reste"
    "|staples|staple|holos|holo|promos|promo|cartes|cards|cartas|liste|ma liste|en vrac|vrac|lot|lots|monsters|monster"
    "|spells|spell|spell cards"
    "|traps|trap|trap cards|rituals|others|other|misc|monstros|magicas|magica|armadilhas|armadilha|rituais|outros|outras"
    "|monster karten"
    "|zauber|zauberkarten|fallen|fallenkarten|monstruos|trampas|mostri|trappole|effets|normaux|foils|foil|brillantes|brilhantes"
)
"""Headings that sort a list without saying anything about the copies."""

OTHER_ITEMS = words_of(
    "playmat playmats tapis sleeves sleeve pochettes deckbox classeur classeurs binder binders booster boosters display"
    " displays jetons"
    " figurine figurines artbook"
)
"""Things other than cards that are traded too."""

SIGNED = _set(
    "signe|signee|signed|dedicacee|dedicace|autographed|autographe|assinada|assinado|signiert|firmada|firmata|autografada"
)
ALTERED = _set("altered|alter|altere|alteree|customisee|custom|peinte|alterada|alterata|verandert")
PROXY = _set("proxy|proxies|proxi|fausse|fausses|fake|orica|replica|replique|copie imprimee|falsa|contrefacon|counterfeit")

STORAGE = _set(
    "sous deux pochettes|sous deux pochette|sous 2 pochettes|sous 2 pochette|deux pochettes|2 pochettes|double pochette"
    "|double pochettes"
    "|sous double pochette|double sleeve|double sleeved|double sleeves|doublesleeved|sous pochette|sous pochettes|en"
    " pochette|sleeved"
    "|sous sleeve|sous toploader|toploader|toploaded|en toploader|top loader|magnetic case|case magnetique|duas sleeves"
    "|duplo sleeve"
    "|sleeve dupla|com sleeve|doppelt gesleevt|gesleevt|doble funda|con funda|doppia bustina|imbustata|sous blister"
    "|blister|scellee|scelle|sealed"
)

FOIL_WORDS = words_of("holo holos holographique brillante brillantes brillant foil foils brilhante shiny")
"""They say that a card shines, not which rarity it is."""

DAMAGE = words_of(
    "abime abimee abimes abimees abimer endommage endommagee endommages endommagees damaged damage dmg danificado"
    " danificada danificados"
    " danificadas danada danado beschadigt rovinata rovinato pliee plie creased bent torn dechiree dechire amassada"
    " amassado geknickt"
    " doblada piegata rasgada rasgado"
)
SLIGHTLY = _set(
    "un peu|un petit peu|petit peu|un ti peu|un tout petit peu|legerement|a peine|slightly|lightly|a bit|a little|a"
    " little bit|um pouco"
    "|levemente|ligeiramente|leicht|ein wenig|etwas|un poco|ligeramente|un po|leggermente|peu"
)
STRONGLY = _set("tres|vraiment|bien|fort|fortement|very|badly|heavily|muito|bastante|stark|sehr|muy|molto|completement")
WEAR = words_of(
    "rayee raye rayures scratched scratches cornee corne coins blanchie blanchi whitening tachee tache stained usure wear"
    " arranhada riscada"
)
"""Wear told in words that fit no grade of their own: kept as written."""

MISPRINT_HEAD = (
    "erreur d impression", "erreur impression", "erreur de print", "faute d impression", "misprint", "misprinted",
    "miscut", "printing error",
    "error de impresion", "erro de impressao", "errore di stampa", "fehldruck", "mal coupee", "mal decoupee", "crimped",
)  # fmt: skip

NICKNAMES: dict[str, tuple[str, ...]] = {
    "gold": ("GLD#",),
    "golds": ("GLD#",),
    "gold series": ("GLD#",),
    "premium gold": ("PGLD", "PGL#"),
    "ct": ("CT#",),
    "tin": ("CT#",),
    "tins": ("CT#",),
    "promo ct": ("CT#",),
    "boite": ("CT#",),
    "boites": ("CT#",),
    "turbo pack": ("TU#",),
    "duel terminal": ("DT#",),
    "battle pack": ("BP#",),
    "retro pack": ("RP#",),
    "duelist pack": ("DP#",),
    "duellist pack": ("DP#",),
    "champion pack": ("CP#",),
    "tournament pack": ("TP#",),
    "hobby": ("HL#",),
    "rarity collection": ("RA#",),
    "legendary collection": ("LC#",),
}
"""What collectors call sets, with the prefixes meant; ``#`` stands for any digits. The catalogue knows no French nicknames."""

_GODS = ("Obelisk the Tormentor", "Slifer the Sky Dragon", "The Winged Dragon of Ra")
_EXODIA = (
    "Exodia the Forbidden One", "Left Arm of the Forbidden One", "Left Leg of the Forbidden One",
    "Right Arm of the Forbidden One",
    "Right Leg of the Forbidden One",
)  # fmt: skip
_MONARCHS = ("Caius the Shadow Monarch", "Granmarg the Rock Monarch", "Kuraz the Light Monarch", "Mobius the Frost Monarch",
             "Raiza the Storm Monarch", "Thestalos the Firestorm Monarch", "Zaborg the Thunder Monarch")  # fmt: skip
_BEASTS = ("Uria, Lord of Searing Flames", "Hamon, Lord of Striking Thunder", "Raviel, Lord of Phantasms")

GROUPS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        (
            "dieux egyptiens", "dieux egypt", "dieux d egypte", "dieu egyptien", "les dieux egyptiens",
            "3 dieux egyptiens", "les 3 dieux",
            "trois dieux egyptiens", "egyptian gods", "egyptian god cards", "god cards", "3 god cards", "egyptian god",
            "deuses egipcios",
            "os deuses egipcios", "dioses egipcios", "divinita egizie", "agyptische gotter",
        ),
        _GODS,
    ),
    **dict.fromkeys(("exodia complet", "exodia complete", "set exodia", "exodia set", "pieces d exodia", "exodia pieces",
    "exodia completo"), _EXODIA),
    **dict.fromkeys(("monarques", "les monarques", "monarchs", "monarcas"), _MONARCHS),
    **dict.fromkeys(("betes sacrees", "les betes sacrees", "sacred beasts", "phantasmes sacres", "bestas sagradas"), _BEASTS),
}  # fmt: skip
"""Names of groups and the English names of the cards they stand for: one entry that becomes several lines."""

TALK = words_of(
    # French as it is written in messages, phonetic spelling included.
    "je j ai jai tu t as il elle on nous vous ils elles si mais ok oui non merci dsl desole stp svp plait alors bas bah"
    " ben voila"
    " c est cest suis es sont etait avait ecrit veux veut peux peut va vas vais repond reponds repon regarde jette"
    " confirme propose vu finit"
    " finir mp pm lache gros interesse interresser interesser decu quelle quel quelque quelques comment pourquoi combien"
    " quoi qui que ke ki"
    " ma mon mes ta ton tes sa son ses ca cela bien sur quand meme rien trouve dispo encore tjs toujours deja pas po plus"
    " rajoute envoie"
    " envoi menvoi tenvoi prix debattre cherche envoyer recu donc sinon car parce liste echange ossi lol mdr"
    # English
    " i im ive you your my we they is are was have has had if but yes no thanks thank please pls plz what which how when"
    " sorry deal"
    " send sent offer offers interested check list pm dm reply answer looking let know still available"
    # Portuguese, Spanish, German, Italian
    " eu voce tu meu minha seu sua tem tenho obrigado obrigada favor sim nao mas quero lista mande troca yo mi su pero"
    " gracias tengo"
    " ich mein dein aber danke bitte nein ja habe hast io mio tuo grazie prego sono"
)
"""Words of running text; card names hold few of them, and never many together."""

LANGUAGE_SIGNS: dict[str, frozenset[str]] = {
    "fr": words_of(
        "aussi en et avec pour sans moi toi vu lu des du une les je tu ma mon mes ta ton stp svp dsl merci salut bonjour"
        " anglais anglaise"
        " francais francaise allemand edition 1ere premiere abime abimee etat tres bon commune communes secrete parallele"
        " cherche recherche"
        " echange egyptiens dieux exemplaires liste pochette pochettes rares magies pieges monstres"
    ),
    "en": words_of(
        "also and with for without me you seen the i my your please thanks hello english french german first edition"
        " unlimited limited"
        " near mint played damaged common condition want have trade copies list spells traps monsters rares"
    ),
    "pt": words_of(
        "tambem com para sem eu voce vi meu minha obrigado ola ingles inglesa frances portugues edicao primeira"
        " danificada danificado"
        " estado otimo comum comuns rara secreta procuro troco tenho lista magicas armadilhas monstros"
    ),
    "es": words_of(
        "tambien con para sin yo tu he visto mi gracias hola ingles frances espanol edicion primera danada estado comun"
        " rara busco lista"
    ),
    "de": words_of(
        "auch und mit ohne ich du gesehen mein danke hallo englisch franzosisch deutsch auflage erste zustand gespielt"
        " suche biete liste"
    ),
    "it": words_of(
        "anche e con senza io tu ho visto mio grazie ciao inglese francese italiano edizione prima stato rovinata comune"
        " cerco lista"
    ),
}
"""Words that tell which language a list is written in; each counts once a line."""

SINGLE_WORDS: frozenset[str] = frozenset(
    word
    for phrases in (
        JOINTS,
        FROM,
        ALSO,
        NUMBER_WORDS,
        COPIES,
        PLAYSET,
        SIDES,
        SIGNED,
        ALTERED,
        PROXY,
        STORAGE,
        DAMAGE,
        SLIGHTLY,
        STRONGLY,
        WEAR,
        MISPRINT_HEAD,
        NICKNAMES,
        FOIL_WORDS,
    )
    for phrase in phrases
    for word in phrase.split()
) | frozenset(
    ("psa", "bgs", "cgc", "pca", "sgc", "aog", "gsg", "beckett", "ace", "x", "eur", "euro", "euros", "usd", "gbp", "chf", "r")
)
"""Every single word the tables above make remarks of."""
