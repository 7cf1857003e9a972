"""Interactive lessons of the games, and the pictures on the pages of their rules."""
