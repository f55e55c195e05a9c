"""The wizard finds out any wiring, with the faults that soldering leaves, from what makers do; and whatever
they do, it claims nothing that is not so."""

import os
import re
from math import hypot
from random import Random

import pytest
from wire_maker import HUMAN, TIDY, Habits, Maker, Table, broken, plan_of, scrambled

from firmware_host.config_grid import hexagon, surface
from firmware_host.config_sections import Grid
from firmware_host.wire import progress
from firmware_host.wire.prompt import EVEN_ROW, HEARD, LIGHT, ODD_ROW, POINT
from firmware_host.wire.result import result
from firmware_host.wire.wizard import HEARD_ALL
from firmware_host.wiring import places, rows_order
from rules import registry

ACCEPT = os.environ.get("ZETLICHT_ACCEPT") == "1"
BOARDS = 1000 if ACCEPT else 12
MAKERS = 300 if ACCEPT else 6

GAMES = registry.names()


def places_of(number):
    """The fields of every game, and of larger boards."""
    boards = [
        *[lambda name=name: places(registry.game(name).board) for name in GAMES],
        lambda: surface(Grid(columns=10, rows=10)).places,
        lambda: surface(Grid(columns=10, rows=10, squares="dark")).places,
        lambda: hexagon(4),
    ]
    return boards[number % len(boards)]()


def soldered(luck, number, faults):
    """Board `number`: any fields, one LED a field or several or some without, chains as people run them."""
    fields = places_of(number)
    each = luck.choice([1, 1, 1, 2, 3]) if len(fields) < 64 else 1
    dark = luck.sample(list(fields), luck.choice([0, 0, 0, 5]))
    rim = luck.choice([0, 0, 2])
    plan = plan_of(fields, each=each, spare_channels=luck.randrange(5), dark=dark, rim=rim)
    order = None
    if luck.random() < 0.5:
        lit = {name: place for name, place in fields.items() if name not in dark}
        order = rows_order(
            lit,
            rotate=luck.choice([0, 90, 180, 270]),
            mirror=luck.random() < 0.5,
            serpentine=luck.random() < 0.5,
            each=each,
        )
    board = scrambled(plan, luck, each=each, dark=dark, rim=rim, order=order)
    return broken(board, luck, faults)


def judge(board, wizard):
    """What was claimed and is not so; and what is so and was not found."""
    known, wrong, missed = wizard.found, [], []
    for name in board.plan.fields:
        own, channel = board.own_channel(name), known.channel_of.get(name)
        if channel is None:
            missed += [name] if own else []
        elif channel not in own:
            wrong.append((name, channel))
    for pixel in board.plan.lights:
        over = board.over[pixel] if pixel not in board.dead_pixels else None
        name = known.field_of.get(pixel)
        if name is not None and name != over:
            wrong.append((pixel, name))
        elif name is None and over is not None and board.own_channel(over):
            missed.append(pixel)
    wrong += [pixel for pixel, side in known.rim.items() if board.rim.get(pixel) is not side]
    missed += [pixel for pixel in board.rim if pixel not in known.rim]
    return wrong, missed


def named(board, wizard):
    """The faults of the board that no sentence names."""
    told = result(board.plan, wizard.found, wizard.hands)
    text = "\n".join(told.faults)
    lacking = [f"Field {name} " for name in board.plan.fields if not board.closes[name]]
    lacking += [f"Channel {channel} is closed" for channel in board.stuck]
    lacking += [f"Channel {channel} flickers" for channel in board.flickering]
    dark = re.search(r"^LEDs? .*", text, re.MULTILINE)
    seen = re.findall(r"\d+", dark[0]) if dark else []
    unnamed = [f"LED {pixel}" for pixel in board.dead_pixels if str(pixel) not in seen]
    for name, channels in board.closes.items():
        if len(channels) > 1 and not channels & board.flickering and not channels & board.stuck:
            lacking += [f"Field {name} closes channel"]
    return unnamed + [words for words in lacking if words not in text]


@pytest.mark.heavy
@pytest.mark.parametrize("number", range(BOARDS))
def test_any_wiring_is_found_with_up_to_three_faults(number):
    luck = Random(number)
    board = soldered(luck, number, faults=number % 4)
    table = Table(board, luck)
    Maker(table, TIDY, luck).work()
    assert judge(board, table.wizard) == ([], []), board.faults
    assert named(board, table.wizard) == [], board.faults


def remembered(folder):
    """Through the file and back, as a wizard that was killed."""

    def remember(plan, answers, noisy):
        file = folder / "answers.json"
        progress.save(file, plan, answers, noisy)
        return progress.load(file, plan)

    return remember


@pytest.mark.heavy
@pytest.mark.parametrize("number", range(MAKERS))
def test_makers_who_slip_bump_and_leave_never_get_a_wrong_wiring(number, tmp_path):
    luck = Random(10_000 + number)
    board = soldered(luck, number, faults=number % 4)
    table = Table(board, luck, kills=0.001 if number % 2 else 0.0, remember=remembered(tmp_path))
    Maker(table, HUMAN, luck).work()
    wrong, missed = judge(board, table.wizard)
    assert wrong == [], board.faults
    assert len(missed) <= 3, board.faults


