"""Fixtures of more than one file of these tests."""

from pico_host import host, pico

__all__ = ["host", "pico"]
