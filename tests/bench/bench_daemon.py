"""Measures the daemon: hearing delay, start-up, memory, idle load and the cost of a frame. Prints figures;
changes nothing."""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1] / "system"))

from running import DaemonProcess, board_and_config, games_of, play_through

from firmware_host.events import Amended, Moved
from firmware_host.hands.levels import LEVELS
from firmware_host.hands.play import perform
from firmware_host.hands.recording import write_trace
from firmware_host.line import Line
from firmware_host.pipeline import Pipeline
from firmware_host.replay import replay
from firmware_host.session import Session
from firmware_host.settings import Settings
from firmware_host.wiring import Wiring
from rules.registry import game as game_called

TICKS = os.sysconf("SC_CLK_TCK")


def quantile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def delay() -> None:
    """Simulated time, so exact: from the last raw edge of a move to its event."""
    game = game_called("international")
    men: list[float] = []
    kings: list[float] = []
    for number, record in enumerate(games_of("international")[:20]):
        moves = [str(move) for move in record["moves"]]
        performance = perform(game, None, moves, LEVELS["ordinary"], Random(number), "reed")
        heard = {
            (event.ply, event.move): event.t
            for event in replay(write_trace(performance))
            if isinstance(event, Moved | Amended)
        }
        position = game.start()
        for turn in performance.turns:
            if turn.kind != "move":
                continue
            move = position.parse_move(turn.move)
            took = heard[turn.ply, turn.move] - turn.last
            (kings if position.kings & move.lifts else men).append(1000 * took)
            position = position.play(move)
    for name, values in (("men", men), ("kings", kings)):
        if values:
            median, p99 = statistics.median(values), quantile(values, 0.99)
            print(
                f"delay, {name}: median {median:.1f} ms, p99 {p99:.1f} ms, "
                f"{len(values)} moves (reed, ordinary hands)"
            )


def frames() -> None:
    """CPU time a frame through wiring, debounce, inference and lights."""
    game = game_called("international")
    fields = game.board.fields
    channel = {name: number for number, name in enumerate(fields)}
    moves = [str(move) for move in games_of("international")[0]["moves"]]
    performance = perform(game, None, moves, LEVELS["ordinary"], Random(1), "reed")
    settings = Settings()
    pipeline = Pipeline(Session(Line(game, game.start()), settings), settings)
    wiring = Wiring(game.board, fields, fields, hall=False)
    readings = bytearray(len(fields))
    costs = []
    for frame in performance.frames:
        for name, reading in frame.readings.items():
            readings[channel[name]] = int(bool(reading))
        packed = bytes(readings)
        begun = time.thread_time()
        pipeline.feed(frame.time, wiring.seen(packed))
        costs.append(time.thread_time() - begun)
    quiet = bytes(readings)
    begun = time.thread_time()
    for number in range(20000):
        pipeline.feed(performance.end + number / 1000, wiring.seen(quiet))
    idle = (time.thread_time() - begun) / 20000
    mean = statistics.mean(costs)
    print(
        f"frames: {1 / mean:,.0f} a second of a game, worst {1000 * max(costs):.1f} ms; "
        f"a quiet one {1e6 * idle:.1f} us"
    )


def start_and_load(seconds: float) -> None:
    with tempfile.TemporaryDirectory() as folder, board_and_config(Path(folder)) as (_, config):
        starts = []
        for _ in range(5):
            begun = time.monotonic()
            daemon = DaemonProcess(config)
            daemon.until("lights")
            starts.append(time.monotonic() - begun)
            daemon.stop()
        print(f"start to first frame: median {statistics.median(starts):.2f} s, worst {max(starts):.2f} s")
        daemon = DaemonProcess(config)
        daemon.until("lights")
        time.sleep(2)
        before = cpu_s(daemon.process.pid)
        time.sleep(seconds)
        load = (cpu_s(daemon.process.pid) - before) / seconds
        print(f"quiet board: {100 * load:.2f} % of a core, {resident_mb(daemon.process.pid):.1f} MB resident")
        daemon.stop()


def wall_delay() -> None:
    """Real time, over the pty: from the edge leaving the board to the event printed."""
    with tempfile.TemporaryDirectory() as folder, board_and_config(Path(folder)) as (board, config):
        daemon = DaemonProcess(config)
        daemon.until("lights")
        moves = [str(move) for move in games_of("international")[0]["moves"]][:12]
        play_through(board, "international", moves, level="tidy", seed=1)
        daemon.drain()
        heard = sum(event["event"] == "move" for event in daemon.events)
        print(f"real time over the pty: {heard} of {len(moves)} moves heard")
        daemon.stop()


def cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def resident_mb(pid: int) -> float:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("no VmRSS in /proc")


def main() -> int:
    quick = "--quick" in sys.argv
    delay()
    frames()
    start_and_load(5.0 if quick else 20.0)
    if not quick:
        wall_delay()
    return 0


if __name__ == "__main__":
    sys.exit(main())
