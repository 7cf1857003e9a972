"""Toasts on open pages."""
