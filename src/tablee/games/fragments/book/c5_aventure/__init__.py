"""Chapter 5: what happens between fights."""
