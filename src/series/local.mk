src_libgpulinalg_la_SOURCES += \
	src/series/autocorrelation.c src/series/convolve.c src/series/gradient.c src/series/interp.c src/series/trapezoid.c \
	src/series/lfilter.c src/series/recurrence.h src/series/recurrence.c src/series/linear_recurrence.c src/series/periodic.c \
	src/series/curve.h src/series/curve.c src/series/cubic_spline.c src/series/interpn.c src/series/polynomial.c
EXTRA_DIST += src/series/README.md