@pytest.mark.parametrize("number", range(3))
def test_a_maker_who_does_not_know_the_taps_gets_there_too(number):
    luck = Random(20_000 + number)
    board = soldered(luck, 6, faults=2)
    table = Table(board, luck)
    Maker(table, Habits(taps=0.0), luck).work()
    assert judge(board, table.wizard)[0] == [], board.faults


def test_a_board_without_leds_is_walked_twice():
    luck = Random(5)
    fields = places(registry.game("english").board)
    board = scrambled(plan_of(fields, dark=list(fields)), luck)
    table = Table(board, luck)
    maker = Maker(table, TIDY, luck)
    maker.work()
    assert judge(board, table.wizard) == ([], [])
    assert len(table.wizard.answers) == 2 * 32


class LampMaker(Maker):
    """A maker without a terminal: he knows the way over the board, and sees nothing but the lights."""

    def work(self, most=3000):
        self.way = list(self.table.board.plan.fields)
        self.way += self.way[::-1]
        super().work(most)

    def _step(self):
        prompt = self.prompt
        if prompt.ground in (ODD_ROW, EVEN_ROW):
            self._walk()
        elif LIGHT in prompt.pixels.values() and POINT not in prompt.pixels.values():
            self._follow_light()
        elif POINT in prompt.pixels.values() and LIGHT not in prompt.pixels.values():
            self._crossing()
        elif POINT in prompt.pixels.values():
            self._middle()
        else:
            self.table.put(None)
            self.table.wait(0.3)

    def _green(self):
        return self.prompt.ground == HEARD_ALL or HEARD in self.prompt.pixels.values()

    def _walk(self):
        name = self.way[0]
        self._place(name, 0.8)
        if not self._green():
            self.table.wait(0.6)
        if self._green():
            self.trusted = name
        else:
            self._tap(2, self.trusted)
        self.way.pop(0)

    def _middle(self):
        """Whether the white light lies in the middle of the blue ones."""
        places, blue = self.table.board.plan.places, self._seen(POINT)
        (white,) = self._seen(LIGHT) or [None]
        (x, y) = places.get(white, (99.0, 99.0))
        if all(hypot(places[name][0] - x, places[name][1] - y) < 1.5 for name in blue):
            self._place(blue[0], 1.1)
        else:
            self._tap(2, self.trusted)

    def _crossing(self):
        """The field where the lit row and the lit column meet."""
        plan = self.table.board.plan
        lit = set(self._seen(POINT))

        def cross(name):
            x, y = plan.places[name]
            return {other for other, (a, b) in plan.places.items() if other != name and (a == x or b == y)}

        name = max(plan.fields, key=lambda name: len(cross(name) & lit) - len(lit - cross(name)))
        before = len(self.table.wizard.answers)
        self._place(name, 1.2)
        if len(self.table.wizard.answers) == before:
            self._tap(2, self.trusted)


@pytest.mark.parametrize("what", ["", "dead", "stuck", "swapped"])
def test_the_lights_alone_are_enough(what):
    luck = Random(31)
    board = scrambled(plan_of(places(registry.game("smokkelen").board)), luck)
    if what:
        board = broken(board, luck, 1, [what])
    table = Table(board, luck)
    LampMaker(table, TIDY, luck).work()
    assert judge(board, table.wizard) == ([], []), board.faults


def test_a_maker_who_skips_a_field_gets_no_wrong_wiring():
    """All that follow are one too far; nobody sees it, until the walk back contradicts."""
    luck = Random(3)
    board = scrambled(plan_of(places(registry.game("smokkelen").board)), luck)

    class Skipping(LampMaker):
        def work(self, most=3000):
            self.way = list(board.plan.fields)
            back = self.way[::-1]
            del self.way[11]
            self.way += [self.way[-1], *back, *board.plan.fields, *back]
            Maker.work(self, most)

    table = Table(board, luck)
    Skipping(table, TIDY, luck).work()
    assert judge(board, table.wizard) == ([], [])
    assert max(one.question.walk for one in table.wizard.answers) == 4


def test_three_taps_go_back_by_one():
    luck = Random(1)
    board = scrambled(plan_of(places(registry.game("smokkelen").board)), luck)
    table = Table(board, luck)
    maker = Maker(table, TIDY, luck)
    table.wait(5)
    for _ in range(4):
        maker._step()
    assert [one.question.pixel for one in table.wizard.answers] == [0, 1, 2, 3]
    maker._tap(3, "a1")
    assert len(table.wizard.answers) == 3
    assert table.wizard.question.pixel == 3


def test_a_maker_who_leaves_is_waited_for():
    luck = Random(1)
    board = scrambled(plan_of(places(registry.game("smokkelen").board)), luck)
    table = Table(board, luck)
    maker = Maker(table, TIDY, luck)
    table.wait(5)
    maker._step()
    table.wait(10_000)
    assert table.wizard.paused
    assert len(table.wizard.answers) == 1 + 3
    maker.work()
    assert judge(board, table.wizard) == ([], [])


def test_a_board_that_is_not_empty_is_not_asked():
    luck = Random(1)
    board = scrambled(plan_of(places(registry.game("smokkelen").board)), luck)
    table = Table(board, luck)
    wizard = table.wizard
    wizard.feed(0.0, bytes([1] * 20 + [0] * 10))
    wizard.feed(10.0, bytes([1] * 20 + [0] * 10))
    assert wizard.question is None
    assert "20 of 30 channels are closed" in wizard.prompt.said
    wizard.feed(11.0, bytes(30))
    assert wizard.question is not None
