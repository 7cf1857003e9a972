"""The Django project: settings, addresses, and how the site is served."""
