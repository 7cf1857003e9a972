"""Commands about draws."""
