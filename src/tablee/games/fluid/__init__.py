"""Fluid, by Alexis Flamand: a d10, caractéristiques, Traits, and Avantages that are dice or points as one likes."""
