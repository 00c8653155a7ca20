# SPDX-License-Identifier: MIT
EXTRA_DIST += \
	%reldir%/README.md \
	%reldir%/mutants.awk \
	%reldir%/mutate.sh \
	%reldir%/results.csv \
	%reldir%/survivors.md
