"""How Sphinx builds the documentation: MyST pages, the Furo theme, the API from docstrings."""

from importlib.metadata import version as version_of

project = "Outflank"
author = "The Outflank authors"
copyright = "2026, The Outflank authors"  # noqa: A001 (Sphinx reads this name)
release = version_of("outflank")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
myst_enable_extensions = ["deflist", "colon_fence"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = f"Outflank {release}"
exclude_patterns = ["_build"]
autodoc_member_order = "bysource"
autodoc_typehints = "description"
napoleon_google_docstring = True
