"""Leagues, cups and other competitions."""
