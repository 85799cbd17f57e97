"""Everything around play: making characters, reading scenes, sheets, words, tactics."""
