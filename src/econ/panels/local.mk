src_libgpulinalg_la_SOURCES += src/econ/panels/panels.h src/econ/panels/between.c src/econ/panels/components.c \
	src/econ/panels/components.h src/econ/panels/fama_macbeth.c src/econ/panels/first_difference.c \
	src/econ/panels/local_projections.c src/econ/panels/random_effects.c src/econ/panels/rows.c src/econ/panels/solve.c
EXTRA_DIST += src/econ/panels/README.md
