"""Knows how a board that is only soldered is asked which channel and LED belong to which field."""
