"""Chapter 10, turns: declaring upwards, resolving downwards, what goes by between two turns."""
