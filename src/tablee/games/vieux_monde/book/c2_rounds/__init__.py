"""Chapter 2: Rounds, time, chases."""
