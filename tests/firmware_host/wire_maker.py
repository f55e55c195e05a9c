"""A soldered board with faults, and a maker at it who does what the wizard's lights and words say, as people
do: with bumps, slips, breaks. Neither knows how the wizard thinks."""

from dataclasses import dataclass, field, replace
from math import hypot
from random import Random

from firmware_host.wire.prompt import LIGHT, POINT, WRONG
from firmware_host.wire.questions import Kind, Plan
from firmware_host.wire.wizard import HEARD_ALL, Wizard


@dataclass
class Soldered:
    """What is truly wired: the channels that a piece on a field closes, the field over each pixel (None:
    beside the fields), and what is broken."""

    plan: Plan
    closes: dict[str, frozenset[int]]
    over: list[str | None]
    stuck: frozenset[int] = frozenset()
    dead_pixels: frozenset[int] = frozenset()
    flickering: frozenset[int] = frozenset()
    rim: dict[int, bool] = field(default_factory=dict)
    faults: tuple[str, ...] = ()

    def own_channel(self, name: str) -> set[int]:
        """The channels by which this field alone can be told."""
        others = {channel for other, them in self.closes.items() if other != name for channel in them}
        return set(self.closes[name]) - others - self.stuck - self.flickering


def plan_of(places, *, each=1, spare_channels=0, spare_pixels=0, dark=(), rim=0):
    """A plan for a board with these fields and so many pixels under each that is not dark."""
    order = sorted(places, key=lambda name: (-places[name][1], places[name][0]))
    middle = sum(y for _, y in places.values()) / len(places)
    return Plan(
        fields=tuple(order),
        places=places,
        channels=len(order) + spare_channels,
        pixels=(len(order) - len(dark)) * each + spare_pixels + rim,
        near=frozenset(name for name in order if places[name][1] < middle),
    )


def scrambled(plan: Plan, luck: Random, *, each=1, dark=(), rim=0, order=None) -> Soldered:
    """Channels in any order; the chain of pixels in `order`, or in any."""
    numbers = luck.sample(range(plan.channels), len(plan.fields))
    closes = {name: frozenset([number]) for name, number in zip(plan.fields, numbers, strict=True)}
    over: list[str | None]
    if order is None:
        over = [name for name in plan.fields if name not in dark for _ in range(each)]
        luck.shuffle(over)
    else:
        over = list(order)
    sides = {}
    for _ in range(rim):
        at = luck.randrange(len(over) + 1)
        over.insert(at, None)
        sides = {pixel + (pixel >= at): side for pixel, side in sides.items()} | {at: luck.random() < 0.5}
    over += [None] * (plan.pixels - len(over))
    # Sockets at the end of the chain that hold no LED.
    empty = frozenset(pixel for pixel, name in enumerate(over) if name is None and pixel not in sides)
    return Soldered(plan, closes, over, rim=sides, dead_pixels=empty)


FAULTS = ("dead", "stuck", "shared", "double", "swapped", "dark", "flicker")


def broken(board: Soldered, luck: Random, count: int, kinds=FAULTS) -> Soldered:
    """The same board with so many faults, each at fields of its own."""
    names = list(board.plan.fields)
    luck.shuffle(names)
    for _ in range(count):
        what = luck.choice(kinds)
        one, other = names.pop(), names.pop()
        (mine,), (its,) = board.closes[one], board.closes[other]
        closes = dict(board.closes)
        match what:
            case "dead":
                board = replace(board, closes=closes | {one: frozenset()})
            case "stuck":
                board = replace(board, stuck=board.stuck | {mine})
            case "shared":
                board = replace(board, closes=closes | {other: frozenset([mine])})
            case "double":
                board = replace(board, closes=closes | {one: frozenset([mine, its])})
            case "swapped":
                board = replace(board, closes=closes | {one: frozenset([its]), other: frozenset([mine])})
            case "dark":
                lit = [pixel for pixel, name in enumerate(board.over) if name == one]
                board = replace(board, dead_pixels=board.dead_pixels | set(lit[:1]))
            case "flicker":
                board = replace(board, flickering=board.flickering | {mine})
        board = replace(board, faults=(*board.faults, f"{what} {one} {other} {mine} {its}"))
    return board


