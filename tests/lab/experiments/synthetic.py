"""Rows as an experiment would measure them, whose ratios are known."""

from itertools import product

#: Enough for intervals that exclude 1 where a ratio is a few per cent off.
POSITIONS = 30


def rows(nodes, *, seconds=None, probes=lambda _: 2, value=lambda _: 0, more=None, **axes):
    """A row for each position and each choice of one value of every axis.

    Each function gets the choice, with the position, as a dictionary: `nodes` and `seconds`
    say how many times as much as another search on that position.
    """
    found = []
    for choice in product(*axes.values()):
        for position in range(POSITIONS):
            which = dict(zip(axes, choice, strict=True)) | {"position": position}
            row = {**which, "value": value(which), "probes": probes(which)}
            wobble = 1 + 0.01 * (position % 3 - 1)
            scale = 1000 * (position + 1) * which["depth"]
            row["nodes"] = round(scale * nodes(which) * (wobble if nodes(which) != 1 else 1))
            row["seconds"] = scale * (seconds or nodes)(which) * wobble * 1e-6
            found.append(row | (more(which) if more else {}))
    return found
