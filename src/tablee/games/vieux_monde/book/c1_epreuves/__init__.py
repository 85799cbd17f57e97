"""Chapter 1: what one does with Tests."""
