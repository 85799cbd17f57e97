"""The lab: what happens when a fight is fought a thousand times by the real rules."""
