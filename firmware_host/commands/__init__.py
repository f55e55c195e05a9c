"""One module a command of `zetlicht`; each offers `run(arguments) -> exit status`."""
