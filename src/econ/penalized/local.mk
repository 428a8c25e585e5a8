src_libgpulinalg_la_SOURCES += src/econ/penalized/penalized.h src/econ/penalized/descent.c src/econ/penalized/lasso.c \
	src/econ/penalized/moments.c src/econ/penalized/path.c src/econ/penalized/ridge.c
EXTRA_DIST += src/econ/penalized/README.md
