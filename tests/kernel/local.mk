# SPDX-License-Identifier: MIT
# the tests of contact, starts and paths together, and what their own tests share
check_LTLIBRARIES += libkernel.la
libkernel_la_CPPFLAGS = $(TEST_CPPFLAGS)
libkernel_la_CFLAGS = $(TEST_CFLAGS)
libkernel_la_SOURCES = \
	%reldir%/agent.c \
	%reldir%/agent.h \
	%reldir%/ask.c \
	%reldir%/ask.h \
	%reldir%/corner_stages.c \
	%reldir%/corner_stages.h \
	%reldir%/expect.c \
	%reldir%/expect.h \
	%reldir%/modes.c \
	%reldir%/modes.h \
	%reldir%/scaled.c \
	%reldir%/scaled.h \
	%reldir%/seed.h \
	%reldir%/stages.c \
	%reldir%/stages.h \
	tests/vectors/vectors.c \
	tests/vectors/vectors.h
KERNEL_TEST_LIBS = libkernel.la liboracle.la $(LIBRARY_TEST_LIBS) $(GMP_LIBS) $(LIBM)

# Each pair in all units: discs, and bodies with corners.
check_PROGRAMS += tests/test-scaling tests/test-scaling-bodies
TESTS += tests/test-scaling tests/test-scaling-bodies
LONG_CHECKS += tests/test-scaling-bodies tests/test-scaling
NIGHT_CHECKS += tests/test-scaling-bodies tests/test-scaling
tests_test_scaling_CPPFLAGS = $(TEST_CPPFLAGS)
tests_test_scaling_CFLAGS = $(TEST_CFLAGS)
tests_test_scaling_LDADD = $(KERNEL_TEST_LIBS)
tests_test_scaling_SOURCES = \
	%reldir%/every_answer.c \
	%reldir%/every_answer.h \
	%reldir%/main_scaling.c \
	%reldir%/roundings.c \
	%reldir%/roundings.h \
	%reldir%/test_ramp_forms.c \
	%reldir%/test_roundings.c \
	%reldir%/test_scaled_crowds.c \
	%reldir%/test_scaling.c
tests_test_scaling_bodies_CPPFLAGS = $(TEST_CPPFLAGS) -DSCALING_OF_BODIES
tests_test_scaling_bodies_CFLAGS = $(TEST_CFLAGS)
tests_test_scaling_bodies_LDADD = $(tests_test_scaling_LDADD)
tests_test_scaling_bodies_SOURCES = \
	%reldir%/every_answer.c \
	%reldir%/main_scaling.c \
	%reldir%/roundings.c \
	%reldir%/test_scaling.c

check_PROGRAMS += tests/test-kernel
TESTS += tests/test-kernel
LONG_CHECKS += tests/test-kernel
NIGHT_CHECKS += tests/test-kernel
tests_test_kernel_CPPFLAGS = $(TEST_CPPFLAGS)
tests_test_kernel_CFLAGS = $(TEST_CFLAGS)
tests_test_kernel_LDADD = $(KERNEL_TEST_LIBS)
tests_test_kernel_SOURCES = \
	%reldir%/main.c \
	%reldir%/test_body_properties.c \
	%reldir%/test_body_twin.c \
	%reldir%/test_gate.c \
	%reldir%/test_gate_rows.c \
	%reldir%/test_gate_tables.c \
	%reldir%/test_little_room.c \
	%reldir%/test_many_parts.c \
	%reldir%/test_modes.c \
	%reldir%/test_modes_of_many.c \
	%reldir%/test_small_shapes.c \
	%reldir%/test_small_worlds.c \
	%reldir%/test_stack.c \
	%reldir%/test_status.c \
	%reldir%/test_vectors.c \
	tests/oracle/test_bodies.c \
	tests/oracle/test_oracle.c
EXTRA_DIST += %reldir%/README.md
