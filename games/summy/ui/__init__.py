"""How Summy is drawn, and how placed pieces become a move."""
