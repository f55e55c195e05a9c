"""Holds what is copied to a microcontroller; nothing here is imported by the daemon."""
