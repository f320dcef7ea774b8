"""Turn the bytes of a text file into text, whatever program wrote it."""

import codecs

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class NotText(ValueError):
    """The bytes are no text: a picture, an archive, a database."""


def plain_text(content: bytes | str) -> str:
    """Return the text of a file: UTF-8 or UTF-16 by its mark, else UTF-8, else Windows-1252.

    The mark is dropped; line ends stay as they are. Raises ``NotText`` when the bytes hold what no text holds.
    """
    text = content.removeprefix("\ufeff") if isinstance(content, str) else _decoded(content)
    if any(char < " " and char not in "\t\n\r\f\v" for char in text):
        raise NotText("The file holds control characters: it is not a text file.")
    return text


def _decoded(content: bytes) -> str:
    for mark, encoding in _BOMS:
        if content.startswith(mark):
            try:
                return content[len(mark) :].decode(encoding)
            except UnicodeDecodeError:
                raise NotText("The file says that it is Unicode text, but it is damaged.") from None
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        pass
    try:
        return content.decode("cp1252")
    except UnicodeDecodeError:
        raise NotText("The file is not a text file.") from None
