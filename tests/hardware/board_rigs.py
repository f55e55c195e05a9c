"""Simulated boards for tests, each in a thread of its own, with hands at their control socket."""

import threading

from hardware.board_control import BoardControl
from hardware.board_model import BoardModel
from hardware.readings import BoardShape, SensorKind
from hardware.serial_board import SerialBoard
from hardware.simulated_board import SimulatedBoard

REED = BoardShape(SensorKind.REED, 50, 50, 2)
HALL = BoardShape(SensorKind.HALL, 61, 61, 1)


class RunningBoard:
    """A simulated board that runs until `stop`, and its control."""

    def __init__(self, folder, shape=REED, *, speed=1.0, first_ms=0, readings=None):
        self.port = folder / "port"
        self.control_path = folder / "hands"
        self.model = BoardModel(shape, readings=readings, first_ms=first_ms)
        self._board = SimulatedBoard(self.port, self.model, control=self.control_path, speed=speed)
        self._thread = threading.Thread(target=self._board.run, name="simulated board")
        self._thread.start()
        self.control = BoardControl(self.control_path)

    def stop(self):
        self.control.close()
        self._board.stop()
        self._thread.join(5)
        assert not self._thread.is_alive()


class SerialRig:
    """A SerialBoard over the pty of a simulated board; see driver_contract.Rig."""

    removable = True

    def __init__(self, folder, shape):
        self.kind = shape.kind
        self.board = RunningBoard(folder, shape)
        self.source = self.sink = SerialBoard(str(self.board.port), shape)

    def put(self, channels):
        self.board.control.set(channels)

    def lights(self):
        return self.board.control.lights()

    def take_away(self):
        self.board.control.unplug(1000, reset=True)

    def bring_back(self):
        self.board.control.plug()

    def close(self):
        self.source.stop()
        self.board.stop()
