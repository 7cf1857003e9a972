"""Chances in words that anybody reads."""
