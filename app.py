"""WSGI entry point: ``flask --app app ...`` and any WSGI server start from here."""

from marketplace import create_app

app = create_app()
