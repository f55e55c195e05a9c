"""Knows how PDN text falls into games, tags and tokens, well formed or not; nothing of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import islice

from rules.pdn_tags import HEADER_LINE, read_tag
from rules.pdn_types import UNFINISHED, is_result


class Kind(Enum):
    """What a token of the movetext is."""

    MOVE = "move"
    CAPTURED = "captured"
    COMMENT = "comment"
    SETUP = "setup"
    UNKNOWN = "unknown"
    JUNK = "junk"


@dataclass(frozen=True, slots=True)
class Token:
    """A part of the movetext and where it starts in the text.

    MOVE: squares and separators as typed, without marks; CAPTURED: the squares in parentheses behind a
    capture; COMMENT: without its braces; SETUP: a position set up on the way; UNKNOWN: a dash for a move
    that nobody wrote down; JUNK: what makes no sense, as a phrase for an error message.
    """

    kind: Kind
    text: str
    offset: int


@dataclass(frozen=True, slots=True)
class RawGame:
    """One game as it stands in the text: tags (names in their usual spelling), tokens, the result behind
    the moves (None if there is none). `offset` and `line` (from 1) say where it begins.
    """

    offset: int
    line: int
    tags: tuple[tuple[str, str], ...]
    tokens: tuple[Token, ...]
    result: str | None

    def tag(self, name: str) -> str:
        """The first value of that tag that is not blank, stripped, or an empty text."""
        return next((value.strip() for known, value in self.tags if known == name and value.strip()), "")


# A square: algebraic up to the 10x10 board, or a number; then what people put between two squares.
_SQUARE = r"(?:[a-jA-J](?:10|[1-9])(?!\d)|\d{1,2}(?!\d))"
SEPARATORS = "-xX×хХ:\u2010-\u2015\u2212"
_DASH = "[-:\u2010-\u2015\u2212]"

_TOKEN = re.compile(
    rf"""
      (?P<blank>   [\s.…\ufeff\u200b\x00]+ )
    | (?P<number>  \d{{1,4}}[^\S\n]?(?:\.+|…+|\)) | \d{{1,3}}(?=\s|\Z)(?![^\S\n]*[{SEPARATORS}]) )
    | (?P<result>  1/2 (?:\s?{_DASH}\s?1/2)? (?!\w) | ½ (?:\s?{_DASH}\s?½)? | \*
                 | (?: [012][^\S\n]?{_DASH}[^\S\n]?0 | 0[^\S\n]?{_DASH}[^\S\n]?[12]
                     | 1[^\S\n]?{_DASH}[^\S\n]?1 ) (?![\w/]|[{SEPARATORS}]\w) )
    | (?:(?P<move>    (?: {_SQUARE}(?:[{SEPARATORS}]{_SQUARE})+
                        | {_SQUARE}[^\S\n]*[{SEPARATORS}][^\S\n]*{_SQUARE}
                        | (?:[a-hA-H][1-8]){{2,}} | \d{{4}} ) (?!\w) )
                   (?: [!?*\#=~+] | \([!?]+\) )* )
    | (?P<comment> \{{ )
    | (?P<line>    [;%][^\n]* )
    | (?P<tag>     \[ )
    | (?P<setup>   /\s*FEN[^/\n]*/ )
    | (?P<taken>   \(\s*\d{{1,2}}(?:[\s,;+]+\d{{1,2}})*\s*\) )
    | (?P<mark>    \$\d+ | \(?[!?]+\)? | [=+±∓⩲⩱∞~\#)\]}}<>]+-* | -+\+ )
    | (?P<opening> \( )
    | (?P<unknown> [-–—]+ )
    | (?P<junk>    [^\s{{}}()\[\];]+ )
    """,
    re.VERBOSE,
)
_DIGITS = re.compile(r"\d+")
_BRACE = re.compile(r"[{}]")
_LONGEST_NESTED, _MOST_BRACES = 5000, 40
_VARIATION = re.compile(r"[(){]|\n[^\S\n]*\[")
_PROSE = re.compile(r"[^\n\[]*")
_FEN = re.compile(r'FEN\s*"?([^"/]*)"?')


def split(text: str) -> Iterator[RawGame]:
    """The games of the text, one after another, each as soon as the next one begins.

    A game ends where a tag follows movetext, where a header begins again behind a blank line, and behind
    its result; a comment behind the result still belongs to it. A lone `*` in mid-game marks a forced move
    and ends nothing. Prose before and between games is passed over. Line ends are single newlines. Any
    text gives a finite number of games and never an error.
    """
    splitter = _Splitter(text)
    while splitter.position < len(text):
        done = splitter.step()
        if done is not None:
            yield done
    last = splitter.close(len(text))
    if last is not None:
        yield last


class _Splitter:
    """Walks over the text once, keeping what it has seen of the present game."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.offset, self.line = 0, 1
        self._begin()

    def _begin(self) -> None:
        self.tags: list[tuple[str, str]] = []
        self.tokens: list[Token] = []
        self.result: str | None = None
        self.has_moves = False
        self.names: set[str] = set()
        self.tag_end = self.number = 0

    def close(self, end: int) -> RawGame | None:
        """The game that ends before `end`, None if there was nothing in it; the next one begins there."""
        done = None
        if self.tags or self.has_moves:
            done = RawGame(self.offset, self.line, tuple(self.tags), tuple(self.tokens), self.result)
            done = _without_own_result(done, self.text, end)
        self._start_at(end)
        self._begin()
        return done

    def _start_at(self, offset: int) -> None:
        self.line += self.text.count("\n", self.offset, offset)
        self.offset = offset

    def step(self) -> RawGame | None:
        """Reads one token; returns the game that it shows to be over."""
        start = self.position
        found = _TOKEN.match(self.text, start)
        if found is None:
            self.position += 1
            return None
        self.position = found.end()
        match found.lastgroup:
            case "blank" | "mark":
                return None
            case "move":
                return self._move(found["move"], start)
            case "number":
                digits = _DIGITS.match(found[0])
                self.number = int(digits[0]) if digits else 0
            case "tag":
                return self._tag(start)
            case "junk":
                return self._word(found[0], start)
            case "result":
                if self.tags or self.has_moves:
                    self.result = found[0] if self.result in (None, UNFINISHED) else self.result
            case other:
                self._aside(other or "", found[0], start)
        return None

    def _aside(self, group: str, text: str, start: int) -> None:
        match group:
            case "comment":
                self._comment(start)
            case "line":
                if text.startswith(";"):
                    self._add(Kind.COMMENT, text[1:], start)
            case "taken":
                self._add(Kind.CAPTURED, text, start)
            case "setup":
                fen = _FEN.search(text)
                self._add(Kind.SETUP, fen[1] if fen else "", start)
            case "unknown":
                self._add(Kind.UNKNOWN, text, start)
            case _:
                self._variation(start)

    def _add(self, kind: Kind, text: str, start: int) -> None:
        self.tokens.append(Token(kind, text, start))
        if kind in (Kind.MOVE, Kind.SETUP, Kind.JUNK):
            self.has_moves = True

    def _move(self, text: str, start: int) -> RawGame | None:
        done = None
        if self.result == UNFINISHED and self.number != 1 and self.has_moves:
            self.result = None
        elif self.result is not None:
            done = self.close(start)
        self._add(Kind.MOVE, text, start)
        self.number = 0
        return done

    def _word(self, text: str, start: int) -> RawGame | None:
        done = self.close(start) if self.result is not None else None
        if self.tags or self.has_moves:
            self._add(Kind.JUNK, f"{text[:40]!r} is no move", start)
        else:
            prose = _PROSE.match(self.text, start)
            self.position = prose.end() if prose else self.position
        return done

    def _tag(self, start: int) -> RawGame | None:
        tag, self.position = read_tag(self.text, start)
        if tag is None:
            return None
        again = tag[0] in self.names and (tag[0] == "Event" or self.text.count("\n", self.tag_end, start) > 1)
        done = self.close(start) if self.has_moves or self.result is not None or again else None
        if not self.tags:
            self._start_at(start)
        self.tags.append(tag)
        self.names.add(tag[0])
        self.tag_end, self.number = self.position, 0
        return done

    def _comment(self, start: int) -> None:
        """A comment ends at its first closing brace, unless the braces inside it pair up within the game."""
        close = self.text.find("}", start)
        if close >= 0 and self.text.find("{", start + 1, close) >= 0:
            if HEADER_LINE.search(self.text, start, close):
                close = -1
            else:
                close = self._balanced(start, close)
        if close < 0:
            self._unclosed("a comment opened with { is never closed", start)
            return
        self._add(Kind.COMMENT, self.text[start + 1 : close], start)
        self.position = close + 1

    def _balanced(self, start: int, first: int) -> int:
        # Bounded, so that a file full of stray braces is not searched to its end for each of them.
        depth = 0
        for brace in islice(_BRACE.finditer(self.text, start, start + _LONGEST_NESTED), _MOST_BRACES):
            depth += 1 if brace[0] == "{" else -1
            if depth == 0:
                return first if HEADER_LINE.search(self.text, first, brace.start()) else brace.start()
        return first

    def _variation(self, start: int) -> None:
        """Skips a variation with those inside it and their comments."""
        depth = 0
        at = start
        while found := _VARIATION.search(self.text, at):
            at = found.end()
            if found[0] == "{":
                at = self.text.find("}", at) + 1 or len(self.text)
            elif found[0] == "(":
                depth += 1
            elif found[0] == ")":
                depth -= 1
                if depth == 0:
                    self.position = at
                    return
            elif read_tag(self.text, at - 1)[0] is not None:
                break
        self._unclosed("a variation opened with ( is never closed", start)

    def _unclosed(self, problem: str, start: int) -> None:
        self._add(Kind.JUNK, problem, start)
        header = HEADER_LINE.search(self.text, start)
        self.position = header.start() if header else len(self.text)


def _without_own_result(game: RawGame, text: str, end: int) -> RawGame:
    """The game without the tokens at its end that only repeat a result of the tournament's own scoring
    (`4-6`, `1+ - 1-`), which the splitter takes for moves.
    """
    own = game.tag("Result")
    if not own or is_result(own) or not text[game.offset : end].rstrip().endswith(own):
        return game
    start = len(text[:end].rstrip()) - len(own)
    kept = tuple(token for token in game.tokens if token.offset < start)
    return RawGame(game.offset, game.line, game.tags, kept, game.result)
