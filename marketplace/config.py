"""Settings of one site: where they come from, their defaults and their meaning.

Every setting is an environment variable, so that the same package runs embedded (no variable set) or
scaled out (PostgreSQL, Redis, several processes) by configuration alone. README lists them.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class InvalidSetting(ValueError):
    """A setting that cannot be used; the message names it and says what is expected."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, read once at start."""

    instance: Path
    """Folder for everything the site writes: database, secret key, photos, backups."""
    database_url: str
    """SQLAlchemy URL; SQLite in ``instance`` unless ``DATABASE_URL`` is set."""
    secret_key: str = field(repr=False)
    redis_url: str = ""
    """Shared rate limits and live events; empty: kept in this process."""
    jobs_url: str = ""
    """Queue that wakes background workers; empty: the site works off its jobs itself."""
    site_name: str = "Duelfolio"
    public_url: str = ""
    """Address written into mails and links made outside a request, such as ``https://cards.example``."""
    mail_url: str = ""
    """``smtp://user:password@host:587`` (STARTTLS), ``smtps://…:465``; empty: the owner hands links over."""
    mail_from: str = ""
    card_pictures: str = ""
    """Folder with one's own card pictures named by passcode (``46986414.jpg``); served to signed-in readers only."""
    catalogue_url: str = ""
    """Where ``catalogue update`` fetches from when no address is given."""
    default_locale: str = "en"
    trusted_proxies: int = 0
    """Number of reverse proxies whose ``X-Forwarded-*`` headers are believed."""
    secure_cookies: bool = False
    """Send cookies over HTTPS only; set it when the site is served over HTTPS."""
    max_upload_mb: int = 25
    testing: bool = False
    debug: bool = False

    @property
    def is_sqlite(self) -> bool:
        return self.database_url.startswith("sqlite")

    @property
    def photos_folder(self) -> Path:
        return self.instance / "photos"

    @property
    def backups_folder(self) -> Path:
        return self.instance / "backups"


ENVIRONMENT = {
    "instance": "DUELFOLIO_INSTANCE",
    "database_url": "DATABASE_URL",
    "secret_key": "SECRET_KEY",
    "redis_url": "REDIS_URL",
    "jobs_url": "JOBS_URL",
    "site_name": "SITE_NAME",
    "public_url": "PUBLIC_URL",
    "mail_url": "MAIL_URL",
    "mail_from": "MAIL_FROM",
    "card_pictures": "CARD_PICTURES",
    "catalogue_url": "CATALOGUE_URL",
    "default_locale": "DEFAULT_LOCALE",
    "trusted_proxies": "TRUSTED_PROXIES",
    "secure_cookies": "SECURE_COOKIES",
    "max_upload_mb": "MAX_UPLOAD_MB",
    "debug": "DUELFOLIO_DEBUG",
}
"""Setting -> environment variable. ``tests/architecture`` checks that README documents each."""

_YES = {"1", "true", "yes", "on"}
_NO = {"", "0", "false", "no", "off"}


def load_settings(environ: Mapping[str, str] | None = None, **overrides: object) -> Settings:
    """Read the settings from ``environ``; ``overrides`` win (tests and commands use them).

    Raises :class:`InvalidSetting` naming the variable that cannot be used.
    """
    environ = os.environ if environ is None else environ
    values: dict[str, object] = {}
    for spec in fields(Settings):
        variable = ENVIRONMENT.get(spec.name)
        raw = environ.get(variable, "") if variable else ""
        if raw.strip():
            values[spec.name] = _convert(spec.name, str(variable), raw.strip())
    values.update(overrides)

    instance = Path(str(values.get("instance") or ROOT / "instance")).resolve()
    instance.mkdir(parents=True, exist_ok=True)
    values["instance"] = instance
    values.setdefault("database_url", f"sqlite:///{instance / 'duelfolio.sqlite3'}")
    url = str(values["database_url"])
    if url.startswith("postgres://"):
        values["database_url"] = "postgresql://" + url.removeprefix("postgres://")
    if not values.get("secret_key"):
        values["secret_key"] = _kept_secret(instance)
    if values.get("default_locale", "en") not in ("en", "fr", "pt"):
        raise InvalidSetting("DEFAULT_LOCALE must be en, fr or pt.")
    return Settings(**values)  # type: ignore[arg-type]


def _convert(name: str, variable: str, raw: str) -> object:
    kind = Settings.__dataclass_fields__[name].type
    if kind == "bool":
        if raw.lower() in _YES:
            return True
        if raw.lower() in _NO:
            return False
        raise InvalidSetting(f"{variable} must be yes or no, not {raw!r}.")
    if kind == "int":
        if not raw.isdigit():
            raise InvalidSetting(f"{variable} must be a whole number, not {raw!r}.")
        return int(raw)
    return raw


def _kept_secret(instance: Path) -> str:
    """The key that signs sessions and links, made once per site and readable by its owner only."""
    path = instance / "secret_key"
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        pass
    else:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(48))
    key = path.read_text(encoding="ascii").strip()
    if len(key) < 32:
        raise InvalidSetting(f"{path} is too short to sign sessions; delete it and start again.")
    return key
