src_libgpulinalg_la_SOURCES += \
	src/series/convolve.c src/series/gradient.c src/series/interp.c src/series/trapezoid.c
EXTRA_DIST += src/series/README.md
