"""A program that hears a game on an example board through its own driver, wired to the emulated Raspberry Pi
as the example's configuration says. Prints what was heard, as a line of JSON.

Arguments: the configuration, the moves as JSON, where they begin (or nothing), file of the emulated board.
"""

import json
import mmap
import sys
from pathlib import Path
from random import Random

from pi_board import Board
from pi_child import driver
from pi_game import READINGS, Hands, Hearing
from pi_wired import Chain, Matrix

from firmware_host.config import load
from firmware_host.config_pi import MatrixSensors
from firmware_host.hands import LEVELS, perform


def main():
    path, moves, begin, file = sys.argv[1:]
    config = load(Path(path))
    start = config.game.parse(begin) if begin else None
    keys = config.sensor_device
    with Path(file).open("r+b") as memory:
        board = Board.from_buffer(mmap.mmap(memory.fileno(), 0))
    channels = len(config.wiring.channels)
    if isinstance(keys, MatrixSensors):
        wired = Matrix(board)
        own = {"rows": keys.rows, "columns": keys.columns, "diodes": keys.diodes}
    else:
        wired = Chain(board, channels=channels)
        own = {"spi_bus": keys.spi_bus, "spi_device": keys.spi_device, "end": keys.end}
    played = perform(config.game, start, json.loads(moves), LEVELS["tidy"], Random(1), config.sensors.kind)
    hands = Hands(
        played,
        1 / keys.rate_hz,
        lambda said: wired.put(
            {config.wiring.channel_of[field]: READINGS[word] for field, word in said.items()}
        ),
    )
    more = {"channels": channels, "rate_hz": keys.rate_hz, "clock": hands.clock, "rest": hands.rest}
    source = driver(config.sensors.driver, own | more)
    hearing = Hearing(config.game, config.wiring, start)
    source.start(hearing)
    hands.over.wait()
    hands.leave.set()
    source.stop()
    print(json.dumps([ply.move.text for ply in hearing.pipeline.session.line.plies]))


if __name__ == "__main__":
    main()
