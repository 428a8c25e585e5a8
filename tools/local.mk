# tools/hdoc reads the public headers. Its output is stored in the source tree and shipped, so that Perl is needed only after a
# change of a header. The stamp is written first, so that the output is newer than it.
hdoc_made = swig/functions.i lang/perl/GPULinalg.pod $(perl_pages:=.pod) $(reference_made) \
	docs/man/functions.pod src/entries.h src/entries.c src/derivatives.c \
	src/tape/entries.c src/binding/functions.c src/cli/manual.c $(python_made)
hdoc_sources = tools/hdoc tools/HDoc/Calls.pm tools/HDoc/Derivatives.pm tools/HDoc/Entries.pm \
	tools/HDoc/Example.pm tools/HDoc/Header.pm \
	tools/HDoc/Lookup.pm tools/HDoc/Manual.pm tools/HDoc/Needs.pm tools/HDoc/Operators.pm tools/HDoc/Pod.pm \
	tools/HDoc/Python.pm tools/HDoc/Reference.pm tools/HDoc/Stubs.pm tools/HDoc/Swig.pm tools/HDoc/Table.pm \
	tools/HDoc/Text.pm tools/HDoc/Written.pm lang/written.doc \
	lang/perl/manual.pod lang/python/stubs.pyi docs/man/gpulinalg.3.pod docs/classes.md docs/contents.txt
tools/hdoc.stamp: $(public_headers) $(hdoc_sources) src/binding/operators.c
	$(AM_V_at)cd $(srcdir) && touch tools/hdoc.stamp
	$(AM_V_at)cd $(srcdir) && $(MKDIR_P) docs/reference
	$(AM_V_GEN)cd $(srcdir) && $(PERL) tools/hdoc functions=swig/functions.i \
		perl-pod:lang/perl/manual.pod=lang/perl/GPULinalg.pod \
		$(perl_pages:%=page=%) reference=docs/reference.md $(reference_pages:%=page=%) \
		classes:docs/classes.md=docs/reference/classes.md lookup:docs/classes.md=src/cli/manual.c \
		c-pod:docs/man/gpulinalg.3.pod=docs/man/functions.pod \
		python-core=lang/python/gpulinalg/_core.py \
		python-stubs:lang/python/stubs.pyi=lang/python/gpulinalg/__init__.pyi \
		$(namespaces:%=namespace=%) umbrella:include/gpulinalg.h=include/gpulinalg.h \
		entry-names=src/entries.h entries=src/entries.c derivatives=src/derivatives.c \
		tape-entries=src/tape/entries.c \
		function-table=src/binding/functions.c \
		$(public_headers) || { rm -f tools/hdoc.stamp; exit 1; }
$(hdoc_made): tools/hdoc.stamp
	$(AM_V_at)test -f $@ || test -f $(srcdir)/$@ || { rm -f $(srcdir)/tools/hdoc.stamp; $(MAKE) $(AM_MAKEFLAGS) tools/hdoc.stamp; }

# The output about the slots of a backend has a separate stamp, so that a new slot does not rebuild everything else.
slots_made = src/contract/array_slots.h src/needs.c
tools/slots.stamp: $(public_headers) $(hdoc_sources) $(contract_headers)
	$(AM_V_at)cd $(srcdir) && touch tools/slots.stamp
	$(AM_V_GEN)cd $(srcdir) && $(PERL) tools/hdoc slots:array=src/contract/array_slots.h needs=src/needs.c $(public_headers) || \
		{ rm -f tools/slots.stamp; exit 1; }
$(slots_made): tools/slots.stamp
	$(AM_V_at)test -f $@ || test -f $(srcdir)/$@ || \
		{ rm -f $(srcdir)/tools/slots.stamp; $(MAKE) $(AM_MAKEFLAGS) tools/slots.stamp; }

BUILT_SOURCES += $(hdoc_made) $(slots_made)
EXTRA_DIST += $(hdoc_sources) $(hdoc_made) tools/hdoc.stamp $(slots_made) tools/slots.stamp tools/README.md
MAINTAINERCLEANFILES += $(hdoc_made:%=$(srcdir)/%) $(srcdir)/tools/hdoc.stamp $(slots_made:%=$(srcdir)/%) \
	$(srcdir)/tools/slots.stamp
