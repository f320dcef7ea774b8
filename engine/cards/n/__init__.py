"""Cards whose names begin with N."""
