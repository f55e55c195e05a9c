"""Texts of draughts positions and moves: what is read, what is printed, what is refused and how."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import registry
from rules.game import AmbiguousMove, IllegalMove, InvalidMove, InvalidPosition

GAMES = ("international", "frisian", "italian", "english", "russian", "brazilian")


def parse(game, text):
    return registry.game(game).parse(text)


@pytest.mark.parametrize(
    ("game", "start"),
    [
        (
            "international",
            "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:"
            "B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20",
        ),
        ("italian", "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"),
        ("english", "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"),
        ("russian", "W:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6"),
    ],
)
def test_start(game, start):
    position = registry.game(game).start()
    assert position.text() == start
    assert parse(game, start) == position
    assert position.text(full=True) == start + ":Cquiet=0"


@pytest.mark.parametrize(
    ("game", "given", "printed"),
    [
        ("international", "W:W31-50:B1-20.", None),
        ("international", "w:b1-20:w31-50", None),
        ("international", " W : W 31 - 50 : B 1-20 . ", None),
        ("international", "B:BK3,1", "B:W:B1,K3"),
        ("international", "W:WK28-30,26", "W:W26,K28,K29,K30:B"),
        ("international", "W:WK28-K30", "W:WK28,K29,K30:B"),
        ("international", "W", "W:W:B"),
        ("international", "W:W:B", "W:W:B"),
        ("russian", "W:Wb4,Kd2:Bc7", "W:Wb4,Kd2:Bc7"),
        ("russian", "w:wKD2,B4:bC7", "W:Wb4,Kd2:Bc7"),
        ("russian", "W:W21-32:B1-12", None),
        ("brazilian", "W:WK32,a3:B5", "W:Wa3,Kg1:Ba7"),
        ("brazilian", "W:Wa3-g1:Bb8-h6", None),
        ("frisian", "W:WK41,35:BK5,45:Crun-w=41x2,quiet=4", "W:W35,K41:BK5,45"),
    ],
)
def test_what_is_read(game, given, printed):
    position = parse(game, given)
    assert position.text() == (printed or registry.game(game).start().text())
    assert parse(game, position.text(full=True)).text(full=True) == position.text(full=True)


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        ("international", "", "side to move"),
        ("international", "X:W31:B1", "side to move is 'x'"),
        ("international", "W:W51:B1", "no field '51'"),
        ("international", "W:W0:B1", "no field '0'"),
        ("international", "W:Wa1:B1", "no field 'a1'"),
        ("italian", "W:W33:B1", "no field '33' (fields are 1 to 32)"),
        ("russian", "W:Wa2:Bc7", "no field 'a2' (fields are the dark squares"),
        ("russian", "W:Wi1:Bc7", "no field 'i1'"),
        ("international", "W:W31,31:B1", "field 31 is given twice"),
        ("international", "W:W31:B31", "field 31 is given twice"),
        ("international", "W:W31:W32:B1", "part 'W' is given twice"),
        ("international", "W:W5:B10", "crowning row at 5"),
        ("international", "W:W31:B46", "man of Black cannot stand on its crowning row at 46"),
        ("russian", "W:Wd8:Ba7", "crowning row at d8"),
        ("international", "W:W30-50:B1", "White has 21 pieces, more than the 20 of the start"),
        ("english", "B:W21:B1-13", "Black has 13 pieces, more than the 12 of the start"),
        ("international", "W:W50-31:B1", "range '50-31'"),
        ("international", "W:W31-K33:B1", "range '31-k33'"),
        ("international", "W:W31,,32:B1", "'' in the list of White is no field"),
        ("international", "W:W31;32:B1", "is no field"),
        ("international", "W:31:B1", "must begin with W, B or C"),
        ("international", "W:W31:B1:Cquiet", "count 'quiet' cannot be read"),
        ("international", "W:W31:B1:Cquiet=-1", "cannot be read"),
        ("international", "W:W31:B1:Cquiet=1,quiet=2", "count 'quiet' is given twice"),
        ("international", "W:W31:B1:Ctwo-v-one=3", "does not apply to these pieces"),
        ("international", "W:W31:B1:Cnonsense=3", "does not apply to these pieces"),
        ("international", "W:WK41,35:B1:Crun-w=41x1", "in Frisian"),
        ("frisian", "W:WK41,35:B1:Crun-w=41x4", "must count 1 to 3"),
        ("frisian", "W:WK41,35:B1:Crun-w=35x1", "needs a king of White there"),
        ("frisian", "W:WK41:B1:Crun-w=41x1", "needs a king of White there and a man"),
        ("frisian", "W:WK41,35:B1:Crun-w=61x1", "no field '61'"),
    ],
)
def test_what_is_refused(game, text, said):
    with pytest.raises(InvalidPosition) as refused:
        parse(game, text)
    message = str(refused.value)
    assert said in message
    assert message.startswith(f"{game} position ")
    assert message.endswith(".")
    assert "\n" not in message


@given(
    game=st.sampled_from(GAMES),
    text=st.text(max_size=60) | st.from_regex(r"[WB](:[WBC][0-9K,a-h=-]{0,20}){0,3}\.?", fullmatch=True),
)
def test_any_text_is_read_or_refused(game, text):
    position = position_or_refusal(game, text)
    if isinstance(position, str):
        assert position.startswith(game)
    else:
        assert parse(game, position.text(full=True)) == position
        position.legal_moves()
        position.outcome()


def position_or_refusal(game, text):
    try:
        return parse(game, text)
    except InvalidPosition as refused:
        return str(refused)


@pytest.mark.parametrize(
    ("game", "fen", "typed", "meant"),
    [
        ("international", "W:W28:B", "28-22", "28-22"),
        ("international", "W:W28:B", " 28 22 ", "28-22"),
        ("international", "W:W28:B", "28x22", "28-22"),
        ("international", "W:W46:B41,32", "46x28", "46x28"),
        ("international", "W:W46:B41,32", "46-28", "46x28"),
        ("international", "W:W46:B41,32", "46:28", "46x28"),
        ("international", "W:W46:B41,32", "46X37X28", "46x28"),
        ("international", "W:W46:B41,32", "46x28x41x32", "46x28"),
        ("international", "W:W46:B41,32", "46x41x32x28", "46x28"),
        ("international", "W:WK26:B8,9,17,18,30,45", "26x12x3x25x34x12", "26x12"),
        ("international", "W:WK26:B8,9,17,18,30,45", "26x12x25x12", "26x12"),
        ("international", "W:WK29,35:BK15,22,23,33,K41,K50", "29x18x36x47x29", "29x29"),
        ("international", "W:WK29,35:BK15,22,23,33,K41,K50", "29x29", "29x29"),
        ("international", "W:WK16:B21,23,33,39", "16x38x29x18", "16x38x29x18"),
        ("international", "W:WK16:B21,23,33,39", "16x43x34x18", "16x43x34x18"),
        ("international", "W:WK16:B21,23,33,39", "16x18x21x33x23", "16x38x29x18"),
        ("italian", "W:W31:B19,20,27,28", "31x15x19x27", "31x22x15"),
        ("italian", "W:W31:B19,20,27,28", "31 24 15", "31x24x15"),
        ("russian", "W:Wc3:Ba7", "C3-D4", "c3-d4"),
        ("russian", "W:Wc3:Ba7", "c3d4", "c3-d4"),
        ("russian", "W:Wc3:Ba7", "22-18", "c3-d4"),
        ("russian", "W:Wc3:Bd4", "c3:e5", "c3xe5"),
        ("russian", "W:WK19:B9,14,15,26", "f4:c7:a5:e1", "f4xc7xa5xe1"),
        ("english", "W:WK19:BK1,K4,K7,8,15,16,22,24,K25", "19x28", "19x28"),
    ],
)
def test_what_people_type(game, fen, typed, meant):
    assert parse(game, fen).parse_move(typed).text == meant


def test_an_ambiguous_short_form_names_the_candidates():
    position = parse("italian", "W:W31:B19,20,27,28")
    with pytest.raises(AmbiguousMove) as refused:
        position.parse_move("31x15")
    assert refused.value.candidates == ("31x22x15", "31x24x15")
    assert "31x22x15, 31x24x15" in str(refused.value)


@pytest.mark.parametrize(
    ("typed", "error", "said"),
    [
        ("", InvalidMove, "write it like 32-28"),
        ("32", InvalidMove, "write it like"),
        ("hello", InvalidMove, "write it like"),
        ("32-28-", InvalidMove, "write it like"),
        ("51-46", InvalidMove, "no field '51'"),
        ("c3-d4", InvalidMove, "no field 'c3'"),
        ("x" * 5000, InvalidMove, "write it like"),
        ("32-27", IllegalMove, "where a capture is compulsory"),
        ("1-6", IllegalMove, "is not a legal international move in W:W32:B28"),
        ("32x23x14", IllegalMove, "is not a legal"),
    ],
)
def test_moves_that_are_refused(typed, error, said):
    with pytest.raises(error) as refused:
        parse("international", "W:W32:B28").parse_move(typed)
    assert said in str(refused.value)
    assert len(str(refused.value)) < 300


def test_a_move_of_another_position_is_refused():
    first, second = parse("international", "W:W32:B1"), parse("international", "W:W42:B1")
    with pytest.raises(IllegalMove):
        second.play(first.legal_moves()[0])


def test_moves_and_positions_are_values():
    position = parse("international", "W:WK16:B21,23,33,39")
    again = parse("international", "W:WK16:B21,23,33,39")
    assert position == again
    assert hash(position) == hash(again)
    assert set(position.legal_moves()) == set(again.legal_moves())
    assert position != parse("frisian", "W:WK16:B21,23,33,39")
    step = parse("international", "W:W32:B1").legal_moves()[0]
    with pytest.raises(AttributeError):
        step.text = "32-99"


@pytest.mark.parametrize(
    ("game", "gametype", "results", "first", "corner"),
    [
        ("international", "20,W,10,10,N2,0", "2-0", "white", "left"),
        ("frisian", "40,W,10,10,N2,0", "2-0", "white", "left"),
        ("italian", "22,W,8,8,N2,1", "1-0", "white", "right"),
        ("english", "21,B,8,8,N1,0", "1-0", "black", "left"),
        ("russian", "25,W,8,8,A0,0", "1-0", "white", "left"),
        ("brazilian", "26,W,8,8,A0,0", "1-0", "white", "left"),
    ],
)
def test_what_pdn_needs_to_know(game, gametype, results, first, corner):
    kind = registry.game(game)
    assert kind.pdn_type == gametype
    assert kind.results[0] == results
    assert kind.first_player.value == first == kind.start().turn.value
    assert kind.dark_corner == corner
    assert kind.forced_captures
    assert kind.algebraic == (game in ("russian", "brazilian"))


def test_where_fields_lie():
    def place(game, field):
        cell = registry.game(game).board.cells[field]
        return cell.row, cell.column

    assert place("international", "1") == (0, 1)
    assert place("international", "46") == (9, 0)
    assert place("italian", "1") == (0, 0)
    assert place("italian", "32") == (7, 7)
    assert place("english", "29") == (7, 0)
    assert place("russian", "a1") == (7, 0)
    assert place("russian", "h8") == (0, 7)
    assert registry.game("frisian").board.bit.keys() == registry.game("international").board.bit.keys()


@pytest.mark.parametrize("game", GAMES)
def test_steps_of_the_board_are_uniform_shifts(game):
    """A shift from one field lands on its neighbour in that direction, and over an edge on no field."""
    squares = registry.game(game).generator.squares
    cells = {squares.board.bit[name]: cell for name, cell in squares.board.cells.items()}
    place = {(cell.row, cell.column): bit for bit, cell in cells.items()}
    steps = dict(zip((*squares.down, *squares.up), ((1, -1), (1, 1), (-1, 1), (-1, -1)), strict=True))
    steps |= dict(
        zip((*squares.straight_down, *squares.straight_up), ((0, 2), (2, 0), (0, -2), (-2, 0)), strict=False)
    )
    assert set(steps) == set(squares.directions)
    for direction, (rows, columns) in steps.items():
        for bit, cell in cells.items():
            shifted = bit << direction if direction > 0 else bit >> -direction
            assert shifted & squares.all == place.get((cell.row + rows, cell.column + columns), 0)
