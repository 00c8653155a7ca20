# SPDX-License-Identifier: MIT
# Pages of the manual and completion of shells, all made from what says it already.
EXTRA_DIST += %reldir%/README.md %reldir%/overview.awk %reldir%/page.awk

COMMAND_PAGES = \
	%reldir%/graze.1 \
	%reldir%/graze-batch.1 \
	%reldir%/graze-check.1 \
	%reldir%/graze-convert.1 \
	%reldir%/graze-merge.1 \
	%reldir%/graze-pairs.1 \
	%reldir%/graze-plot.1 \
	%reldir%/graze-query.1 \
	%reldir%/graze-replay.1 \
	%reldir%/graze-retime.1 \
	%reldir%/graze-selftest.1 \
	%reldir%/graze-solve.1
OTHER_PAGES = %reldir%/graze.3 %reldir%/graze-formats.5 %reldir%/graze-schema.5
COMPLETION = %reldir%/graze.bash %reldir%/_graze %reldir%/graze.fish

nodist_man_MANS = $(OTHER_PAGES)
CLEANFILES += $(COMMAND_PAGES) $(OTHER_PAGES) $(COMPLETION)
bashdir = $(datadir)/bash-completion/completions
zshdir = $(datadir)/zsh/site-functions
fishdir = $(datadir)/fish/vendor_completions.d

# The driver speaks for itself, where it can run.
if NATIVE
nodist_man_MANS += $(COMMAND_PAGES)
noinst_DATA = $(COMPLETION)

$(COMMAND_PAGES): graze$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) %reldir% && \
	command=`echo '$(@F)' | $(SED) 's/^graze-*//; s/\.1$$//'` && \
	./graze$(EXEEXT) $$command --help=man >$@.tmp && mv -f $@.tmp $@

if HAVE_MPI
nodist_man_MANS += %reldir%/graze-batch-mpi.1
CLEANFILES += %reldir%/graze-batch-mpi.1

%reldir%/graze-batch-mpi.1: graze-batch-mpi$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) %reldir% && \
	./graze-batch-mpi$(EXEEXT) --help=man >$@.tmp && mv -f $@.tmp $@
endif

$(COMPLETION): graze$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) %reldir% && \
	shell=`echo '$(@F)' | $(SED) 's/^_graze/zsh/; s/.*\.//'` && \
	./graze$(EXEEXT) --help=$$shell >$@.tmp && mv -f $@.tmp $@

install-data-local:
	$(MKDIR_P) '$(DESTDIR)$(bashdir)' '$(DESTDIR)$(zshdir)' '$(DESTDIR)$(fishdir)'
	$(INSTALL_DATA) %reldir%/graze.bash '$(DESTDIR)$(bashdir)/graze'
	$(INSTALL_DATA) %reldir%/_graze '$(DESTDIR)$(zshdir)/_graze'
	$(INSTALL_DATA) %reldir%/graze.fish '$(DESTDIR)$(fishdir)/graze.fish'

uninstall-local:
	rm -f '$(DESTDIR)$(bashdir)/graze' '$(DESTDIR)$(zshdir)/_graze' \
		'$(DESTDIR)$(fishdir)/graze.fish'
endif

%reldir%/graze.3: %reldir%/overview.awk $(include_HEADERS) $(grazeinclude_HEADERS)
	$(AM_V_GEN)$(MKDIR_P) %reldir% && \
	LC_ALL=C $(AWK) -v version='$(PACKAGE_VERSION)' -f $(srcdir)/%reldir%/overview.awk \
		$(srcdir)/include/graze.h `for header in $(grazeinclude_HEADERS); do \
			echo $(srcdir)/$$header; done` >$@.tmp && mv -f $@.tmp $@

%reldir%/graze-formats.5: %reldir%/page.awk doc/formats.md
	$(AM_V_GEN)$(MKDIR_P) %reldir% && \
	LC_ALL=C $(AWK) -v title=graze-formats -v version='$(PACKAGE_VERSION)' \
		-f $(srcdir)/%reldir%/page.awk $(srcdir)/doc/formats.md >$@.tmp && mv -f $@.tmp $@

%reldir%/graze-schema.5: %reldir%/page.awk doc/schema.md
	$(AM_V_GEN)$(MKDIR_P) %reldir% && \
	LC_ALL=C $(AWK) -v title=graze-schema -v version='$(PACKAGE_VERSION)' \
		-f $(srcdir)/%reldir%/page.awk $(srcdir)/doc/schema.md >$@.tmp && mv -f $@.tmp $@
