"""Cards whose names begin with P."""
