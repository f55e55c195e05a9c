"""The daemon: configuration, wiring, hearing, lights, journal and commands. Must not know which driver or
game it runs."""
