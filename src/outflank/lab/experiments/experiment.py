"""What an experiment is: a claim, what is measured to test it, and what the data say of it.

An experiment is cut into units, such as one position each. A unit is measured for itself and
gives rows of data; a run that was stopped goes on with the units that are missing. What is
concluded depends on nothing but the rows, so a page can be written anew from a file of data.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

#: A cell of data; None is an empty cell: not measured, or it means nothing there.
Cell = str | int | float | None

#: What the header of data says of games that were drawn; else the file and its hash.
DRAWN = "drawn"

#: What it says for a value of the plan that was left to the experiment.
AS_MEANT = "as meant"

#: A row of data: a cell for each column of its experiment.
Row = Mapping[str, Cell]


@dataclass(frozen=True, slots=True)
class Plan:
    """What an experiment is run on.

    Attributes:
        games: a file of games that positions are taken from; None for drawn games.
        positions: how many units there are to be at most, 1 or more; None for as many as
            the experiment is meant to have.
        deepest: plies of the deepest search at most, 1 or more; None for the depth that
            the experiment is meant to have.
    """

    games: Path | None = None
    positions: int | None = None
    deepest: int | None = None

    def at_most(self, meant: int) -> int:
        """How many positions, of so many that are meant."""
        return min(meant, self.positions or meant)

    def depths(self, first: int, last: int, step: int = 1) -> range:
        """Depths from `first` to `last`, or to the deepest that the plan allows."""
        return range(first, min(last, self.deepest or last) + 1, step)


class Answer(enum.StrEnum):
    """What the data say of a claim."""

    HOLDS = "holds"
    CONDITIONS = "holds under conditions"
    FAILS = "does not hold"
    UNDECIDED = "not decided"

    @property
    def told(self) -> str:
        """As the beginning of a sentence.

        >>> Answer.HOLDS.told, Answer.UNDECIDED.told
        ('It holds', 'It is not decided: too little data')
        """
        return "It is not decided: too little data" if self is Answer.UNDECIDED else f"It {self}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The end of an experiment.

    Attributes:
        answer: in one word.
        sentence: in one sentence, with the figures that it rests on and their errors.
        short: the gist of that in at most 25 words, for lists.
    """

    answer: Answer
    sentence: str
    short: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a page.

    Attributes:
        title: what it tells.
        columns: heads, with units.
        rows: cells as they are shown; as many in each row as there are columns.
    """

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Series:
    """One line of a plot.

    Attributes:
        name: for the legend.
        x: where.
        y: values, as many as in `x`.
        low: lower ends of the intervals of confidence; none if it is empty.
        high: their upper ends.
    """

    name: str
    x: Sequence[float]
    y: Sequence[float]
    low: Sequence[float] = ()
    high: Sequence[float] = ()


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot of a page.

    Attributes:
        title: what it tells, in one sentence; the text for those who cannot see it, too.
        x_label: the horizontal axis, with its unit.
        y_label: the vertical axis, with its unit.
        series: the lines.
        log_y: True for a logarithmic vertical axis.
        names: names of the places 0, 1, 2, … of the horizontal axis, where they have some.
        reference: where a line is drawn across: the value that means no difference.
    """

    title: str
    x_label: str
    y_label: str
    series: Sequence[Series]
    log_y: bool = False
    names: Sequence[str] = ()
    reference: float | None = None


@dataclass(frozen=True, slots=True)
class Findings:
    """What the rows of an experiment tell.

    Attributes:
        verdict: the one sentence.
        tables: what it rests on.
        plots: the same, to be seen.
        remarks: paragraphs of Markdown: what else is to be seen, and what limits it.
    """

    verdict: Verdict
    tables: Sequence[Table]
    plots: Sequence[Plot] = ()
    remarks: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Unit:
    """A part of an experiment that is measured as a whole, in 0.1 to 30 seconds.

    Attributes:
        key: its name, which no other unit of the experiment has.
        measure: measures it.
    """

    key: str
    measure: Callable[[], Iterable[Row]]


@dataclass(frozen=True)
class Experiment:
    """An experiment.

    Attributes:
        name: a word or two, with hyphens: file names and commands use it.
        title: for the head of its page.
        claim: what is claimed, in one sentence, as it was claimed.
        source: who claims it: an article or paper.
        method: Markdown: algorithms, depths, what is counted; not which positions (`sampled`).
        rule: Markdown: "It holds if …; under conditions if ….", with the thresholds.
        minutes: CPU minutes of a full run on one core, roughly.
        columns: of the data, and their types, in the order of the file. A float keeps six
            significant digits in the file.
        units: what is to be measured. Its module measures nothing by what stands below its
            ``def conclude``: an edit there leaves runs that are not finished as they are.
        conclude: what the rows tell; it must do with fewer units than there are to be.
        timed: True if seconds are measured: then nothing else should run meanwhile.
        sampled: which positions (or games) the rows tell of, in words without an end; it gets
            the rows, and where the games are from as the header of the data says it.
        positions: how many a full run has; None for as many as there are.
        deepest: plies of the deepest search of a full run; None if nothing is searched.
        counted: what is counted by `positions`, and by those of the plan.
    """

    name: str
    title: str
    claim: str
    source: str
    method: str
    rule: str
    minutes: float
    columns: Mapping[str, type[str] | type[int] | type[float]]
    units: Callable[[Plan], Sequence[Unit]]
    conclude: Callable[[Sequence[Row]], Findings]
    timed: bool = field(default=False)
    sampled: Callable[[Sequence[Row], str], str] | None = field(default=None)
    positions: int | None = field(default=None)
    deepest: int | None = field(default=None)
    counted: str = field(default="positions")
