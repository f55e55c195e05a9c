"""From hands to LEDs through the Pico's firmware: whole games, played by simulated hands on switches that the
real firmware scans, heard by the real daemon, and lit on LEDs that read the firmware's own pulses."""

import json
import sys
import time
from pathlib import Path
from random import Random

import pytest
from lights_wanted import Wanted, follow
from running import ACCEPT, DaemonProcess, games_of

sys.path.append(str(Path(__file__).parents[1] / "hardware"))

from emulated_pico import EmulatedPico, bare, need_micropython
from emulators.ws2812 import in_rgb

from firmware_host.config import load
from firmware_host.hands.levels import LEVELS
from firmware_host.hands.play import perform
from firmware_host.journal_reader import read_journal
from firmware_host.simulated import configuration, edges
from rules.registry import game as game_called

SPEED = 30.0
"""At most; a slow machine plays more slowly, and hears the same."""

LONGEST_REST_S = 1.2
"""Hands that think longer than that are hurried: nothing happens while they think."""

SEEN_S = 1.5
"""A steady picture that stays this long on the board's clock has had 50 ms of real time to be shown."""

MAGNET = {0: 512, 1: 400, 2: 640}
REED = {
    "international": {
        "rows": [2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
        "columns": [12, 13, 14, 15, 16],
        "buttons": [17, 18, 19],
        "pixels": 50,
        "pixel_pin": 22,
    },
    "abalone": {
        "rows": [0, 1, 2, 3, 4, 5, 6, 7],
        "columns": [15, 14, 13, 12, 11, 10, 9],
        "inputs": [16, 17, 18, 19, 20],
        "buttons": [21, 22, 26],
        "pixels": 61,
        "pixel_pin": 28,
        "pixel_order": "GRBW",
    },
}
HALLS = {
    "muxes": [[26, 14], [26, 15], [27, 16], [27, 17]],
    "select": [10, 11, 12, 13],
    "channels": 61,
    "buttons": [0, 1, 2],
    "pixels": 61,
    "pixel_pin": 22,
}


def wires(config):
    """What is soldered to the pins of a firmware's configuration."""
    if "muxes" in config:
        return bare(halls={"muxes": config["muxes"], "select": config["select"], "settle_us": 15})
    pairs = [(row, column) for row in config["rows"] for column in config["columns"]]
    return bare(pairs + [(pin,) for pin in config.get("inputs", [])])


class Table:
    """A game, a Pico under its board and a daemon; the channels in the order of the game's fields."""

    def __init__(self, folder, name, config, *, options=None, speed=SPEED):
        self.game = game_called(name, options or {})
        self.kind = "hall" if "muxes" in config else "reed"
        self.folder, self.config = folder, config
        # The daemon's silences are real time, the firmware's are its own: ten seconds of each.
        self.pico = EmulatedPico(
            folder / "board", {**config, "keep_s": int(10 * speed)}, wires(config), speed=speed
        )
        self.file = folder / "board.toml"
        text = configuration(self.game, folder, self.pico.link, self.kind)
        self.file.write_text(text.replace("budget_ma = 2000", "budget_ma = 20000"), encoding="utf-8")
        self.daemon = None

    def run(self):
        self.daemon = DaemonProcess(self.file)
        self.daemon.until("lights")

    def edges(self, moves, level="tidy", seed=1):
        """What hands do with the switches: (seconds from the begin, {channel: value})."""
        performance = perform(self.game, None, moves, LEVELS[level], Random(seed), self.kind)
        found, shift, last = [], 0.0, 0.0
        for edge in edges(performance, self.game.board, 0.0):
            at = edge.at_ms / 1000
            shift += max(0.0, at - last - LONGEST_REST_S)
            last = at
            values = {
                at: MAGNET[value] if self.kind == "hall" else value for at, value in edge.channels.items()
            }
            found.append((at - shift, values))
        return found

    def play(self, edges, lead_s=1.0):
        """Let this happen from now on, and wait until it has."""
        begin = self.pico.clock() + lead_s * self.pico.speed / 4
        self.pico.schedule([(begin + at - edges[0][0], channels) for at, channels in edges])
        self.pico.wait(begin + edges[-1][0] - edges[0][0] + 1.5)

    def fault(self, words):
        """Wait until the daemon tells of its device in these words."""
        while words not in str(self.daemon.until("fault")["what"]):
            pass

    def stop(self):
        """End the daemon and give the moves that its journal keeps."""
        assert self.daemon.stop() == 0
        return self.kept()

    def kept(self):
        with read_journal(self.folder / "games") as journal:
            return [ply.move for ply in journal.plies(journal.games()[-1].id)]

    def shown(self):
        """The pictures that the LEDs took, in red, green, blue."""
        order = self.config.get("pixel_order", "GRB")
        return [in_rgb(pixels, order) for _, pixels in self.pico.pictures]

    def close(self):
        if self.daemon is not None and self.daemon.process.poll() is None:
            self.daemon.process.kill()
        self.pico.close()


@pytest.fixture
def table(tmp_path):
    need_micropython()
    made = []

    def make(*arguments, **options):
        made.append(Table(tmp_path, *arguments, **options))
        return made[-1]

    yield make
    for each in made:
        each.close()


def shortest(name):
    """A whole recorded game, the shortest that begins at the start."""
    games = [game for game in games_of(name) if game.get("start") is None and not game.get("options")]
    return [str(move) for move in min(games, key=lambda game: len(game["moves"]))["moves"]]


def demo(name):
    """The game that the demo plays: its moves and options."""
    here = Path(__file__).parents[2] / "firmware_host" / "demo_games"
    record = json.loads((here / f"{name}.jsonl").read_text().splitlines()[0])
    return record["moves"], record.get("options", {})


GAMES = [("international", REED["international"]), ("abalone", REED["abalone"])]
GAMES += [("abalone", HALLS)] if ACCEPT else []


@pytest.mark.heavy
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("name", "config"), GAMES, ids=lambda value: value if isinstance(value, str) else "")
def test_a_whole_game_is_heard_and_lit_through_the_firmware(table, name, config):
    moves, options = demo(name) if name == "abalone" else (shortest(name), {})
    board = table(name, config, options=options)
    board.run()
    board.play(board.edges(moves))
    board.daemon.drain(1.0)
    assert board.stop() == moves
    events = board.daemon.events
    assert [event["move"] for event in events if event["event"] == "move"] == moves
    assert not [event for event in events if event["event"] == "amend"]
    shown = board.shown()
    dark = bytes(len(shown[0]))
    assert shown[0] == shown[-1] == dark, "black comes first and last"
    different = follow(shown[1:-1], events, Wanted(load(board.file)), SEEN_S)
    assert different > len(moves) / 2, "a game is full of lights"
    assert board.pico.faults() == []
    assert board.pico.ended is None


