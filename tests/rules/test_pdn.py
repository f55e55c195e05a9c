from __future__ import annotations

import time

import pytest

from rules import registry
from rules.pdn import PdnError, Record, Unreadable, decode, positions, read, read_one, write
from rules.pdn_game import changed_options, played_games

GAMES = ("brazilian", "english", "frisian", "international", "italian", "russian")
START = {name: registry.game(name).start().text() for name in GAMES}


def record(game="international", moves=("32-28", "17-22"), **more):
    return Record(game, more.pop("start", START[game]), tuple(moves), **more)


# Layout.


def test_a_game_is_written_with_its_roster_its_type_and_numbered_moves():
    played = record(
        moves=("32-28", "17-22", "28x17"),
        result="2-0",
        tags=(
            ("Annotator", 'A "B" \\ C'),
            ("Event", "Club evening"),
            ("Date", "2024.03.01"),
            ("Black", "Jan"),
        ),
    )
    assert write(played) == (
        '[Event "Club evening"]\n[Site "?"]\n[Date "2024.03.01"]\n[Round "?"]\n[White "?"]\n[Black "Jan"]\n'
        '[Result "2-0"]\n[GameType "20,W,10,10,N2,0"]\n[Annotator "A \\"B\\" \\\\ C"]\n\n'
        "1. 32-28 17-22 2. 28x17 2-0\n"
    )


def test_an_unknown_date_has_its_own_form():
    assert '[Date "????.??.??"]' in write(record())


def test_english_draughts_begins_with_black():
    text = write(record("english", ("11-15", "23-18")))
    assert text.endswith('[GameType "21,B,8,8,N1,0"]\n\n1. 11-15 23-18 *\n')


def test_a_game_from_a_position_has_a_fen_and_counts_from_the_side_to_move():
    text = write(record(start="B:W28,31:B1,17", moves=("17-22", "28x17", "1-6")))
    assert '[FEN "B:W28,31:B1,17"]\n' in text
    assert text.endswith("\n\n1... 17-22 2. 28x17 1-6 *\n")
    assert "SetUp" not in text
    english = write(record("english", ("23-18",), start="W:W23:B11"))
    assert english.endswith("\n\n1... 23-18 *\n")


def test_comments_stand_where_they_were_and_the_number_is_repeated_behind_them():
    text = write(record(comments=((0, "before"), (1, "a {b}"), (1, "c"), (2, "after"))))
    assert text.endswith("\n\n{before} 1. 32-28 {a (b)} {c} 1... 17-22 {after} *\n")


def test_a_score_of_a_tournament_s_own_is_kept_in_the_tag():
    text = write(record(result="4-6"))
    assert '[Result "4-6"]' in text
    assert text.endswith(" 17-22 *\n")
    assert read_one(text).result == "4-6"
    assert read_one(text.replace("22 *", "22 4-6")).result == "4-6"


@pytest.mark.parametrize(
    ("broken", "part"),
    [
        (Record("abalone", ""), "abalone"),
        (Record("no such game", ""), "no such game"),
        (Record("international", "nonsense"), "nonsense"),
    ],
)
def test_what_cannot_be_written(broken, part):
    with pytest.raises(PdnError, match=part):
        write(broken)


# Reading.


def test_results_are_read_whatever_the_game_and_kept_as_the_game_writes_them():
    assert read_one('[GameType "20"]\n1. 32-28 1-0').result == "2-0"
    assert read_one('[GameType "21"]\n1. 11-15 2-0').result == "1-0"
    assert read_one('[GameType "25"]\n[Result "½-½"]\n1. c3-d4').result == "1/2-1/2"
    assert read_one('[GameType "20"]\n[Result "1/2-1/2"]\n').result == "1-1"
    assert read_one('[GameType "20"]\n1. 32-28').result == "*"
    assert read_one('[GameType "20"]\n[Result "0-0"]\n*').result == "0-0"


def test_the_result_of_the_header_counts_before_the_one_that_separates_games():
    assert read_one('[GameType "20"]\n[Result "0-2"]\n1. 32-28 2-0').result == "0-2"
    assert read_one('[GameType "20"]\n[Result "*"]\n1. 32-28 2-0').result == "2-0"


