"""Cards whose names begin with Z."""
