"""Ready-made objects for tests, one module per feature."""
