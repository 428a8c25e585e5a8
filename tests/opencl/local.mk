# Tests of the OpenCL backend that need no device; they are skipped if it is not built.
opencl_tests = tests/opencl/sources tests/opencl/tridiagonal
check_PROGRAMS += $(opencl_tests)
if !SANITIZE
TESTS += $(opencl_tests)
endif
EXTRA_DIST += tests/opencl/README.md

tests_opencl_sources_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/tests/unit -I$(srcdir)/tests/cuda $(OPENCL_CPPFLAGS)
tests_opencl_sources_LDFLAGS = $(AM_LDFLAGS) -no-install
tests_opencl_tridiagonal_CPPFLAGS = $(tests_opencl_sources_CPPFLAGS)
tests_opencl_tridiagonal_LDFLAGS = $(AM_LDFLAGS) -no-install
if BUILD_OPENCL
tests_opencl_sources_SOURCES = tests/opencl/sources.c tests/cuda/programs.h tests/cuda/list.c
tests_opencl_sources_LDADD = src/backends/opencl/libbackend.la src/libgpulinalg.la -lOpenCL -ldl -lpthread -lm
tests_opencl_tridiagonal_SOURCES = tests/opencl/tridiagonal.c tests/unit/tridiagonal_checks.c
tests_opencl_tridiagonal_LDADD = $(tests_opencl_sources_LDADD)
else
tests_opencl_sources_SOURCES = tests/opencl/without.c
tests_opencl_tridiagonal_SOURCES = tests/opencl/without.c
endif
