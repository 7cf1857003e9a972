"""Tags about ratings."""
