"""Knows what can be wrong with a board's set-up, why, and what to do; it only looks."""
