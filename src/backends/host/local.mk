# The same sources for each level of x86-64; src/runtime/level.c chooses.
plugin_LTLIBRARIES += src/backends/host/libgpulinalg-host.la
src_backends_host_libgpulinalg_host_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared
src_backends_host_libgpulinalg_host_la_LIBADD = src/libgpulinalg.la $(HOST_LIBS)
src_backends_host_libgpulinalg_host_la_SOURCES = $(host_sources)
if HOST_LEVELS
plugin_LTLIBRARIES += src/backends/host/libgpulinalg-host-v3.la src/backends/host/libgpulinalg-host-v4.la
src_backends_host_libgpulinalg_host_v3_la_CFLAGS = $(AM_CFLAGS) -march=x86-64-v3
src_backends_host_libgpulinalg_host_v3_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared
src_backends_host_libgpulinalg_host_v3_la_LIBADD = src/libgpulinalg.la $(HOST_LIBS)
src_backends_host_libgpulinalg_host_v3_la_SOURCES = $(host_sources)
src_backends_host_libgpulinalg_host_v4_la_CFLAGS = $(AM_CFLAGS) -march=x86-64-v4
src_backends_host_libgpulinalg_host_v4_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared
src_backends_host_libgpulinalg_host_v4_la_LIBADD = src/libgpulinalg.la $(HOST_LIBS)
src_backends_host_libgpulinalg_host_v4_la_SOURCES = $(host_sources)
endif
host_sources = \
	src/backends/host/host.h src/backends/host/copy.h src/backends/host/elementwise.h \
	src/backends/host/elementwise_loops.h src/backends/host/elementwise_integer.h src/backends/host/elementwise_real.h \
	src/backends/host/elementwise_complex.h \
	src/backends/host/copy.c src/backends/host/copy_convert.c src/backends/host/copy_turn.h src/backends/host/copy_turn.c \
	src/backends/host/copy_walk.c \
	src/backends/host/elementwise.c src/backends/host/elementwise_bool.c src/backends/host/elementwise_int.c \
	src/backends/host/elementwise_float32.c src/backends/host/elementwise_float64.c \
	src/backends/host/elementwise_wide.h src/backends/host/elementwise_wide.c src/backends/host/elementwise_powers.c \
	src/backends/host/elementwise_hypot.h src/backends/host/elementwise_hypot.inc src/backends/host/elementwise_hypot.c \
	src/backends/host/elementwise_quotients.c src/backends/host/elementwise_sizes.c \
	src/backends/host/elementwise_tables.h src/backends/host/elementwise_tables.inc src/backends/host/elementwise_tables.c \
	src/backends/host/elementwise_angles.c src/backends/host/elementwise_turns.c src/backends/host/elementwise_hyperbolic.c \
	src/backends/host/elementwise_single.h src/backends/host/elementwise_short.h src/backends/host/elementwise_short_angles.h \
	src/backends/host/elementwise_single.c src/backends/host/elementwise_rests.h src/backends/host/elementwise_remainder.h \
	src/backends/host/elementwise_remainder64.c src/backends/host/elementwise_remainder32.c \
	src/backends/host/elementwise_complex64.c src/backends/host/elementwise_complex128.c src/backends/host/clip.c \
	src/backends/host/array.c src/backends/host/backend.c src/backends/host/threads.c \
	src/backends/host/memory.h src/backends/host/memory.c src/backends/host/blocks.c src/backends/host/pages.c \
	src/backends/host/special.h src/backends/host/special.c src/backends/host/special_erf.c \
	src/backends/host/special_gamma.c src/backends/host/special_random.c \
	src/backends/host/random_tiles.h src/backends/host/random_tiles.c src/backends/host/random_gamma.c \
	src/backends/host/random_counts.c src/backends/host/random_words.c \ src/backends/host/random_shares.c \
	src/backends/host/special_starts.h src/backends/host/special_starts.c \
	src/backends/host/special_heavy.h \
	src/backends/host/special_heavy.c \
	src/backends/host/machine.h src/backends/host/machine.c src/backends/host/fused_map.c \
	src/backends/host/fused_fold.h src/backends/host/fused_fold.c src/backends/host/fused_reduce.c \
	src/backends/host/fused_scan.c \
	src/backends/host/index.c src/backends/host/nonzero.c src/backends/host/range.c \
	src/backends/host/places.h src/backends/host/places.c \
	src/backends/host/unroll.h src/backends/host/group.h src/backends/host/group.c src/backends/host/group_sums.c \
	src/backends/host/group_sums.inc src/backends/host/group_pairs.c \
	src/backends/host/scan.h src/backends/host/scan.c src/backends/host/scan_loops.c \
	src/backends/host/scan_loops.inc \
	src/backends/host/reduce.h src/backends/host/reduce.c src/backends/host/reduce_layout.c \
	src/backends/host/reduce_counts.c src/backends/host/reduce_load.c src/backends/host/reduce_run.c \
	src/backends/host/reduce_store.c src/backends/host/reduce_integers.c src/backends/host/powers.c \
	src/backends/host/reduce_sums.c src/backends/host/reduce_sums.inc src/backends/host/reduce_var.inc \
	src/backends/host/reduce_products.c src/backends/host/reduce_products.inc \
	src/backends/host/reduce_extremes.c src/backends/host/reduce_extremes.inc \
	src/backends/host/reduce_first.c src/backends/host/reduce_first.inc \ \
	src/backends/host/reduce_logic.c \
	src/backends/host/fortran.h src/backends/host/integer.h src/backends/host/lapack.h \
	src/backends/host/blas.h src/backends/host/blas.c src/backends/host/blas_long.c \
	src/backends/host/condition.h src/backends/host/condition.c \
	src/backends/host/condition.inc src/backends/host/dot.h src/backends/host/dot.c \
	src/backends/host/dot.inc \
	src/backends/host/fft.h src/backends/host/fftw.h src/backends/host/fft.c src/backends/host/fft_lines.c \
	src/backends/host/fft_lines.inc src/backends/host/blas_threads.h src/backends/host/blas_threads.c \
	src/backends/host/each.c src/backends/host/eigen.c src/backends/host/schur.c src/backends/host/trsyl.c \
	src/backends/host/finite.c \
	src/backends/host/gradient.c src/backends/host/gram.c \
	src/backends/host/integer.c src/backends/host/lapack.c src/backends/host/qr.c src/backends/host/svd.c \
	src/backends/host/sort.h src/backends/host/sort.c src/backends/host/sort_digits.inc src/backends/host/sort_digits.c \
	src/backends/host/sort_keys.c src/backends/host/sort_runs.c src/backends/host/sort_even.c src/backends/host/sort_marks.c \
	src/backends/host/sort_counts.c \
	src/backends/host/sort_search.c src/backends/host/sort_select.c src/backends/host/sort_beside.c \
	src/backends/host/sort_packed.c \ \ \ \
	src/backends/host/sort_spread.inc \
	src/backends/host/sort_select.inc \
	src/backends/host/small.h src/backends/host/small.c src/backends/host/small.inc \
	src/backends/host/small_lanes.inc src/backends/host/small_lstsq.c \
	src/backends/host/trcon.c src/backends/host/triangle.c
