"""Tests of matches: services, pages, socket, scheduler."""
