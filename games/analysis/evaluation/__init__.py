"""What is worked out about a match from its positions alone: no Django, no clock, the same every time."""
