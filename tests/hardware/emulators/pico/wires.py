"""What is soldered to an emulated Pico, as its pins feel it: a matrix of switches with diodes and slow
columns, direct switches, multiplexed hall sensors; and the Pico's clock, which passes with what it does."""

import json

import emulated

IN, OPEN_DRAIN = 0, 2
NEVER = 1 << 60


class Wires:
    """Times are microseconds of the Pico's own clock."""

    def __init__(self, board, now):
        self.now = now
        self.edges, self.next_edge = [], NEVER
        self.switches = [tuple(each) for each in board["switches"]]
        self.diodes, self.rise_us = board["diodes"], board["rise_us"]
        self.halls = board.get("halls")
        self.values = [512] * 64
        self.analog_since = 0
        self.modes, self.levels = {}, {}
        self.pulled = self.grounded = 0
        self.closed = {pins[0]: 0 for pins in self.switches if len(pins) == 2}

        self.low_row, self.low, self.lingering, self.lingers_until = None, 0, 0, 0
        for channel, value in enumerate(board.get("now", [])):
            self.set(channel, value)

    def take(self, news):
        """What the hands will do: [microseconds or null, field or pin, which, value] each."""
        for at, kind, which, value in json.loads(news):
            self.edges.append((self.now if at is None else at, len(self.edges), kind, which, value))
        self.edges.sort()
        self.next_edge = self.edges[0][0] if self.edges else NEVER
        self.pass_us(0)

    def pass_us(self, us):
        self.now += us
        while self.now >= self.next_edge:
            _, _, kind, which, value = self.edges.pop(0)
            if kind == "pin":
                self.ground(which, value)
            else:
                self.set(which, value)
            self.next_edge = self.edges[0][0] if self.edges else NEVER

    def set(self, channel, value):
        """A field's switch closes (1) or opens, or its hall sensor gives this value."""
        if self.halls:
            self.values[channel] = value
        elif len(self.switches[channel]) == 1:
            self.ground(self.switches[channel][0], value)
        else:
            row, column = self.switches[channel]
            bit = 1 << column
            self.closed[row] = self.closed[row] | bit if value else self.closed[row] & ~bit
            self.flow()

    def ground(self, pin, closed):
        bit = 1 << pin
        self.grounded = self.grounded | bit if closed else self.grounded & ~bit

    def mode(self, pin, mode, pull, level):
        self.modes[pin] = mode
        self.levels[pin] = level
        if mode == IN and pull:
            self.pulled |= 1 << pin

    def write(self, pin, level):
        """A pin that is an output, or should be one."""
        self.pass_us(0)
        if self.modes[pin] == IN:
            emulated.fault(f"pin {pin} is an input and was written")
        if pin in self.closed:
            emulated.fault(f"row {pin} was made an output")
        self.levels[pin] = level
        self.analog_since = self.now

    def let_go(self, pin):
        """The row that was low is so no more; its columns rise slowly."""
        if self.now >= self.lingers_until:
            self.lingering = 0
        self.lingering |= self.low
        self.lingers_until = self.now + self.rise_us
        self.low_row, self.low = None, 0

    def flow(self):
        """The columns that the low row pulls low; without diodes current runs back through other rows too."""
        low = self.closed.get(self.low_row, 0)
        before = None
        while not self.diodes and before != low:
            before = low
            for columns in self.closed.values():
                if columns & low:
                    low |= columns
        self.low = low

    def sample(self, pin):
        """What the converter of this pin gives, 16 bits."""
        self.pass_us(4)
        line = sum(self.levels[each] << bit for bit, each in enumerate(self.halls["select"]))
        on = [
            mux
            for mux, (analog, enable) in enumerate(self.halls["muxes"])
            if analog == pin and (enable is None or self.levels[enable] == 0)
        ]
        if len(on) != 1:
            emulated.fault(f"{len(on)} multiplexers were on pin {pin}")
            return 0
        if self.now - self.analog_since < self.halls["settle_us"]:
            emulated.fault("a hall sensor was read too soon")
        return self.values[16 * on[0] + line] << 6


WIRES = Wires(json.loads(emulated.board), emulated.begun)
