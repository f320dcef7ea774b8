"""Cards whose names begin with K."""
