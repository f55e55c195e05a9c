"""Knows how the command `zetlicht` begins, so that Ctrl-C is quiet from the first moment on; no command."""

INTERRUPTED = 130
"""128 and the number of SIGINT, as shells have it; the module `signal` would take a while to import."""


def main() -> int:
    """Run the command line; returns its exit status."""
    try:
        from firmware_host.cli import main as run

        return run()
    except KeyboardInterrupt:
        return INTERRUPTED
