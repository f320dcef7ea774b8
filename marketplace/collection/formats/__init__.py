"""Files collectors bring and take away: reading and writing them, without a database.

``detect`` says which format a file is, each format has a module of its own, and every reader gives the same
``Row``. What a row means in the catalogue is settled by ``marketplace.collection.batches``.
"""
