"""`kill -9` at random moments of a game: no acknowledged move is lost, and the game goes on."""

import time
from pathlib import Path
from random import Random

import pytest
from running import ACCEPT, DaemonProcess, board_and_config, games_of

from firmware_host.hands.levels import LEVELS
from firmware_host.hands.play import perform
from firmware_host.journal_reader import read_journal
from firmware_host.simulated import edges
from hardware.board_control import BoardControl
from rules.registry import game as game_called

KILLS = 200 if ACCEPT else 10
SPEED = 20.0


@pytest.mark.heavy
@pytest.mark.timeout(3600)
def test_no_acknowledged_move_is_lost_and_the_game_goes_on(tmp_path: Path) -> None:
    rng = Random(11)
    game = game_called("international")
    games = games_of("international")
    kills = number = 0
    while kills < KILLS:
        moves = [str(move) for move in rng.choice(games)["moves"]]
        folder = tmp_path / str(number)
        folder.mkdir()
        number += 1
        kills += _one_game(folder, game, moves, rng, KILLS - kills)


def _one_game(folder: Path, game, moves: list[str], rng: Random, most: int) -> int:
    performance = perform(game, None, moves, LEVELS["tidy"], Random(number := rng.randrange(10**6)), "reed")
    kills = 0
    with (
        board_and_config(folder, speed=SPEED) as (board, config),
        BoardControl(board.control, timeout=600.0) as control,
    ):
        daemon = DaemonProcess(config)
        daemon.until("lights")
        begin = control.clock() + 1.0
        schedule = edges(performance, game.board, begin)
        acknowledged: dict[int, object] = {}
        at = 0
        while at < len(schedule):
            step = rng.randint(2, 40)
            if kills >= most:
                step = len(schedule)
            part = schedule[at : at + step]
            shift = control.clock() * 1000 + 300 * SPEED - part[0].at_ms
            control.schedule([type(edge)(round(edge.at_ms + shift), edge.channels) for edge in part])
            at += len(part)
            if at >= len(schedule):
                break
            time.sleep(rng.uniform(0.0, (part[-1].at_ms - part[0].at_ms + 400) / 1000 / SPEED))
            if not acknowledged and not any(event["event"] == "move" for event in daemon.events):
                # Before the first move there is nothing to lose: a board that is not set up asks for it.
                control.wait()
                daemon.drain()
                if not any(event["event"] == "move" for event in daemon.events):
                    continue
            # Time stands still, hands in the air, while the daemon is down.
            control.request(speed=0)
            daemon.kill()
            kills += 1
            for event in daemon.events:
                if event["event"] in ("move", "amend"):
                    acknowledged[int(str(event["ply"]))] = event["move"]
                elif event["event"] == "takeback":
                    acknowledged.pop(int(str(event["ply"])))
            with read_journal(folder / "games") as journal:
                row = journal.games()[-1]
                kept = {ply.ply: ply.move for ply in journal.plies(row.id)}
            assert all(kept.get(ply) == move for ply, move in acknowledged.items()), (number, kills)
            acknowledged = dict(kept)
            daemon = DaemonProcess(config)
            daemon.until("lights")
            control.request(speed=SPEED)
            control.wait()
        control.wait()
        daemon.drain(1.0)
        assert daemon.stop() == 0
        with read_journal(folder / "games") as journal:
            (row,) = journal.games()
            assert [ply.move for ply in journal.plies(row.id)] == moves, (number, kills)
    return kills
