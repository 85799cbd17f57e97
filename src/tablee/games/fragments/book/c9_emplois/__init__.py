"""Chapter 9, what is used: techniques, support spells, things, enchantments."""
