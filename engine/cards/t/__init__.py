"""Cards whose names begin with T."""
