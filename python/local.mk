# SPDX-License-Identifier: MIT
# The package for Python, installed where a Python was found.
EXTRA_DIST += %reldir%/README.md
PACKAGE_FILES = \
	%reldir%/graze/__init__.py \
	%reldir%/graze/_library.py \
	%reldir%/graze/motions.py \
	%reldir%/graze/pairs.py \
	%reldir%/graze/planning.py \
	%reldir%/graze/plans.py \
	%reldir%/graze/py.typed \
	%reldir%/graze/results.py \
	%reldir%/graze/solvers.py
if HAVE_PYTHON
grazepythondir = $(pythondir)/graze
dist_grazepython_DATA = $(PACKAGE_FILES)
else
EXTRA_DIST += $(PACKAGE_FILES)
endif
