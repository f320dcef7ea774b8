"""Cards whose names begin with M."""
