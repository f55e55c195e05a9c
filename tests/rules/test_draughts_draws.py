"""When a draughts game ends: counts of plies, repetition, claims."""

import pytest

from rules import registry
from rules.draughts.game import DraughtsGame
from rules.game import InvalidOption, Outcome, Side

DRAW_BY_MATERIAL = Outcome(None, "material")
NO_PROGRESS = Outcome(None, "no-progress")


def play(position, *moves):
    for move in moves:
        position = position.play(position.parse_move(move))
    return position


def shuffle(position, plies, white, black):
    """Plays the two walks in turn, over and over, each a list of fields; stops short of `plies` never."""
    places = {Side.WHITE: list(white), Side.BLACK: list(black)}
    for _ in range(plies):
        walk = places[position.turn]
        position = play(position, f"{walk[0]}-{walk[1]}")
        walk.append(walk.pop(0))
    return position


def start(game, fen, **options):
    return registry.game(game, options).parse(fen)


OFF = {"repetition": "off"}


@pytest.mark.parametrize(
    ("game", "fen", "white", "black", "plies", "outcome"),
    [
        # FMJD 6.2: 25 moves each by kings.
        ("international", "W:WK26,50:BK35,15", "26 21", "35 30", 50, NO_PROGRESS),
        # FMJD 6.3 and 6.4.
        ("international", "W:WK26,K36,K46:BK35", "26 21", "35 30", 32, DRAW_BY_MATERIAL),
        ("international", "W:WK26,45,50:BK35", "26 21", "35 30", 32, DRAW_BY_MATERIAL),
        ("international", "W:WK26,K46:BK35", "26 21", "35 30", 10, DRAW_BY_MATERIAL),
        ("international", "W:WK26,45:BK35", "26 21", "35 30", 10, DRAW_BY_MATERIAL),
        ("international", "W:WK26:BK35", "26 21", "35 30", 10, DRAW_BY_MATERIAL),
        ("international", "W:WK35:BK26,K36,K46", "35 30", "26 21", 32, DRAW_BY_MATERIAL),
        # Frisian rules 2011: seven moves with two kings, two with one (as played on servers).
        ("frisian", "W:WK26,K46:BK35", "26 21", "35 30", 14, DRAW_BY_MATERIAL),
        ("frisian", "W:WK46:BK3", "46 41", "3 9", 4, DRAW_BY_MATERIAL),
        # Italian and English: forty moves each.
        ("italian", "W:WK32,K31,21:BK1,12", "32 28", "1 5", 80, NO_PROGRESS),
        ("english", "W:WK29,21:BK1,12", "29 25", "1 6", 80, NO_PROGRESS),
        # FMJD-64 7.2.
        ("russian", "W:WKc1,Kh4,Kh6:BKb8", "c1 d2", "b8 a7", 30, DRAW_BY_MATERIAL),
        ("russian", "W:WKc1,Kh4,Ka3:BKh8", "c1 d2", "h8 g7", 10, DRAW_BY_MATERIAL),
        ("russian", "W:WKc1,Ke1:BKb8", "c1 b2", "b8 a7", 10, DRAW_BY_MATERIAL),
        ("brazilian", "W:WKc1:BKb8", "c1 b2", "b8 a7", 10, DRAW_BY_MATERIAL),
        ("brazilian", "W:WKc1,a3,h2:BKb8,h6", "c1 d2", "b8 a7", 30, NO_PROGRESS),
    ],
)
def test_count_ends_the_game_exactly_there(game, fen, white, black, plies, outcome):
    position = start(game, fen, **OFF)
    before = shuffle(position, plies - 1, white.split(), black.split())
    assert before.outcome() is None
    after = shuffle(position, plies, white.split(), black.split())
    assert after.outcome() == outcome
    assert after.legal_moves(), "a draw leaves the moves that the rules allow"


@pytest.mark.parametrize(("total", "plies"), [(4, 60), (5, 60), (6, 120), (7, 120)])
def test_russian_balance_of_forces(total, plies):
    """Kings on both sides, four to seven pieces: man moves do not start this count anew (FMJD-64 7.2.6)."""
    men = ["a3", "c1", "e1", "g1"][: total - 3]
    name = "balance-of-five" if total < 6 else "balance-of-seven"
    text = f"W:WKh2,{','.join(men)}:BKb8,h6:C{name}={plies - 1}"
    position = start("russian", text, **OFF)
    assert position.occupied.bit_count() == total
    assert position.outcome() is None
    moved = play(position, "a3-b4")
    assert moved.quiet == 0
    assert moved.outcome() == NO_PROGRESS


