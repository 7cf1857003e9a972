"""Learning a game: worked examples to be played step by step, and the boards beside the rules."""
