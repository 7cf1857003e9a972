"""Tests of the site, as short stories."""
