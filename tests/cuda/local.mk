# Tests of the CUDA backend that need no GPU, except tridiagonal, which is skipped without a GPU. All are skipped without CUDA.
cuda_tests = tests/cuda/programs tests/cuda/formulas tests/cuda/cache tests/cuda/tridiagonal
check_PROGRAMS += $(cuda_tests) tests/cuda/cudss
# Sanitizers would check the compiler's memory only.
if !SANITIZE
TESTS += $(cuda_tests) tests/cuda/warm tests/cuda/cudss_versions
endif
EXTRA_DIST += tests/cuda/README.md tests/cuda/warm tests/cuda/cudss_versions tests/cuda/fake_cudss.c

tests_cuda_cache_SOURCES = tests/cuda/cache.c src/backends/device/cache.c
tests_cuda_cache_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/tests/unit
tests_cuda_cache_LDFLAGS = $(AM_LDFLAGS) -no-install
tests_cuda_cache_LDADD = src/libgpulinalg.la -lpthread

tests_cuda_programs_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/tests/unit -DKERNEL_TEXTS='"$(kernel_texts)"'
tests_cuda_programs_LDFLAGS = $(AM_LDFLAGS) -no-install $(CUDA_LDFLAGS)
tests_cuda_formulas_CPPFLAGS = $(tests_cuda_programs_CPPFLAGS)
tests_cuda_tridiagonal_CPPFLAGS = $(tests_cuda_programs_CPPFLAGS)
tests_cuda_tridiagonal_LDFLAGS = $(AM_LDFLAGS) -no-install $(CUDA_LDFLAGS)
tests_cuda_cudss_CPPFLAGS = $(tests_cuda_programs_CPPFLAGS)
tests_cuda_cudss_LDFLAGS = $(AM_LDFLAGS) -no-install $(CUDA_LDFLAGS)
tests_cuda_formulas_LDFLAGS = $(AM_LDFLAGS) -no-install $(CUDA_LDFLAGS)
if BUILD_CUDA
tests_cuda_programs_SOURCES = tests/cuda/programs.c tests/cuda/programs.h tests/cuda/list.c
tests_cuda_programs_CPPFLAGS += $(CUDA_CPPFLAGS) -DLIST_CUDA
tests_cuda_programs_LDADD = src/backends/cuda/libbackend.la src/libgpulinalg.la $(CUDA_MATH_LIBS) $(CUDA_LIBS) \
	-ldl -lpthread -lm
tests_cuda_formulas_SOURCES = tests/cuda/formulas.c
tests_cuda_formulas_LDADD = $(tests_cuda_programs_LDADD)
tests_cuda_tridiagonal_SOURCES = tests/cuda/tridiagonal.c tests/unit/tridiagonal_checks.c
tests_cuda_tridiagonal_LDADD = $(tests_cuda_programs_LDADD)
tests_cuda_cudss_SOURCES = tests/cuda/cudss.c
tests_cuda_cudss_CPPFLAGS += $(CUDA_CPPFLAGS)
tests_cuda_cudss_LDADD = $(tests_cuda_programs_LDADD)
else
tests_cuda_cudss_SOURCES = tests/cuda/without.c
tests_cuda_programs_SOURCES = tests/cuda/without.c
tests_cuda_formulas_SOURCES = tests/cuda/without.c
tests_cuda_tridiagonal_SOURCES = tests/cuda/without.c
endif