def test_the_ply_that_makes_the_class_is_not_counted():
    position = start("international", "W:WK26,K46:BK35,37", **OFF)
    position = play(position, "26x42")
    assert position.text() == "B:WK42,K46:BK35"
    assert [plies for key, plies in position.counts if key] == [0]


def test_crowning_makes_the_class_too():
    position = play(start("international", "W:W6,45:BK35", **OFF), "6-1")
    assert [plies for key, plies in position.counts if key] == [0]
    # One king and one man was that class already: crowning inside it does not start it anew.
    position = play(start("international", "W:W6,K46:BK45:Ctwo-v-one=4", **OFF), "6-1")
    assert [plies for key, plies in position.counts if key] == [5]


def moves(position):
    return [move.text for move in position.legal_moves()]


def test_man_moves_inside_a_class_do_not_reset_it_but_reset_the_quiet_count():
    position = start("international", "W:WK46,35:BK4:Cquiet=8,two-v-one=8", **OFF)
    position = play(position, "35-30")
    assert position.quiet == 0
    assert [plies for key, plies in position.counts if key] == [9]
    assert play(position, "4-10").outcome() == DRAW_BY_MATERIAL


def test_another_class_starts_anew():
    position = start("international", "B:WK46,42,48:BK33:Cthree-v-one=20", **OFF)
    after = play(position, moves(position)[0])
    assert [(e.name, n) for e, (key, n) in zip(after.game.endings, after.counts, strict=True) if key] == [
        ("two-v-one", 0)
    ]


def test_main_road_and_other_counts_run_side_by_side():
    def counts(position):
        endings = zip(position.game.endings, position.counts, strict=True)
        return {ending.name: plies for ending, (key, plies) in endings if key}

    position = start("russian", "B:WKc1,Kh4,Ka3:BKh8:Ckings-v-one=5,main-road=5", **OFF)
    on_the_road = play(position, "h8-g7", "c1-d2")
    assert counts(on_the_road) == {"kings-v-one": 7, "main-road": 7, "balance-of-five": 2}
    off_the_road = play(on_the_road, "g7-f8")
    assert counts(off_the_road) == {"kings-v-one": 8, "balance-of-five": 3}


def test_quiet_count_is_reset_by_captures_and_men():
    position = start("international", "W:WK46,35:BK5,45:Cquiet=49")
    assert play(position, "35-30").quiet == 0
    assert play(position, "46-41").quiet == 50
    capture = start("international", "W:WK46,35:BK5,37:Cquiet=40")
    assert play(capture, moves(capture)[0]).quiet == 0


@pytest.mark.parametrize("game", ["international", "italian", "english", "russian", "brazilian"])
def test_third_repetition(game):
    fens = {
        "international": ("W:WK26,50:BK35,15", ["26-21", "35-30", "21-26", "30-35"]),
        "italian": ("W:WK32,21:BK1,12", ["32-28", "1-5", "28-32", "5-1"]),
        "english": ("B:WK29,21:BK1,12", ["1-6", "29-25", "6-1", "25-29"]),
        "russian": ("W:WKa1,a3:BKb8,h6", ["a1-b2", "b8-a7", "b2-a1", "a7-b8"]),
        "brazilian": ("W:WKa1,a3:BKb8,h6", ["a1-b2", "b8-a7", "b2-a1", "a7-b8"]),
    }
    fen, cycle = fens[game]
    position = play(start(game, fen), *cycle, *cycle[:3])
    assert position.outcome() is None
    repeated = play(position, cycle[3])
    assert repeated.outcome() == Outcome(None, "repetition")
    assert repeated.claimable() is None
    assert play(start(game, fen, repetition="off"), *cycle, *cycle).outcome() is None
    claim = play(start(game, fen, repetition="claim"), *cycle, *cycle)
    assert claim.outcome() is None
    assert claim.claimable() == Outcome(None, "repetition")


