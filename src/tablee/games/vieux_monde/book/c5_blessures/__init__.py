"""Chapter 5: damage, critical wounds, death."""
