"""What the templates of the lobby can say."""
