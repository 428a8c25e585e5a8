# Tests of Perl-specific behaviour; conformance cases check its results.
perl_tests = tests/perl/arrays.t tests/perl/conversions.t tests/perl/calls.t tests/perl/errors.t tests/perl/handles.t \
	tests/perl/tables.t tests/perl/table_idioms.t tests/perl/fits.t tests/perl/texts.t tests/perl/lists.t tests/perl/floating.t \
	tests/perl/standard.t \
	tests/perl/temporaries.t tests/perl/streams.t tests/perl/interrupts.t tests/perl/formulas.t tests/perl/formula_names.t \
	tests/perl/two_gpus.t tests/perl/gpu.t tests/perl/signals.t \
	tests/perl/copies.t tests/perl/names.t tests/perl/remedies.t \
	tests/perl/search.t tests/perl/sparse.t tests/perl/eigen.t tests/perl/hostile.t tests/perl/scripts.t tests/perl/lifetimes.t \
	tests/perl/pdl.t tests/perl/pdl_methods.t tests/perl/without_pdl.t
EXTRA_DIST += $(perl_tests) tests/perl/pdl_common.pl tests/perl/README.md
if BUILD_PERL
TESTS += $(perl_tests)
endif
