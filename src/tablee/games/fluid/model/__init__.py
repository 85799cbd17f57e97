"""What a scene is made of: what was chosen and what has happened. No rule of the book, no chance."""
