"""What can be done with the draws from the command line."""
