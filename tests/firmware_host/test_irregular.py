"""Forbidden moves that the players let stand, one test a law; `refuse` is tested with the hearing."""

from __future__ import annotations

import pytest
from hands_table import played
from table import Table

from firmware_host.black_box import BlackBox, lines
from firmware_host.events import Irregular
from firmware_host.hands.recording import write_trace
from firmware_host.inference import View
from firmware_host.irregular import accepted, follow
from firmware_host.journal_reader import GameRecord
from firmware_host.journal_rows import Finalise, GameRow, PlyRow, Record, TakeBack
from firmware_host.keeping import changes, line_of
from firmware_host.line import Line
from firmware_host.outlook import Outlook
from firmware_host.replay import replay
from firmware_host.score import score
from firmware_host.seen import Seen
from firmware_host.settings import Help, Settings
from firmware_host.trace import Header
from rules import pdn
from rules.game import IllegalMove, Position
from rules.registry import game as game_called

STANDS = Settings(irregular="stands")
QUIET = "W:W32,37,48:B1,20"


def sideways(settings: Settings = STANDS, rest_s: float = 0.6) -> Table:
    """White has moved 32 sideways to 33, which has rested; nobody has answered."""
    return Table(start=QUIET, settings=settings).lift("32").put("33").wait(rest_s)


def test_a_forbidden_move_stands_once_the_other_side_has_moved() -> None:
    table = sideways().lift("20").put("25").wait(1)
    assert table.told() == [
        {"t": 0.85, "event": "astray", "missing": ["32"], "extra": ["33"]},
        {
            "t": 1.812,
            "event": "irregular",
            "ply": 1,
            "what": "a man moved sideways",
            "article": "FMJD Annex 1, 3",
            "position": "B:W33,37,48:B1,20",
        },
        {
            "t": 1.812,
            "event": "move",
            "ply": 2,
            "move": "20-25",
            "position": "W:W33,37,48:B1,25",
            "by": "black",
        },
        {"t": 1.812, "event": "final", "ply": 1},
        {"t": 1.812, "event": "restored"},
    ]
    assert table.moves() == ["32-33", "20-25"]
    assert table.lights == {"20": "last-from", "25": "last-to"}
    table.move("33-28")
    assert table.moves()[-1] == "33-28"


def test_without_the_setting_it_never_stands() -> None:
    table = sideways(Settings()).lift("20").put("25").wait(2)
    assert table.moves() == []
    assert set(table.names()) == {"astray"}


def test_a_piece_in_the_opponents_hand_lets_nothing_stand_and_blames_him_for_nothing() -> None:
    table = sideways().lift("20").wait(30)
    assert table.names() == ["astray"]
    assert table.lights == {"32": "missing", "33": "extra"}
    table.put("20").wait(1)
    assert table.names() == ["astray"]
    table.lift("33").put("32").wait(1)
    assert table.names() == ["astray", "restored"]


def test_it_may_be_put_right_until_then() -> None:
    table = sideways().lift("33").put("28").wait(1)
    assert table.moves() == ["32-28"]
    assert "irregular" not in table.names()


@pytest.mark.parametrize("silent", [Help.SILENT, Help.REFEREE])
def test_the_board_shows_the_disorder_meanwhile_and_nothing_else(silent: Help) -> None:
    table = sideways(Settings(irregular="stands", help_white=silent, help_black=silent))
    assert table.lights == {"32": "missing", "33": "extra"}


def test_what_did_not_rest_was_not_moved() -> None:
    """A man that passes over a field while the other side is at work already."""
    table = Table(start=QUIET, settings=STANDS).lift("32").put("33")
    table.lift("20", after=0.24).put("25", after=0.1).wait(2)
    assert table.moves() == []
    table = Table(start=QUIET, settings=STANDS).lift("32").put("33")
    table.lift("20", after=0.26).put("25", after=0.1).wait(2)
    assert table.moves() == ["32-33", "20-25"]


def test_an_answer_that_is_forbidden_too_lets_nothing_stand() -> None:
    table = sideways().lift("20").put("19").wait(2)
    assert table.moves() == []
    table.lift("19").put("24").wait(1)
    assert table.moves() == []
    table.lift("24").put("20").lift("33").put("32").wait(1)
    assert table.names()[-1] == "restored"


def test_a_legal_move_is_never_called_forbidden() -> None:
    """46-28 with its captured men still there is a capture; the answer does not change that."""
    table = Table(start="W:W46:B41,32,1", settings=STANDS).lift("46").put("28").wait(1)
    table.lift("1").put("6").wait(1).lift("41", "32").wait(1)
    assert table.moves() == ["46x28", "1-6"]
    assert "irregular" not in table.names()


