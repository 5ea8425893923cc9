"""The syntax of SGF: trees of nodes with properties, from text and as text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from outflank.board.errors import quoted
from outflank.games.errors import GameFileError

_NAME: Final = re.compile(r"[A-Za-z]+")
_VALUE: Final = re.compile(r"\s*\[((?:[^\]\\]++|\\.)*+)\]", re.DOTALL)
_UNCLOSED: Final = re.compile(r"\s*\[")
_ESCAPED: Final = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)
_LINE_END: Final = re.compile(r"\r\n|\n\r|\r")
_GAP: Final = re.compile(r"\s*")

#: Where reading goes on after a text that is no SGF: at the next game that names itself.
_NEXT: Final = re.compile(r"\(\s*+(?:;\s*+)?(?=(?:GM|FF)\s*\[)")


class Property(NamedTuple):
    """A property of a node, with the number of its line."""

    line: int
    name: str
    values: list[str]


#: A node is its properties.
Node = list[Property]


@dataclass
class Tree:
    """A sequence of nodes, and the sequences that can follow it, the main line first.

    Attributes:
        line: where it begins.
        nodes: at least one, which may be empty.
        children: what follows.
    """

    line: int
    nodes: list[Node] = field(default_factory=lambda: [[]])
    children: list[Tree] = field(default_factory=list)


def read_trees(text: str, name: str) -> Iterator[Tree | GameFileError]:
    """Every game of a text, or the error that stands in its place.

    Whatever stands between two games is passed over. After an error reading goes on at the
    next game that begins with ``GM`` or ``FF``.
    """
    reading = _Reading(text, name)
    while reading.find_game():
        try:
            yield reading.tree()
        except GameFileError as error:
            yield error
            reading.skip()


def tree_end(text: str, at: int) -> int:
    """Where the game ends that begins at an opening bracket; the end of the text if nowhere."""
    reading = _Reading(text, "SGF", at)
    try:
        reading.tree()
    except GameFileError:
        return len(text)
    return reading.at


class _Reading:
    """A text that is being read, and the place where."""

    def __init__(self, text: str, name: str, at: int = 0) -> None:
        self._text = text
        self._name = name
        self._at = at
        self._counted = 0
        self._line = 1

    @property
    def at(self) -> int:
        """Where what was read ends."""
        return self._at

    def find_game(self) -> bool:
        """Go to the next opening bracket; False if there is none."""
        self._at = self._text.find("(", self._at)
        return self._at >= 0

    def skip(self) -> None:
        """Go to the next game that names itself, or to the end."""
        found = _NEXT.search(self._text, self._at)
        self._at = found.start() if found else len(self._text)

    def tree(self) -> Tree:
        """The game that begins here."""
        open_trees: list[Tree] = []
        while True:
            match self._next():
                case "(":
                    tree = Tree(self._count())
                    if open_trees:
                        open_trees[-1].children.append(tree)
                    open_trees.append(tree)
                    self._at += 1
                case ")":
                    self._at += 1
                    tree = open_trees.pop()
                    if not open_trees:
                        return tree
                case ";":
                    self._at += 1
                    if open_trees[-1].nodes[-1]:
                        open_trees[-1].nodes.append([])
                case "":
                    raise self._fault("the game is cut short")
                case _:
                    open_trees[-1].nodes[-1].append(self._property())

    def _next(self) -> str:
        """The next character that is no blank; "" at the end."""
        found = _GAP.match(self._text, self._at)
        self._at = found.end() if found else self._at
        return self._text[self._at : self._at + 1]

    def _count(self) -> int:
        """The number of the line."""
        self._line += self._text.count("\n", self._counted, self._at)
        self._counted = self._at
        return self._line

    def _property(self) -> Property:
        line = self._count()
        found = _NAME.match(self._text, self._at)
        if not found:
            raise self._fault(f"no property: {quoted(self._text[self._at : self._at + 64])}")
        at, values = found.end(), list[str]()
        while value := _VALUE.match(self._text, at):
            values.append(unescaped(value[1]))
            at = value.end()
        if not values:
            fault = self._fault(f"{quoted(found[0])} has no value, or one without end")
            if _UNCLOSED.match(self._text, at):  # all the rest is part of it
                self._at = len(self._text)
            raise fault
        self._at = at
        # Before FF[4] small letters were allowed in names, and meant nothing.
        name = "".join(letter for letter in found[0] if letter.isupper())
        return Property(line, name, values)

    def _fault(self, message: str) -> GameFileError:
        return GameFileError(f"{self._name} line {self._count()}: {message}")


def unescaped(value: str) -> str:
    """What a value says: a backslash protects what follows, or takes a line end away."""
    text = _ESCAPED.sub(lambda found: found[1].strip("\r\n"), value)
    return _LINE_END.sub("\n", text)


def escaped(text: str) -> str:
    r"""A text as a value.

    >>> escaped("[a\\b]")
    '[a\\\\b\\]'
    """
    return _LINE_END.sub("\n", text).replace("\\", "\\\\").replace("]", "\\]")
