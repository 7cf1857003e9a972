"""Requests and answers: clients, addresses, languages, downloads, forms that save themselves."""
