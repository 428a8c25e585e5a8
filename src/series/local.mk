src_libgpulinalg_la_SOURCES += \
	src/series/autocorrelation.c src/series/convolve.c src/series/gradient.c src/series/interp.c src/series/trapezoid.c \
	src/series/lfilter.c src/series/recurrence.h src/series/recurrence.c src/series/linear_recurrence.c src/series/periodic.c \
	src/series/curve.h src/series/curve.c src/series/cubic_spline.c src/series/interpn.c src/series/polynomial.c
EXTRA_DIST += src/series/README.md
host_sources += \
	src/backends/host/series/convolve.c src/backends/host/series/interp.c src/backends/host/series/interp.inc \
	src/backends/host/series/recur.c src/backends/host/series/recur.inc src/backends/host/series/series.h \
	src/backends/host/series/spline.c \
	src/backends/host/series/spline.inc
device_sources += \
	src/backends/device/series/convolve.c src/backends/device/series/recur.c src/backends/device/series/series.h \
	src/backends/device/series/spline.c
EXTRA_DIST += src/backends/host/series/README.md src/backends/device/series/README.md
