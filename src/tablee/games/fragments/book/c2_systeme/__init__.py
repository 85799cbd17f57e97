"""Chapter 2: the map, rolls of the d100, divine impulse."""
