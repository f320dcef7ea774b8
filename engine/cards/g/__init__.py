"""Cards whose names begin with G."""
