"""How the time for a game is spent: never more than there is, most where it matters."""

import pytest

from outflank.analysis.plan import LEAST, LEAST_PROVING, PROVING, Plan


class Clock:
    def __init__(self):
        self.time = 0.0

    def __call__(self):
        return self.time


def proves(empties):
    return empties <= 24


def spend(seconds, empties, used):
    """The shares, if every position uses up so much of its own."""
    clock = Clock()
    plan = Plan(seconds, empties, proves, clock)
    shares = []
    for number in range(len(empties)):
        shares.append(plan.share(number))
        clock.time += used * shares[-1]
    return shares


GAME = list(range(60))


def test_all_of_the_time_is_used_and_no_more():
    shares = spend(60.0, GAME, 1.0)
    assert sum(shares) == pytest.approx(60, abs=60 * 2 * LEAST)


@pytest.mark.parametrize("seconds", [0.001, 0.1, 1.0, 600.0])
def test_however_little_there_is_it_is_not_overstepped_by_much(seconds):
    shares = spend(seconds, GAME, 1.0)
    assert all(share >= LEAST for share in shares)
    assert sum(shares) <= seconds + len(GAME) * LEAST


def test_the_end_of_the_game_has_its_part_and_its_hardest_position_most_of_it():
    shares = spend(100.0, GAME, 1.0)
    assert sum(shares[:25]) == pytest.approx(100 * PROVING, rel=0.1)
    assert shares[24] == max(shares)


def test_what_is_left_over_goes_to_those_that_come_after():
    idle = spend(60.0, GAME, 0.0)
    busy = spend(60.0, GAME, 1.0)
    assert idle[24] > busy[24]
    assert idle[59] == pytest.approx(60)


def test_openings_get_less_than_the_midgame():
    shares = spend(60.0, GAME, 1.0)
    assert shares[57] < shares[40] < shares[26]


def test_proofs_of_the_last_moves_get_time_enough():
    assert spend(3.0, GAME, 0.0)[0] >= LEAST_PROVING


@pytest.mark.parametrize("empties", [[3, 4, 5], [40, 41, 42]])
def test_where_there_is_one_kind_it_has_all_of_the_time(empties):
    assert sum(spend(9.0, empties, 1.0)) == pytest.approx(9)


def test_no_limit():
    assert Plan(None, [1, 2], proves).share(1) is None
