"""Tests of the analysis of finished matches."""
