"""The pages and addresses of notices."""
