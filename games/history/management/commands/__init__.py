"""What can be done with the history from the command line."""
