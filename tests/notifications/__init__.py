"""Stories about turns that wait and the ways to hear of them."""
