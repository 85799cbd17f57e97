"""What lies around the book: making characters, sheets, reading and judging scenes, the order of turns, tactics."""
