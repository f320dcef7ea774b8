"""Pages of accounts, one module per group of pages."""

from marketplace.accounts.routes import edge, profile, reset, sign_in, sign_up  # noqa: F401
