"""The page to print and lay beside the board."""
