"""The rules of the book, chapter by chapter."""
