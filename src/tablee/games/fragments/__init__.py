"""Les Fragments de la Destinée: tactical fights on hexagons, d100, techniques, classes and levels."""
