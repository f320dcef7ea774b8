"""Taking lines apart without a catalogue: brackets, numbers, counts, remarks, headings, talk."""

from __future__ import annotations

import pytest

from marketplace.collection.paste import headings, lines, talk
from marketplace.collection.paste.conditions import in_running_text, read_condition, storage_in_running_text
from marketplace.collection.paste.decode import decode
from marketplace.collection.paste.matching import Fit, best, fit
from marketplace.collection.paste.remarks import Remarks, Where, read, read_count, read_misprint


def said(text: str, where: Where = Where.BRACKET) -> dict[str, object]:
    """What a remark says, blank parts left out; ``unread`` are the words that say nothing known."""
    found, unread = read(text, where)
    blank = Remarks()
    values = {name: value for name, value in vars(found).items() if value != getattr(blank, name)}
    if found.condition:
        values["condition"] = found.condition.code
    return values | ({"unread": unread} if unread else {})


@pytest.mark.parametrize(
    ("text", "count"),
    [("x3", 3), ("*3", 3), ("3x", 3), ("× 2", 2), ("2 *", 2), ("3 exemplaires", 3), ("3 ex", 3), ("deux exemplaires", 2),
     ("playset", 3), ("qty: 4", 4), ("2", 2), ("x0", None), ("LV7", None), ("2 dragons", None), ("12345", None)],
)  # fmt: skip
def test_counts(text: str, count: int | None) -> None:
    assert read_count(text) == count


def test_a_bare_number_near_a_name_is_no_count() -> None:
    assert read_count("7", Where.NAME) is None


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1ère", {"edition": "1st"}),
        ("1ª edição, danificada", {"edition": "1st", "condition": "damaged"}),
        ("en français", {"language": "fr"}),
        ("inglês", {"language": "en"}),
        ("en secrète rare PTDN Anglaise", {"rarity": "en secrète rare", "language": "en", "unread": ["PTDN"]}),
        ("en Commune des GOLD", {"rarity": "en Commune", "sets": ["gold"]}),
        ("en GOLD", {"rarity": "en GOLD"}),
        ("Ultra/1st/NM", {"rarity": "Ultra", "edition": "1st", "condition": "NM"}),
        ("near mint", {"condition": "NM"}),
        ("2,50 €", {"price": "2,50 €"}),
        ("PSA 9", {"grading": "PSA 9"}),
        ("double sleeved", {"storage": "double sleeved"}),
        ("sous deux pochettes", {"storage": "sous deux pochettes"}),
        ("signée", {"signed": True}),
        ("proxy", {"proxy": True}),
        ("SP", {"doubtful": ["SP"]}),
        ("LE", {"edition": "limited"}),
        ("erreur d'impression - petite tache bleue", {"misprint": "petite tache bleue"}),
        ("misprint", {"misprint": ""}),
        ("holo", {"unread": ["holo"]}),
        ("un peu abîmé au coin", {"condition": "lightly damaged"}),
        ("très abîmée", {"condition": "damaged"}),
        ("excellent état", {"condition": "EX"}),
    ],
)
def test_remarks_in_brackets(text: str, values: dict[str, object]) -> None:
    assert said(text) == values


def test_a_second_different_word_on_one_thing_is_a_clash_not_an_overwrite() -> None:
    found, _unread = read("1st, unlimited", Where.BRACKET)
    assert (found.edition, found.clashes) == ("1st", ["unlimited"])


@pytest.mark.parametrize(
    ("text", "code", "grade", "sure"),
    [("NM", "NM", "NM", True), ("near mint", "NM", "NM", True), ("abîmé", "damaged", "PO", True), ("LP", "LP", "LP", False),
     ("un petit peu abîmé", "lightly damaged", "PL", False), ("très bon état", "EX", "EX", True),
     ("bon état", "GD", "GD", True),
     ("danificado", "damaged", "PO", True), ("leicht beschädigt", "lightly damaged", "PL", False)],
)  # fmt: skip
def test_conditions(text: str, code: str, grade: str, sure: bool) -> None:
    found = read_condition(text)
    assert found is not None
    assert (found.code, found.grade, found.sure, found.words) == (code, grade, sure, text)


def test_wear_without_a_grade_keeps_its_words() -> None:
    found = read_condition("coin blanchi", whole_item=True)
    assert found is not None
    assert (found.code, found.grade) == ("coin blanchi", None)


@pytest.mark.parametrize(
    ("text", "grade"), [("elle est en tre bn etat", "EX"), ("c'est en bon état", "GD"), ("il marche bien", None)]
)
def test_conditions_in_running_text(text: str, grade: str | None) -> None:
    found = in_running_text(text)
    assert (found.grade if found else None) == grade


def test_double_sleeves_are_storage_and_no_condition() -> None:
    assert storage_in_running_text("elle est sous deux pochettes") == "sous deux pochettes"
    assert read_condition("sous deux pochettes") is None


