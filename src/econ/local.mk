src_libgpulinalg_la_SOURCES += src/econ/econ.h src/econ/within.h src/econ/fit.c src/econ/independent.c \
	src/econ/effects.c src/econ/effects.h src/econ/inference.c src/econ/ols.c src/econ/predict.c src/econ/properties.c \
	src/econ/run.c src/econ/small.c src/econ/stack.c src/econ/stack.h src/econ/state.c src/econ/statistics.c src/econ/weights.c \
	src/econ/within.c src/econ/vcov/vcov.h src/econ/vcov/cluster.c src/econ/vcov/covariance.c src/econ/vcov/conley.c src/econ/vcov/jackknife.c src/econ/vcov/serial.c src/econ/vcov/groups.c \
	src/econ/vcov/parse.c src/econ/vcov/robust.c src/econ/vcov/scores.c src/econ/vcov/small_sample.c
EXTRA_DIST += src/econ/README.md
include src/econ/instruments/local.mk
include src/econ/systems/local.mk
include src/econ/likelihood/local.mk
