# Random inputs, for the languages that are built.
property_tests = tests/property/properties.py tests/property/devices.py tests/property/bad_input.py tests/property/formulas.py \
	tests/property/arithmetic.py tests/property/formula_names.py tests/property/formula-names-perl.t \
	tests/property/conditions.py tests/property/bad-input-perl.t tests/property/lazy.py tests/property/fft.py \
	tests/property/sorting.py tests/property/factors.py tests/property/large.py tests/property/eigenvalues.py \
	tests/property/singular_values.py tests/property/resident.py tests/property/graded_eigenvalues.py \
	tests/property/stacks.py \
	tests/property/standard.py tests/property/series.py tests/property/statistics.py tests/property/groups.py \
	tests/property/distributions.py tests/property/random_draws.py tests/property/quasi_random.py tests/property/panel.py \
	tests/property/sparse_structure.py tests/property/sparse_products.py tests/property/sparse_eigen.py \
	tests/property/sparse_iterative.py tests/property/elementary.py \
	tests/property/composed_draws.py tests/property/equations.py tests/property/deficient.py tests/property/battery
if !SANITIZE
if BUILD_PYTHON
TESTS += tests/property/properties.py tests/property/bad_input.py tests/property/formulas.py \
	tests/property/arithmetic.py tests/property/formula_names.py tests/property/conditions.py \
	tests/property/lazy.py tests/property/fft.py tests/property/sorting.py tests/property/factors.py \
	tests/property/large.py tests/property/eigenvalues.py tests/property/singular_values.py tests/property/resident.py \
	tests/property/stacks.py tests/property/graded_eigenvalues.py
TESTS += tests/property/standard.py tests/property/series.py tests/property/statistics.py tests/property/groups.py \
	tests/property/distributions.py tests/property/random_draws.py tests/property/quasi_random.py tests/property/panel.py \
	tests/property/sparse_structure.py tests/property/sparse_products.py tests/property/sparse_eigen.py \
	tests/property/sparse_iterative.py tests/property/elementary.py \
	tests/property/composed_draws.py tests/property/equations.py tests/property/deficient.py tests/property/battery
endif
if BUILD_PERL
TESTS += tests/property/bad-input-perl.t tests/property/formula-names-perl.t
endif
endif
EXTRA_DIST += $(property_tests) tests/property/README.md tests/property/lists.py tests/property/matrices.py \
	tests/property/econ_designs.py

# Random calls from C, also with sanitizers.
check_PROGRAMS += tests/property/calls
TESTS += tests/property/calls
tests_property_calls_SOURCES = tests/property/calls.c tests/property/arguments.h
tests_property_calls_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/tests/unit
tests_property_calls_LDFLAGS = $(AM_LDFLAGS) -no-install
tests_property_calls_LDADD = src/libgpulinalg.la -lm

# All of them with new seeds: GPULINALG_CAMPAIGN_SECONDS=3600 make check-campaign runs for an hour.
campaign_programs = tests/property/calls
if !SANITIZE
if BUILD_PYTHON
campaign_programs += $(srcdir)/tests/property/bad_input.py $(srcdir)/tests/property/formulas.py \
	$(srcdir)/tests/property/arithmetic.py $(srcdir)/tests/property/formula_names.py \
	$(srcdir)/tests/property/properties.py $(srcdir)/tests/property/lazy.py
endif
if BUILD_PERL
campaign_programs += $(srcdir)/tests/property/bad-input-perl.t $(srcdir)/tests/property/formula-names-perl.t
endif
endif
check-campaign: all $(check_PROGRAMS)
	@PYTHON='$(PYTHON)' PERL='$(PERL)' ./run $(SHELL) $(srcdir)/tests/property/campaign $(campaign_programs)
.PHONY: check-campaign
EXTRA_DIST += tests/property/campaign
