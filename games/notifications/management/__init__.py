"""Management commands of the notifications."""
