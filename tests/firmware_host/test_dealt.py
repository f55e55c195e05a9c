"""Games in which chance has a say: what it dealt is led by lights, kept, and known again after a restart."""

from pathlib import Path
from random import Random

from firmware_host.journal import Journal
from firmware_host.keeping import changes, opened
from firmware_host.pipeline import Pipeline
from firmware_host.seen import Seen
from firmware_host.session import Session
from firmware_host.settings import Settings
from rules.registry import game as game_called


def test_the_colours_drawn_from_the_bag_survive_a_restart(tmp_path: Path) -> None:
    game = game_called("overboord", {"placement": "bag"})
    draw = Random(4).randrange
    with Journal(tmp_path) as journal:
        line = opened(journal, game, None, draw)
        pipeline = Pipeline(Session(line, Settings()), Settings())
        occupied, t, sides = 0, 0.0, []
        events = pipeline.feed(t, Seen(0, 0, 0, 0))
        for field in ("c4", "d4", "e4", "f4", "c5", "d5", "e5", "f5"):
            sides.append(line.position.turn)
            t += 1.0
            occupied |= game.board.bit[field]
            events = pipeline.feed(t, Seen(occupied, 0, 0, 0)) + pipeline.advance(t + 0.9)
            journal.apply(changes(events, game, line.start))
        assert [ply.side for ply in line.plies] == sides
        assert len({*sides[::2]}) == 2, "drawn colours do not alternate"
        role = f"place-{line.position.turn.value}"
        assert set(pipeline.lights.values()) >= {role}
    with Journal(tmp_path) as journal:
        again = opened(journal, game, None, draw)
        assert [ply.move.text for ply in again.plies] == [ply.move.text for ply in line.plies]
        assert again.position == line.position
        assert again.position.turn == line.position.turn


def test_a_shuffled_start_is_led_and_every_new_game_is_dealt_anew(tmp_path: Path) -> None:
    game = game_called("overboord", {"placement": "shuffle", "chooser": "none"})
    with Journal(tmp_path) as journal:
        line = opened(journal, game, None, Random(4).randrange)
        assert line.start.occupied.bit_count() == 36
        pipeline = Pipeline(Session(line, Settings()), Settings())
        pipeline.feed(0.0, Seen(0, 0, 0, 0))
        pipeline.advance(1.0)
        names = game.board.names
        assert pipeline.lights == dict.fromkeys(names(line.start.white), "place-white")
        pipeline.feed(2.0, Seen(line.start.white, 0, 0, 0))
        pipeline.advance(3.0)
        assert pipeline.lights == dict.fromkeys(names(line.start.black), "place-black")
        assert line.anew().start != line.start
    with Journal(tmp_path) as journal:
        assert opened(journal, game, None, Random(9).randrange).start == line.start
