"""The devices: sensor sources, LED sinks, the wire protocol, the simulated board. Must not know any game."""
