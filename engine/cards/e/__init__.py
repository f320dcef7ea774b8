"""Cards whose names begin with E."""
