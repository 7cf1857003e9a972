"""E-mail: its look, and threads that send it."""
