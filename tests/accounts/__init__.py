"""Tests of the accounts."""
