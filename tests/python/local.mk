# Tests of Python-specific behaviour, with the module in the build tree.
python_tests = tests/python/idioms.py tests/python/arguments.py tests/python/conversions.py tests/python/buffers.py \
	tests/python/with_numpy.py tests/python/lazy.py tests/python/waits.py tests/python/default_device.py \
	tests/python/leaks.py tests/python/concurrency.py tests/python/introspection.py tests/python/invalid_buffers.py \
	tests/python/streams.py \
	tests/python/interrupts.py tests/python/pipes.py tests/python/handlers.py tests/python/memory.py tests/python/temporaries.py \
	tests/python/formulas.py tests/python/formula_names.py tests/python/two_gpus.py \
	tests/python/large_systems.py tests/python/hostile.py tests/python/raising.py tests/python/interpreters.py \
	tests/python/frames.py tests/python/fits.py tests/python/floating.py tests/python/placement.py tests/python/remedies.py \
	tests/python/strategies.py tests/python/dlpack.py tests/python/with_cuda.py tests/python/gpu.py \
	tests/python/host_rows.py tests/python/stacks.py tests/python/opencl.py tests/python/tables.py \
	tests/python/table_idioms.py tests/python/table_frames.py tests/python/namespace.py \
	tests/python/standard.py tests/python/search.py tests/python/sparse.py tests/python/sparse_codes.py tests/python/eigen.py \
	tests/python/array_api_users.py tests/python/blas_threads.py tests/python/copies.py tests/python/locales.py \
	tests/python/forks.py tests/python/shared.py tests/python/ahead.py tests/python/start_and_end.py
EXTRA_DIST += $(python_tests) tests/python/README.md tests/python/tap.py tests/python/capsules.py
if BUILD_PYTHON
if !SANITIZE
TESTS += $(python_tests)
check_LTLIBRARIES += tests/python/liar.la
endif
endif
tests_python_liar_la_SOURCES = tests/python/invalid_buffer.c
tests_python_liar_la_CPPFLAGS = $(AM_CPPFLAGS) $(PYTHON_CPPFLAGS)
tests_python_liar_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared -rpath /nowhere \
	-export-symbols-regex '^PyInit_'
# memory.py temporarily takes all memory of a GPU, so no other test runs at the same time.
tests/python/memory.log: $(filter-out tests/python/memory.log,$(TEST_LOGS))
