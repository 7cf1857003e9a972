"""Accounts: sign-up, sign-in, guests, settings, presence, personal data. Independent of the games."""
