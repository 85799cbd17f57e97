"""Of ours: Traits de créature, and fear."""
