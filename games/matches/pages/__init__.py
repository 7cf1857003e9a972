"""The pages of a match: boards as HTML, what each viewer sees, and partial updates."""
