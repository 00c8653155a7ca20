# SPDX-License-Identifier: MIT
# Programs for authors of solvers, for doc/solver-authors.md: installed beside the documents, built
# there by strangers (tests/installcheck), here by tests/check-readme.sh and tests/planner.
examplesdir = $(docdir)/examples
dist_examples_DATA = %reldir%/ccbs.c %reldir%/sipp.c %reldir%/sipp.h %reldir%/what_if.c
