"""Sign-up, sign-in, providers and guests."""
