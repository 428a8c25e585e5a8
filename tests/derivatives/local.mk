# Derivatives of all functions, compared with central differences.
derivative_tests = tests/derivatives/elementwise.py tests/derivatives/fft.py tests/derivatives/groups.py \
	tests/derivatives/linalg.py tests/derivatives/matrix_functions.py tests/derivatives/products.py \
	tests/derivatives/random.py tests/derivatives/rearrange.py tests/derivatives/reduce.py tests/derivatives/scan.py \
	tests/derivatives/series.py tests/derivatives/sorting.py tests/derivatives/sparse.py tests/derivatives/special.py \
	tests/derivatives/statistics.py tests/derivatives/stats.py
EXTRA_DIST += $(derivative_tests) tests/derivatives/check.py tests/derivatives/README.md
if BUILD_PYTHON
if !SANITIZE
TESTS += $(derivative_tests)
endif
endif
