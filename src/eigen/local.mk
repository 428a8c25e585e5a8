src_libgpulinalg_la_SOURCES += src/eigen/eigen.h src/eigen/basis.c src/eigen/begin.c src/eigen/cycle.c src/eigen/finish.c \
	src/eigen/golub.c src/eigen/schur.c src/eigen/solver.c src/eigen/sparse.c \
	src/eigen/step.c
EXTRA_DIST += src/eigen/README.md
