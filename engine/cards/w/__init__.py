"""Cards whose names begin with W."""
