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
	src/linalg/lyapunov.c src/linalg/sizes.h src/linalg/sizes.c \
	src/linalg/lu.c src/linalg/matmul.c src/linalg/norm.c src/linalg/pinv.c src/linalg/qr.c src/linalg/scaled.c \
	src/linalg/small.c src/linalg/solve.c src/linalg/solve_triangular.c \
	src/linalg/svd.c \
	src/linalg/tensordot.c src/linalg/tensorsolve.c src/linalg/vecdot.c src/linalg/vector_norm.c
EXTRA_DIST += src/linalg/README.md
