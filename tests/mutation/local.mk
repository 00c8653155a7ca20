# SPDX-License-Identifier: MIT
EXTRA_DIST += \
	%reldir%/README.md \
	%reldir%/mutants.awk \
	%reldir%/mutate.py \
	%reldir%/results.csv \
	%reldir%/survivors.md