def test_a_misprint_is_described_in_the_owners_words() -> None:
    assert read_misprint("Erreur d'impression : tache bleue") == "tache bleue"
    assert read_misprint("abîmé") is None


@pytest.mark.parametrize(
    ("line", "code", "name"),
    [
        ("Penguin Soldier (SDJ-022) -- Anglais", "SDJ-022", "Penguin Soldier"),
        ("SDJ-022 - Penguin Soldier", "SDJ-022", "Penguin Soldier"),
        ("Royal Oppression (1st, LOD-091", "LOD-091", "Royal Oppression"),
        ("Dark Magician\tLOB-005\tUltra Rare", "LOB-005", "Dark Magician"),
        ("¤ Dark Magician LOB‑005", "LOB‑005", "Dark Magician"),
        ("12) Dark Magician – LOB–005", "LOB–005", "Dark Magician"),
        ("Dark Magician\u00a0(LOB-005)", "LOB-005", "Dark Magician"),
        ("Esprit du Héros (DPK-FRSE3)", "DPK-FRSE3", "Esprit du Héros"),
    ],
)
def test_number_and_name(line: str, code: str, name: str) -> None:
    draft = lines.take_apart(line)
    assert draft.code is not None
    assert lines.clean(draft.code.text) == lines.clean(code)
    assert name in [cut.name for cut in draft.cuts if not cut.raw]


def test_a_missing_bracket_is_told() -> None:
    assert lines.take_apart("Royal Oppression (1st, LOD-091").bracket_open
    assert not lines.take_apart("Royal Oppression (1st, LOD-091)").bracket_open


def test_the_least_cut_way_to_read_a_name_comes_first() -> None:
    cuts = [(cut.name, cut.remarks.quantity) for cut in lines.take_apart("7 Colored Fish").cuts]
    assert cuts == [("7 Colored Fish", None), ("Colored Fish", 7)]


@pytest.mark.parametrize(
    "line", ["Dark Magician x3", "3x Dark Magician", "(3) Dark Magician", "3 Dark Magician", "Dark Magician *3"]
)
def test_every_way_to_write_a_count(line: str) -> None:
    draft = lines.take_apart(line)
    counts = [draft.remarks.quantity, *(cut.remarks.quantity for cut in draft.cuts if cut.name == "Dark Magician")]
    assert 3 in counts


def test_the_remarks_after_a_further_number_belong_to_it() -> None:
    draft = lines.take_apart("Dark Magician LOB-005 x2 1st, SDY-006 x1 NM")
    assert draft.code is not None
    assert (draft.code.text, draft.remarks.quantity, draft.remarks.edition, draft.remarks.condition) == (
        "LOB-005",
        2,
        "1st",
        None,
    )
    (also,) = draft.also
    assert also.code is not None
    assert (also.code.text, also.remarks.quantity, also.remarks.edition) == ("SDY-006", 1, "")
    assert also.remarks.condition is not None


def test_an_also_remark_is_a_copy_of_its_own() -> None:
    draft = lines.take_apart("Dragon Armé LV7 (1ère, SOD-FR015) [aussi 2 en Super, DP2-FR012]")
    (also,) = draft.also
    assert also.code is not None
    assert (also.code.text, also.remarks.quantity, also.remarks.rarity) == ("DP2-FR012", 2, "en Super")
    assert (draft.remarks.edition, draft.remarks.quantity) == ("1st", None)


@pytest.mark.parametrize(
    ("line", "side", "place", "purpose"),
    [("Toi--> Dark Magician", "you", "before", ""), ("Moi : Dark Magician", "me", "before", ""), ("ccv moi", "me", "after", ""),
     ("Dark Magician (LOB-005) toi", "you", "after", ""), ("[E] Dark Magician", "", "", "offer"),
     ("[R] Dark Magician", "", "", "want"), ("cherche: Dark Magician", "", "", "want"), ("vu Dark Magician", "", "", "seen"),
     ("j'ai vu : Dark Magician", "", "", "seen"), ("Dark Magician", "", "", "")],
)  # fmt: skip
def test_marks_on_a_line(line: str, side: str, place: str, purpose: str) -> None:
    draft = lines.take_apart(line)
    assert (draft.side, draft.side_place, draft.purpose) == (side, place, purpose)


def test_html_signs_and_invisible_letters_are_cleaned() -> None:
    assert lines.clean("Fracas &amp; co\u200b &#39;x&#39;") == "Fracas & co 'x'"


def test_garbled_letters_are_repaired_and_told() -> None:
    draft = lines.take_apart("Dragon PoussiÃ¨re d'Etoile (CT05-FR001)")
    assert draft.garbled
    assert draft.text.startswith("Dragon Poussière")
    assert draft.input.startswith("Dragon PoussiÃ¨re")
    assert not lines.take_apart("Dragon Poussière").garbled
    assert lines.take_apart("Dragon Poussi\ufffdre").unreadable


