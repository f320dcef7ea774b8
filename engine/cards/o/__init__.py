"""Cards whose names begin with O."""
