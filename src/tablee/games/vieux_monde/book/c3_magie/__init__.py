"""Chapter 3: magic."""
