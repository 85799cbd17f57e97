"""Chapter 2: the fight and its places, who is Engagé with whom, Avantages, mounts, weapons in hand."""
