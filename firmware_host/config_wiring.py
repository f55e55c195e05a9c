"""Knows how the wiring keys of a configuration become the wiring of one game; not how readings come in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from firmware_host.config_grid import described, place, surface
from firmware_host.config_kinds import did_you_mean, listed, toml
from firmware_host.config_read import Source
from firmware_host.config_sections import Grid, Lists
from firmware_host.errors import ConfigError, WiringError
from firmware_host.placing import Placement
from firmware_host.wiring import Places, Wiring, places, rows_order
from rules.board import Shape
from rules.game import Game, Side

GUTTER = "gutter"
_ONLY_WITH_ORDER = ("rotate", "mirror", "pixel_rotate", "pixel_mirror", "serpentine")


@dataclass(frozen=True, slots=True)
class Ground:
    """What the lists may name: `places`, all names with where they lie; `field_of`, the game's field under a
    name, for those within the game; `gutter`, the names that are its gutter; `noun`, what to call them.
    `placement`: how the game lies on a physical board of its own, None where the names are the game's.
    """

    places: Places
    field_of: Mapping[str, str]
    gutter: frozenset[str]
    noun: str
    placement: Placement | None = None


def ground(source: Source, lists: Lists, grid: Grid | None, game: Game) -> Ground:
    """What the lists may name for `game` on this board (None: it has the game's fields); raises
    ConfigError."""
    board = game.board
    if grid is None:
        identity = {name: name for name in board.fields}
        return Ground(places(board), identity, board.gutter, f"field of {game.name}")
    try:
        whole = surface(grid)
        there = replace(whole, blind=blind(lists, whole.places))
        placement = place(grid, there, game)
    except WiringError as error:
        raise ConfigError(f"{source.path}: {error}.") from None
    field_of = {physical: name for name, physical in placement.on.items()}
    gutter = frozenset(placement.on[name] for name in board.gutter if name in placement.on)
    noun = "square" if whole.shape is Shape.SQUARE else "cell"
    return Ground(whole.places, field_of, gutter, f"{noun} of the {described(grid)}", placement)


def blind(lists: Lists, names: Iterable[str]) -> frozenset[str]:
    """Those of `names` that have no sensor, as far as the lists say so."""
    wired = lists.fields
    return frozenset(
        name for name in names if name in lists.absent or (wired is not None and name not in wired)
    )


def build(source: Source, lists: Lists, ground: Ground, game: Game, *, hall: bool, leds: bool) -> Wiring:
    """The wiring that the keys give for `game`; `leds`: there are LEDs to be lit. Raises ConfigError."""
    _check_order(source, lists, game)
    channels, pixels = named(source, lists, ground, leds=leds)
    _check_covered(source, "fields", channels, _named(source, "wiring.absent", lists.absent, ground), ground)
    if leds:
        _check_covered(source, "pixels", pixels, _named(source, "wiring.dark", lists.dark, ground), ground)
    return Wiring(
        game.board,
        [ground.field_of.get(name, "") for name in channels],
        [ground.field_of.get(name, "") for name in pixels],
        hall=hall,
        outside=[pixel for pixel, name in enumerate(pixels) if name and name not in ground.field_of],
        rim={Side.WHITE: lists.rim_white, Side.BLACK: lists.rim_black},
    )


def named(
    source: Source, lists: Lists, ground: Ground, *, leds: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The name that the lists or the order give to each channel, and to each LED of the chain; "" for one
    that is unused or in the rim. Raises ConfigError."""
    absent = _named(source, "wiring.absent", lists.absent, ground)
    dark = _named(source, "wiring.dark", lists.dark, ground)
    channels = _channels(source, lists, ground, absent)
    return channels, _beside_rim(source, lists, _pixels(source, lists, ground, dark, leds=leds))


def _beside_rim(source: Source, lists: Lists, names: tuple[str, ...]) -> tuple[str, ...]:
    """The field of every LED of the chain, "" where it is one of the rim: an order goes round these, a list
    has left their places free."""
    rim = {*lists.rim_white, *lists.rim_black}
    if len(rim) < len(lists.rim_white) + len(lists.rim_black):
        both = min(set(lists.rim_white) & set(lists.rim_black))
        raise source.error(
            "wiring.rim_black", f"names LED {both}, but so does wiring.rim_white; remove it from one of them"
        )
    if lists.pixels is not None:
        for pixel in sorted(rim):
            if pixel < len(names) and names[pixel]:
                key = "rim_white" if pixel in lists.rim_white else "rim_black"
                raise source.error(
                    f"wiring.{key}",
                    f"names LED {pixel}, but wiring.pixels[{pixel}] is {toml(names[pixel])}, its field; "
                    'write "" there',
                )
        return _as_long(names, rim)
    rest = iter(names)
    chain = ("" if pixel in rim else next(rest, "") for pixel in range(len(names) + len(rim)))
    return _as_long(tuple(chain), rim)


def _as_long(names: tuple[str, ...], rim: set[int]) -> tuple[str, ...]:
    """The chain, as long as its last LED of the rim asks."""
    return names + ("",) * (max(rim, default=-1) + 1 - len(names))


def _check_order(source: Source, lists: Lists, game: Game) -> None:
    """Keys that would have no effect, or no meaning on this board."""
    if lists.order is None:
        plain = Lists()
        for name in _ONLY_WITH_ORDER:
            if getattr(lists, name) != getattr(plain, name):
                raise source.error(f"wiring.{name}", "has no effect on lists; remove it, or use wiring.order")
    elif lists.fields is not None and lists.pixels is not None:
        raise source.error("wiring.order", "has no effect beside both lists; remove it, or one of the lists")
    if game.board.shape is Shape.HEXAGON:
        for name in ("rotate", "pixel_rotate"):
            if getattr(lists, name) in (90, 270):
                raise source.error(
                    f"wiring.{name}", f"is {getattr(lists, name)}, but rows of hexagons take only 0 or 180"
                )


def _named(source: Source, key: str, names: tuple[str, ...], ground: Ground) -> frozenset[str]:
    """The set that `names` gives, with the word for the gutter spelled out."""
    found: set[str] = set()
    for name in names:
        if name == GUTTER and name not in ground.places:
            found |= ground.gutter
        else:
            _check_known(source, key, name, ground)
            found.add(name)
    return frozenset(found)


def _channels(source: Source, lists: Lists, ground: Ground, absent: frozenset[str]) -> tuple[str, ...]:
    names = lists.fields
    if names is None:
        if lists.order is None:
            raise source.error(
                "wiring.fields",
                'is missing; add the list of the field that each channel senses, or order = "rows", or let '
                "'zetlicht wire' find it out",
            )
        wired = {name: place for name, place in ground.places.items() if name not in absent}
        return rows_order(wired, rotate=lists.rotate, mirror=lists.mirror)
    _check_list(source, "fields", names, absent, ground, most=1)
    return names


def _pixels(
    source: Source, lists: Lists, ground: Ground, dark: frozenset[str], *, leds: bool
) -> tuple[str, ...]:
    names = lists.pixels
    if names is None:
        if lists.order is None:
            if not leds:
                return ()
            raise source.error(
                "wiring.pixels",
                'is missing; add the list of the field that each LED lights, or order = "rows", or say '
                'driver = "none" under [leds]',
            )
        lit = {name: place for name, place in ground.places.items() if name not in dark}
        return rows_order(
            lit,
            rotate=lists.rotate if lists.pixel_rotate is None else lists.pixel_rotate,
            mirror=lists.mirror if lists.pixel_mirror is None else lists.pixel_mirror,
            serpentine=lists.serpentine,
            each=lists.pixels_per_field,
        )
    _check_list(source, "pixels", names, dark, ground, most=lists.pixels_per_field)
    return names


def _check_list(
    source: Source, key: str, names: tuple[str, ...], without: frozenset[str], ground: Ground, *, most: int
) -> None:
    """Raise ConfigError for a name that is none, named too often, or said to have no such part."""
    part, excluded = ("channel", "absent") if key == "fields" else ("LED", "dark")
    counts: Counter[str] = Counter()
    for index, name in enumerate(names):
        if not name:
            continue
        _check_known(source, f"wiring.{key}[{index}]", name, ground)
        counts[name] += 1
        if name in without:
            raise source.error(
                f"wiring.{key}[{index}]",
                f"is {toml(name)}, but so is wiring.{excluded}; remove it from one of them",
            )
        if counts[name] > most:
            first = names.index(name)
            often = "twice" if most == 1 else f"{most + 1} times"
            advice = "" if key == "fields" else ", or raise wiring.pixels_per_field"
            raise source.error(
                f"wiring.{key}",
                f"names {toml(name)} {often}, as {part} {first} and {index}; correct one of them{advice}",
            )


def _check_known(source: Source, key: str, name: str, ground: Ground) -> None:
    if name not in ground.places:
        known = list(ground.places)
        # "51" is as close to "5" as to "1": only a word has a closest word.
        guess = "" if name.isdigit() else did_you_mean(name, known)
        which = f"{toml(known[0])} to {toml(known[-1])}"
        raise source.error(key, f"is {toml(name)}, which is no {ground.noun}; they are {which}{guess}")


def _check_covered(
    source: Source, key: str, names: tuple[str, ...], without: frozenset[str], ground: Ground
) -> None:
    """Raise ConfigError if a field of the game is neither in the list nor said to be without.

    A gutter of which nothing is wired needs no saying.
    """
    lacking = [name for name in ground.field_of if name not in names and name not in without]
    if ground.gutter and not ground.gutter & set(names):
        lacking = [name for name in lacking if name not in ground.gutter]
    if not lacking:
        return
    shown = listed([toml(name) for name in lacking[:5]], "and") + (" …" if len(lacking) > 5 else "")
    which = f"field {shown}" if len(lacking) == 1 else f"{len(lacking)} fields: {shown}"
    part, excluded = ("channel", "absent") if key == "fields" else ("LED", "dark")
    pronoun = "it" if len(lacking) == 1 else "them"
    remedy = f"add {pronoun}, or list {pronoun} in wiring.{excluded}"
    raise source.error(f"wiring.{key}", f"has no {part} for {which}; {remedy}")
