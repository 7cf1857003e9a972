"""The pages of what was."""
