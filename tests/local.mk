# Every test prints TAP and is run by in-tier, with the build tree in the environment, in the tiers that its first lines name. A
# test's log has the test's name without extension, so no two tests may differ in the extension alone.
#
# Tests run in parallel, so each has two threads. Idle threads of OpenBLAS sleep: their default busy waiting took a tenth of the
# total time. In the fast tier each test of random inputs takes a second.
#
# OpenCL devices are hidden from tests that do not request them with OPENCL_VENDORS, because PoCL compiles slowly. Compiled code
# is kept for the next test.
TEST_EXTENSIONS = .py .t .sh
in_tier = $(SHELL) $(top_srcdir)/tests/in-tier
tap_driver = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
LOG_DRIVER = $(tap_driver)
LOG_COMPILER = $(in_tier) ./run
PY_LOG_DRIVER = $(tap_driver)
PY_LOG_COMPILER = $(in_tier) ./run $(PYTHON)
T_LOG_DRIVER = $(tap_driver)
T_LOG_COMPILER = $(in_tier) ./run $(PERL)
SH_LOG_DRIVER = $(tap_driver)
SH_LOG_COMPILER = $(in_tier) ./run $(SHELL)
AM_TESTS_ENVIRONMENT = srcdir='$(srcdir)'; PYTHON='$(PYTHON)'; PERL='$(PERL)'; AWK='$(AWK)'; SHELL='$(SHELL)'; \
	TIER='$(TIER)'; LANGUAGES='$(LANGUAGES)'; \
	export srcdir PYTHON PERL AWK SHELL TIER LANGUAGES; PYTHONDONTWRITEBYTECODE=1; export PYTHONDONTWRITEBYTECODE; \
	OPENBLAS_NUM_THREADS=$${OPENBLAS_NUM_THREADS-2}; GPULINALG_NUM_THREADS=$${GPULINALG_NUM_THREADS-2}; \
	OPENBLAS_THREAD_TIMEOUT=$${OPENBLAS_THREAD_TIMEOUT-4}; \
	export OPENBLAS_NUM_THREADS GPULINALG_NUM_THREADS OPENBLAS_THREAD_TIMEOUT; \
	case $$TIER in fast) : $${GPULINALG_CAMPAIGN_SECONDS=1}; export GPULINALG_CAMPAIGN_SECONDS ;; esac; \
	ASAN_OPTIONS=$${ASAN_OPTIONS-allocator_may_return_null=1}; export ASAN_OPTIONS; \
	OPENCL_VENDORS=$${OCL_ICD_VENDORS-/etc/OpenCL/vendors}; OCL_ICD_VENDORS=/nowhere; \
	GPULINALG_CACHE_DIR='$(abs_builddir)/tests/cache'; POCL_CACHE_DIR='$(abs_builddir)/tests/cache/pocl'; \
	GPULINALG_PLACEMENT=$${GPULINALG_PLACEMENT-off}; \
	export OPENCL_VENDORS OCL_ICD_VENDORS GPULINALG_CACHE_DIR POCL_CACHE_DIR GPULINALG_PLACEMENT;
TIER = fast
# What `make check` leaves for later; `make check TIER=all` runs both tiers.
check-slow:
	@$(MAKE) check TIER=slow TESTS="`srcdir='$(srcdir)' $(in_tier) --slow $(TESTS)`"
.PHONY: check-slow
clean_hooks += clean-test-cache
clean-test-cache:
	rm -rf tests/cache

# Tests that take longest on a machine with a GPU start first.
if !SANITIZE
if BUILD_PYTHON
TESTS += tests/property/devices.py
endif
endif
include tests/unit/local.mk
include tests/drivers/local.mk
include tests/property/local.mk

# All case files are distributed unchanged.
EXTRA_DIST += tests/README.md tests/in-tier tests/cases tests/data
