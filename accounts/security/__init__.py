"""Second factors, sessions, shared places and the log of what concerns an account's safety."""
