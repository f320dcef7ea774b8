"""The version of the product, shown on the site and sent to servers it fetches from."""

__version__ = "0.1.0"