def test_bytes_are_decoded_and_a_guess_is_told() -> None:
    assert decode("é".encode()) == ("é", "")
    assert decode("\ufeffé".encode()) == ("é", "")
    assert decode("é".encode("utf-16")) == ("é", "")
    assert decode("é".encode("cp1252")) == ("é", "Windows-1252")


@pytest.mark.parametrize(
    ("line", "levels"),
    [("---------------Gold:", ["rarity"]), ("Ultra Rares (12)", ["rarity"]), ("=== Français ===", ["language"]),
     ("1ère édition :", ["edition"]),
     ("** Super Rare 1st **", ["edition", "rarity"]), ("Tout en NM", ["condition"]), ("Communes", ["rarity"]),
     ("raras:", ["rarity"])],
)  # fmt: skip
def test_headings(line: str, levels: list[str]) -> None:
    heading = headings.read_heading(line)
    assert heading is not None
    assert heading.levels() == levels


@pytest.mark.parametrize(
    "line", ["Dark Magician", "Rare Fish", "LOB-005", "Gold Sarcophagus", "Ultimate Offering", "merci", "3 Raigeki"]
)
def test_no_headings(line: str) -> None:
    assert headings.read_heading(line) is None


@pytest.mark.parametrize(
    ("line", "purpose"),
    [("vu:", "seen"), ("Lu vu", "seen"), ("Recherche :", "want"), ("Échanges", "offer"), ("Procuro:", "want")],
)
def test_headings_that_begin_a_part(line: str, purpose: str) -> None:
    heading = headings.read_heading(line)
    assert heading is not None
    assert heading.purpose == purpose


def test_nested_headings_end_with_the_outer_one() -> None:
    force = headings.Headings()

    def add(text: str) -> tuple[str, str]:
        heading = headings.read_heading(text)
        assert heading is not None
        force.add(heading)
        return force.said().rarity, force.said().language

    assert add("Ultra Rare:") == ("Ultra Rare", "")
    assert add("Français:") == ("Ultra Rare", "fr")
    assert add("Anglais:") == ("Ultra Rare", "en")
    assert add("Super Rare:") == ("Super Rare", "")
    assert add("vu:") == ("", "")


@pytest.mark.parametrize(
    ("line", "rule"),
    [("----------", "rule"), ("vs", "between"), ("https://example.org/x", "link"),
     ("Le 16/05/2009, Kaiba avait écrit ...", "attribution"),
     ("Playmat!", "other_item"), ("3 €", "price"), ("Golem de Lave", None), ("Dark Magician", None)],
)  # fmt: skip
def test_lines_that_are_neither_card_nor_talk(line: str, rule: str | None) -> None:
    assert headings.read_rule(line) == rule


@pytest.mark.parametrize(
    "line", ["repond sur ma liste", "ok mais ça fera pas assez dsl", "Salut!", "merci d'avance !", "what do you want for it?"]
)
def test_talk(line: str) -> None:
    assert talk.likelihood(line) >= 0.6


@pytest.mark.parametrize(
    "line", ["Dark Magician", "Le Créateur des Ténèbres", "Malicious", "Fantôme du chaos", "Dragon Poussière d'Etoile"]
)
def test_names_are_no_talk(line: str) -> None:
    assert talk.likelihood(line) < 0.3


@pytest.mark.parametrize(
    ("text", "language"),
    [(["Sillva (en Commune des GOLD)", "stp"], "fr"), (["Dark Magician first edition, near mint"], "en"),
     (["1ª edição, inglês", "comum"], "pt"), (["Malicious"], None)],
)  # fmt: skip
def test_the_language_of_a_list(text: list[str], language: str | None) -> None:
    assert talk.language_of(text) == language


NAMES = {"en": "Caius the Shadow Monarch", "fr": "Caius, le Monarque des Ombres"}


@pytest.mark.parametrize(
    ("typed", "how"),
    [("Caius the Shadow Monarch", Fit.EQUAL), ("caius, le monarque des ombres", Fit.EQUAL),
     ("Caius le Monarque des Ombres", Fit.PUNCTUATION),
     ("Càius, le Monarque des Ombres", Fit.ACCENTS), ("Caius", Fit.PART), ("ctsm", Fit.INITIALS),
     ("Caius the Shadow Monarh", Fit.TYPO),
     ("Dark Magician", Fit.NONE), ("", Fit.NONE)],
)  # fmt: skip
def test_how_a_typed_name_fits(typed: str, how: Fit) -> None:
    assert fit(typed, NAMES, "fr") is how


def test_a_capital_without_its_accent_is_no_difference() -> None:
    assert (
        fit("Homme-Oiseau à l'Eclat, Héros Elémentaire", {"fr": "Homme-Oiseau à l'Éclat, HÉROS Élémentaire"}, "fr") is Fit.EQUAL
    )


def test_the_best_cut_wins_and_the_least_cut_of_equals() -> None:
    assert best(["3 Caius", "Caius the Shadow Monarch"], NAMES) == (1, Fit.EQUAL)
    assert best([], NAMES) == (-1, Fit.NONE)
