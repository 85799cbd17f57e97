"""Chapter 3: life and death, effects at work, tours and manches, what one does in a tour."""
