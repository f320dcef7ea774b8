"""Cards whose names begin with S."""
