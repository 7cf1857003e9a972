"""Pages and forms of the social app."""
