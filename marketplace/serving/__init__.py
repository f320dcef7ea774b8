"""The parts of ``marketplace.serve``: web servers, static files, the words on the terminal."""
