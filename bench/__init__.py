"""Measures what the site costs and how quick it is: run it by script/bench."""
