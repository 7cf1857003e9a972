"""Players who are online: presence, visits, the socket of a page and its news."""
