"""GGF: one game a line, with players, times, evaluations and how it ended; written and read.

The Generic Game Format (skatgame.net/mburo/ggsa/ggf), as the game server GGS writes it::

    (;GM[Othello]PC[...]PB[Ann]PW[Ben]TI[...]TY[8]RE[+4.000]BO[8 ... *]B[f5/1.20/0.5]W[...];)

Every move stands there, passes (``PA``) included, under the colour that made it; passes that
are left out are put in, and properties of other names are kept where they stand once. An
evaluation is in discs, from the view of the side that moved; the result and its ending
are Black's. A line that is not such a game, to its last character, is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from outflank.board.board import Board
from outflank.board.color import BLACK, Color
from outflank.board.errors import OutflankError, quoted
from outflank.board.square import PASS, Move
from outflank.games.dates import normal_date
from outflank.games.errors import GameFileError
from outflank.games.game import Game
from outflank.games.notes import NOTHING, Ending, MoveNote
from outflank.games.numbers import DECIMAL, number_text

#: Digits behind the point that are written of results and komi, of evaluations and of seconds.
KOMI_DIGITS: Final = 3
EVALUATION_DIGITS: Final = 2
SECONDS_DIGITS: Final = 4

_OPENED: Final = "(;"
_CLOSED: Final = ";)"
_GAME: Final = "Othello"
_TYPE: Final = "TY"
_KIND: Final = "8"

#: Kinds of games on the plain board: a synchronous pair, with komi, from so many random
#: discs, with a colour of one's choice. An ``a`` would turn the aim of the game round.
_KINDS: Final = re.compile(r"s?8k?(?:r\d+)?[bw]?")
_UNKNOWN: Final = "?"
_PASS: Final = "PA"
_LETTERS: Final = str.maketrans("XO-", "*O-")
_OUR_LETTERS: Final = str.maketrans("*O-", "XO-")
_PARENTHESES: Final = str.maketrans("[]", "()")
_MOVES_BY: Final = {"B": BLACK, "W": BLACK.other}

#: How GGF marks that a game ended other than by its moves.
_ENDINGS: Final[Mapping[str, Ending]] = {"r": "resigned", "t": "time", "s": "agreed"}
_MARKS: Final[Mapping[Ending, str]] = {ending: mark for mark, ending in _ENDINGS.items()}

#: Properties with a place of their own; any other is kept as it stands.
_KNOWN: Final = ("GM", "PC", "DT", "PB", "PW", "TI", "TB", "TW", "TY", "KM", "RE", "BO", "B", "W")

_PROPERTY: Final = re.compile(r"\s*([A-Z]+)\s*\[([^\[\]]*)\]")
_BOARD: Final = re.compile(r"\s*8\s+((?:[-*O]\s*){64})([*O])\s*")
_BOARD_FORM: Final = (
    "it is an 8, 64 squares (Black *, White O, empty -) and the side to move, * or O"
)
_RESULT: Final = re.compile(rf"({DECIMAL.pattern}|\?)(?::([rts]))?")
_NAME: Final = re.compile(r"[A-Z]+")
_ISO: Final = re.compile(r"(\d{4}(?:-\d\d){1,2})((?: \S+){0,2})", re.ASCII)
_COUNT: Final = re.compile(r"1\s+(?=\(;)")
_UNWRITABLE: Final = re.compile(r"[\[\]]|[^ -~\u00a0-\uffff]")


def write_ggf(game: Game) -> str:
    """The game as one line without its end; numbers are rounded to what GGF shows.

    What GGF has no place for is left out: comments, variations, and of `Game.others` what
    bears no name of a property or one that says something else here.

    Raises:
        OutflankError: a text has characters that a property cannot hold, or a number is none.
    """
    return "".join((_OPENED, *map(_written, _properties(game)), _CLOSED))


def writable(text: str) -> str:
    r"""A text as a property can hold it: brackets become parentheses, control characters "?".

    >>> writable("engine [2]\n")
    'engine (2)?'
    """
    return _UNWRITABLE.sub("?", text.translate(_PARENTHESES))


def _written(named: tuple[str, str]) -> str:
    name, value = named
    if _UNWRITABLE.search(value):
        raise OutflankError(f"{name}: {quoted(value)} has characters that GGF cannot hold")
    return f"{name}[{value}]"


def _properties(game: Game) -> Iterator[tuple[str, str]]:
    """Every property in the usual order; what is unknown is left out."""
    yield "GM", _GAME
    date = game.date if game.date is not None or game.year is None else str(game.year)
    facts = {"PC": game.event, "DT": _date_text(date), "PB": game.black, "PW": game.white}
    yield from ((name, fact) for name, fact in facts.items() if fact is not None)
    yield from _times(game)
    yield "TY", game.others.get(_TYPE, _KIND)
    if game.komi is not None:
        yield "KM", f"{game.komi:.{KOMI_DIGITS}f}"
    yield "RE", _result_text(game)
    for name, value in game.others.items():
        if _NAME.fullmatch(name) and name not in _KNOWN:
            yield name, value
    yield "BO", _board_text(game.root())
    for number, (board, move) in enumerate(game.steps()):
        yield "B" if board.turn is BLACK else "W", _move_text(move, game.note(number))


def _times(game: Game) -> Iterator[tuple[str, str]]:
    black, white = game.black_time, game.white_time
    if black == white and black is not None:
        yield "TI", black
        return
    yield from ((name, time) for name, time in (("TB", black), ("TW", white)) if time is not None)


def _date_text(date: str | None) -> str | None:
    """A date as the server writes it: points in it, no blanks."""
    found = _ISO.fullmatch(date or "")
    if not found:
        return date
    day, time = found[1].replace("-", "."), found[2].split()
    return f"{day}_{'.'.join(time)}" if time else day


def _result_text(game: Game) -> str:
    result = _UNKNOWN if game.claimed is None else f"{game.claimed:+.{KOMI_DIGITS}f}"
    mark = None if game.ending is None else _MARKS.get(game.ending)
    return result if mark is None else f"{result}:{mark}"


def _board_text(board: Board) -> str:
    squares, side = board.to_text().translate(_LETTERS).split()
    rows = (squares[start : start + 8] for start in range(0, 64, 8))
    return " ".join(("8", *rows, side))


def _move_text(move: Move, note: MoveNote) -> str:
    name = _PASS if move.is_pass else str(move)
    evaluation = _number_text(note.evaluation, EVALUATION_DIGITS)
    return f"{name}/{evaluation}/{_number_text(note.seconds, SECONDS_DIGITS)}".rstrip("/")


def _number_text(number: float | None, digits: int) -> str:
    """A number without needless zeros; nothing where it is unknown."""
    return "" if number is None else number_text(round(number, digits))


def read_ggf(line: str, name: str = "GGF", number: int = 1) -> Game:
    """Read one line that holds one game.

    Args:
        line: the text; the number of games, ``1``, may stand before it.
        name: what errors call the file.
        number: of the line.

    Raises:
        GameFileError: it is no game to its end, or breaks the rules; the message names file,
            line and ply, and ``.partial`` is the game up to the fault.
    """
    place = f"{name} line {number}"
    values: dict[str, str] = {}
    moves: list[tuple[Color, str]] = []
    for key, value in _read_properties(line, place):
        if key in _MOVES_BY:
            moves.append((_MOVES_BY[key], value))
        elif key in _KNOWN and (key in values or moves):
            raise GameFileError(f"{place}: {quoted(key)} stands twice, or after a move")
        else:
            values.setdefault(key, value)
    board, notes = _read_board(values, place), list[MoveNote]()
    for color, text in moves:
        _play(board, color, text, notes, place)
    return _game(values, board, tuple(notes), place)


def _read_properties(line: str, place: str) -> Iterator[tuple[str, str]]:
    text = _COUNT.sub("", line.strip(), count=1)
    if not text.startswith(_OPENED):
        raise GameFileError(f"{place}: not a game of GGF: it does not begin with {_OPENED}")
    at = len(_OPENED)
    while found := _PROPERTY.match(text, at):
        yield found[1], found[2]
        at = found.end()
    if "".join(text[at:].split()) != _CLOSED:
        fault = f"no property of GGF, or a game cut short: {quoted(text[at:].strip())}"
        raise GameFileError(f"{place}: {fault}")


def _read_board(values: Mapping[str, str], place: str) -> Board:
    if values.get("GM") != _GAME or not _KINDS.fullmatch(values.get("TY", _KIND)):
        raise GameFileError(f"{place}: not a plain game of Othello on 8x8")
    found = _BOARD.fullmatch(values.get("BO", ""))
    if not found:
        fault = f"BO is not a board: {quoted(values['BO'])}" if "BO" in values else "no board, BO"
        raise GameFileError(f"{place}: {fault}; {_BOARD_FORM}")
    squares = "".join(found[1].split())
    return Board.from_text(f"{squares} {found[2]}".translate(_OUR_LETTERS))


def _play(board: Board, color: Color, text: str, notes: list[MoveNote], place: str) -> None:
    """Play one move on the board, and note what is said of it; some leave passes out."""
    try:
        if board.must_pass and color is not board.turn:
            board.push(PASS)
            notes.append(NOTHING)
        name, note = _read_move(board, color, text)
        board.push_text(name)
    except OutflankError as error:
        partial = Game.from_board(board)
        message = f"{place}: {error}"
        raise GameFileError(message, board=board, ply=error.ply, partial=partial) from None
    notes.append(note)


def _read_move(board: Board, color: Color, text: str) -> tuple[str, MoveNote]:
    """The name of a move and what is noted of it; the board is the one before it."""
    name, *rest = text.split("/")
    if color is not board.turn:
        raise OutflankError(f"{color} moves, but it is not its turn").at(board)
    if len(rest) > 2 or not all(not word or DECIMAL.fullmatch(word) for word in rest):
        raise OutflankError(f"{quoted(text)}: not a move, its evaluation and its time").at(board)
    numbers = [float(word) if word else None for word in (*rest, "", "")]
    return name, MoveNote(numbers[0], numbers[1])


def _game(values: Mapping[str, str], board: Board, notes: tuple[MoveNote, ...], place: str) -> Game:
    result, ending = _read_result(values.get("RE", _UNKNOWN), place)
    both = values.get("TI")
    return Game.from_board(
        board,
        event=values.get("PC"),
        black=values.get("PB"),
        white=values.get("PW"),
        source=place,
        date=normal_date(values["DT"]) if "DT" in values else None,
        result=result,
        ending=ending,
        komi=_read_komi(values.get("KM"), place),
        black_time=values.get("TB", both),
        white_time=values.get("TW", both),
        notes=notes,
        others=_others(values),
    )


def _others(values: Mapping[str, str]) -> dict[str, str]:
    """What has no attribute; of a game's type only what is not said of every game."""
    others = {name: value for name, value in values.items() if name not in _KNOWN}
    if values.get(_TYPE, _KIND) != _KIND:
        others[_TYPE] = values[_TYPE]
    return others


def _read_komi(text: str | None, place: str) -> float | None:
    if text is None or text.strip() in ("", _UNKNOWN):
        return None
    if not DECIMAL.fullmatch(text):
        raise GameFileError(f"{place}: KM is not a komi: {quoted(text)}")
    return float(text)


def _read_result(text: str, place: str) -> tuple[float | None, Ending | None]:
    found = _RESULT.fullmatch(text)
    if not found:
        raise GameFileError(f"{place}: RE is not a result: {quoted(text)}")
    return None if found[1] == _UNKNOWN else float(found[1]), _ENDINGS.get(found[2])
