"""Tags about accounts."""
