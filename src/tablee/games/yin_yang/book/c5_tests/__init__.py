"""Chapter 5: making a test. The score, what weighs on it, the roll, the margin."""
