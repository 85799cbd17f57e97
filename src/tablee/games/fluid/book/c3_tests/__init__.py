"""Chapter 3: tests. The dice, what helps and hinders, one test and several."""