EXTRA_DIST += src/backends/fftw/README.md

# FFTW alone in a module, beside the backend, which loads it.
if HAVE_FFTW
plugin_LTLIBRARIES += src/backends/host/libgpulinalg-fftw.la
src_backends_host_libgpulinalg_fftw_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared
src_backends_host_libgpulinalg_fftw_la_LIBADD = src/libgpulinalg.la $(FFTW_LIBS) -lpthread
src_backends_host_libgpulinalg_fftw_la_SOURCES = src/backends/fftw/plans.c
endif
host_sources += \
	src/backends/host/series.c src/backends/host/interp.c src/backends/host/interp.inc \
	src/backends/host/recur.c src/backends/host/recur.inc src/backends/host/spline.c src/backends/host/spline.inc
host_sources += src/backends/host/random.c src/backends/host/random_order.c
host_sources += src/backends/host/quasi.c
host_sources += src/backends/host/sparse.c src/backends/host/sparse.inc \
	src/backends/host/sparse_all.inc src/backends/host/sparse_values.inc
host_sources += src/backends/host/sparse.h src/backends/host/sparse_solve.c \
	src/backends/host/sparse_solve.inc src/backends/host/sparse_product.c src/backends/host/sparse_product.inc \
	src/backends/host/sparse_sampled.c src/backends/host/sparse_sampled.inc \
	src/backends/host/sparse_compress.c src/backends/host/sparse_compress.inc \
	src/backends/host/sparse_transpose.c src/backends/host/sparse_transpose.inc \
	src/backends/host/sparse_add.c src/backends/host/sparse_add.inc src/backends/host/sparse_pick.c \
	src/backends/host/sparse_parts.h src/backends/host/sparse_parts.c src/backends/host/sparse_multiply.c \
	src/backends/host/sparse_multiply.inc src/backends/host/sparse_dense.inc \
	src/backends/host/sparse_check.c src/backends/host/sparse_repeat.c src/backends/host/sparse_repeat.inc \
	src/backends/host/sparse_places.inc src/backends/host/sparse_columns.h src/backends/host/sparse_columns.c \
	src/backends/host/sparse_numbers.c src/backends/host/sparse_numbers.inc src/backends/host/sparse_kron.c \
	src/backends/host/sparse_kron.inc src/backends/host/sparse_blocks.c src/backends/host/sparse_bands.c \
	src/backends/host/sparse_bands.inc
host_sources += src/backends/host/suitesparse.h src/backends/host/direct.c \
	src/backends/host/direct_band.h src/backends/host/direct_band.c
