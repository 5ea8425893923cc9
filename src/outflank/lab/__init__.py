"""Experiments, benchmarks and matches: what is measured, and the unit it is measured in.

===================  ===================================================================
module               what it is for
===================  ===================================================================
``unit``             P, the unit of speed
``ffo``              the FFO endgame suite
``endgame``          the endgame benchmark
``signature``        nodes of fixed positions: another number, another search
``memory``           the most memory that a process had
``figures``          the solver's figures beside their targets
``samples``          positions to measure on, from games
``midgame``          the midgame benchmark
``searching``        one search taken apart, and what it cost
``drivers``          what each driver costs, next to the others
``experiments``      what is claimed of searches, measured: data, verdicts, pages
``statistics``       Elo, superiority and mean discs of game pairs, with confidence
``sprt``             the sequential test that ends a match early
``specs``            players as text, taken apart
``players``          players by kind; what every player can do
``textbook_player``  plays by an article's search
``timing``           times and clocks of players
``jobs``             what bulk work costs beside the work itself
``openings``         openings from files, or random and balanced
``referee``          one game
``match``            whom and what a match is of; playing it
``match_workers``    games at a time, in processes
``match_file``       the games of a match on disk
``load``             how busy the machine is beside us
``results``          what came of a match so far
``recording``        a search as it happened: its events
``recorder``         the textbook's searches, telling every step
``recording_file``   recordings as JSON
``replay``           follows the events of a recording
===================  ===================================================================
"""
