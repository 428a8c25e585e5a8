src_libgpulinalg_la_SOURCES += \
	src/linalg/common.h src/linalg/condition.h src/linalg/layout.h src/linalg/strategies.h \
	src/linalg/cholesky.c src/linalg/common.c src/linalg/condition.c src/linalg/det.c \
	src/linalg/diagonal.c src/linalg/dot.c src/linalg/einsum.h src/linalg/einsum.c src/linalg/einsum_read.c \
	src/linalg/eig.c src/linalg/eigh.c src/linalg/expm.c src/linalg/factor.c \
	src/linalg/cross.c src/linalg/matrix_power.c \
	src/linalg/inv.c src/linalg/layout.c src/linalg/lstsq.h src/linalg/lstsq.c src/linalg/lstsq_dependent.c \
	src/linalg/lstsq_gradient.c src/linalg/lstsq_gram.c src/linalg/lstsq_qr.c src/linalg/lstsq_rank.c \
	src/linalg/lstsq_scale.c src/linalg/lstsq_tall.c \
	src/linalg/equation.h src/linalg/equation.c src/linalg/riccati.h src/linalg/riccati.c src/linalg/riccati_discrete.c \
	src/linalg/riccati_continuous.c src/linalg/schur.c src/linalg/sylvester.c src/linalg/sylvester_triangles.c \
	src/linalg/lyapunov.c src/linalg/stack_norms.h src/linalg/stack_norms.c \
	src/linalg/lu.c src/linalg/matmul.c src/linalg/norm.c src/linalg/pinv.c src/linalg/qr.c src/linalg/scaled.c \
	src/linalg/small.c src/linalg/solve.c src/linalg/solve_triangular.c \
	src/linalg/svd.c \
	src/linalg/tensordot.c src/linalg/tensorsolve.c src/linalg/vecdot.c src/linalg/vector_norm.c
EXTRA_DIST += src/linalg/README.md
host_sources += \
	src/backends/host/dense/blas_threads.c src/backends/host/dense/blas_threads.h src/backends/host/dense/condition.c \
	src/backends/host/dense/condition.h src/backends/host/dense/condition.inc src/backends/host/dense/dot.c \
	src/backends/host/dense/dot.h src/backends/host/dense/dot.inc src/backends/host/dense/each.c \
	src/backends/host/dense/eigen.c src/backends/host/dense/fortran.h src/backends/host/dense/gemm.c \
	src/backends/host/dense/gemm.h src/backends/host/dense/gemm_long.c \
	src/backends/host/dense/gemm_one.c src/backends/host/dense/gradient.c \
	src/backends/host/dense/gram.c src/backends/host/dense/integer_gemm.c src/backends/host/dense/integer_gemm.h \
	src/backends/host/dense/lapack.c src/backends/host/dense/lapack.h src/backends/host/dense/qr.c \
	src/backends/host/dense/schur.c src/backends/host/dense/small.c src/backends/host/dense/small.h \
	src/backends/host/dense/small.inc src/backends/host/dense/small_lanes.inc src/backends/host/dense/small_lstsq.c \
	src/backends/host/dense/svd.c src/backends/host/dense/trcon.c src/backends/host/dense/trsyl.c
device_sources += \
	src/backends/device/dense/band.c src/backends/device/dense/chase.c src/backends/device/dense/chase_apply_vectors.c \
	src/backends/device/dense/cholesky.c src/backends/device/dense/cholesky_tiles.c \
	src/backends/device/dense/condition.c src/backends/device/dense/condition.h src/backends/device/dense/dense.c \
	src/backends/device/dense/dense.h src/backends/device/dense/dot.c src/backends/device/dense/gradient.c \
	src/backends/device/dense/hermitian.c src/backends/device/dense/hermitian.h src/backends/device/dense/sort_values.c \
	src/backends/device/dense/integer_gemm.c src/backends/device/dense/triangular_inverted.c src/backends/device/dense/lapack.c \
	src/backends/device/dense/lu.c src/backends/device/dense/on_host.c src/backends/device/dense/polar.c \
	src/backends/device/dense/product.c src/backends/device/dense/qr.c src/backends/device/dense/reflectors.h \
	src/backends/device/dense/resident_panels.c src/backends/device/dense/small.c src/backends/device/dense/small_programs.c \
	src/backends/device/dense/stack_gradient.c src/backends/device/dense/stack_lu.c \
	src/backends/device/dense/stack_panels.c src/backends/device/dense/stack_qr.c \
	src/backends/device/dense/stack_qr_panels.c src/backends/device/dense/stack_values.c \
	src/backends/device/dense/triangular_substitution.c src/backends/device/dense/svd.c src/backends/device/dense/triangular.c \
	src/backends/device/dense/tridiagonal.c src/backends/device/dense/tridiagonal.h \
	src/backends/device/dense/tridiagonal_vectors.c
EXTRA_DIST += src/backends/host/dense/README.md src/backends/device/dense/README.md
