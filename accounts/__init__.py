"""Accounts: sign-up, sign-in, guests, settings, presence, personal data. Knows nothing of games."""
