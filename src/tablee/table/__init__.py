"""The live table: campaigns, members, commands, log, undo and who may see what. No HTTP, no game by name."""
