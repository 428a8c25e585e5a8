src_libgpulinalg_la_SOURCES += src/econ/bootstrap/bootstrap.h src/econ/bootstrap/wild.h src/econ/bootstrap/pairs.c \
	src/econ/bootstrap/ritest.c src/econ/bootstrap/shared.c src/econ/bootstrap/weights.c src/econ/bootstrap/wild.c
EXTRA_DIST += src/econ/bootstrap/README.md
