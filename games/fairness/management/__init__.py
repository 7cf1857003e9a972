"""Management commands of the draw statistics."""
