"""Cards whose names begin with A."""
