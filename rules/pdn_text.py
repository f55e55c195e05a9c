"""Knows how PDN text falls into games, tags and tokens, also in files that bend the standard; nothing of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from rules.pdn_tags import HEADER_LINE, read_tag
from rules.pdn_types import UNFINISHED


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


@dataclass(slots=True)
class RawGame:
    """One game as it stands in the text: tags as typed, tokens, the result behind the moves (None if there
    is none). `offset` and `line` (from 1) say where it begins."""

    offset: int
    line: int
    tags: list[tuple[str, str]] = field(default_factory=list)
    tokens: list[Token] = field(default_factory=list)
    result: str | None = None

    def tag(self, name: str) -> str:
        """The first value of that tag that is not blank, or an empty text."""
        return next((value for known, value in self.tags if known == name and value.strip()), "")

    @property
    def has_moves(self) -> bool:
        """Whether anything but comments stands behind the tags."""
        return any(token.kind is not Kind.COMMENT for token in self.tokens)


# A square: algebraic up to the 10x10 board, or a number; then what people put between two squares.
_SQUARE = r"(?:[a-jA-J](?:10|[1-9])(?!\d)|\d{1,2}(?!\d))"
_SEPARATOR = "[-xX×хХ:\u2010-\u2015\u2212]"
_DASH = "[-:\u2010-\u2015\u2212]"

_TOKEN = re.compile(
    rf"""
      (?P<blank>   [\s.…\ufeff\u200b\x00]+ )
    | (?P<number>  \d{{1,4}}[^\S\n]?(?:\.+|…+|\)) | \d{{1,3}}(?=\s+[\da-jA-J][\d\w]?) (?![^\S\n]*{_SEPARATOR}) )
    | (?P<result>  1/2 (?:\s?{_DASH}\s?1/2)? (?!\w) | ½ (?:\s?{_DASH}\s?½)? | \*
                 | (?:[012][^\S\n]?{_DASH}[^\S\n]?0 | 0[^\S\n]?{_DASH}[^\S\n]?[12] | 1[^\S\n]?{_DASH}[^\S\n]?1)
                   (?![\w/]|{_SEPARATOR}\w) )
    | (?P<move>    (?: {_SQUARE}(?:{_SEPARATOR}{_SQUARE})+
                     | {_SQUARE}[^\S\n]*{_SEPARATOR}[^\S\n]*{_SQUARE}
                     | (?:[a-hA-H][1-8]){{2,}} | \d{{4}} ) (?!\w) )
                   (?: [!?*\#=~+] | \([!?]+\) )*
    | (?P<comment> \{{ )
    | (?P<line>    [;%][^\n]* )
    | (?P<tag>     \[ )
    | (?P<setup>   /\s*FEN[^/\n]*/ )
    | (?P<taken>   \(\s*\d{{1,2}}(?:[\s,;x+:-]+\d{{1,2}})*\s*\) )
    | (?P<mark>    \$\d+ | \(?[!?]+\)? | [=+±∓⩲⩱∞~\#)\]}}]+-* | -+\+ | [<>] )
    | (?P<opening> \( )
    | (?P<unknown> [-–—]+ )
    | (?P<junk>    [^\s{{}}()\[\];]+ )
    """,
    re.VERBOSE,
)
_BRACE = re.compile(r"[{}]")
_VARIATION = re.compile(r"[(){]|\n\s*\[")
_FEN = re.compile(r'FEN\s*"?([^"/]*)"?', re.IGNORECASE)


def decode(data: bytes, fallback: str = "cp1252") -> str:
    """The text of a PDN file: by its byte order mark, else UTF-8, else in the `fallback` code page.

    Never fails: bytes that the code page lacks are read as Latin-1.
    """
    for mark, encoding in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            return data.decode(encoding, errors="replace")
    for encoding in ("utf-8-sig", fallback):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def split(text: str) -> Iterator[RawGame]:
    """The games of the text, one after another, each as soon as the next one begins.

    A game ends where a tag follows movetext, where a header begins again behind a blank line, and behind
    its result; a comment behind the result still belongs to it. A lone `*` in mid-game marks a forced move
    and ends nothing. Any text gives a finite number of games and never an error.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    splitter = _Splitter(text)
    while splitter.position < len(text):
        done = splitter.step()
        if done is not None:
            yield done
    last = splitter.game
    if last.tags or last.has_moves or last.result:
        yield last


class _Splitter:
    """Walks over the text once; `game` is the one being read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.counted = 0
        self.line = 1
        self.game = RawGame(0, 1)
        self.names: set[str] = set()
        self.number = 0

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
                digits = re.match(r"\d+", found[0])
                self.number = int(digits[0]) if digits else 0
            case "tag":
                return self._tag(start)
            case "comment":
                self._comment(start)
            case "line":
                if found[0][0] == ";":
                    self._add(Kind.COMMENT, found[0][1:], start)
            case "result":
                self._result(found[0])
            case other:
                return self._rest(other or "", found[0], start)
        return None

    def _rest(self, group: str, text: str, start: int) -> RawGame | None:
        match group:
            case "taken":
                self._add(Kind.CAPTURED, text, start)
            case "setup":
                fen = _FEN.search(text)
                self._add(Kind.SETUP, fen[1] if fen else "", start)
            case "unknown":
                self._add(Kind.UNKNOWN, text, start)
            case "opening":
                self._variation(start)
            case _:
                return self._word(text, start)
        return None

    def _add(self, kind: Kind, text: str, start: int) -> None:
        self.game.tokens.append(Token(kind, text, start))

    def _over(self, start: int) -> RawGame | None:
        """Closes the game before `start` and begins the next; None if there was nothing in it."""
        done = self.game
        self.line += self.text.count("\n", self.counted, start)
        self.counted = start
        self.game = RawGame(start, self.line)
        self.names = set()
        return done if done.tags or done.has_moves or done.result else None

    def _move(self, text: str, start: int) -> RawGame | None:
        done = None
        if self.game.result == UNFINISHED and self.number != 1 and self.game.has_moves:
            self.game.result = None
        elif self.game.result is not None:
            done = self._over(start)
        self._add(Kind.MOVE, text, start)
        self.number = 0
        return done

    def _word(self, text: str, start: int) -> RawGame | None:
        # Prose before the first header or between games says nothing about a game.
        done = self._over(start) if self.game.result is not None else None
        if self.game.tags or self.game.has_moves:
            self._add(Kind.JUNK, f"{text[:40]!r} is no move", start)
        return done

    def _result(self, text: str) -> None:
        if self.game.result is None or self.game.result == UNFINISHED:
            self.game.result = "".join(text.split())

    def _tag(self, start: int) -> RawGame | None:
        tag, self.position = read_tag(self.text, start)
        if tag is None:
            return None
        blank_line = "\n\n" in re.sub(r"[^\S\n]", "", self.text[max(0, start - 80) : start])[-2:]
        again = tag[0] in self.names and (blank_line or tag[0] == "Event")
        begun = self.game.has_moves or self.game.result is not None
        done = self._over(start) if begun or again else None
        if not self.game.tags:
            self.game.offset, self.game.line = start, self.line + self.text.count("\n", self.counted, start)
        self.game.tags.append(tag)
        self.names.add(tag[0])
        self.number = 0
        return done

    def _comment(self, start: int) -> None:
        """A comment ends at its brace; braces inside it count only if they pair up within the game."""
        close = self.text.find("}", start)
        inner = self.text.find("{", start + 1, close) if close >= 0 else -1
        if inner >= 0:
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
        header = HEADER_LINE.search(self.text, first)
        limit = header.start() if header else len(self.text)
        depth = 0
        for brace in _BRACE.finditer(self.text, start, limit):
            depth += 1 if brace[0] == "{" else -1
            if depth == 0:
                return brace.start()
        return first

    def _variation(self, start: int) -> None:
        """Skips a variation with those inside it and their comments."""
        depth = 0
        at = start
        while found := _VARIATION.search(self.text, at):
            at = found.end()
            if found[0] == "(":
                depth += 1
            elif found[0] == ")":
                depth -= 1
                if depth == 0:
                    self.position = at
                    return
            elif found[0] == "{":
                at = self.text.find("}", at) + 1 or len(self.text)
            elif read_tag(self.text, at - 1)[0] is not None:
                break
        self._unclosed("a variation opened with ( is never closed", start)

    def _unclosed(self, problem: str, start: int) -> None:
        self._add(Kind.JUNK, problem, start)
        header = HEADER_LINE.search(self.text, start)
        self.position = header.start() if header else len(self.text)
