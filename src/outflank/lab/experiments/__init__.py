"""The laboratory: experiments that test what is claimed of search algorithms.

===============  ======================================================================
module           what it is for
===============  ======================================================================
``experiment``   what an experiment is: claim, units, rows, findings, verdict
``registry``     the experiments by name
``run``          measures unit after unit; a run that was stopped goes on
``part_file``    the units of a run that is not finished
``data_file``    the rows of a finished one: gzipped CSV with a header
``estimates``    means, ratios and shares with intervals
``rows``         rows grouped and paired
``costs``        what experiments on the engine's search measure with
``pages``        Markdown pages and their index
``plots``        plots as SVG; the only module that needs Matplotlib
``textbook``     what experiments on the textbook's searches measure with
``telling``      what experiments share that tell: ratios, sentences, answers
===============  ======================================================================

Every other module is an experiment, named as its ``EXPERIMENT``.
"""
