"""Knows the text of a draughts position: PDN FEN, with the counts that the rules keep behind `:C`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rules.draughts import runs
from rules.draughts.draws import advance
from rules.game import InvalidPosition

if TYPE_CHECKING:
    from rules.draughts.game import DraughtsGame
    from rules.draughts.position import DraughtsPosition

_ENTRY = re.compile(r"(k?)([a-z0-9]+)(?:-(k?)([a-z0-9]+))?")
_COUNT = re.compile(r"([a-z0-9-]+)=([0-9]{1,4})")
_RUN = re.compile(r"run-([wb])=([a-z0-9]+)x([0-9])")
_NUMBER = re.compile(r"[0-9]{1,4}")


def text_of(position: DraughtsPosition, *, full: bool) -> str:
    """The canonical text: side to move, White's list, Black's list, in reading order, `K` before a king."""
    name_of, kings = position.game.board.name_of.items(), position.kings
    lists = [
        ",".join([f"K{name}" if kings & bit else name for bit, name in name_of if mask & bit])
        for mask in (position.white, position.black)
    ]
    text = f"{position.turn.letter.upper()}:W{lists[0]}:B{lists[1]}"
    return f"{text}:C{','.join(_counts(position))}" if full else text


def _counts(position: DraughtsPosition) -> list[str]:
    game = position.game
    found = [f"quiet={position.quiet}"]
    for ending, (_, plies) in zip(game.endings, position.counts, strict=False):
        if plies:
            found.append(f"{ending.name}={plies}")
    for letter, (square, count) in zip("wb", position.king_runs, strict=True):
        if count:
            found.append(f"run-{letter}={game.board.name_of[square]}x{count}")
    return found


def parse(game: DraughtsGame, text: str) -> DraughtsPosition:
    """The position that `text` gives.

    Takes ranges, the lists in either order or missing, spaces, any case, a final dot, field numbers also
    where fields have names, and counts behind `:C`. Raises InvalidPosition.
    """
    return _Reader(game, text).read()


class _Reader:
    """Reads one text; each refusal names the text, the part and what is wrong with it."""

    def __init__(self, game: DraughtsGame, text: str) -> None:
        self._game = game
        self._text = text
        self._pieces = {"w": 0, "b": 0}
        self._kings = 0
        self._given: set[str] = set()

    def read(self) -> DraughtsPosition:
        compact = "".join(self._text.split()).lower().removesuffix(".")
        side, *sections = compact.split(":")
        if side not in ("w", "b"):
            raise self._wrong(f"the side to move is {_short(side)!r}, but must be W or B")
        counts = ""
        for section in sections:
            kind, body = section[:1], section[1:]
            if kind in self._given:
                raise self._wrong(f"the part {kind.upper()!r} is given twice")
            self._given.add(kind)
            if kind in self._pieces:
                self._read_list(kind, body)
            elif kind == "c":
                counts = body
            else:
                raise self._wrong(f"the part {_short(section)!r} must begin with W, B or C")
        self._check()
        return self._with_counts(1 if side == "b" else 0, counts)

    def _wrong(self, what: str) -> InvalidPosition:
        return InvalidPosition(f"{self._game.name} position {_short(self._text)!r}: {what}.")

    # Pieces.

    def _read_list(self, side: str, body: str) -> None:
        for entry in body.split(",") if body else ():
            match = _ENTRY.fullmatch(entry)
            if match is None:
                raise self._wrong(f"{_short(entry)!r} in the list of {_SIDES[side]} is no field")
            king, first, last_king, last = match.groups()
            start = stop = self._index(first)
            if last is not None:
                stop = self._index(last)
                if stop < start or (last_king and not king):
                    raise self._wrong(
                        f"the range {_short(entry)!r} in the list of {_SIDES[side]} cannot be read"
                    )
            for index in range(start, stop + 1):
                self._put(side, self._game.generator.squares.numbers[index], king=bool(king))

    def _index(self, name: str) -> int:
        board = self._game.board
        if name in board.bit:
            return board.fields.index(name)
        if _NUMBER.fullmatch(name) and 1 <= int(name) <= len(board.fields):
            return int(name) - 1
        raise self._wrong(f"there is no field {_short(name)!r} ({self._game.fields_named})")

    def _put(self, side: str, bit: int, *, king: bool) -> None:
        name = self._game.board.name_of[bit]
        if bit & (self._pieces["w"] | self._pieces["b"]):
            raise self._wrong(f"field {name} is given twice")
        if not king and bit & self._game.generator.crown["wb".index(side)]:
            raise self._wrong(f"a man of {_SIDES[side]} cannot stand on its crowning row at {name}")
        self._pieces[side] |= bit
        self._kings |= bit if king else 0

    def _check(self) -> None:
        most = self._game.pieces_each
        for side, mask in self._pieces.items():
            if mask.bit_count() > most:
                raise self._wrong(
                    f"{_SIDES[side]} has {mask.bit_count()} pieces, more than the {most} of the start"
                )

    # Counts.

    def _with_counts(self, side: int, body: str) -> DraughtsPosition:
        white, black = self._pieces["w"], self._pieces["b"]
        quiet = 0
        plies: dict[str, int] = {}
        king_runs = list(runs.NONE)
        seen: set[str] = set()
        for entry in body.split(",") if body else ():
            name = entry.partition("=")[0]
            if name in seen:
                raise self._wrong(f"the count {_short(name)!r} is given twice")
            seen.add(name)
            if name in ("run-w", "run-b"):
                king_runs["wb".index(name[-1])] = self._run(entry)
                continue
            match = _COUNT.fullmatch(entry)
            if match is None:
                raise self._wrong(f"the count {_short(entry)!r} cannot be read (write quiet=3)")
            if name == "quiet":
                quiet = int(match[2])
            else:
                plies[name] = int(match[2])
        counts = advance(self._game.endings, (), white, black, self._kings)
        for name in plies:
            applies = [e.name for e, (key, _) in zip(self._game.endings, counts, strict=False) if key]
            if name not in applies:
                raise self._wrong(f"the count {_short(name)!r} does not apply to these pieces")
        counts = tuple(
            (key, plies.get(ending.name, 0))
            for ending, (key, _) in zip(self._game.endings, counts, strict=False)
        )
        return self._game.position(
            white, black, self._kings, side, quiet, counts, (king_runs[0], king_runs[1])
        )

    def _run(self, entry: str) -> runs.Run:
        match = _RUN.fullmatch(entry)
        if match is None or not self._game.counts_runs:
            raise self._wrong(
                f"the king run {_short(entry)!r} cannot be read here (write run-w=41x1, in Frisian)"
            )
        square = self._game.generator.squares.numbers[self._index(match[2])]
        count = int(match[3])
        own = self._pieces[match[1]]
        if not 1 <= count <= runs.LONGEST:
            raise self._wrong(f"the king run {_short(entry)!r} must count 1 to {runs.LONGEST}")
        if not own & self._kings & square or not own & ~self._kings:
            raise self._wrong(
                f"the king run {_short(entry)!r} needs a king of {_SIDES[match[1]]} there and a man"
            )
        return square, count


_SIDES = {"w": "White", "b": "Black"}


def _short(text: str) -> str:
    return text if len(text) <= 80 else text[:77] + "..."
