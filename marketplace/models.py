"""All tables of all features, for migrations and scripts."""


def load_all() -> None:
    """Import every feature's models so that ``Base.metadata`` is complete."""
    import marketplace.accounts.models
    import marketplace.catalogue.models
    import marketplace.collection.models
    import marketplace.decks.models
    import marketplace.duels.models
    import marketplace.jobs
    import marketplace.messages.models
    import marketplace.rules.models
    import marketplace.trades.models
    import marketplace.wants.models  # noqa: F401
