"""Django's backend for SQLite, in which the writers of a process take turns."""
