"""Company: who talks with whom, who follows whom, and what the people of the house do about trouble."""