def test_repetition_needs_the_same_side_to_move_and_does_not_survive_a_man_move():
    cycle = ["26-21", "35-30", "21-26", "30-35"]
    position = play(start("international", "W:WK26,50:BK35,15"), *cycle)
    assert play(position, *cycle).outcome() == Outcome(None, "repetition")
    back = ["50-45", "35-30", "26-21", "30-35", "21-26", "35-30"]
    broken = play(position, *back)
    assert broken.outcome() is None
    again = play(broken, "26-21", "30-35", "21-26", "35-30")
    assert again.outcome() == Outcome(None, "repetition")
    losing_a_tempo = play(
        start("international", "W:WK26,50:BK35,15"), "26-17", "35-30", "17-21", "30-35", "21-26"
    )
    assert losing_a_tempo.white == start("international", "W:WK26,50:BK35,15").white
    assert losing_a_tempo.turn is Side.BLACK


def test_frisian_has_no_repetition_unless_chosen():
    cycle = ["46-41", "3-9", "41-46", "9-3"]
    fen = "W:WK46,K50:BK3,K4"
    assert play(start("frisian", fen), *cycle, *cycle, *cycle).outcome() is None
    chosen = start("frisian", fen, repetition="automatic")
    assert play(chosen, *cycle, *cycle).outcome() == Outcome(None, "repetition")


@pytest.mark.parametrize(
    ("options", "fen", "ended"),
    [
        ({"lone_kings": "at-once"}, "W:WK46:BK4", True),
        ({"lone_kings": "five-moves"}, "W:WK46:BK4", False),
        ({"five_moves": "together"}, "W:WK46,K47:BK4:Ctwo-v-one=5", True),
        ({"five_moves": "each"}, "W:WK46,K47:BK4:Ctwo-v-one=5", False),
        ({"endings_with_men": False}, "W:WK46,45:BK4:Cquiet=3", False),
        ({"endings": "off"}, "W:WK46,K47:BK4:Ctwo-v-one=50", False),
        ({"no_progress": "off"}, "W:WK46,35:BK5,45:Cquiet=300", False),
        ({"no_progress": "automatic"}, "W:WK46,35:BK5,45:Cquiet=50", True),
    ],
)
def test_options_of_the_international_draws(options, fen, ended):
    assert (start("international", fen, **options).outcome() is not None) == ended


def test_men_do_not_count_in_an_ending_without_men():
    position = start("international", "W:WK46,45:BK4", endings_with_men=False, **OFF)
    assert position.counts == ()


def test_frisian_king_against_king_at_once_unless_one_can_be_captured():
    quiet = start("frisian", "W:WK46:BK3", lone_kings="at-once")
    assert quiet.outcome() == DRAW_BY_MATERIAL
    capture = start("frisian", "W:WK46:BK28", lone_kings="at-once")
    assert capture.legal_moves()[0].captures
    assert capture.outcome() is None


def test_claims():
    for game, fen in (("italian", "W:WK32,21:BK1,12:Cquiet=80"), ("english", "B:WK29,21:BK1,12:Cquiet=80")):
        assert start(game, fen).outcome() == NO_PROGRESS
        claim = start(game, fen, no_progress="claim")
        assert claim.outcome() is None
        assert claim.claimable() == NO_PROGRESS
        assert start(game, fen, no_progress="off").claimable() is None


def test_a_claim_needs_a_game_that_goes_on():
    lost = start("italian", "W:W:B12:Cquiet=80", no_progress="claim")
    assert lost.outcome() == Outcome(Side.BLACK, "no-pieces")
    assert lost.claimable() is None


@pytest.mark.parametrize(
    ("game", "fen", "outcome"),
    [
        ("international", "W:W:B1", Outcome(Side.BLACK, "no-pieces")),
        ("international", "B:W6:B", Outcome(Side.WHITE, "no-pieces")),
        ("international", "W:W6:B1", Outcome(Side.BLACK, "no-moves")),
        ("international", "W:W28:B", None),
        ("italian", "W:W8:BK3,K4", Outcome(Side.BLACK, "no-moves")),
    ],
)
def test_lost_without_pieces_or_moves(game, fen, outcome):
    assert start(game, fen).outcome() == outcome


def test_unknown_values_are_refused():
    for game, chosen in (
        ("italian", {"king_order": "last"}),
        ("english", {"kings": "flying"}),
        ("frisian", {"no_progress": "off"}),
    ):
        with pytest.raises(InvalidOption):
            registry.game(game, chosen)


def test_every_flag_has_an_article():
    for name in ("international", "frisian", "italian", "english", "russian", "brazilian"):
        game = registry.game(name)
        assert isinstance(game, DraughtsGame)
        assert all(article.strip() for article in game.variant.articles.values())
        assert {"choice", "kings", "crowning", "repetition"} <= game.variant.articles.keys()
