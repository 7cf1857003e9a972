"""10 BY 10: two players place chips on a small board and capture lines that total exactly 10."""