def test_putting_back_takes_back_and_is_no_forbidden_move() -> None:
    table = Table(settings=STANDS).move("32-28").move("19-24").move("28-22")
    table.lift("22").put("28").wait(1)
    assert table.names()[-1] == "takeback"
    assert "irregular" not in table.names()


def test_a_capture_that_stopped_midway_stands_without_having_been_astray() -> None:
    table = Table(start="W:W42,46,50:B41,31,1", settings=STANDS).lift("46").put("37")
    table.lift("41").wait(1)
    assert table.names() == []
    table.lift("1").put("7").wait(1)
    assert table.names() == ["irregular", "move", "final"]
    assert table.told("irregular")[0]["what"] == "the capture was not completed"
    assert table.told("irregular")[0]["article"] == "FMJD Annex 1, 4.13 and 4.14"
    assert table.moves() == ["46x37", "1-7"]
    assert table.position.text() == "W:W37,42,50:B7,31"


CASES = [
    # game, start, from, to, taken off, answer from, to, what, text
    ("international", "W:W32,37,46:B1,28", "46", "41", "", "1", "7", "a capture was due", "46-41"),
    ("international", "W:W32,50:B1,9", "32", "37", "", "1", "7", "a man moved backward", "32-37"),
    ("international", "W:W32,50:B1,9", "32", "22", "", "1", "7", "a man moved too far", "32-22"),
    ("international", "W:W7,50:B9,20", "7", "11", "", "20", "25", "a man moved backward", "7-11"),
    ("international", "W:W12,50:B9,20", "12", "2", "", "20", "25", "a man moved too far", "12-2"),
    ("italian", "W:WK24,32:B1,K19,K20,K28", "24", "31", "28", "1", "5", "another capture was due", "24x31"),
    ("english", "W:W15,30:B1,18", "15", "22", "18", "1", "5", "a man captured backward", "15x22"),
    ("russian", "W:Wb2,c3,h2:Bd4,h8", "h2", "g3", "", "h8", "g7", "a capture was due", "h2-g3"),
    (
        "frisian",
        "W:WK46,31:B1,2:Crun-w=46x3",
        "46",
        "23",
        "",
        "1",
        "7",
        "the same king moved too often",
        "46-23",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]} {case[7]}")
def test_each_kind_has_its_words_and_its_article(case: tuple[str, ...]) -> None:
    game, start, origin, target, taken, answer_from, answer_to, what, text = case
    table = Table(game, start, STANDS).lift(origin).put(target)
    if taken:
        table.lift(taken)
    table.wait(0.5).lift(answer_from).put(answer_to).wait(1)
    (told,) = table.told("irregular")
    assert str(told["what"]).startswith(what)
    assert told["article"] in table.game.variant.articles.values()
    assert table.moves()[0] == text


def test_another_man_taken_off_is_the_capture_and_the_other_sides_man_in_its_hand() -> None:
    table = Table(start="W:W28,31:B1,12,23", settings=STANDS).lift("28").put("19").lift("12").wait(1)
    assert table.moves() == ["28x19"]
    assert table.role("remove") == {"23"}
    assert "irregular" not in table.names()


def test_a_man_that_comes_to_the_last_row_is_crowned() -> None:
    table = Table(start="W:W12,50:B9,20", settings=STANDS).lift("12").put("2").wait(0.5)
    table.lift("20").put("25").wait(1)
    assert table.position.text() == "W:WK2,50:B9,25"


@pytest.mark.parametrize(
    ("game", "start", "moved", "answer", "text"),
    [
        ("smokkelen", "bbbbb/1bbbb/b4/4w/wwww1/wwwww w -", ("e1", "d3"), ("e5", "e4"), "e1-d3"),
        ("abalone", None, ("c3", "e5"), ("g7", "f7"), "c3e5"),
        ("overboord", "6/2b3/6/2w3/6/6 w push", ("d4", "e5"), ("d6", "d5"), "d4-e5"),
    ],
)
def test_games_without_captures_know_one_piece_set_wrong(
    game: str, start: str | None, moved: tuple[str, str], answer: tuple[str, str], text: str
) -> None:
    table = Table(game, start, STANDS).wait(1).lift(moved[0]).put(moved[1]).wait(0.6)
    table.lift(answer[0]).put(answer[1]).wait(2)
    assert "irregular" in table.names(), table.told()
    assert table.moves()[0] == text
    assert len(table.moves()) == 2


