"""Whole pages, as they were before."""
