src_libgpulinalg_la_SOURCES += \
	src/sparse/sparse.h src/sparse/await.c src/sparse/object.c \
	src/sparse/build.c src/sparse/construct.c src/sparse/arithmetic.c src/sparse/convert.c src/sparse/multiply.c \
	src/sparse/slices.c src/sparse/structure.c src/sparse/summaries.c
src_libgpulinalg_la_SOURCES += src/sparse/triangular.c src/sparse/product.c src/sparse/sampled.c src/sparse/codes.c
EXTRA_DIST += src/sparse/README.md
src_libgpulinalg_la_SOURCES += src/sparse/blocks.c src/sparse/extremes.c src/sparse/formats.c src/sparse/to_formats.c \
	src/sparse/maps.c src/sparse/parts.c \
	src/sparse/random.c
host_sources += \
	src/backends/host/sparse/add.c src/backends/host/sparse/add.inc src/backends/host/sparse/all.inc \
	src/backends/host/sparse/blocks.c src/backends/host/sparse/check_rows.c src/backends/host/sparse/columns.c \
	src/backends/host/sparse/columns.h src/backends/host/sparse/compress.c src/backends/host/sparse/compress.inc \
	src/backends/host/sparse/count.c src/backends/host/sparse/count.inc src/backends/host/sparse/dense.inc \
	src/backends/host/sparse/direct.c src/backends/host/sparse/direct_band.c src/backends/host/sparse/direct_band.h \
	src/backends/host/sparse/find_runs.c src/backends/host/sparse/find_runs.inc \
	src/backends/host/sparse/from_diagonals.c src/backends/host/sparse/from_diagonals.inc \
	src/backends/host/sparse/kron.c src/backends/host/sparse/kron.inc src/backends/host/sparse/multiply.c \
	src/backends/host/sparse/multiply.inc \
	src/backends/host/sparse/ops.c src/backends/host/sparse/multiply_elements.c \
	src/backends/host/sparse/multiply_elements.inc src/backends/host/sparse/parts.c src/backends/host/sparse/parts.h \
	src/backends/host/sparse/pick_rows.c src/backends/host/sparse/index_types.inc src/backends/host/sparse/product.c \
	src/backends/host/sparse/product.inc src/backends/host/sparse/sampled.c src/backends/host/sparse/sampled.inc \
	src/backends/host/sparse/solve_triangular.c src/backends/host/sparse/solve_triangular.inc \
	src/backends/host/sparse/sparse.h src/backends/host/sparse/suitesparse.h src/backends/host/sparse/transpose.c \
	src/backends/host/sparse/transpose.inc src/backends/host/sparse/value_types.inc
device_sources += \
	src/backends/device/sparse/blocks.c src/backends/device/sparse/codes.c src/backends/device/sparse/multiply.c \
	src/backends/device/sparse/product.c src/backends/device/sparse/sampled.c src/backends/device/sparse/solve_triangular.c \
	src/backends/device/sparse/sparse.h src/backends/device/sparse/transpose.c
EXTRA_DIST += src/backends/host/sparse/README.md src/backends/device/sparse/README.md
