"""The pages and forms of company."""
