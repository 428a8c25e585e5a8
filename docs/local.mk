# The pages of the reference, in the order of docs/contents.txt; hdoc stops if a page in contents.txt is not in this list.
reference_pages = docs/reference/array docs/reference/elements docs/reference/summaries docs/reference/groups \
	docs/reference/linalg docs/reference/derivatives docs/reference/series docs/reference/special docs/reference/stats \
	docs/reference/random docs/reference/markov docs/reference/econ docs/reference/fft docs/reference/sparse docs/reference/files \
	docs/reference/formulas docs/reference/device
reference_made = docs/reference.md docs/reference/classes.md $(reference_pages:=.md)

# Man pages are generated in the source tree and shipped, like everything that comes from the headers.
dist_man_MANS += docs/man/gpulinalg.1 docs/man/gpulinalg.3
docs/man/gpulinalg.1: docs/man/gpulinalg.1.pod configure.ac
	$(AM_V_GEN)$(POD2MAN) -u -n GPULINALG -s 1 -c "gpulinalg" -r "gpulinalg $(VERSION)" -d "$(VERSION)" \
		$(srcdir)/docs/man/gpulinalg.1.pod $(srcdir)/$@
docs/man/gpulinalg.3: docs/man/functions.pod configure.ac
	$(AM_V_GEN)$(POD2MAN) -u -n GPULINALG -s 3 -c "gpulinalg" -r "gpulinalg $(VERSION)" -d "$(VERSION)" \
		$(srcdir)/docs/man/functions.pod $(srcdir)/$@
BUILT_SOURCES += $(dist_man_MANS)
EXTRA_DIST += docs/README.md docs/man/gpulinalg.1.pod docs/design docs/guide
MAINTAINERCLEANFILES += $(dist_man_MANS:%=$(srcdir)/%)

# In folders by section, as man requires: for run.
noinst_DATA += docs/man/man3/gpulinalg.3
docs/man/man3/gpulinalg.3: docs/man/gpulinalg.1 docs/man/gpulinalg.3
	$(AM_V_at)for n in 1 3; do \
		$(MKDIR_P) docs/man/man$$n && rm -f docs/man/man$$n/gpulinalg.$$n && \
		$(LN_S) "`cd $(srcdir)/docs/man && pwd`/gpulinalg.$$n" docs/man/man$$n/gpulinalg.$$n || exit 1; done
clean_hooks += clean-man
clean-man:
	rm -rf docs/man/man1 docs/man/man3
