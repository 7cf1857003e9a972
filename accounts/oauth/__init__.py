"""OAuth 2.1 for programs of others: players let an app act for them, and never type its password or a token."""
