"""A board under test hands with dead sensors: what is played, and what the sensors make of it."""

from __future__ import annotations

from table import Table

from firmware_host.settings import Settings


class BrokenTable(Table):
    """`stuck`: what the dead fields say whatever stands there, `x` or nothing. `truth` is the position that
    is really on the board, where `play` makes its moves."""

    def __init__(
        self,
        name: str = "international",
        start: str | None = None,
        settings: Settings | None = None,
        *,
        stuck: dict[str, str] | None = None,
        hall: bool = False,
    ) -> None:
        self.stuck = dict(stuck or {})
        super().__init__(name, start, settings, hall=hall)
        self.truth = self.position
        self.wait(1)

    def _feed(self) -> None:
        there = self.poles
        shown = {field: pole for field, pole in there.items() if field not in self.stuck}
        self.poles = shown | {field: there.get(field, "b") for field, said in self.stuck.items() if said}
        super()._feed()
        self.poles = there

    def breaks(self, field: str, said: str) -> BrokenTable:
        """The sensor of this field dies, while nobody touches the board."""
        self.stuck[field] = said
        self._feed()
        return self.wait(1)

    def play(self, *texts: str) -> BrokenTable:
        """Make moves tidily, each after the one before has rested, whatever has been heard of them."""
        for text in texts:
            move = self.truth.parse_move(text)
            leader = move.transfers[0]
            self.lift(leader.origin or "").put(leader.target or "")
            for item in move.transfers[1:]:
                self.lift(item.origin or "", after=0.2)
            self.truth = self.truth.play(move)
            self.wait(0.5)
        return self

    def faults(self) -> list[tuple[object, object]]:
        """The fields that were named, and for what."""
        return [(each.get("field", each.get("device")), each["what"]) for each in self.told("fault")]
