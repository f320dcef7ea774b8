"""The whole duel as plain data: cheap to copy, exact to save, without code that acts."""
