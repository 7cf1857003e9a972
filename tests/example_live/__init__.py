"""An example app with a live page: a counter that all open pages see change (docs/architecture.md)."""
