"""Knows how a board's LEDs, sensors and buttons are looked at while hands are on them."""
