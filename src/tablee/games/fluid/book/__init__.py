"""The rules, a chapter of the book each."""
