"""Cards whose names begin with B."""
