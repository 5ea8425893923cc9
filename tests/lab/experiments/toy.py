"""An experiment that measures nothing, and notes which of its units were asked."""

from outflank.lab.experiments.experiment import (
    Answer,
    Experiment,
    Findings,
    Plot,
    Series,
    Table,
    Unit,
    Verdict,
)

COLUMNS = {"name": str, "number": int, "share": float}

#: Units that were measured, in order; and one at which the process is killed.
measured = []
killed_at = None


def units(plan):
    return [Unit(f"u{number}", lambda n=number: measure(n)) for number in range(plan.at_most(5))]


def measure(number):
    if number == killed_at:
        raise KeyboardInterrupt
    measured.append(number)
    yield {"name": f"a, “{number}”", "number": number, "share": number / 7}
    yield {"name": None, "number": None, "share": 0.5}


def conclude(rows):
    known = [row for row in rows if row["number"] is not None]
    total = sum(row["number"] for row in known)
    return Findings(
        Verdict(Answer.HOLDS, f"The sum of {len(known)} numbers is {total}.", f"It is {total}."),
        [
            Table(
                "Numbers", ("name", "number"), [(row["name"], str(row["number"])) for row in known]
            )
        ],
        [
            Plot(
                "Shares rise",
                "number",
                "share",
                [
                    Series("low", [0, 1, 2], [1, 2, 3], [0.5, 1.5, 2.5], [1.5, 2.5, 3.5]),
                    Series("high", [0, 1, 2], [2, 3, 4]),
                ],
            ),
            Plot("Names", "name", "share", [Series("x", [0, 1], [1, 10])], True, ("a|b", "c")),
        ],
        ["A remark."],
    )


EXPERIMENT = Experiment(
    name="toy",
    title="A toy",
    claim="Numbers add up.",
    source="nobody",
    method="By hand.",
    rule="It holds if they do; under conditions if some do.",
    minutes=0.1,
    columns=COLUMNS,
    units=units,
    conclude=conclude,
    positions=5,
    deepest=9,
)
