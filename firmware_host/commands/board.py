"""Knows the command `zetlicht board`: a simulated board that has the fields and the start of a game, or all
that a configuration describes."""

from __future__ import annotations

import argparse
import os
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from firmware_host.commands.arguments import chosen_game
from firmware_host.errors import UsageError
from firmware_host.physical import physical_board
from firmware_host.simulated import channels
from firmware_host.twin import twin
from firmware_host.typed_hands import Pressed, Table, brightest, lit
from hardware.board_control import BoardControl
from hardware.device import HardwareError, Reading
from hardware.readings import BoardShape, SensorKind
from hardware.simulated_board import run_board
from rules.game import Game, Piece, Position, Side

BUTTONS: Mapping[int, str] = {0: "confirm", 1: "undo", 2: "new"}
BETWEEN_S = 0.4
"""From one typed word to the next, on the board's clock."""
LOOK_S, LOOKS = 0.1, 12
"""After the last word the lights are read so often: they follow within 0.3 s, and blink once in a second."""

PROMPT = "\n> "


@dataclass(frozen=True, slots=True)
class Simulated:
    """What the simulated board is made of: its sensors, the field of each channel and LED, what each channel
    reads at the game's start, and its buttons."""

    kind: SensorKind
    channels: tuple[str, ...]
    pixels: tuple[str, ...]
    start: bytes
    buttons: Mapping[int, str]

    @property
    def shape(self) -> BoardShape:
        """What the board says of itself."""
        buttons = max(self.buttons, default=-1) + 1
        return BoardShape(self.kind, len(self.channels), len(self.pixels), buttons)


def run(arguments: argparse.Namespace) -> int:
    """Be a board until it is told to quit."""
    if not 0 <= arguments.speed < float("inf"):
        raise UsageError(f"Speed {arguments.speed:g} is no number from 0 up; 1 is real time.")
    board = _described(arguments)
    link = Path(arguments.link)
    if arguments.twin:
        Path(arguments.twin).write_text(twin(Path(arguments.config), link), encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        control = Path(arguments.control) if arguments.control else Path(folder) / "hands"
        there = threading.Event()
        if arguments.hands:
            threading.Thread(target=_hands, args=(board, control, there), daemon=True).start()

        def ready(sentence: str) -> None:
            # A socket of our own is nobody else's business.
            print(
                sentence if arguments.control else sentence.replace(f", hands at {control}", ""), flush=True
            )
            there.set()

        run_board(
            link,
            board.shape,
            control=control if arguments.control or arguments.hands else None,
            speed=arguments.speed,
            readings=bytes(len(board.start)) if arguments.empty else board.start,
            ready=ready,
        )
    return 0


def _described(arguments: argparse.Namespace) -> Simulated:
    if arguments.config is None:
        if arguments.twin:
            raise UsageError("A twin is made from a configuration; name it with --config.")
        game = chosen_game(arguments.game or "international", arguments.option)
        fields, kind = channels(game.board), SensorKind.named(arguments.kind or "reed")
        return Simulated(kind, fields, fields, _start(game, game.start(), fields, kind), BUTTONS)
    if arguments.game or arguments.option or arguments.kind:
        raise UsageError("--game, --option and --kind have no effect beside --config, whose file says them.")
    wood = physical_board(Path(arguments.config))
    config, kind = wood.config, SensorKind.named(wood.config.sensors.kind)
    start = _start(config.game, config.start or config.game.start(), config.wiring.channels, kind)
    return Simulated(kind, wood.channels, wood.pixels, start, config.buttons)


def _start(game: Game, position: Position, fields: tuple[str, ...], kind: SensorKind) -> bytes:
    pieces = position.fields
    return bytes(_reading(pieces.get(name), kind) for name in fields)


def _reading(piece: Piece | None, kind: SensorKind) -> int:
    if piece is None:
        return int(Reading.NONE)
    if kind is SensorKind.REED:
        return int(Reading.PIECE)
    return int(Reading.WHITE if piece.side is Side.WHITE else Reading.BLACK)


def _hands(board: Simulated, control: Path, there: threading.Event) -> None:
    """Do what is typed, line by line, and say what is lit then; ends with the input or the board."""
    there.wait()
    table = Table(board.channels, board.start, board.buttons)
    print(table.help, end=PROMPT, flush=True)
    with suppress(HardwareError), BoardControl(control, timeout=60.0) as hands:
        for line in _typed():
            try:
                acts = table.acts(line, hands.readings())
            except UsageError as error:
                print(error, end=PROMPT, flush=True)
                continue
            now = hands.clock()
            for number, act in enumerate(acts):
                at = now + BETWEEN_S * number
                if isinstance(act, Pressed):
                    hands.press(act.button, pressed=True, at=at)
                    hands.press(act.button, pressed=False, at=at + BETWEEN_S / 2)
                else:
                    hands.set(act.channels, at=at)
            hands.wait()
            print(f"lit: {lit(board.pixels, _looked(hands))}", end=PROMPT, flush=True)


def _looked(hands: BoardControl) -> bytes:
    pictures = []
    for _ in range(LOOKS):
        time.sleep(LOOK_S)
        pictures.append(hands.lights())
    return brightest(pictures[3:])


def _typed() -> Iterator[str]:
    """The lines of standard input. Read without a buffer: a thread that waits in one keeps a program from
    ending."""
    text = b""
    with suppress(OSError):
        while chunk := os.read(0, 4096):
            *lines, text = (text + chunk).split(b"\n")
            for line in lines:
                yield line.decode("utf-8", "replace")
