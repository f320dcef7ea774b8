"""Cards whose names begin with R."""
