"""Tests of chat, relations between players, and moderation."""
