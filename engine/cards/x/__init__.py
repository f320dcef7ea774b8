"""Cards whose names begin with X."""
