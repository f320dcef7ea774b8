"""Cards whose names begin with F."""
