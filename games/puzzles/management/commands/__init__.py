"""What can be done with puzzles from the command line."""
