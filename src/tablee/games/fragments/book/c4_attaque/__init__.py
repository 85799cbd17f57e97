"""Chapter 4: attacks, from precision to what is lost."""
