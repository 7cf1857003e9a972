"""10 BY 10's user interface: presentation, composing a move from the placed chip, highlighted squares."""
