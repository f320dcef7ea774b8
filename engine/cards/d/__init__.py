"""Cards whose names begin with D."""
