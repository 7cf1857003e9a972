"""Who you are: sign-up, sign-in, guests, settings, your data. Knows nothing of games."""
