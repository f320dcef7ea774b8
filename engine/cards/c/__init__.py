"""Cards whose names begin with C."""
