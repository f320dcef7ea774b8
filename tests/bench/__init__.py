"""Measured figures of the product, each with the floor measured in the same run: ``make bench``."""
