"""Every course of moves that a stretch of views allows, followed from one position on."""

from firmware_host.courses import COURSES, LOOKS, Listener
from firmware_host.debounce import Settled
from firmware_host.inference import AtRest, Disorder, InProgress
from firmware_host.outlook import Outlook
from firmware_host.seen import Seen
from rules.game import Position
from rules.registry import game as game_called

GAME = game_called("international")
BIT = GAME.board.bit


class Views:
    """A listener, and a board that is shown to it change by change."""

    def __init__(self, *dead: str, start: str | None = None) -> None:
        self.start = GAME.parse(start) if start else GAME.start()
        self.outlooks: dict[Position, Outlook] = {}
        self.listener = Listener(self.start, GAME.board.mask(dead), self.outlooks)
        self.occupied, self.t = self.start.occupied, 0.0
        self.listener.see(Settled(0.0, Seen(self.occupied, 0, 0, 0), 0, 0.0))

    def change(self, *fields: str) -> "Views":
        """These fields change, one after the other."""
        for field in fields:
            self.t += 0.1
            self.occupied ^= BIT[field]
            self.listener.see(Settled(self.t, Seen(self.occupied, 0, 0, 0), BIT[field], self.t))
        return self

    @property
    def told(self) -> list[tuple[str, ...]]:
        return [course.moves for course in self.listener.best()]


def test_plain_play_is_one_course_without_a_strike() -> None:
    views = Views().change("32", "28", "20", "24", "37", "32")
    assert views.told == [("32-28", "20-24", "37-32")]
    (best,) = views.listener.best()
    assert (best.strikes, best.verdict) == (0, AtRest())
    assert best.after == views.occupied


def test_a_move_under_way_is_no_strike() -> None:
    views = Views().change("32", "28", "20")
    (best,) = views.listener.best()
    assert best.moves == ("32-28",)
    assert isinstance(best.verdict, InProgress)


def test_a_capture_counts_while_its_man_still_stands_and_the_answer_has_begun() -> None:
    views = Views().change("32", "28", "19", "23", "28", "19")
    assert views.told == [("32-28", "19-23", "28x19")]
    views.change("14", "23", "19", "23")
    assert views.told == [("32-28", "19-23", "28x19", "14x23")]
    assert views.listener.strikes == 0


def test_a_captured_man_that_stands_on_strikes_nothing() -> None:
    views = Views().change("32", "28", "19", "23", "28", "19", "20", "20", "23")
    assert views.told == [("32-28", "19-23", "28x19")]
    assert views.listener.strikes == 0


def test_the_last_mover_may_have_his_piece_in_the_air_again() -> None:
    views = Views().change("32", "28", "28")
    assert {course.moves: course.strikes for course in views.listener.courses}[("32-28",)] == 0


def test_what_no_move_explains_is_a_strike_a_view() -> None:
    views = Views().change("32", "50", "49")
    assert views.listener.strikes == 2
    assert views.told == []
    assert isinstance(views.listener.courses[0].verdict, Disorder)


def test_a_dead_sensor_leaves_all_moves_by_it_open_until_later_moves_decide() -> None:
    views = Views("28").change("32", "20", "24", "37", "32")
    assert views.told == [("32-28", "20-24", "37-32")]
    views = Views("28").change("32", "20", "24")
    assert views.told == [("32-28", "20-24")]
    assert Views("27").change("32", "20", "24").told == [("32-27", "20-24")]


def test_only_so_many_courses_are_followed() -> None:
    views = Views("28", "27", "29").change("32", "20", "24", "33", "19", "23", "31", "18")
    assert len(views.listener.courses) <= COURSES
    strikes = [course.strikes for course in views.listener.courses]
    assert strikes == sorted(strikes)


def test_what_one_listener_has_worked_out_the_others_know() -> None:
    views = Views().change("32", "28", "20", "24")
    known = dict(views.outlooks)
    assert GAME.start().play(GAME.start().parse_move("32-28")) in known
    other = Listener(views.start, 0, views.outlooks)
    other.see(Settled(0.0, Seen(views.start.occupied, 0, 0, 0), 0, 0.0))
    for field in ("32", "28"):
        shown = views.start.occupied ^ BIT["32"] ^ (BIT["28"] if field == "28" else 0)
        other.see(Settled(0.1, Seen(shown, 0, 0, 0), BIT[field], 0.1))
    assert other.best()[0].moves == ("32-28",)
    assert other.looks == 0


def test_a_listener_stops_once_it_has_looked_at_too_much() -> None:
    views = Views().change("32", "28")
    assert not views.listener.exhausted
    views.listener.looks = LOOKS + 100
    assert views.listener.exhausted
    courses = views.listener.courses
    views.change("20", "24")
    assert views.listener.courses == courses
