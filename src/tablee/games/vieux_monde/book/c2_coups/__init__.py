"""Chapter 2: blows, shots, moves, flight, and what makes more of them."""
