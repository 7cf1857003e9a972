"""Tests of the parts common to all pages."""
