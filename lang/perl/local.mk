# The Perl module. The wrapper is generated in the source tree and shipped: SWIG is needed only after a change of the interface.
# Conversions, and the module as the interpreter sees it:
perl_interface = swig/perl5.i swig/perl/arguments.h swig/perl/handles.h swig/perl/hold.h swig/perl/pdl.h swig/perl/reader.h \
	swig/perl/results.h swig/perl/texts.h \
	lang/perl/native/builtins.h lang/perl/native/calls.h lang/perl/native/direct.h \
	lang/perl/native/errors.h lang/perl/native/install.h \
	lang/perl/native/operators.h lang/perl/native/signals.h lang/perl/native/state.h lang/perl/native/temporaries.h
# The pages of the manual; see docs/local.mk.
perl_pages = lang/perl/GPULinalg/Array lang/perl/GPULinalg/Elements lang/perl/GPULinalg/Summaries \
	lang/perl/GPULinalg/Groups lang/perl/GPULinalg/Linalg lang/perl/GPULinalg/Derivatives \
	lang/perl/GPULinalg/Series lang/perl/GPULinalg/Special \
	lang/perl/GPULinalg/Stats lang/perl/GPULinalg/Random lang/perl/GPULinalg/Markov lang/perl/GPULinalg/Econ \
	lang/perl/GPULinalg/FFT lang/perl/GPULinalg/Sparse lang/perl/GPULinalg/Files \
	lang/perl/GPULinalg/Formulas lang/perl/GPULinalg/Device

# The stamp is written first, so that the generated files are newer than it.
lang/perl/swig.stamp: $(swig_shared) swig/perl5.i
	$(AM_V_at)touch $(srcdir)/lang/perl/swig.stamp
	$(AM_V_GEN)$(SWIG_RUN) -perl5 -noproxy -nopm -module GPULinalg -o $(srcdir)/lang/perl/gpulinalg_wrap.c \
		$(srcdir)/swig/gpulinalg.i || { rm -f $(srcdir)/lang/perl/swig.stamp; exit 1; }
lang/perl/gpulinalg_wrap.c: lang/perl/swig.stamp
	$(AM_V_at)test -f $(srcdir)/$@ || { rm -f $(srcdir)/lang/perl/swig.stamp; \
		$(MAKE) $(AM_MAKEFLAGS) lang/perl/swig.stamp; }

BUILT_SOURCES += lang/perl/gpulinalg_wrap.c
EXTRA_DIST += $(perl_interface) lang/perl/gpulinalg_wrap.c lang/perl/swig.stamp lang/perl/GPULinalg.pm \
	lang/perl/GPULinalg/Import.pm lang/perl/GPULinalg/Placement.pm lang/perl/GPULinalg/Stream.pm lang/perl/GPULinalg/Classes.pm \
	lang/perl/GPULinalg/Expression.pm lang/perl/GPULinalg/Search.pm lang/perl/GPULinalg/Grad.pm lang/perl/GPULinalg/Sparse.pm \
	lang/perl/GPULinalg/Operator.pm lang/perl/GPULinalg/Solvers.pm lang/perl/GPULinalg/Table.pm lang/perl/GPULinalg/TextTable.pm \
	lang/perl/GPULinalg/Fit.pm \
	lang/perl/GPULinalg/Translate.pm lang/perl/GPULinalg/Statements.pm lang/perl/GPULinalg/Bindings.pm \
	lang/perl/GPULinalg/Bits.pm lang/perl/GPULinalg/Copies.pm lang/perl/GPULinalg/Shape.pm lang/perl/README.md \
	lang/README.md \
	lang/perl/native/README.md swig/perl/README.md
MAINTAINERCLEANFILES += $(srcdir)/lang/perl/gpulinalg_wrap.c $(srcdir)/lang/perl/swig.stamp

if BUILD_PERL
perlautodir = $(perlarchdir)/auto/GPULinalg
perlauto_LTLIBRARIES = lang/perl/GPULinalg.la
perlarch_DATA = lang/perl/GPULinalg.pm lang/perl/GPULinalg.pod
perlclassesdir = $(perlarchdir)/GPULinalg
perlclasses_DATA = lang/perl/GPULinalg/Import.pm lang/perl/GPULinalg/Placement.pm \
	lang/perl/GPULinalg/Stream.pm lang/perl/GPULinalg/Classes.pm \
	lang/perl/GPULinalg/Expression.pm lang/perl/GPULinalg/Search.pm lang/perl/GPULinalg/Grad.pm lang/perl/GPULinalg/Sparse.pm \
	lang/perl/GPULinalg/Operator.pm lang/perl/GPULinalg/Solvers.pm lang/perl/GPULinalg/Table.pm lang/perl/GPULinalg/TextTable.pm \
	lang/perl/GPULinalg/Fit.pm \
	lang/perl/GPULinalg/Translate.pm lang/perl/GPULinalg/Statements.pm lang/perl/GPULinalg/Bindings.pm \
	lang/perl/GPULinalg/Bits.pm lang/perl/GPULinalg/Copies.pm lang/perl/GPULinalg/Shape.pm $(perl_pages:=.pod)
nodist_lang_perl_GPULinalg_la_SOURCES = lang/perl/gpulinalg_wrap.c
lang_perl_GPULinalg_la_CPPFLAGS = $(binding_cppflags) -I$(top_srcdir)/swig -I$(top_srcdir)/lang \
	-DSWIG_TYPE_TABLE=gpulinalg $(PERL_CPPFLAGS)
# Without warnings that SWIG and the headers of Perl and PDL cause.
lang_perl_GPULinalg_la_CFLAGS = $(AM_CFLAGS) $(PERL_CFLAGS) -Wno-unused-parameter -Wno-unused-but-set-variable \
	-Wno-pointer-to-int-cast -Wno-missing-prototypes -Wno-strict-prototypes -Wno-compound-token-split-by-macro \
	-Wno-implicit-const-int-float-conversion
lang_perl_GPULinalg_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared -export-symbols-regex '^boot_'
lang_perl_GPULinalg_la_LIBADD = src/libgpulinalg.la

# XSLoader requires auto/GPULinalg/GPULinalg.so next to the .pm in @INC.
all-local: lang/perl/blib/arch/auto/GPULinalg/GPULinalg.so
lang/perl/blib/arch/auto/GPULinalg/GPULinalg.so: lang/perl/GPULinalg.la
	$(AM_V_at)$(MKDIR_P) $(@D) && rm -f $@ && \
		$(LN_S) `cd lang/perl/$(objdir) && pwd`/GPULinalg.so $@
clean_hooks += clean-perl
clean-perl:
	rm -rf lang/perl/blib
endif
