src_libgpulinalg_la_SOURCES += src/eigen/eigen.h src/eigen/basis.c src/eigen/begin.c src/eigen/cycle.c \
	src/eigen/exclusion_test.c \
	src/eigen/factors.c src/eigen/finish.c src/eigen/golub.c src/eigen/lock.c src/eigen/restart.c src/eigen/schur.c \
	src/eigen/small.c src/eigen/solver.c src/eigen/sparse.c \
	src/eigen/gram.c src/eigen/polish.c src/eigen/step.c src/eigen/products.h src/eigen/products.c \
	src/eigen/block.h src/eigen/blocks.c src/eigen/lobpcg.c src/eigen/lobpcg_begin.c src/eigen/orthonormal.c \
	src/eigen/residuals.c src/eigen/ritz.c src/eigen/saved.c
EXTRA_DIST += src/eigen/README.md
