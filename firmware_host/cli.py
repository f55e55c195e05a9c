"""Knows the command line: its commands, their arguments and exit statuses; the work is done in
`firmware_host/commands/`, imported only when asked for."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

VERSION = "0.1.0"
DEFAULT_CONFIG = "/etc/zetlicht/board.toml"


class _Parser(argparse.ArgumentParser):
    """Refuses in one sentence on standard error, exit status 2."""

    def error(self, message: str) -> NoReturn:
        sentence = message[:1].upper() + message[1:].rstrip(".")
        self.exit(2, f"{sentence}; see '{self.prog} --help'.\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="zetlicht",
        description="Move light: hears the moves on a wooden board and lights what matters.",
    )
    parser.add_argument("--version", action="version", version=f"zetlicht {VERSION}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for add in (_demo, _run, _board, _firmware, _moves, _perft, _replay, _games, _health, _wire, _test):
        add(commands)
    return parser


if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[_Parser]


def _demo(commands: Commands) -> None:
    demo = commands.add_parser("demo", help="the whole daemon on a simulated board, nothing to wire")
    demo.add_argument("--fast", action="store_true", help="a whole game in seconds")
    demo.add_argument("--loop", action="store_true", help="play on for ever, for a show")
    demo.add_argument("--terminal", action="store_true", help="show the board in the terminal")
    demo.add_argument("--game", default="international", metavar="GAME", help="which game is played")
    demo.add_argument("--level", default=None, metavar="LEVEL", help="how the hands play: tidy or ordinary")
    demo.add_argument("--seed", type=int, default=None, help="the hands' luck, for the same show again")


def _run(commands: Commands) -> None:
    run = commands.add_parser("run", help="the daemon on the board that a file describes")
    _config(run)
    run.add_argument("--json", action="store_true", help="events on standard output, one JSON object a line")
    run.add_argument("--record", metavar="TRACE", help="write what the sensors say to this file")


def _board(commands: Commands) -> None:
    board = commands.add_parser("board", help="a simulated board on a pty")
    board.add_argument("--link", required=True, metavar="PATH", help="where the pty's link is made")
    board.add_argument("--control", metavar="PATH", help="a socket over which hands move the pieces")
    board.add_argument(
        "--config", metavar="FILE", help="the board that this file describes, whatever its driver"
    )
    board.add_argument(
        "--twin", metavar="FILE", help="write a configuration of it: as --config, but on this pty"
    )
    board.add_argument("--hands", action="store_true", help="type fields to lift and put pieces")
    board.add_argument("--game", metavar="GAME", help="else the board of this game (international)")
    board.add_argument("--kind", choices=("reed", "hall"), help="with these sensors (reed)")
    board.add_argument("--speed", type=float, default=1.0, help="how many times faster its clock runs")
    board.add_argument("--empty", action="store_true", help="begin with an empty board")
    _options(board)


def _firmware(commands: Commands) -> None:
    firmware = commands.add_parser("firmware", help="write the file that a Raspberry Pi Pico runs")
    firmware.add_argument("folder", metavar="FOLDER", help="where main.py is written")
    firmware.add_argument(
        "--config", metavar="FILE", help="also write a board_config.json for the board of this file"
    )


def _moves(commands: Commands) -> None:
    moves = commands.add_parser("moves", help="the legal moves of a position")
    moves.add_argument("game", metavar="GAME")
    moves.add_argument("position", nargs="?", metavar="POSITION", help="the start if left out; - reads many")
    moves.add_argument("--full", action="store_true", help="print positions with their counters")
    _options(moves)


def _perft(commands: Commands) -> None:
    perft = commands.add_parser("perft", help="the number of legal move sequences")
    perft.add_argument("game", metavar="GAME")
    perft.add_argument("depth", metavar="DEPTH")
    perft.add_argument("position", nargs="?", metavar="POSITION")
    perft.add_argument("--divide", action="store_true", help="first one line a move")
    _options(perft)


def _replay(commands: Commands) -> None:
    replay = commands.add_parser("replay", help="feed a trace through the daemon's pipeline")
    replay.add_argument("trace", metavar="TRACE", help="the file; - is standard input")
    replay.add_argument("--json", action="store_true", help="events, one JSON object a line")
    replay.add_argument("--full", action="store_true", help="print positions with their counters")


def _games(commands: Commands) -> None:
    games = commands.add_parser("games", help="the games of the journal")
    _config(games)
    games.add_argument("--json", action="store_true", help="one JSON object a line")
    games.add_argument("what", nargs="*", metavar="show ID", help="print one game")


def _health(commands: Commands) -> None:
    for name, text in (
        ("fit", "which games the board of a file can carry, and where"),
        ("status", "how the running daemon is doing"),
        ("record", "have the running daemon write what its sensors said lately, as a trace"),
        ("calibrate", "measure the hall sensors of the empty board (driver hall-adc)"),
        ("doctor", "checks with remedies; exit status 1 if one fails"),
    ):
        command = commands.add_parser(name, help=text)
        _config(command)
        if name != "record":
            command.add_argument("--json", action="store_true", help="as JSON")


def _wire(commands: Commands) -> None:
    wire = commands.add_parser("wire", help="ask the board which channel and LED lie under which field")
    _config(wire)
    wire.add_argument("--channels", type=int, metavar="N", help="how many the board has, if it cannot say")
    wire.add_argument("--pixels", type=int, metavar="N", help="how many LEDs the chain has, likewise")
    wire.add_argument("--again", action="store_true", help="forget the answers of a wizard that was stopped")
    wire.add_argument("--json", action="store_true", help="one JSON object a line")


def _test(commands: Commands) -> None:
    test = commands.add_parser("test", help="LEDs, sensors or buttons, live")
    test.add_argument("what", choices=("leds", "sensors", "buttons"), help="what is tested")
    _config(test)
    test.add_argument("--seconds", type=float, metavar="N", help="end after so long; else with Ctrl-C")
    test.add_argument("--json", action="store_true", help="one JSON object a line")


def _config(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", default=DEFAULT_CONFIG, metavar="FILE", help="default: %(default)s")


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game's rules; may be given several times",
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status: 0, 1 for a failure while running, 2 for bad input."""
    _sure_of_output()
    try:
        return _run_command(_parser().parse_args(arguments))
    except BrokenPipeError:
        # Whoever read our output has gone: end quietly.
        _drop_output()
        return 1
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except OSError as error:
        _drop_output()
        where = f"{error.filename}" if error.filename else "The output"
        return _refuse(f"{where} cannot be used: {error.strerror or error}.", 1)


def _run_command(parsed: argparse.Namespace) -> int:
    command = importlib.import_module(f"firmware_host.commands.{parsed.command}")
    from firmware_host.errors import HostError, JournalError
    from hardware.device import HardwareError
    from rules.game import RulesError

    try:
        status: int = command.run(parsed)
        sys.stdout.flush()
    except JournalError as error:
        return _refuse(error, 1 if parsed.command in ("run", "demo") else 2)
    except (RulesError, HostError) as error:
        return _refuse(error, 2)
    except HardwareError as error:
        return _refuse(error, 1)
    return status


def _drop_output() -> None:
    """Let the interpreter flush what is left into nothing when it ends."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _sure_of_output() -> None:
    """A program started without output streams still runs; what it prints goes nowhere."""
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115 - for as long as the process lives
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115 - as above


def _refuse(error: Exception | str, status: int) -> int:
    print(" ".join(str(error).split()), file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
