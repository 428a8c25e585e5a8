src_libgpulinalg_la_SOURCES += src/econ/econ.h src/econ/covariance.c src/econ/etable.c src/econ/fit.c src/econ/ols.c \
	src/econ/properties.c src/econ/run.c src/econ/small.c
src_libgpulinalg_la_SOURCES += src/econ/bootstrap/bootstrap.h src/econ/bootstrap/wild.h src/econ/bootstrap/pairs.c src/econ/bootstrap/ritest.c \
	src/econ/bootstrap/shared.c src/econ/bootstrap/weights.c src/econ/bootstrap/wild.c
src_libgpulinalg_la_SOURCES += src/econ/tests/restriction.h src/econ/tests/distributions.c src/econ/tests/restriction.c \
	src/econ/tests/specification.c src/econ/tests/wald.c
EXTRA_DIST += src/econ/README.md
