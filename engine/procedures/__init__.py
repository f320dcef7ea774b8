"""The game's own rules: turn, Summons, activations, Chains, triggers, battle, victory."""
