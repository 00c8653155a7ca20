# SPDX-License-Identifier: MIT
# The documents. Pages of the manual are made of some of them: doc/manual/local.mk.
EXTRA_DIST += \
	%reldir%/formats.md \
	%reldir%/retime.md \
	%reldir%/robots.md \
	%reldir%/schema.md \
	%reldir%/solver-authors.md \
	%reldir%/tutorial.md
