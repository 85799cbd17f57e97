"""Chapter 5: magic."""
