"""Knows what the printed page says, in each of its languages; not what it tells of, nor how it looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from firmware_host.gesture_table import Answer, Hands, Intent
from firmware_host.settings import Help

ROWS: tuple[tuple[str, ...], ...] = (
    ("must",),
    ("origin",),
    ("destination", "waypoint"),
    ("capture",),
    ("remove",),
    ("missing", "extra"),
    ("place-white", "place-black"),
    ("last-from", "last-to"),
    ("advice-from", "advice-to"),
    ("crown",),
    ("question",),
    ("turn",),
    ("weak",),
    ("secret",),
    ("winner",),
)
"""The lights as the page lists them: roles that are one picture together. Every role stands in one row."""


@dataclass(frozen=True, slots=True)
class Words:
    """One language. `lights` follow ROWS. In `hands` and `answers` the numbers stand in braces: `{knocks}`,
    `{item}`, `{within}` and `{held}` (seconds)."""

    code: str
    title: str
    verbs: tuple[str, str, str, str]
    pictures: tuple[tuple[str, str], ...]
    lights_head: str
    lights: tuple[str, ...]
    gestures_head: str
    gestures_note: str
    columns: tuple[str, str, str, str]
    intents: Mapping[Intent, str]
    hands: Mapping[Hands, str]
    answers: Mapping[Answer, str]
    ends: Mapping[Hands, str]
    before_first_move: str
    buttons: Mapping[str, str]
    hold: str
    help_head: str
    helps: Mapping[Help, tuple[str, str]]
    clock: tuple[str, str, str]
    colours: str


ENGLISH = Words(
    code="en",
    title="The board listens. The lights talk.",
    verbs=("lift me", "put here", "off the board", "look"),
    pictures=(
        ("Set up", "White: a piece is missing. Red: clear this field. No light: play."),
        ("Move", "Lift a piece: it may go to the white fields. Put it down; that is all."),
        ("Capture", "Move, and take the red pieces off, in any order."),
        ("Not in order", "Red goes to white: bring it home. Then play on."),
    ),
    lights_head="What the lights say",
    lights=(
        "This piece must capture; of several, one.",
        "Here stood the piece in your hand.",
        "It may go here; faint: it lands here on the way.",
        "These come off if you make that capture.",
        "Take these off now.",
        "White wants a piece, red has one too many.",
        "Put the next white, the next black stone here.",
        "The last move: from the faint one to the other.",
        "Try this move: from amber to white.",
        "A new king: put a second disc on it.",
        "Which move was it? Lift and return the right one.",
        "At the rim: whose turn it is.",
        "Felt badly: look at this piece, or nudge it.",
        "Smokkelen: your secret is kept.",
        "They have won; all of them: a draw.",
    ),
    gestures_head="What your hands can say",
    gestures_note="Always lift and return. A piece that comes back where it was is never a move.",
    columns=("you want", "do this", "the board answers", "button"),
    intents=MappingProxyType(
        {
            Intent.MENU: "to ask for something",
            Intent.HINT: "a hint",
            Intent.UNDO: "to take back",
            Intent.DRAW: "to offer a draw",
            Intent.ACCEPT: "to accept it",
            Intent.RESIGN: "to resign",
            Intent.PAUSE: "a pause",
            Intent.RESUME: "to go on",
            Intent.NEW: "a new game",
            Intent.WHICH: "another kind of game",
            Intent.STANDS: "to begin from here",
            Intent.CLAIM: "to claim",
            Intent.CONFIRM: "my move to stand",
        }
    ),
    hands=MappingProxyType(
        {
            Hands.KNOCK: "knock: lift and return one of your pieces {knocks} times in {within} s",
            Hands.BOTH_KNOCK: "both sides knock, within {within} s",
            Hands.ITEM: "lift and return the piece that winks {item}×",
            Hands.ITEM_HELD: "lift the piece that winks {item}× and hold it up {held} s",
            Hands.LIT_PIECE: "lift and return your piece that shines",
            Hands.PUT_BACK: "put the pieces back where they stood",
            Hands.SET_UP: "set up the start, leave it for {held} s",
            Hands.WINKING_FIELD: "lift and return the piece on the winking field, within {within} s",
            Hands.ANY_LIFT: "lift any piece",
            Hands.MOVE_ON: "nothing: the other side plays on",
            Hands.BUTTON: "only with the button",
        }
    ),
    answers=MappingProxyType(
        {
            Answer.ITEMS_WINK: "four of your pieces wink 1, 2, 3, 4 times",
            Answer.ADVICE: "amber: from here, white: to there",
            Answer.TAKEN_BACK: "lights show what to put back",
            Answer.OFFERED: "a piece of the other side shines blue",
            Answer.ENDED: "the winner's pieces, or all, light up",
            Answer.CREEPING: "a light creeps along your back row",
            Answer.DARK: "the board goes dark",
            Answer.TURN: "the side to move is lit",
            Answer.GAMES_WINK: "fields of the back row wink 1, 2, 3 …",
        }
    ),
    ends=MappingProxyType({Hands.ANY_LIFT: "until a lift", Hands.MOVE_ON: "until the next move"}),
    before_first_move="before the first move",
    buttons=MappingProxyType(
        {
            "confirm": "confirm",
            "undo": "undo",
            "new": "new",
            "hint": "hint",
            "draw": "draw",
            "resign": "resign",
            "pause": "pause",
            "claim": "claim",
        }
    ),
    hold="hold {held} s",
    help_head="How much it says",
    helps=MappingProxyType(
        {
            Help.SILENT: ("silent", "only whose turn it is, what must go, what is wrong"),
            Help.REFEREE: ("referee", "also where a lifted piece may go, and what must capture"),
            Help.TEACHER: ("teacher", "also why: the capture that was due plays hop by hop"),
        }
    ),
    clock=("clock", "to move: what is left", "last {last:g} s: it blinks"),
    colours="The strip beside a light shows {seconds} seconds of it: high is bright.",
)

DUTCH = Words(
    code="nl",
    title="Het bord luistert. De lichtjes praten.",
    verbs=("til mij op", "zet hier neer", "van het bord", "kijk"),
    pictures=(
        ("Opzetten", "Wit: hier mist een stuk. Rood: haal dit weg. Geen licht: speel."),
        ("Zetten", "Til een stuk op: het mag naar de witte velden. Zet neer; meer niet."),
        ("Slaan", "Zet, en haal de rode stukken van het bord, hoe je maar wilt."),
        ("Klopt niet", "Van rood naar wit: breng het terug. Speel dan verder."),
    ),
    lights_head="Wat de lichtjes zeggen",
    lights=(
        "Dit stuk moet slaan; zijn er meer, dan een ervan.",
        "Hier stond het stuk dat je vasthoudt.",
        "Het mag hierheen; zwak: het landt hier onderweg.",
        "Deze gaan eraf als je zo slaat.",
        "Haal deze nu van het bord.",
        "Bij wit mist een stuk, bij rood staat er een te veel.",
        "Zet hier de volgende witte, zwarte steen.",
        "De laatste zet: van het zwakke licht naar het andere.",
        "Probeer deze zet: van amber naar wit.",
        "Een nieuwe dam: leg er een schijf op.",
        "Welke zet was het? Til de goede op en zet terug.",
        "Aan de rand: wie er aan zet is.",
        "Slecht gevoeld: kijk naar dit stuk, of schuif het recht.",
        "Smokkelen: je geheim is bewaard.",
        "Die hebben gewonnen; allemaal: remise.",
    ),
    gestures_head="Wat je handen kunnen zeggen",
    gestures_note="Altijd optillen en terugzetten. Een stuk dat terugkomt op zijn plaats is nooit een zet.",
    columns=("je wilt", "doe dit", "het bord antwoordt", "knop"),
    intents=MappingProxyType(
        {
            Intent.MENU: "iets vragen",
            Intent.HINT: "een hint",
            Intent.UNDO: "terugnemen",
            Intent.DRAW: "remise aanbieden",
            Intent.ACCEPT: "remise aannemen",
            Intent.RESIGN: "opgeven",
            Intent.PAUSE: "pauze",
            Intent.RESUME: "verder spelen",
            Intent.NEW: "een nieuw spel",
            Intent.WHICH: "een ander soort spel",
            Intent.STANDS: "vanaf hier beginnen",
            Intent.CLAIM: "claimen",
            Intent.CONFIRM: "dat mijn zet staat",
        }
    ),
    hands=MappingProxyType(
        {
            Hands.KNOCK: "klop: til een eigen stuk {knocks} keer op en zet terug, in {within} s",
            Hands.BOTH_KNOCK: "beide spelers kloppen, binnen {within} s",
            Hands.ITEM: "til het stuk op dat {item}× knipoogt, zet terug",
            Hands.ITEM_HELD: "til het stuk op dat {item}× knipoogt, houd het {held} s omhoog",
            Hands.LIT_PIECE: "til je stuk op dat schijnt, zet terug",
            Hands.PUT_BACK: "zet de stukken terug waar ze stonden",
            Hands.SET_UP: "zet de beginstand op, laat die {held} s staan",
            Hands.WINKING_FIELD: "til het stuk op het knipogende veld op, zet terug, binnen {within} s",
            Hands.ANY_LIFT: "til een stuk op",
            Hands.MOVE_ON: "niets: de ander speelt verder",
            Hands.BUTTON: "alleen met de knop",
        }
    ),
    answers=MappingProxyType(
        {
            Answer.ITEMS_WINK: "vier eigen stukken knipogen 1, 2, 3, 4 keer",
            Answer.ADVICE: "amber: van hier, wit: naar daar",
            Answer.TAKEN_BACK: "lichtjes wijzen wat terug moet",
            Answer.OFFERED: "een stuk van de ander schijnt blauw",
            Answer.ENDED: "wie wint licht op; bij remise alles",
            Answer.CREEPING: "een licht kruipt langs je achterste rij",
            Answer.DARK: "het bord wordt donker",
            Answer.TURN: "wie aan zet is, is verlicht",
            Answer.GAMES_WINK: "velden op de achterste rij knipogen 1, 2, 3 …",
        }
    ),
    ends=MappingProxyType({Hands.ANY_LIFT: "tot je iets optilt", Hands.MOVE_ON: "tot de volgende zet"}),
    before_first_move="voor de eerste zet",
    buttons=MappingProxyType(
        {
            "confirm": "bevestig",
            "undo": "terug",
            "new": "nieuw",
            "hint": "hint",
            "draw": "remise",
            "resign": "opgeven",
            "pause": "pauze",
            "claim": "claim",
        }
    ),
    hold="{held} s vast",
    help_head="Hoeveel het zegt",
    helps=MappingProxyType(
        {
            Help.SILENT: ("silent: stil", "alleen wie aan zet is, wat weg moet, wat niet klopt"),
            Help.REFEREE: ("referee: scheids", "ook waar een stuk heen mag, en wat moet slaan"),
            Help.TEACHER: ("teacher: leraar", "ook waarom: de verplichte slag, sprong voor sprong"),
        }
    ),
    clock=("klok", "aan zet: wat er over is", "laatste {last:g} s: hij knippert"),
    colours="Het strookje naast een licht toont {seconds} seconden ervan: hoog is fel.",
)

LANGUAGES: Mapping[str, Words] = MappingProxyType({words.code: words for words in (ENGLISH, DUTCH)})
