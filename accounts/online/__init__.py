"""Who is here: presence, visits, the socket of a page and its news."""
