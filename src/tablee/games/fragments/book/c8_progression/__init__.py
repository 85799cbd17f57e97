"""Chapter 8: experience, levels and classes."""
