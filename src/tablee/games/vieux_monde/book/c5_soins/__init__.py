"""Chapter 5: getting well."""
