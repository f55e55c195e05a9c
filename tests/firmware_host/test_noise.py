"""Noise instead of hands: nothing crashes, the line of play stays legal, and the board can always be brought
back by setting up what it asks for."""

import os
from random import Random

import pytest

from firmware_host.events import Astray, Event, Moved
from firmware_host.line import Line
from firmware_host.pipeline import Pipeline
from firmware_host.seen import Seen
from firmware_host.session import Session
from firmware_host.settings import Settings
from rules.registry import game as game_called
from rules.registry import names

ACCEPT = os.environ.get("ZETLICHT_ACCEPT") == "1"
SEQUENCES = 100_000 if ACCEPT else 1_000
BUTTONS = ("confirm", "undo", "new", "white", "black", "hint")


@pytest.mark.heavy
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", names())
def test_noise_never_breaks_a_session(name: str) -> None:
    rng = Random(name)
    game = game_called(name)
    fields = [game.board.bit[field] for field in game.board.fields]
    for _ in range(max(1, SEQUENCES // len(names()))):
        settings = Settings(confirm=rng.choice(("auto", "button", "lift")))
        pipeline = Pipeline(Session(Line(game, game.start()), settings), settings)
        occupied, t = game.start().occupied, 0.0
        events: list[Event] = pipeline.feed(t, Seen(occupied, 0, 0, 0))
        for _ in range(rng.randrange(1, 40)):
            t += rng.choice((0.0, 0.001, 0.02, 0.2, 1.0))
            if rng.random() < 0.05:
                events += pipeline.press(t, rng.choice(BUTTONS), rng.choice((None, None, 2.5)))
                continue
            for bit in rng.sample(fields, rng.choice((1, 1, 1, 2, 5))):
                occupied ^= bit
            unknown = rng.choice(fields) if rng.random() < 0.1 else 0
            events += pipeline.feed(t, Seen(occupied & ~unknown, 0, 0, unknown))
        assert [event.t for event in events] == sorted(event.t for event in events)
        line = pipeline.session.line
        position = line.start
        for ply in line.plies:
            assert ply.move in position.legal_moves()
            position = position.play(ply.move)
            assert ply.position == position
        back = pipeline.advance(t + 40.0)
        back += pipeline.feed(t + 41.0, Seen(line.position.occupied, 0, 0, 0))
        back += pipeline.advance(t + 45.0)
        if pipeline.session.line is line:
            assert not any(isinstance(event, Moved | Astray) and event.t > t + 43.0 for event in back)
            wrong = [event for event in back if isinstance(event, Astray)]
            assert not wrong or back[-1].name != "astray"
