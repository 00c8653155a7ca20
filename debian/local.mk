# SPDX-License-Identifier: MIT
# What a release holds for those who make packages of it.
EXTRA_DIST += \
	.dockerignore \
	.github/workflows/ci.yml \
	Dockerfile \
	%reldir%/README.md \
	%reldir%/changelog \
	%reldir%/control \
	%reldir%/copyright \
	%reldir%/graze-doc.doc-base \
	%reldir%/graze-doc.examples \
	%reldir%/graze-doc.install \
	%reldir%/graze-doc.lintian-overrides \
	%reldir%/graze-sqlite.docs \
	%reldir%/graze-sqlite.install \
	%reldir%/graze.install \
	%reldir%/libgraze-dev.install \
	%reldir%/libgraze0.install \
	%reldir%/libgraze0.symbols \
	%reldir%/not-installed \
	%reldir%/python3-graze.install \
	%reldir%/rules \
	%reldir%/source/format \
	%reldir%/tests/command \
	%reldir%/tests/control \
	%reldir%/tests/library \
	%reldir%/tests/python \
	%reldir%/tests/sqlite
