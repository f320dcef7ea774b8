"""Cards whose names begin with H."""
