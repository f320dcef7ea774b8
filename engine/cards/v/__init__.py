"""Cards whose names begin with V."""
