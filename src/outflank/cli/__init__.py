"""The command line: one file a subcommand, and the only room that prints.

=================  =====================================================================
module             what it is for
=================  =====================================================================
``app``            the list of commands, errors in one line, exit codes
``inputs``         boards and games from words, files and standard input
``output``         tables, drawn boards, JSON lines, complaints
``progress``       bars and "compiling ..." on standard error, only on a terminal
``announcers``     how ``play`` talks
``answers``        what ``solve`` tells of a position, also as JSON
``solve_report``   the table and the objects that ``solve`` writes
``resume``         the file from which ``solve`` goes on
=================  =====================================================================

Every other module is the subcommand of its name. Kernels, and so Numba, are
imported inside the functions that need them: ``--help`` and ``board`` start at once.
"""

from outflank.cli.app import main

__all__ = ["main"]
