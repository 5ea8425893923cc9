"""The command line: one file a subcommand, and the only room that prints.

=================  =====================================================================
module             what it is for
=================  =====================================================================
``app``            the list of commands, errors in one line, exit codes
``usage``          what is wrong with a command line, in words
``inputs``         boards, games and numbers from words, files and standard input
``output``         tables, drawn boards, JSON lines, complaints
``console``        Rich as we want it
``progress``       bars and "compiling ..." on standard error, only on a terminal
``engines``        the options that commands on the engine share
``found``          how values and lines that were found are told
``announcers``     how ``play`` talks
``opponents``      whom ``play`` lets a person play against
``answers``        what ``solve`` tells of a position, also as JSON
``solve_report``   the table and the objects that ``solve`` writes
``programs``       lets a command that a signal ends put things in order
``match_report``   the running score, the tables and the objects that ``match`` writes
``serving``        what ``gtp`` and ``nboard`` share
``keys``           single keys of the terminal
``watch_text``     the steps of a search in words
``watch_screen``   a search on the whole terminal
``watch_player``   goes through a search by keys or lines
``resume``         the file from which ``solve`` goes on
``bulk``           what ``label`` and ``train selfplay`` share
=================  =====================================================================

Every other module is the subcommand of its name, or a part of one. Kernels, and so
Numba, are imported inside the functions that need them: ``--help`` and ``board`` start
at once.
"""

__all__ = ["main"]

from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; Ctrl-C ends it in one line, also while the program still loads.

    Args:
        arguments: the words after the program's name; None for those of the process.

    Returns:
        The exit code: see `outflank.cli.output.Exit`.
    """
    try:
        from outflank.cli.app import run

        return run(arguments)
    except KeyboardInterrupt:
        from outflank.cli.output import Exit, complain, prepare_streams

        prepare_streams()
        complain("interrupted")
        return Exit.INTERRUPTED
