"""PIO and DMA of an emulated Pico, as MicroPython's module `rp2` has them; programs are lists of words."""

import binascii

import emulated
from wires import WIRES


class PIO:
    OUT_LOW, SHIFT_LEFT, JOIN_TX = 0, 0, 1


class _Assembler:
    """Collects the instructions of a program: name, operands, cycles of delay."""

    def __init__(self):
        self.instructions = []

    def _add(self, *parts):
        self.instructions.append(list(parts) + [0])  # noqa: RUF005 - MicroPython has no stars in a list
        return self

    def __getitem__(self, delay):
        self.instructions[-1][-1] = delay

    def words(self):
        return {
            "pins": "pins",
            "x": "x",
            "out": lambda target, count: self._add("out", target, count),
            "set": lambda target, value: self._add("set", target, value),
            "mov": lambda target, source: self._add("mov", target, source),
        }


def asm_pio(out_init, set_init, out_shiftdir, fifo_join, autopull, pull_thresh):
    assert (autopull, out_shiftdir) == (True, PIO.SHIFT_LEFT)

    def assemble(function):
        assembler = _Assembler()
        names = function.__globals__
        before = names.copy()
        names.update(assembler.words())
        function()
        names.clear()
        names.update(before)
        return assembler.instructions, pull_thresh

    return assemble


class StateMachine:
    def __init__(self, number, program, freq, out_base, set_base):
        assert (number, out_base.number) == (0, set_base.number)
        instructions, bits = program
        lines = [" ".join(str(part) for part in line) for line in instructions]
        emulated.pio(out_base.number, "\n".join(lines), bits, freq)

    def active(self, on):
        assert on == 1


class DMA:
    def pack_ctrl(self, size, inc_read, inc_write, treq_sel):
        assert (size, inc_read, inc_write, treq_sel) == (2, True, False, 0)
        return "paced words to one register"

    def config(self, read, write, count, ctrl, trigger):
        assert (write, len(read), trigger) == (0x50200010, 4 * count, True)
        self._read, self._sent = read, bytes(read)
        self._ends = emulated.dma(binascii.hexlify(read).decode(), WIRES.now)

    def active(self):
        if self._sent != bytes(self._read):
            emulated.fault("the picture was changed while it was being sent")
        return self._ends > WIRES.now
