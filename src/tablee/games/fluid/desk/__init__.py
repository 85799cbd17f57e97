"""Characters at the desk: how they are made, read, judged and shown, and who plays them when nobody does."""
