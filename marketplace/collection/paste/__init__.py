"""Reading lists as collectors write them: text in, one object per line out, with what is still open.

Pure modules take the text apart (``lines``, ``cutting``, ``remarks``, ``conditions``, ``headings``, ``talk``; the
vocabulary is in ``words``); ``identify`` and ``resolve`` settle the lines against the catalogue.
"""

from marketplace.collection.paste.catalogue import DatabaseCatalogue
from marketplace.collection.paste.lines import MOST_BYTES
from marketplace.collection.paste.reading import Line, to_json
from marketplace.collection.paste.resolve import ListReading, read_list
from marketplace.collection.paste.settle import Options

__all__ = ["MOST_BYTES", "DatabaseCatalogue", "Line", "ListReading", "Options", "read_list", "to_json"]
