"""Cards whose names begin with J."""
