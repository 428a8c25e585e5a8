public_headers = \
	include/gpulinalg/core.h \
	include/gpulinalg/array.h \
	include/gpulinalg/shape.h \
	include/gpulinalg/rearrange.h \
	include/gpulinalg/index.h \
	include/gpulinalg/elementwise.h \
	include/gpulinalg/elementary.h \
	include/gpulinalg/comparison.h \
	include/gpulinalg/bitwise.h \
	include/gpulinalg/reduce.h \
	include/gpulinalg/scan.h \
	include/gpulinalg/special.h \
	include/gpulinalg/stats_norm.h include/gpulinalg/stats_t.h include/gpulinalg/stats_chi2.h include/gpulinalg/stats_f.h \
	include/gpulinalg/stats_gamma.h include/gpulinalg/stats_beta.h include/gpulinalg/stats_poisson.h \
	include/gpulinalg/stats_binom.h \
	include/gpulinalg/sorting.h \
	include/gpulinalg/groups.h \
	include/gpulinalg/panel.h \
	include/gpulinalg/linalg.h \
	include/gpulinalg/matrices.h include/gpulinalg/matrix_functions.h \
	include/gpulinalg/products.h \
	include/gpulinalg/statistics.h \
	include/gpulinalg/series.h \
	include/gpulinalg/recurrence.h \
	include/gpulinalg/interpolation.h \
	include/gpulinalg/polynomials.h \
	include/gpulinalg/search.h include/gpulinalg/tape.h \
	include/gpulinalg/random.h \
	include/gpulinalg/markov.h \
	include/gpulinalg/table.h \
	include/gpulinalg/table_columns.h \
	include/gpulinalg/table_values.h \
	include/gpulinalg/table_rows.h \
	include/gpulinalg/table_text.h \
	include/gpulinalg/econ.h \
	include/gpulinalg/econ_fit.h \
	include/gpulinalg/econ_model.h \
	include/gpulinalg/econ_instruments.h \
	include/gpulinalg/econ_iv_tests.h \
	include/gpulinalg/econ_systems.h \
	include/gpulinalg/econ_likelihood.h \
	include/gpulinalg/econ_panels.h \
	include/gpulinalg/econ_penalized.h \
	include/gpulinalg/econ_tests.h \
	include/gpulinalg/econ_bootstrap.h \
	include/gpulinalg/econ_tables.h \
	include/gpulinalg/fft.h \
	include/gpulinalg/resampling.h \
	include/gpulinalg/random_multivariate.h include/gpulinalg/random_transformed.h \
	include/gpulinalg/quasi_random.h \
	include/gpulinalg/sparse.h include/gpulinalg/sparse_arithmetic.h include/gpulinalg/sparse_markov.h \
	include/gpulinalg/sparse_formats.h include/gpulinalg/sparse_triangular.h \
	include/gpulinalg/sparse_direct.h \
	include/gpulinalg/sparse_structure.h include/gpulinalg/sparse_maps.h include/gpulinalg/sparse_io.h \
	include/gpulinalg/sparse_preconditioners.h include/gpulinalg/sparse_iterative.h \
	include/gpulinalg/sparse_eigen.h \
	include/gpulinalg/inspection.h \
	include/gpulinalg/memory.h \
	include/gpulinalg/stream.h \
	include/gpulinalg/kernel.h \
	include/gpulinalg/expression.h \
	include/gpulinalg/io.h
gpulinalgincludedir = $(includedir)/gpulinalg
# For language bindings, which are generated from the headers above; these headers are not wrapped.
binding_headers = include/gpulinalg/binding.h include/gpulinalg/call.h include/gpulinalg/exchange.h
gpulinalginclude_HEADERS = $(public_headers) $(binding_headers) include/gpulinalg/version.h
CONFIGURE_DEPENDENCIES = $(top_srcdir)/include/gpulinalg/version.h
include_HEADERS = include/gpulinalg.h
EXTRA_DIST += include/README.md
