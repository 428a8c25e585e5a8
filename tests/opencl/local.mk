# Tests of the OpenCL backend that need no device; without it they say so.
check_PROGRAMS += tests/opencl/sources
if !SANITIZE
TESTS += tests/opencl/sources
endif
EXTRA_DIST += tests/opencl/README.md

tests_opencl_sources_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/tests/unit -I$(srcdir)/tests/cuda $(OPENCL_CPPFLAGS)
tests_opencl_sources_LDFLAGS = $(AM_LDFLAGS) -no-install
if BUILD_OPENCL
tests_opencl_sources_SOURCES = tests/opencl/sources.c tests/cuda/programs.h tests/cuda/list.c
tests_opencl_sources_LDADD = src/backends/opencl/libbackend.la src/libgpulinalg.la -lOpenCL -ldl -lpthread -lm
else
tests_opencl_sources_SOURCES = tests/opencl/without.c
endif
