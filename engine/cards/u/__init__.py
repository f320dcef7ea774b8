"""Cards whose names begin with U."""
