# Man pages are made in the source tree and shipped, as everything that comes from the headers.
dist_man_MANS += docs/man/gpulinalg.1 docs/man/gpulinalg.3
docs/man/gpulinalg.1: docs/man/gpulinalg.1.pod configure.ac
	$(AM_V_GEN)$(POD2MAN) -u -n GPULINALG -s 1 -c "gpulinalg" -r "gpulinalg $(VERSION)" -d "$(VERSION)" \
		$(srcdir)/docs/man/gpulinalg.1.pod $(srcdir)/$@
docs/man/gpulinalg.3: docs/man/functions.pod configure.ac
	$(AM_V_GEN)$(POD2MAN) -u -n GPULINALG -s 3 -c "gpulinalg" -r "gpulinalg $(VERSION)" -d "$(VERSION)" \
		$(srcdir)/docs/man/functions.pod $(srcdir)/$@
BUILT_SOURCES += $(dist_man_MANS)
EXTRA_DIST += docs/README.md docs/man/gpulinalg.1.pod docs/decisions docs/guide
MAINTAINERCLEANFILES += $(dist_man_MANS:%=$(srcdir)/%)
