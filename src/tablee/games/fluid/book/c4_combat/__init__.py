"""Chapter 4: the fight, its wounds, how they heal, chases and battles."""
