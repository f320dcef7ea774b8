"""Computer players: they see what their seat may know and choose among the legal actions."""
