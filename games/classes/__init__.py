"""Classes: a teacher and pupils, who sign in by a card, play inside the class only, and go with it."""
