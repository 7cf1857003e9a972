"""The server: admission, requests and sockets before Django sees them."""
