src_libgpulinalg_la_SOURCES += src/econ/tests/restriction.h src/econ/tests/distributions.c src/econ/tests/restriction.c \
	src/econ/tests/specification.c src/econ/tests/wald.c
EXTRA_DIST += src/econ/tests/README.md