def test_a_king_that_answers_waits_whether_it_slides_on() -> None:
    table = Table(start="W:W32,37:B1,K20", settings=STANDS).lift("32").put("33").wait(0.6)
    table.lift("20").put("25").wait(0.1)
    assert "irregular" not in table.names()
    table = Table(start="W:W32,37:B1,K3", settings=STANDS).lift("32").put("33").wait(0.6)
    table.lift("3").put("14").wait(0.29)
    assert "irregular" not in table.names()
    table.wait(0.02)
    assert table.moves() == ["32-33", "3-14"]


def test_the_next_move_ends_the_wait_of_an_answer() -> None:
    table = Table(start="W:W32,37:B1,K3", settings=STANDS).lift("32").put("33").wait(0.6)
    table.lift("3").put("14").lift("37", after=0.1).wait(0.02)
    assert table.moves() == ["32-33", "3-14"]


def test_swept_pieces_and_many_moved_men_never_stand() -> None:
    table = Table(settings=STANDS).lift("32", "33", "34").put("27", "22", "29").wait(1)
    table.lift("20").put("25").wait(2)
    assert table.moves() == []
    table = Table(start=QUIET, settings=STANDS).lift("32").put("4").wait(1).lift("20").put("25").wait(2)
    assert table.moves() == []


def test_a_piece_that_nobody_touched_was_not_moved() -> None:
    """The board begins with a man on the wrong field: somebody set it up so."""
    table = Table(start=QUIET, settings=STANDS, missing=("32",)).put("33", pole="w").wait(1)
    table.lift("20").put("25").wait(2)
    assert table.moves() == []


def shown(position: Position, *moves: tuple[str, str], touched: bool = True) -> View:
    """What a board shows after these pieces went from field to field."""
    bit, occupied, changed = position.game.board.bit, position.occupied, 0
    for origin, target in moves:
        occupied = occupied & ~bit[origin] | bit[target]
        changed |= bit[origin] | bit[target]
    return View(occupied, touched=changed if touched else 0)


def test_only_what_hands_touched_was_moved_and_only_another_piece_answers() -> None:
    position = game_called("smokkelen").parse("bbbbb/1bbbb/b4/4w/wwww1/wwwww w -")
    outlook = Outlook(position)
    wrong, same = ("a4", "a5"), ("a5", "b4")
    assert follow((), outlook, shown(position, wrong, touched=False), 1.0, 0.25) == ()
    (stood,) = follow((), outlook, shown(position, wrong), 1.0, 0.25)
    assert accepted([stood]) is None
    moved_on = follow([stood], outlook, shown(position, wrong, same), 2.0, 0.25)
    assert accepted(moved_on) is None
    (again,) = follow([stood], outlook, shown(position, wrong, ("e5", "e4")), 2.0, 0.25)
    assert accepted([again]) is again


def test_a_capture_that_may_be_in_the_hand_is_no_answer_to_one_that_stopped() -> None:
    """Black's 32 has taken 37 and stands on 41, or White has taken both men off and holds his own."""
    table = Table(start="W:W46,50:B41,32,1", settings=STANDS).lift("46").put("37").lift("41").wait(1)
    table.lift("32").put("41", pole="b").lift("37").wait(2)
    assert table.moves() == []
    table.lift("41").put("28", pole="w").wait(1)
    assert table.moves() == ["46x28"]


def test_a_forbidden_capture_crowns_too() -> None:
    position = game_called("international").parse("W:W12,38:B8,22,32,36")
    bit = position.game.board.bit
    found = position.let_stand(bit["12"], bit["3"], bit["8"])
    assert found is not None
    assert (found.what, found.position.text()) == ("another capture was due", "B:WK3,38:B22,32,36")


def test_moving_out_of_turn_never_stands() -> None:
    table = Table(start=QUIET, settings=STANDS).move("32-28")
    table.lift("37").put("32").wait(1).lift("20").put("25").wait(1)
    assert "irregular" not in table.names()


def test_it_is_taken_back_like_any_ply() -> None:
    table = sideways().lift("20").put("25").wait(1)
    table.lift("25").put("20", pole="b").wait(1)
    assert table.moves() == ["32-33"]
    table.lift("33").put("32", pole="w").wait(1)
    assert [event["ply"] for event in table.told("takeback")] == [2, 1]
    assert table.position.text() == "W:W32,37,48:B1,20"


