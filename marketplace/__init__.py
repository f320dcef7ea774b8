"""The Duelfolio web site: ``create_app`` builds it, ``blueprints.py`` lists its pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Flask, request, url_for
from werkzeug.middleware.proxy_fix import ProxyFix

from marketplace.config import ROOT, Settings, load_settings
from marketplace.version import __version__

__all__ = ["NavItem", "__version__", "create_app"]


@dataclass(frozen=True, slots=True)
class NavItem:
    """One entry of the main navigation, for templates."""

    endpoint: str
    label: Any
    icon: str
    url: str
    active: bool
    tab: bool
    """Whether the bar of a phone shows it."""


def create_app(settings: Settings | None = None, *, prepare: bool = True) -> Flask:
    """Build the site.

    ``prepare`` migrates the database and loads the starter catalogue when they are missing, so that every
    ``flask`` command and every server finds a working site.
    """
    from marketplace import assets, blueprints, cli, db, errors, i18n, jobs, security
    from marketplace import prepare as preparation
    from marketplace.extensions import csrf, limiter, login_manager

    settings = settings or load_settings()
    app = Flask(__name__, static_folder=str(ROOT / "static"), template_folder=str(ROOT / "templates"))
    app.config.update(
        SETTINGS=settings,
        SECRET_KEY=settings.secret_key,
        TESTING=settings.testing,
        DEBUG=settings.debug,
        PROPAGATE_EXCEPTIONS=settings.testing or settings.debug,
        MAX_CONTENT_LENGTH=settings.max_upload_mb * 1024 * 1024,
        MAX_FORM_MEMORY_SIZE=4 * 1024 * 1024,
        MAX_FORM_PARTS=20_000,
        SESSION_COOKIE_NAME="duelfolio",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=settings.secure_cookies,
        REMEMBER_COOKIE_HTTPONLY=True,
        REMEMBER_COOKIE_SAMESITE="Lax",
        REMEMBER_COOKIE_SECURE=settings.secure_cookies,
        WTF_CSRF_TIME_LIMIT=None,
        RATELIMIT_STORAGE_URI=settings.redis_url or "memory://",
        RATELIMIT_ENABLED=not settings.testing,
        RATELIMIT_IN_MEMORY_FALLBACK_ENABLED=bool(settings.redis_url),  # People can sign in while Redis is away.
        SEND_FILE_MAX_AGE_DEFAULT=31_536_000,
    )
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    if settings.trusted_proxies:
        hops = settings.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]

    security.init_app(app)
    database = db.Database(settings.database_url)
    db.init_app(app, database)
    csrf.init_app(app)
    limiter.init_app(app)
    login_manager.init_app(app)
    i18n.init_app(app)
    assets.init_app(app)
    errors.init_app(app)
    jobs.init_app(app)
    blueprints.register(app)
    cli.init_app(app)
    _template_globals(app, settings)
    if prepare:
        preparation.prepare(app)
    return app


def _template_globals(app: Flask, settings: Settings) -> None:
    from marketplace.blueprints import NAVIGATION, TABS, section_of

    @app.context_processor
    def _globals() -> dict[str, Any]:
        theme = request.cookies.get("theme", "auto")
        section = section_of(request.endpoint or "")
        return {
            "site_name": settings.site_name,
            "version": __version__,
            "max_upload_mb": settings.max_upload_mb,
            "theme": theme if theme in ("light", "dark") else "auto",
            "nav_items": [
                NavItem(endpoint, label, icon, url_for(endpoint), section == endpoint, endpoint in TABS)
                for endpoint, label, icon in NAVIGATION
            ],
        }
