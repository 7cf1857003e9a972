"""Tags about the frame of every page."""
