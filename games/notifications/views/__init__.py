"""Views of the notifications."""
