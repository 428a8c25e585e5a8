src_libgpulinalg_la_SOURCES += src/direct/direct.h src/direct/factor.c src/direct/attributes.c \
	src/direct/lstsq.c src/direct/components.c \
	src/direct/right_sides.c src/direct/device.c src/direct/solve.c src/direct/steps.c src/direct/symmetry.c
EXTRA_DIST += src/direct/README.md
