"""What stands between the rules and the people: creation, sheets, reading, judging."""
