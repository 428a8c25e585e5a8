src_libgpulinalg_la_SOURCES += src/random/random.h src/random/generator.c src/random/draw.c \
	src/random/integers.c src/random/distributions.c src/random/permutation.c
# Distributions composed of others.
src_libgpulinalg_la_SOURCES += src/random/composed.h src/random/composed.c src/random/choice.c src/random/distinct.c \
	src/random/multinomial.c src/random/multivariate.c src/random/transformed.c
EXTRA_DIST += src/random/README.md
# Quasi-random points.
src_libgpulinalg_la_SOURCES += src/random/quasi.h src/random/quasi.c src/random/joe_kuo.c \
	src/random/sobol.c src/random/halton.c
host_sources += \
	src/backends/host/random/counts.c src/backends/host/random/draw.c src/backends/host/random/gamma.c \
	src/backends/host/random/permutation.c src/backends/host/random/quasi.c src/backends/host/random/normalise_rows.c \
	src/backends/host/random/tiles.c src/backends/host/random/tiles.h
device_sources += \
	src/backends/device/random/draw.c src/backends/device/random/order.c src/backends/device/random/quasi.c \
	src/backends/device/random/quasi.h src/backends/device/random/random.h
EXTRA_DIST += src/backends/host/random/README.md src/backends/device/random/README.md
