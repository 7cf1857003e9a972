"""Notifications: tell players what waits for them, on the page, by push and by e-mail."""
