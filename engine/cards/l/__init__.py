"""Cards whose names begin with L."""
