"""Chapter 1: making a Test, alone or against somebody."""
