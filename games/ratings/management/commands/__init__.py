"""Commands about ratings."""
