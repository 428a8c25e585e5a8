src_libgpulinalg_la_SOURCES += \
	src/special/logsumexp.c
EXTRA_DIST += src/special/README.md
host_sources += \
	src/backends/host/special/draws.c src/backends/host/special/erf.c src/backends/host/special/gamma.c \
	src/backends/host/special/heavy.c src/backends/host/special/heavy.h src/backends/host/special/special.c \
	src/backends/host/special/special.h src/backends/host/special/initial_values.c src/backends/host/special/initial_values.h
EXTRA_DIST += src/backends/host/special/README.md