def test_a_pico_that_is_unplugged_and_plugged_in_again_goes_on_with_the_game(table):
    board = table("international", REED["international"], speed=4.0)
    board.run()
    moves = ["32-28", "19-23", "28x19", "14x23"]
    steps = board.edges(moves)
    half = len(steps) // 2
    board.play(steps[:half])
    board.pico.unplug()
    board.fault("board")
    board.pico.plug()
    board.fault("is connected")
    board.play(steps[half:])
    board.daemon.drain(1.0)
    assert board.stop() == moves


def test_a_pico_whose_pieces_moved_while_it_was_off_is_heard_too(table):
    board = table("international", REED["international"], speed=4.0)
    board.run()
    steps = board.edges(["32-28", "19-23"])
    board.play(steps[: len(steps) // 2])
    board.pico.unplug()
    for _, channels in steps[len(steps) // 2 :]:
        board.pico.set(channels)
    board.pico.plug()
    board.fault("is connected")
    board.pico.wait(board.pico.clock() + 4.0)
    board.daemon.drain(1.0)
    assert board.stop() == ["32-28", "19-23"]


def test_a_killed_daemon_leaves_a_breathing_pixel_and_the_next_one_lights_the_game_again(table):
    board = table("international", REED["international"], speed=4.0)
    board.pico.unplug()
    board.pico.config["keep_s"] = 12
    board.pico.plug()
    board.run()
    moves = ["32-28", "20-24"]  # nobody must capture: the picture stands still
    steps = board.edges(moves)
    board.play(steps)
    board.daemon.drain(0.5)
    lit = board.shown()[-1]
    board.daemon.kill()
    assert board.shown()[-1] == lit, "the last picture stays"
    board.pico.wait(board.pico.clock() + 20.0)
    breathing = board.shown()[-8:]
    assert all(picture[:3] == picture[:1] * 3 and not any(picture[3:]) for picture in breathing)
    assert len({picture[0] for picture in breathing}) >= 4
    board.run()
    deadline = time.monotonic() + 10
    while board.shown()[-1] != lit and time.monotonic() < deadline:
        time.sleep(0.05)
    assert board.shown()[-1] == lit
    assert board.stop() == moves


@pytest.mark.parametrize("config", [None, {"rows": [2], "columns": [2]}], ids=["none", "bad"])
def test_a_pico_without_a_usable_configuration_is_named_to_the_daemons_owner(table, config):
    board = table("international", REED["international"], speed=1.0)
    board.pico.unplug()
    board.pico.config = config
    board.pico.plug()
    board.daemon = DaemonProcess(board.file)
    board.fault("has 0 channels where the configuration has 50")
    board.daemon.process.terminate()
    _, errors = board.daemon.process.communicate(timeout=20)
    assert "board_config.json" in errors, "the Pico's own words are in the log"