def test_the_answer_may_be_amended() -> None:
    table = sideways().lift("20").put("25").wait(1).lift("25").put("24").wait(1)
    assert table.moves() == ["32-33", "20-24"]
    assert table.names()[-1] == "amend"


@pytest.mark.parametrize("level", ["ordinary", "sloppy"])
@pytest.mark.parametrize("name", ["international", "italian", "russian", "smokkelen"])
def test_hands_that_play_by_the_rules_never_let_anything_stand(name: str, level: str) -> None:
    """Whatever they bump, drop, slide over or adjust: the setting changes nothing of what is heard."""
    text = [line + "\n" for line in write_trace(played(name, level, seed=3, plies=40))]
    assert '"irregular"' not in text[0]
    stands = [text[0].replace('"trace": 1', '"trace": 1, "irregular": "stands"'), *text[1:]]
    one, other = list(replay(text)), list(replay(stands))
    assert not any(isinstance(event, Irregular) for event in other)
    assert one[-1] == other[-1]


# ---- what is kept of it


def rows_of(table: Table) -> list[PlyRow]:
    start = table.pipeline.session.line.start
    kept: list[PlyRow] = []
    for change in changes(table.events, table.game, start):
        match change:
            case Record(row=row):
                kept.append(row)
            case TakeBack():
                kept.pop()
            case Finalise():
                pass
    return kept


def game_row(table: Table) -> GameRow:
    line = table.pipeline.session.line
    name, start = table.game.name, line.start.text(full=True)
    return GameRow(1, name, {}, start, None, None, "*", None, None, None, len(line))


def test_the_journal_keeps_it_and_the_game_goes_on_from_there() -> None:
    table = sideways().lift("20").put("25").wait(1).move("33-28")
    rows = rows_of(table)
    assert (rows[0].irregular, rows[0].article) == ("a man moved sideways", "FMJD Annex 1, 3")
    assert rows[0].position.startswith("B:W33,37,48:B1,20")
    line = line_of(table.game, game_row(table), rows)
    played = table.pipeline.session.line
    assert [ply.move for ply in line.plies] == [ply.move for ply in played.plies]
    assert [ply.irregular for ply in line.plies] == [True, False, False]
    assert line.position == played.position
    assert line.position.text(full=True) == played.position.text(full=True)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]} {case[7]}")
def test_every_kind_is_read_back_from_its_row(case: tuple[str, ...]) -> None:
    game, start, origin, target, taken, answer_from, answer_to, *_ = case
    table = Table(game, start, STANDS).lift(origin).put(target)
    if taken:
        table.lift(taken)
    table.wait(0.5).lift(answer_from).put(answer_to).wait(1)
    line = line_of(table.game, game_row(table), rows_of(table))
    assert line.position.text(full=True) == table.position.text(full=True)


def test_pdn_says_in_a_remark_what_was_wrong() -> None:
    table = sideways().lift("20").put("25").wait(1)
    text = score(GameRecord(game_row(table), tuple(rows_of(table)), ()))
    assert "1. 32-33 {irregular: a man moved sideways, FMJD Annex 1, 3} 1... 20-25 *" in " ".join(
        text.split()
    )
    record = next(iter(pdn.read(text)))
    assert "32-33" in str(record)


def test_a_list_of_moves_says_it_too() -> None:
    table = Table("abalone", settings=STANDS).wait(1).lift("c3").put("e5").wait(0.6)
    table.lift("g7").put("f7").wait(2)
    text = score(GameRecord(game_row(table), tuple(rows_of(table)), ()))
    assert "1. c3e5 (irregular: a marble moved too far, Abalone, moving: one cell)\n2. g7f7" in text


def test_a_recording_begun_after_it_can_be_replayed() -> None:
    table = sideways().lift("20").put("25").wait(1)
    line = table.pipeline.session.line
    box = BlackBox(table.board)
    box.see(0.0, Seen(line.position.occupied, 0, 0, 0), line)
    taken = box.taken(5.0)
    assert taken is not None
    *_, over = replay(lines(taken, Header("international", "reed")))
    assert over.position == line.text


def test_a_line_takes_it_only_while_the_game_goes_on() -> None:
    table = Table(start=QUIET)
    position, bit = table.position, table.board.bit
    forbidden = position.let_stand(bit["32"], bit["33"], 0)
    assert forbidden is not None
    line = Line(table.game, position)
    (event,) = line.let_stand(forbidden, 1.0)
    assert isinstance(event, Irregular)
    assert (event.move, event.by.value, event.ply) == ("32-33", "white", 1)
    with pytest.raises(IllegalMove):
        position.parse_move("32-33")
