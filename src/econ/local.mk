src_libgpulinalg_la_SOURCES += src/econ/econ.h src/econ/effects.c src/econ/effects.h src/econ/finish.c \
	src/econ/fit.c src/econ/independent.c src/econ/inference.c src/econ/ols.c src/econ/predict.c \
	src/econ/properties.c src/econ/run.c src/econ/small.c src/econ/stack.c src/econ/state.c src/econ/state.h \
	src/econ/statistics.c src/econ/stream.c src/econ/weights.c src/econ/within.c src/econ/within.h
EXTRA_DIST += src/econ/README.md
include src/econ/instruments/local.mk
include src/econ/systems/local.mk
include src/econ/likelihood/local.mk
include src/econ/vcov/local.mk
