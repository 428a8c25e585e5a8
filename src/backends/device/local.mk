# What the backends that run kernels/ share.
EXTRA_DIST += src/backends/device/README.md
device_array = src/backends/device/array
device_dense = src/backends/device/dense
device_series = src/backends/device/series
device_sparse = src/backends/device/sparse
device_list = src/backends/device/list
device_formula = src/backends/device/formula
device_fft = src/backends/device/fft
device_sorting = src/backends/device/sorting
device_random = src/backends/device/random
device_quasi = src/backends/device/quasi
device_sources = src/backends/device/driver.h src/backends/device/backend.c src/backends/device/layouts.h \
	src/backends/device/programs.h src/backends/device/programs.c src/backends/device/cache.h src/backends/device/cache.c \
	src/backends/device/folder.h src/backends/device/folder.c src/backends/device/shared.c \
	src/backends/device/queue.h src/backends/device/queue.c \
	$(device_list)/list.h $(device_list)/warm.h $(device_list)/list.c $(device_list)/arrays.c \
	$(device_list)/matrices.c $(device_list)/warm.c \
	$(device_formula)/formula.h $(device_formula)/program.c $(device_formula)/map.c $(device_formula)/reduce.c \
	$(device_formula)/scan.c \
	$(device_fft)/fft.h $(device_fft)/lines.c $(device_fft)/tables.c $(device_fft)/transform.c \
	$(device_array)/array_kernels.h $(device_array)/array_kernels.c $(device_array)/map.c $(device_array)/range.c \
	$(device_array)/reduce.c $(device_array)/scan.h $(device_array)/scan.c $(device_array)/select.c \
	$(device_array)/group.c \
	$(device_array)/index.c $(device_array)/triangle.c \
	$(device_sorting)/sorting.h $(device_sorting)/programs.c $(device_sorting)/sort.c $(device_sorting)/sweep.c \
	$(device_sorting)/short.c \
	$(device_sorting)/order.c $(device_sorting)/search.c $(device_sorting)/unique.c \
	$(device_sorting)/distinct.c $(device_sorting)/ops.c \
	$(device_series)/series.h $(device_series)/series.c $(device_series)/recur.c $(device_series)/spline.c \
	$(device_random)/random.h $(device_random)/random.c $(device_random)/order.c \
	$(device_quasi)/quasi.h $(device_quasi)/quasi.c \
	$(device_sparse)/sparse.h $(device_sparse)/multiply.c $(device_sparse)/solve.c \
	$(device_sparse)/product.c $(device_sparse)/sampled.c $(device_sparse)/codes.c $(device_sparse)/blocks.c \
	$(device_sparse)/transpose.c \
	$(device_dense)/dense.h $(device_dense)/tridiagonal.h $(device_dense)/dense.c $(device_dense)/product.c $(device_dense)/dot.c \
	$(device_dense)/integer_gemm.c $(device_dense)/triangular.c $(device_dense)/substitute.c \
	$(device_dense)/inverted.c $(device_dense)/on_host.c $(device_dense)/polar.c $(device_dense)/in_order.c $(device_dense)/svd.c \
	$(device_dense)/condition.h $(device_dense)/condition.c \
	$(device_dense)/lu.c $(device_dense)/resident.c $(device_dense)/cholesky.c $(device_dense)/cholesky_tiles.c \
	$(device_dense)/reflectors.h $(device_dense)/qr.c \
	$(device_dense)/hermitian.h $(device_dense)/hermitian.c $(device_dense)/band.c $(device_dense)/chase.c \
	$(device_dense)/chase_back.c \
	$(device_dense)/small.c \
	$(device_dense)/stack_panels.c $(device_dense)/stack_values.c $(device_dense)/stack_qr_panels.c \
	$(device_dense)/stack_lu.c $(device_dense)/stack_qr.c $(device_dense)/stack_gradient.c \
	$(device_dense)/tridiagonal.c $(device_dense)/tridiagonal_vectors.c \
	$(device_dense)/small_programs.c $(device_dense)/gradient.c $(device_dense)/lapack.c
# The tables of what these files define.
device_found = src/backends/device/found.h
BUILT_SOURCES += $(srcdir)/$(device_found)
MAINTAINERCLEANFILES += $(srcdir)/$(device_found)
EXTRA_DIST += $(device_found) tools/found
$(srcdir)/$(device_found): $(device_sources) tools/found $(srcdir)/Makefile.in
	$(AM_V_GEN)cd $(srcdir) && $(PERL) tools/found $(device_sources) > $(device_found).tmp && \
		mv $(device_found).tmp $(device_found)
EXTRA_DIST += $(device_array)/README.md $(device_dense)/README.md $(device_formula)/README.md $(device_fft)/README.md
EXTRA_DIST += $(device_sorting)/README.md
EXTRA_DIST += $(device_list)/README.md
EXTRA_DIST += $(device_series)/README.md
EXTRA_DIST += $(device_random)/README.md
EXTRA_DIST += $(device_quasi)/README.md
EXTRA_DIST += $(device_sparse)/README.md
