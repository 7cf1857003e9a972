"""Tests of what was."""
