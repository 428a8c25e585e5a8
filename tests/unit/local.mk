# -no-install: build real programs instead of libtool's scripts, so that valgrind and gdb can run them.
unit_tests = tests/unit/errors tests/unit/arrays tests/unit/scope tests/unit/registry tests/unit/internals tests/unit/across \
	tests/unit/memory tests/unit/pool tests/unit/null tests/unit/warnings tests/unit/words \
	tests/unit/streams tests/unit/threads tests/unit/formulas tests/unit/interrupts tests/unit/lazy \
	tests/unit/codes tests/unit/programs tests/unit/hostile tests/unit/callers tests/unit/trust tests/unit/work_items \
	tests/unit/borders tests/unit/philox tests/unit/tridiagonal tests/unit/hermitian tests/unit/in_order tests/unit/races \
	tests/unit/rates
check_PROGRAMS += $(unit_tests)
TESTS += $(unit_tests)
EXTRA_DIST += tests/unit/README.md tests/unit/valgrind.supp
noinst_HEADERS += tests/unit/tap.h tests/unit/hostile.h tests/unit/tridiagonal_checks.h
unit_ldflags = $(AM_LDFLAGS) -no-install
unit_libs = src/libgpulinalg.la

tests_unit_work_items_SOURCES = tests/unit/work_items.c src/backends/emulated/group.c src/backends/emulated/fiber.c \
	src/backends/emulated/race.c src/backends/emulated/place.c
tests_unit_work_items_LDFLAGS = $(unit_ldflags)
tests_unit_work_items_LDADD = $(unit_libs) -lpthread
tests_unit_philox_SOURCES = tests/unit/philox.c
tests_unit_philox_LDFLAGS = $(unit_ldflags)
tests_unit_philox_LDADD = $(unit_libs)
tests_unit_errors_SOURCES = tests/unit/errors.c
tests_unit_errors_LDFLAGS = $(unit_ldflags)
tests_unit_errors_LDADD = $(unit_libs)
tests_unit_arrays_SOURCES = tests/unit/arrays.c
tests_unit_arrays_LDFLAGS = $(unit_ldflags)
tests_unit_arrays_LDADD = $(unit_libs)
tests_unit_registry_SOURCES = tests/unit/registry.c
tests_unit_registry_CPPFLAGS = $(AM_CPPFLAGS) -DFOREIGN_DIR='"$(abs_top_builddir)/tests/unit/$(objdir)"'
tests_unit_registry_LDFLAGS = $(unit_ldflags)
tests_unit_registry_LDADD = $(unit_libs)
tests_unit_memory_SOURCES = tests/unit/memory.c
tests_unit_memory_LDFLAGS = $(unit_ldflags)
tests_unit_memory_LDADD = $(unit_libs)
tests_unit_words_SOURCES = tests/unit/words.c
tests_unit_words_LDFLAGS = $(unit_ldflags)
tests_unit_words_LDADD = $(unit_libs)
tests_unit_pool_SOURCES = tests/unit/pool.c
tests_unit_pool_LDFLAGS = $(unit_ldflags)
tests_unit_pool_LDADD = $(unit_libs) -lpthread
tests_unit_null_SOURCES = tests/unit/null.c
tests_unit_null_LDFLAGS = $(unit_ldflags)
tests_unit_null_LDADD = $(unit_libs)
tests_unit_lazy_SOURCES = tests/unit/lazy.c
tests_unit_lazy_LDFLAGS = $(unit_ldflags)
tests_unit_lazy_LDADD = $(unit_libs)
tests_unit_streams_SOURCES = tests/unit/streams.c
tests_unit_streams_LDFLAGS = $(unit_ldflags)
tests_unit_streams_LDADD = $(unit_libs) -lpthread
tests_unit_formulas_SOURCES = tests/unit/formulas.c
tests_unit_formulas_LDFLAGS = $(unit_ldflags)
tests_unit_formulas_LDADD = $(unit_libs) -lpthread
tests_unit_threads_SOURCES = tests/unit/threads.c
tests_unit_threads_LDFLAGS = $(unit_ldflags)
tests_unit_threads_LDADD = $(unit_libs)
tests_unit_interrupts_SOURCES = tests/unit/interrupts.c
tests_unit_interrupts_LDFLAGS = $(unit_ldflags)
tests_unit_interrupts_LDADD = $(unit_libs)

# Tests of unexported functions link the objects themselves; -export-dynamic makes the backends use these objects too.
core_sources = $(runtime_sources) $(array_sources)
tests_unit_internals_SOURCES = tests/unit/internals.c $(core_sources)
tests_unit_internals_CPPFLAGS = $(AM_CPPFLAGS) -DGLA_PLUGIN_DIR='"$(plugindir)"'
tests_unit_internals_LDFLAGS = $(unit_ldflags) -export-dynamic
tests_unit_internals_LDADD = -lm
tests_unit_rates_SOURCES = tests/unit/rates.c src/core/hardware.c src/core/machine.c src/core/rates.c \
	src/core/rates_file.c $(core_sources)