class Table:
    """Board, wizard and clock; `wait` lets them go on together."""

    def __init__(self, board: Soldered, luck: Random, *, kills=0.0, remember=None) -> None:
        self.board, self.luck, self.now = board, luck, 0.0
        self.wizard = Wizard(board.plan)
        self.piece: str | None = None
        self.kills, self.remember = kills, remember
        self.killed = 0
        self._flicker = dict.fromkeys(board.flickering, (0.0, False))
        self._beat = 0.0
        self._noise: set[int] = set()
        self._tell()

    def _readings(self) -> bytes:
        closed = set(self.board.stuck) | {channel for channel, (_, on) in self._flicker.items() if on}
        if self.piece is not None:
            closed |= self.board.closes[self.piece]
        closed ^= self._noise
        return bytes(channel in closed for channel in range(self.board.plan.channels))

    def _tell(self) -> None:
        self._beat = self.now + 0.5
        self.wizard.feed(self.now, self._readings())

    def _bounce(self, channels) -> None:
        for _ in range(self.luck.randrange(3)):
            self._noise = set(channels)
            self._tell()
            self.now += 0.002
            self._noise = set()
            self._tell()
            self.now += 0.002

    def put(self, name: str | None) -> None:
        """Put the one piece here, or take it up."""
        before = self.piece
        self.piece = name
        moved = self.board.closes.get(name or before or "", frozenset()) - self.board.stuck
        self._tell()
        self._bounce(moved)

    def bump(self) -> None:
        """The piece jumps a little."""
        piece = self.piece
        self.put(None)
        self.wait(0.04)
        self.put(piece)

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            due = self.wizard.due()
            toggles = [at for at, _ in self._flicker.values()]
            self.now = max(self.now, min([end, self._beat, *toggles, end if due is None else due]))
            for channel, (at, on) in self._flicker.items():
                if at <= self.now:
                    self._flicker[channel] = (self.now + self.luck.uniform(0.03, 1.2), not on)
                    self._tell()
            if self._beat <= self.now:
                self._tell()
            self.wizard.advance(self.now)
            if self.kills and self.luck.random() < self.kills:
                self._kill()

    def _kill(self) -> None:
        self.killed += 1
        answers, noisy = self.wizard.answers, self.wizard.hands.noisy
        if self.remember is not None:
            answers, noisy = self.remember(self.board.plan, answers, noisy)
        self.now += self.luck.uniform(0.5, 20)
        self.wizard = Wizard(self.board.plan, answers, noisy)
        self._tell()


@dataclass(frozen=True)
class Habits:
    """How a maker is: shares of placements that slip to a neighbour, of bumps, of long breaks; whether he
    taps where nothing is lit or simply waits."""

    slips: float = 0.0
    bumps: float = 0.0
    breaks: float = 0.0
    taps: float = 1.0


TIDY = Habits()
HUMAN = Habits(slips=0.02, bumps=0.05, breaks=0.01, taps=0.8)


