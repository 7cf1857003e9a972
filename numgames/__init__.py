"""The Django project: settings, URLs and server."""
