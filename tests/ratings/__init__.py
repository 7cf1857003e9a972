"""Tests of what finished matches mean."""
