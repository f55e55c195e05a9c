"""Knows every key of the configuration but the drivers' own: section, name, range, default, meaning.

Each record is one section of the file, its docstring the meaning of the section; SECTIONS lists them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from firmware_host.config_clock import ClockKeys, RecordKeys
from firmware_host.config_drivers import LED_DRIVERS, SENSOR_DRIVERS
from firmware_host.config_keys import optional, required, setting
from firmware_host.config_kinds import Choice, Flag, Names, Number, Numbers, Text, Turn, Whole, Wholes
from firmware_host.config_sound import SoundKeys
from firmware_host.config_timing import Timing

HELP_LEVELS = ("silent", "referee", "teacher")
BUTTONS = ("confirm", "undo", "new", "hint", "white", "black")


@dataclass(frozen=True, slots=True, kw_only=True)
class General:
    """The keys before the first section."""

    game: str = required(Text(), "The game that is played.")
    state_dir: str = required(
        Text(),
        "The folder of the journal. A relative path starts at the configuration file's folder. The folder is "
        "made if only its last part is missing.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """How the board treats its players."""

    help: str = setting(
        Choice(HELP_LEVELS),
        "What the board shows. `silent`: turn mark, men that must still leave, disorder. `referee`: also "
        "where a lifted piece may go and what must capture. `teacher`: also why: when a "
        "forbidden move was put back, the capture that was due, hop by hop.",
        "referee",
    )
    help_white: str | None = optional(Choice(HELP_LEVELS), "The same for White alone.", shown="as `help`")
    help_black: str | None = optional(Choice(HELP_LEVELS), "The same for Black alone.", shown="as `help`")
    confirm: str = setting(
        Choice(("auto", "button", "lift")),
        "When a move that was heard becomes final. `auto`: when the other side has moved. `button`: when its "
        "player presses the button. `lift`: when the other side lifts a piece.",
        "auto",
    )
    irregular: str = setting(
        Choice(("refuse", "stands")),
        "A move that the rules forbid. `refuse`: the board asks for it to be put right. `stands`: it does so "
        "too, but the opponent decides (FMJD 5.4, 5.7): once he has answered with a legal move, the "
        "forbidden one stands, and is recorded as irregular with the article that forbids it.",
        "refuse",
    )
    secrets: str = setting(
        Choice(("hide", "claim")),
        "Where each side keeps a secret (Smokkelen's contraband). `hide`: before the first move, the board "
        "dark, each side lifts the piece, puts it back and presses its own button. `claim`: nothing is "
        "hidden; a side that has won holds its button for 2 s, then lifts that piece and puts it back, which "
        "is checked against the moves. `hide` allows that too. Both need the buttons `white` and `black`; "
        "without them `hide` means `claim`.",
        "hide",
    )
    takeback_to_start_plies: int = setting(
        Whole(0, 1000),
        "Setting up the start position after more moves of either side than this begins a new game; after "
        "fewer it takes them back.",
        6,
    )
    start: str | None = optional(
        Text(),
        "The position from which a new game begins: a puzzle, a handicap, an ending with its kings, written "
        "as `zetlicht moves` takes it. An unfinished game that began from another position is ended without "
        "a result.",
        shown="the game's own; an unfinished game goes on",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Recent:
    """What the sensors said in the last minutes is kept in memory. It is written as a trace into the folder
    `recordings` beside the journal when a device or field fails, when `undo` is held for 2 s, and by
    `zetlicht record`: if a move was heard wrong, that file shows why. Secrets are left out.
    """

    minutes: int = setting(Whole(0, 240), "How many minutes are kept; 0: none.", 30)
    keep: int = setting(Whole(1, 1000), "How many of these files stay; the oldest goes first.", 20)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sensors:
    """What senses the pieces. The driver's own keys stand beside these."""

    driver: str = required(
        Choice(tuple(driver.name for driver in SENSOR_DRIVERS)), "How the sensors are connected; see below."
    )
    kind: str = required(
        Choice(("reed", "hall")),
        "`reed`: a piece or none. `hall`: also which pole a piece shows, so usually its colour.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Leds:
    """What lights the fields. The driver's own keys stand beside these."""

    driver: str = setting(
        Choice(tuple(driver.name for driver in LED_DRIVERS)),
        "How the LEDs are connected; see below.",
        "serial",
        shown="what goes with the sensors' driver",
    )
    brightness: float = setting(
        Number(0.01, 1), "The share of full light: 1 by day, 0.35 in a room, 0.08 at night.", 0.35
    )
    gamma: float = setting(
        Number(1, 3), "The bend between wanted and driven light; 1 drives what is wanted.", 2.2
    )
    budget_ma: int = setting(
        Whole(50, 20000),
        "What the LEDs may draw together, in milliamperes: what the supply gives, less what the computer "
        "takes. An LED draws 1 mA when dark and up to 20 mA more for each of its three colours.",
        500,
    )
    balance: tuple[float, ...] = setting(
        Numbers(3, Number(0.1, 1)),
        "How much of red, green and blue this make of LED needs for its white.",
        (1.0, 1.0, 1.0),
    )
    outside_s: float = setting(
        Number(0, 60),
        "How long the fields outside the game's area glow dimly when a game starts, in seconds; 0: not at "
        "all. Only on a board with fields that are not the game's.",
        4.0,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Lists:
    """Which channel and which LED belong to which field: two lists, or one order. `zetlicht wire` finds the
    lists out and writes them."""

    fields: tuple[str, ...] | None = optional(
        Names(),
        'The field that each channel senses, from channel 0; "" for an unused channel.',
        shown="from `order`",
    )
    pixels: tuple[str, ...] | None = optional(
        Names(),
        'The field that each LED lights, from the first of the chain; "" for an unused one.',
        shown="from `order`",
    )
    order: str | None = optional(
        Choice(("rows",)),
        "Stands for the lists that are not given. `rows`: from the far left corner as White sees it, to the "
        "right, row by row towards White.",
        shown="no order: both lists must be given",
    )
    rotate: int = setting(Turn(), "With `order`: the whole path turned clockwise by so many degrees.", 0)
    mirror: bool = setting(
        Flag(), "With `order`: the path flipped left to right, before it is turned.", default=False
    )
    pixel_rotate: int | None = optional(Turn(), "The same for the LEDs alone.", shown="as `rotate`")
    pixel_mirror: bool | None = optional(Flag(), "The same for the LEDs alone.", shown="as `mirror`")
    serpentine: bool = setting(
        Flag(), "With `order`: the chain of LEDs runs back in every second row.", default=False
    )
    pixels_per_field: int = setting(
        Whole(1, 16), "How many LEDs lie under one field: how often `pixels` may name it.", 1
    )
    absent: tuple[str, ...] = setting(
        Names(), 'Fields without a sensor; `"gutter"` stands for all of the gutter (Overboord\'s rim).', ()
    )
    dark: tuple[str, ...] = setting(Names(), 'Fields without an LED; `"gutter"` as in `absent`.', ())
    rim_white: tuple[int, ...] = setting(
        Wholes(Whole(0, 1023), 64),
        "The LEDs, counted along the chain from 0, that shine dimly while it is White's turn; they light no "
        'field. An `order` leaves them out; in a list of `pixels` their places are `""`.',
        (),
    )
    rim_black: tuple[int, ...] = setting(Wholes(Whole(0, 1023), 64), "The same for Black's turn.", ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A board that carries more than one game, or a larger one than is played: what it is made of, and where
    the game lies on it. Its squares are named from the near left corner as one sits at its front: `a1`,
    `b1` …, `a2` …; so are the cells of a hexagon, whose numbers count the diagonals that run from the far
    left to the near right. `fields`, `pixels`, `absent` and `dark` under `[wiring]` then name these places.
    What lies outside the game's area is no evidence: captured men may lie there.
    """

    shape: str = setting(
        Choice(("square", "hexagon")), "A board of squares, or a hexagon of round cells.", "square"
    )
    columns: int | None = optional(
        Whole(2, 26), "How many squares wide the board is; a board of squares needs it.", shown="none"
    )
    rows: int | None = optional(
        Whole(2, 26), "How many squares deep the board is; a board of squares needs it.", shown="none"
    )
    side: int | None = optional(
        Whole(2, 13),
        "How many cells lie along each edge of a hexagon, which needs it (Abalone: 5).",
        shown="none",
    )
    squares: str = setting(
        Choice(("all", "dark")), "Which squares have a sensor and a name: all, or only the dark ones.", "all"
    )
    dark_corner: str = setting(Choice(("left", "right")), "The near corner whose square is dark.", "left")
    game_at: str | None = optional(
        Text(),
        "The place in the near left corner of the game's area, gutter included.",
        shown="where there are sensors, on dark squares if the game is for them, nearest to the middle",
    )
    turn: int | None = optional(
        Turn((0, 60, 90, 120, 180, 240, 270, 300)),
        "The edge at which White sits, in degrees clockwise from the front: 0 the front, 90 the left, 180 "
        "the back, 270 the right; of a hexagon every 60 degrees.",
        shown="0; without `game_at`, the first that fits of 0, 180, 90 and 270",
    )
    mirror: bool = setting(
        Flag(),
        "The game flipped left to right: draughts with the dark corner at the other hand on a board that is "
        "not to be turned.",
        default=False,
    )


@dataclass(frozen=True, slots=True)
class Section:
    """One section of the file: its name ("" for the keys before the first), and the record of its keys."""

    name: str
    record: type[Any]


SECTIONS = (
    Section("", General),
    Section("play", Play),
    Section("timing", Timing),
    Section("clock", ClockKeys),
    Section("record", RecordKeys),
    Section("recordings", Recent),
    Section("sensors", Sensors),
    Section("leds", Leds),
    Section("sound", SoundKeys),
    Section("wiring", Lists),
    Section("board", Grid),
)
FREE_SECTIONS = ("options", "buttons")
"""Sections whose keys are not fixed: the game's options, and the numbers of the buttons (with `pins`)."""
