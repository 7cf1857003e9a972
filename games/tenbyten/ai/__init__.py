"""What the computer players of 10 BY 10 search with."""