tests_unit_rates_CPPFLAGS = $(tests_unit_internals_CPPFLAGS)
tests_unit_rates_LDFLAGS = $(tests_unit_internals_LDFLAGS)
tests_unit_rates_LDADD = -lm
tests_unit_scope_SOURCES = tests/unit/scope.c src/core/entry.c src/needs.c $(core_sources)
tests_unit_scope_CPPFLAGS = $(tests_unit_internals_CPPFLAGS)
tests_unit_scope_LDFLAGS = $(tests_unit_internals_LDFLAGS)
tests_unit_scope_LDADD = -lm
tests_unit_across_SOURCES = tests/unit/across.c $(core_sources)
tests_unit_across_CPPFLAGS = $(tests_unit_internals_CPPFLAGS)
tests_unit_across_LDFLAGS = $(tests_unit_internals_LDFLAGS)
tests_unit_across_LDADD = -lm

tests_unit_warnings_SOURCES = tests/unit/warnings.c $(core_sources)
tests_unit_warnings_CPPFLAGS = $(tests_unit_internals_CPPFLAGS)
tests_unit_warnings_LDFLAGS = $(tests_unit_internals_LDFLAGS)
tests_unit_warnings_LDADD = -lm
tests_unit_callers_SOURCES = tests/unit/callers.c
tests_unit_callers_LDFLAGS = $(unit_ldflags)
tests_unit_callers_LDADD = $(unit_libs)
tests_unit_trust_SOURCES = tests/unit/trust.c
tests_unit_trust_LDFLAGS = $(unit_ldflags)
tests_unit_trust_LDADD = $(unit_libs)
tests_unit_hostile_SOURCES = tests/unit/hostile.c
tests_unit_hostile_LDFLAGS = $(unit_ldflags)
tests_unit_hostile_LDADD = $(unit_libs)
tests_unit_codes_SOURCES = tests/unit/codes.c
tests_unit_codes_LDFLAGS = $(unit_ldflags)
tests_unit_codes_LDADD = $(unit_libs)
tests_unit_programs_SOURCES = tests/unit/programs.c src/backends/device/programs.c
tests_unit_programs_LDFLAGS = $(unit_ldflags)
tests_unit_programs_LDADD = $(unit_libs)

# Modules that the registry must refuse.
check_LTLIBRARIES += tests/unit/libgpulinalg-foreign.la
tests_unit_libgpulinalg_foreign_la_SOURCES = tests/unit/foreign.c
tests_unit_libgpulinalg_foreign_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared -rpath /nowhere

# Waiting threads take turns, otherwise they would starve working threads. Tests with large matrices and tables of numbers take
# minutes under valgrind and seconds under the sanitizers, so valgrind skips them, and so it does tests that measure time. In
# svd_graded OpenBLAS computes norms of 1e-157 in x87's 80 bits, of which valgrind keeps 64.
left_to_sanitizers = ! -name large.case ! -name 'lstsq_*.case' ! -name '*_orders.case' ! -name '*_special.case' \
	! -name '*_extreme.case' ! -name stacks.case ! -name svd_graded.case
VALGRIND = valgrind -q --suppressions=$(srcdir)/tests/unit/valgrind.supp --fair-sched=yes \
	--leak-check=full --errors-for-leak-kinds=definite --error-exitcode=9
check-valgrind: all $(check_PROGRAMS) $(check_LTLIBRARIES)
	@{ printf '%s\n' $(filter-out tests/unit/interrupts tests/unit/borders tests/unit/tridiagonal,$(unit_tests)); \
			find $(srcdir)/tests/cases -name '*.case' $(left_to_sanitizers) | sort | \
			if test "$${ONCE:-0}" = 1; then xargs grep -l '^# tags:.*smoke'; else cat; fi | \
			xargs -n 30 echo tests/drivers/cases; } | \
		srcdir=$(srcdir) GPULINALG_HOST_LEVEL=baseline GPULINALG_HOST_POOL=0 OPENBLAS_NUM_THREADS=1 \
		TEST_JOBS=`nproc 2>/dev/null || echo 1` \
		$(srcdir)/tests/drivers/jobs ' \
			if ./run $(VALGRIND) "$$@" >"$$into.log" 2>&1; then echo "PASS: valgrind $$1 $$2"; \
			else echo "FAIL: valgrind $$*"; grep -v "^ok" "$$into.log"; fi; rm -f "$$into.log"' >check-valgrind.log; \
	cat check-valgrind.log; ! grep -q '^FAIL' check-valgrind.log
.PHONY: check-valgrind
tests_unit_borders_SOURCES = tests/unit/borders.c
tests_unit_borders_LDFLAGS = $(unit_ldflags)
tests_unit_borders_LDADD = $(unit_libs)

# Algorithms without a public function are tested on the backend's objects.
tests_unit_tridiagonal_SOURCES = tests/unit/tridiagonal.c tests/unit/tridiagonal_checks.c
tests_unit_tridiagonal_LDFLAGS = $(unit_ldflags)
tests_unit_tridiagonal_LDADD = src/backends/emulated/libbackend.la $(unit_libs) -ldl -lpthread -lm
tests_unit_races_SOURCES = tests/unit/races.c
tests_unit_races_LDFLAGS = $(unit_ldflags)
tests_unit_races_LDADD = $(tests_unit_tridiagonal_LDADD)
tests_unit_in_order_SOURCES = tests/unit/in_order.c
tests_unit_in_order_LDFLAGS = $(unit_ldflags)
tests_unit_in_order_LDADD = $(tests_unit_tridiagonal_LDADD)
tests_unit_hermitian_SOURCES = tests/unit/hermitian.c
tests_unit_hermitian_LDFLAGS = $(unit_ldflags)
tests_unit_hermitian_LDADD = $(tests_unit_tridiagonal_LDADD)