class Maker:
    """Does what the prompt says until the wizard is finished."""

    def __init__(self, table: Table, habits: Habits, luck: Random) -> None:
        self.table, self.habits, self.luck = table, habits, luck
        self.steps = 0
        self.trusted: str | None = None

    @property
    def prompt(self):
        return self.table.wizard.prompt

    def work(self, most: int = 3000) -> None:
        while not self.table.wizard.finished:
            self.steps += 1
            assert self.steps < most, (self.prompt, self.table.board.faults)
            self._step()

    def _step(self) -> None:
        wizard, table = self.table.wizard, self.table
        if wizard.hands.listening or wizard.question is None:
            table.put(None)
            table.wait(1.0)
            return
        if self.luck.random() < self.habits.breaks:
            table.wait(self.luck.uniform(20, 200))
            return
        if wizard.paused:
            self._somewhere()
            return
        if self.prompt.ground == HEARD_ALL:
            table.wait(0.2)
            return
        if self.prompt.ground == WRONG:
            table.put(None)
            table.wait(0.6)
            return
        match wizard.question.kind:
            case Kind.PIXEL:
                self._follow_light()
            case Kind.FIELD:
                self._answer_at(self.prompt.asked)
            case Kind.PAIR:
                self._pair()
            case Kind.RIM:
                self._rim()

    def _seen(self, colour):
        """The fields under which this colour can be seen."""
        board = self.table.board
        return [
            board.over[pixel]
            for pixel, rgb in self.prompt.pixels.items()
            if rgb == colour and pixel not in board.dead_pixels and board.over[pixel] is not None
        ]

    def _follow_light(self) -> None:
        lit = self._seen(LIGHT)
        if lit:
            self._answer_at(lit[0])
        else:
            self._nothing()

    def _pair(self) -> None:
        blue = self._seen(POINT)
        if self._seen(LIGHT) == [self.prompt.asked] and blue:
            self._place(self.luck.choice(blue), 1.1)
        else:
            self._nothing()

    def _rim(self) -> None:
        board = self.table.board
        (pixel,) = self.prompt.pixels
        side = board.rim.get(pixel)
        if side is None or pixel in board.dead_pixels:
            self._nothing()
            return
        near = [
            name
            for name in board.plan.fields
            if (name in board.plan.near) == side and board.own_channel(name)
        ]
        self._place(self.luck.choice(near), 1.1)

    def _place(self, name: str, stands: float) -> None:
        table = self.table
        table.put(None)
        table.wait(self.luck.uniform(0.25, 0.6))
        table.put(name)
        if self.luck.random() < self.habits.bumps:
            table.wait(0.3)
            table.bump()
        table.wait(stands)

    def _answer_at(self, name: str) -> None:
        """Put the piece there; a slip may come first, and be noticed or not."""
        wizard = self.table.wizard
        before, question = len(wizard.answers), wizard.question
        if self.luck.random() < self.habits.slips:
            self._slip(name, before)
            return
        self._place(name, self.luck.uniform(0.8, 1.4))
        if len(self.table.wizard.answers) > before:
            self.trusted = name
        elif self.table.wizard.question == question:
            self.table.wait(1.0)
            if len(self.table.wizard.answers) == before:
                self._nothing(name)

    def _slip(self, name: str, before: int) -> None:
        places = self.table.board.plan.places
        x, y = places[name]
        wrong = [other for other, (a, b) in places.items() if other != name and hypot(a - x, b - y) <= 1.5]
        self._place(self.luck.choice(wrong), self.luck.choice([0.3, 1.2]))
        if len(self.table.wizard.answers) > before and self.luck.random() < 0.5:
            # Taken already, and noticed: back to the question before.
            self._tap(3, self._working(name))

    def _nothing(self, name: str | None = None) -> None:
        if self.luck.random() < self.habits.taps:
            self._tap(2, self._working(name))
        else:
            self.table.put(None)
            before = len(self.table.wizard.answers)
            for _ in range(60):
                self.table.wait(1.0)
                if len(self.table.wizard.answers) != before or self.table.wizard.paused:
                    break

    def _working(self, other_than: str | None = None) -> str:
        """A field that has answered before, or one by trial."""
        if self.trusted is not None and self.trusted != other_than and self.luck.random() < 0.9:
            return self.trusted
        return self.luck.choice([name for name in self.table.board.plan.fields if name != other_than])

    def _tap(self, times: int, name: str) -> None:
        table = self.table
        table.put(None)
        table.wait(0.3)
        for _ in range(times):
            table.put(name)
            table.wait(self.luck.uniform(0.15, 0.4))
            table.put(None)
            table.wait(self.luck.uniform(0.2, 0.5))
        table.wait(1.0)

    def _somewhere(self) -> None:
        self._place(self._working(), 1.1)
        self.table.put(None)
        self.table.wait(0.3)
