"""Knows the errors that the daemon raises on purpose; each message is one sentence for people."""

from __future__ import annotations


class HostError(Exception):
    """Anything the daemon refuses; the message says what is wrong, where, and what to do."""


class ConfigError(HostError, ValueError):
    """A configuration that cannot be read or cannot be meant; names the file, the key or line, the remedy."""


class WiringError(HostError, ValueError):
    """Channels, pixels or colours that do not fit the board they are wired to."""


class JournalError(HostError, RuntimeError):
    """A journal that cannot be opened or written, or a change that does not fit what it holds."""


class DiskRefuses(JournalError):
    """A journal whose disk takes nothing now, as a full one; the same may be written later."""


class TraceError(HostError, ValueError):
    """A trace that cannot be read; names its line."""


class UsageError(HostError, ValueError):
    """A command line that cannot be meant."""
