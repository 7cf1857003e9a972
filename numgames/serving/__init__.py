"""The server: what it bounds and answers before Django sees a request or socket, and how it stops."""
