"""Formats of dates and times where Django's own do not fit the readers of this site."""
