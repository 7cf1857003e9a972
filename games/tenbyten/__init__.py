"""10 BY 10: chips on a small board; lines that total exactly 10 are captured."""
