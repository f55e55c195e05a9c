"""Knows the picture on the strip and how it breathes when the host is lost; nothing of pins or packets."""

from hardware.firmware.pico import Strip

BREATH_MS, BREATH_STEPS = 250, 16


class Lights:
    """The picture on the strip. Only pixels that changed are put in order anew; the latest picture wins."""

    def __init__(self, strip: Strip, pixels: int, order: str, keep_ms: int) -> None:
        self._strip, self._pixels, self._keep_ms = strip, pixels, keep_ms
        self._places = [3 - order.index(colour) for colour in "RGB"]
        self._white = "W" in order
        self._picture = bytearray(3 * pixels)
        self._words = bytearray(4 * pixels)
        self._first, self._end = 0, pixels
        self._breath = None
        self._asked = self._lighting = None

    def take(self, first: int, colours: bytes, seq: int) -> bool:
        """Light these pixels from `first` on, as LEDS number `seq` wants it; False if they do not fit."""
        count = len(colours) // 3
        if first + count > self._pixels:
            return False
        self._picture[3 * first : 3 * (first + count)] = colours
        self._redo(first, first + count)
        self._asked = seq
        return True

    def step(self, silent_ms: int) -> int | None:
        """Send what is due; the number of the LEDS that has just been lit, if one has."""
        self._breathe(silent_ms)
        if self._strip.busy():
            return None
        lit, self._lighting = self._lighting, None
        if self._first is not None:
            self._arrange(self._first, self._end)
            self._first = None
            self._strip.send(self._words)
            self._lighting, self._asked = self._asked, None
        return lit

    def dark(self) -> None:
        """Go dark, and wait until that is so."""
        self._picture, self._breath = bytearray(3 * self._pixels), None
        self._redo(0, self._pixels)
        while self._first is not None or self._strip.busy():
            self.step(0)

    def _redo(self, first: int, end: int) -> None:
        if self._first is None:
            self._first, self._end = first, end
        else:
            self._first, self._end = min(first, self._first), max(end, self._end)

    def _breathe(self, silent_ms: int) -> None:
        step = None
        if silent_ms >= self._keep_ms and self._pixels:
            step = (silent_ms - self._keep_ms) // BREATH_MS % BREATH_STEPS
        if step != self._breath:
            self._breath = step
            self._redo(0, self._pixels)

    def _arrange(self, first: int, end: int) -> None:
        """Put pixels into words as the strip takes them: the first colour in the highest byte."""
        picture, words, white = self._picture, self._words, 0
        red_at, green_at, blue_at = self._places
        if self._breath is not None:
            picture = bytearray(len(picture))
            level = 4 + 4 * min(self._breath, BREATH_STEPS - self._breath)
            picture[0] = picture[1] = picture[2] = level
        for pixel in range(first, end):
            at = 3 * pixel
            red, green, blue = picture[at], picture[at + 1], picture[at + 2]
            at = 4 * pixel
            if self._white:
                white = min(red, green, blue)
            words[at] = white
            words[at + red_at] = red - white
            words[at + green_at] = green - white
            words[at + blue_at] = blue - white
