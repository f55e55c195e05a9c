"""Knows how the wizard speaks to whoever sits at a terminal, reads a log or is a program."""

from __future__ import annotations

import json
from collections.abc import Sized
from typing import Protocol

from firmware_host.canvas import Canvas, wrapped
from firmware_host.wire.picture import progress_lines
from firmware_host.wire.wizard import Wizard


def counted(answers: Sized) -> str:
    """How many answers, in words."""
    return "1 answer" if len(answers) == 1 else f"{len(answers)} answers"


class Screen(Protocol):
    """Where the wizard's words go."""

    def show(self, wizard: Wizard) -> None:
        """What is asked now; called after everything that happened."""

    def say(self, sentence: str) -> None:
        """Something about the device, while it goes on."""

    def end(self, sentence: str) -> None:
        """The last word."""


class PictureScreen:
    """A terminal: the board with the field that is asked for, drawn anew whenever something changed."""

    def __init__(self) -> None:
        self._canvas = Canvas()
        self._said = ""

    def show(self, wizard: Wizard) -> None:
        """See Screen."""
        prompt = wizard.prompt
        self._canvas.paint(
            [
                *wrapped(prompt.said),
                "",
                *(f"  {line}" for line in progress_lines(wizard.plan, wizard.answers, prompt.asked)),
                "",
                f"  {counted(wizard.answers)} so far. Ctrl-C stops; the same command goes on from here.",
                *wrapped(self._said),
            ]
        )

    def say(self, sentence: str) -> None:
        """See Screen."""
        self._said = sentence

    def end(self, sentence: str) -> None:
        """See Screen."""
        print(sentence, flush=True)


class PlainScreen:
    """No terminal: each sentence as one line, when it changes."""

    def __init__(self) -> None:
        self._last = ""

    def show(self, wizard: Wizard) -> None:
        """See Screen."""
        said = wizard.prompt.said
        if said != self._last and not wizard.finished:
            self._last = said
            print(f"{len(wizard.answers) + 1}. {said}", flush=True)

    def say(self, sentence: str) -> None:
        """See Screen."""
        print(sentence, flush=True)

    def end(self, sentence: str) -> None:
        """See Screen."""
        print(sentence, flush=True)


class JsonScreen:
    """A program: one JSON object a line."""

    def __init__(self) -> None:
        self._last = ""

    def show(self, wizard: Wizard) -> None:
        """See Screen."""
        prompt = wizard.prompt
        waits = wizard.finished or wizard.hands.listening or wizard.paused
        question = None if waits else wizard.question
        line = json.dumps(
            {
                "asks": question.kind.value if question else None,
                "pixel": question.pixel if question else None,
                "field": prompt.asked,
                "answers": len(wizard.answers),
                "says": prompt.said,
            }
        )
        if line != self._last:
            self._last = line
            print(line, flush=True)

    def say(self, sentence: str) -> None:
        """See Screen."""
        print(json.dumps({"says": sentence}), flush=True)

    def end(self, sentence: str) -> None:
        """See Screen."""
        self.say(sentence)
