# SPDX-License-Identifier: MIT
# `make html` makes the site in html/, `make install-html` puts it into $(htmldir).
EXTRA_DIST += %reldir%/README.md %reldir%/site.py %reldir%/style.css tests/site/links.py

html-local: graze$(EXEEXT)
	$(AM_V_GEN)test '$(PYTHON)' != : || { echo 'make html: python3 is missing' >&2; exit 1; }; \
	$(PYTHON) -B $(srcdir)/%reldir%/site.py $(srcdir) ./graze$(EXEEXT) '$(PACKAGE_VERSION)' html

install-html-local: html-local
	$(MKDIR_P) '$(DESTDIR)$(htmldir)' && cp -R html/. '$(DESTDIR)$(htmldir)'

mostlyclean-local:
	rm -rf html
