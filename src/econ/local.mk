src_libgpulinalg_la_SOURCES += src/econ/econ.h src/econ/covariance.c src/econ/etable.c src/econ/fit.c src/econ/ols.c \
	src/econ/properties.c src/econ/run.c src/econ/small.c
EXTRA_DIST += src/econ/README.md
include src/econ/likelihood/local.mk
