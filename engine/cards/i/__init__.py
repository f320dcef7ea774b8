"""Cards whose names begin with I."""
