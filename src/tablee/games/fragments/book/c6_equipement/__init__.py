"""Chapter 6: what is carried, bought, forged and ridden."""
