"""Knows Abalone on its board of 61 cells, part by part; the game itself is `rules.games.abalone`."""