def test_an_unreadable_game_stops_no_other():
    text = "\n\n".join(
        f'[Event "{name}"]\n[White "W"]\n[GameType "20"]\n\n{moves} *'
        for name, moves in (("a", "1. 32-28"), ("b", "1. 32-28\n19-23 2. 33-29"), ("c", "1. 31-27"))
    )
    first, second, third = read(text)
    assert (first.tag("Event"), third.tag("Event")) == ("a", "c")
    assert isinstance(second, Unreadable)
    assert (second.number, second.ply, second.line) == (2, 3, 12)
    assert second.message.startswith("Game 2, ply 3 (line 12): '33-29' ")
    assert dict(second.tags)["Event"] == "b"


def test_a_header_that_cannot_be_read_has_no_ply():
    (found,) = read('\n[White "W"]\n[GameType "20"]\n[FEN "W:W99:B1"]\n')
    assert (found.ply, found.line) == (None, 2)
    assert found.message.startswith("Game 1 (line 2): ")


def test_line_ends_and_marks_of_any_system():
    text = '\ufeff[Event "A"]\r\n[GameType "20"]\r\n\r\n1. 32-28\r\n17-22 ; note\r\n2. 28x17 *\r\n'
    for form in (text, text.replace("\r\n", "\r"), text.replace("\r\n", "\n"), text.replace("*", "* \x1a")):
        (found,) = read(form)
        assert found.moves == ("32-28", "17-22", "28x17")
        assert found.tag("Event") == "A"
        assert found.comments == ((2, "note"),)


def test_comments_keep_their_place_also_where_a_capture_is_written_in_parts():
    found = read_one('[GameType "20"]\n[FEN "W:W46:B41,32,1"]\n{a} 1. 46x37 37x28 {b} 1-6 {c} * {d}')
    assert found.moves == ("46x28", "1-6")
    assert found.comments == ((0, "a"), (1, "b"), (2, "c"), (2, "d"))


def test_read_one_wants_exactly_one_game():
    with pytest.raises(PdnError, match="0 games"):
        read_one("")
    with pytest.raises(PdnError, match="2 games"):
        read_one("1. 32-28 *\n1. 31-27 *")
    with pytest.raises(PdnError, match="ply 1") as caught:
        read_one('[GameType "20"] 1. 32-29 *')
    assert caught.value.ply == 1


def test_games_are_read_one_by_one():
    endless_would_fail = read("1. 32-28 *\n" + "1. 32-29 *\n" * 200_000)
    began = time.perf_counter()
    assert isinstance(next(endless_would_fail), Record)
    assert time.perf_counter() - began < 1


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("é Ж".encode(), "é Ж"),
        ("é Ж".encode("utf-8-sig"), "é Ж"),
        ("é Ж".encode("utf-16"), "é Ж"),
        ("Bertè – 40°".encode("cp1252"), "Bertè – 40°"),
        (b"\x81\x8d\xe9", "\x81\x8dé"),
        (b"", ""),
    ],
)
def test_bytes_of_any_encoding_become_text(data, text):
    assert decode(data) == text


def test_the_code_page_behind_utf_8_can_be_chosen():
    assert decode("Ж".encode("cp1251"), "cp1251") == "Ж"
    assert read_one(decode('[White "Bertè"] 1. 32-28'.encode("latin-1"))).tag("White") == "Bertè"


def test_the_positions_of_a_record():
    game = registry.game("international")
    found = list(positions(record()))
    assert found[0] == game.start()
    assert found[-1] == game.start().play(game.start().parse_move("32-28")).play(found[1].parse_move("17-22"))
    assert len(found) == 3


def test_options_of_the_rules_are_written_and_read():
    game = registry.game("international", {"men_capture_back": False})
    played = Record("international", START["international"], ("32-28",), options=changed_options(game))
    assert '[RuleOptions "men_capture_back=false"]' in write(played)
    assert read_one(write(played)) == played
    assert next(positions(played)).game.chosen["men_capture_back"] is False


def test_all_draughts_games_are_covered():
    assert tuple(game.name for game in played_games()) == GAMES
