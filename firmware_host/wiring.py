"""Knows which channel and which pixels belong to which field; nothing about games, drivers or time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from firmware_host.errors import WiringError
from firmware_host.seen import Seen
from hardware.device import LedFrame, Reading
from rules.board import Board
from rules.game import Side

Rgb = tuple[int, int, int]
"""Red, green, blue of one pixel, each 0 to 255, linear PWM."""

BLACK: Rgb = (0, 0, 0)

NO_RIM: Mapping[int, Rgb] = MappingProxyType({})

# Plain numbers: comparing a byte with a member of an enumeration takes four times as long.
_NONE, _WHITE, _BLACK = int(Reading.NONE), int(Reading.WHITE), int(Reading.BLACK)


class Wiring:
    """The two lists that join a board's fields to its device.

    `channels[i]` is the field that channel i senses, `pixels[i]` the field that pixel i lights, "" where
    there is none. A field has at most one channel and any number of pixels. `outside`: the pixels under
    fields of the board that are not the game's; `rim`: those that show whose turn it is. Immutable as seen
    from outside; it remembers the last readings, so that a frame in which nothing moved costs one comparison
    of bytes.
    """

    __slots__ = (
        "_bit_of_channel",
        "_blank",
        "_last",
        "_number",
        "_seen",
        "absent",
        "board",
        "channel_of",
        "channels",
        "hall",
        "outside",
        "pixels",
        "pixels_of",
        "rim",
    )

    def __init__(
        self,
        board: Board,
        channels: Sequence[str],
        pixels: Sequence[str],
        *,
        hall: bool,
        outside: Iterable[int] = (),
        rim: Mapping[Side, Iterable[int]] | None = None,
    ) -> None:
        """`hall`: readings 1 and 2 are the white and the black pole; otherwise 1 is a piece, 2 nonsense.

        Raises WiringError for a name that is no field of `board`, for a field with two channels, and for a
        pixel said to be outside or of the rim that lights a field of the game, does two things, or is none.
        """
        self.board = board
        self.channels = tuple(channels)
        self.pixels = tuple(pixels)
        self.hall = hall
        self.channel_of: Mapping[str, int] = MappingProxyType(_channel_of(board, self.channels))
        self.pixels_of: Mapping[str, tuple[int, ...]] = MappingProxyType(_pixels_of(board, self.pixels))
        self.outside = tuple(outside)
        self.rim: Mapping[Side, tuple[int, ...]] = MappingProxyType(
            {side: tuple((rim or {}).get(side, ())) for side in Side}
        )
        rims = tuple(pixel for pixels in self.rim.values() for pixel in pixels)
        _check_apart(self.pixels, {"outside the game": self.outside, "in the rim": rims})
        self.absent = board.all & ~board.mask(self.channel_of)
        self._bit_of_channel = tuple(board.bit[name] if name else 0 for name in self.channels)
        self._blank = bytes(3 * len(self.pixels))
        self._last: bytes | None = None
        self._seen = Seen(0, 0, 0, self.absent)
        self._number = 0

    def seen(self, readings: bytes) -> Seen:
        """What these readings (one Reading a channel) say about the fields.

        Fields without a channel are always unknown; a value that this kind of sensor cannot give is unknown.
        Raises WiringError for another number of readings than there are channels.
        """
        if readings == self._last:
            return self._seen
        if len(readings) != len(self.channels):
            raise WiringError(
                f"The board sent {len(readings)} readings, but {len(self.channels)} channels are wired; "
                "make wiring.fields as long as the board has channels."
            )
        number = int.from_bytes(readings, "little")
        changed = number ^ self._number
        self._number = number
        seen = self._seen
        first = seen.white if self.hall else seen.occupied
        second, unknown = seen.black, seen.unknown
        while changed:
            channel = changed.bit_length() - 1 >> 3
            changed &= (1 << (channel << 3)) - 1
            bit, reading = self._bit_of_channel[channel], readings[channel]
            others = ~bit
            first &= others
            second &= others
            unknown &= others
            if reading == _WHITE:
                first |= bit
            elif reading == _BLACK and self.hall:
                second |= bit
            elif reading != _NONE:
                unknown |= bit
        unknown |= self.absent
        self._seen = Seen(first | second, first, second, unknown) if self.hall else Seen(first, 0, 0, unknown)
        self._last = bytes(readings)
        return self._seen

    def frame(
        self, colours: Mapping[str, Rgb], outside: Rgb = BLACK, rim: Mapping[int, Rgb] = NO_RIM
    ) -> LedFrame:
        """The picture in which every pixel of each named field has its colour, those outside the game have
        `outside`, the pixels in `rim` theirs, and all others are black.

        A field without a pixel stays dark. Raises WiringError for a name that is no field and for a colour
        that is not three numbers from 0 to 255.
        """
        picture = bytearray(self._blank)
        if outside != BLACK:
            _paint(picture, "the fields outside", self.outside, outside)
        for pixel, colour in rim.items():
            _paint(picture, "the rim", (pixel,), colour)
        for name, colour in colours.items():
            if name not in self.board.bit:
                raise WiringError(f"Cannot light {name!r}: it is no field of this board.")
            _paint(picture, repr(name), self.pixels_of.get(name, ()), colour)
        return LedFrame(bytes(picture))


def _paint(picture: bytearray, what: str, pixels: Iterable[int], colour: Rgb) -> None:
    if len(colour) != 3 or min(colour) < 0 or max(colour) > 255:
        raise WiringError(f"Cannot light {what} with {colour!r}: a colour is three numbers from 0 to 255.")
    for pixel in pixels:
        picture[3 * pixel : 3 * pixel + 3] = bytes(colour)


def _check_apart(pixels: Sequence[str], groups: Mapping[str, Sequence[int]]) -> None:
    """Raise WiringError unless these pixels are there, light no field, and each does one thing."""
    place_of: dict[int, str] = {}
    for place, numbers in groups.items():
        for pixel in numbers:
            if not 0 <= pixel < len(pixels):
                raise WiringError(f"Pixel {pixel} lies {place}, but the pixels are 0 to {len(pixels) - 1}.")
            if pixels[pixel]:
                raise WiringError(f"Pixel {pixel} lies {place}, but it lights field {pixels[pixel]!r}.")
            if pixel in place_of:
                raise WiringError(f"Pixel {pixel} lies {place}, but it also lies {place_of[pixel]}.")
            place_of[pixel] = place


def _channel_of(board: Board, channels: Iterable[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for channel, name in enumerate(channels):
        if not name:
            continue
        _check_field(board, "channel", channel, name)
        if name in found:
            raise WiringError(
                f"Field {name!r} has two channels, {found[name]} and {channel}; it can have only one."
            )
        found[name] = channel
    return found


def _pixels_of(board: Board, pixels: Iterable[str]) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for pixel, name in enumerate(pixels):
        if name:
            _check_field(board, "pixel", pixel, name)
            found[name] = (*found.get(name, ()), pixel)
    return found


def _check_field(board: Board, what: str, index: int, name: str) -> None:
    if name not in board.bit:
        raise WiringError(f"{what.capitalize()} {index} names {name!r}, which is no field of this board.")


Places = Mapping[str, tuple[float, float]]
"""Where each field lies: x to the right, y away from the near edge; fields of one row have the same y."""


def places(board: Board) -> dict[str, tuple[float, float]]:
    """Where the fields of `board` lie as White sees them; `y` counts rows, so that a row is one number."""
    return {name: (board.cells[name].x, -float(board.cells[name].row)) for name in board.fields}


def rows_order(
    fields: Places, *, rotate: int = 0, mirror: bool = False, serpentine: bool = False, each: int = 1
) -> tuple[str, ...]:
    """The fields in the order in which a wire visits them row by row, each named `each` times in a row.

    Unturned, the wire begins at the far left corner, runs to the right, then takes the next row nearer to
    White. `mirror` flips that path left to right, then `rotate` (0, 90, 180 or 270) turns it clockwise: 90
    begins at the far right corner and runs towards White. `serpentine`: every second row is run backwards.
    Law: a permutation of the fields (each repeated `each` times).
    """
    lines: dict[float, list[tuple[float, str]]] = {}
    for name, (x, y) in fields.items():
        across, up = _turned_back(x, y, rotate)
        lines.setdefault(up, []).append((-across if mirror else across, name))
    result: list[str] = []
    for number, line in enumerate(sorted(lines, reverse=True)):
        row = [name for _, name in sorted(lines[line])]
        if serpentine and number % 2:
            row.reverse()
        result.extend(name for name in row for _ in range(each))
    return tuple(result)


def _turned_back(x: float, y: float, rotate: int) -> tuple[float, float]:
    match rotate:
        case 0:
            return x, y
        case 90:
            return -y, x
        case 180:
            return -x, -y
        case 270:
            return y, -x
    raise WiringError(f"A wire cannot be turned by {rotate} degrees; it takes 0, 90, 180 or 270.")
