src_libgpulinalg_la_SOURCES += \
	src/fft/freq.c src/fft/functions.c src/fft/shift.c src/fft/transform.c src/fft/transform.h
EXTRA_DIST += src/fft/README.md
host_sources += \
	src/backends/host/fft/fft.h src/backends/host/fft/fftw.h src/backends/host/fft/lines.c \
	src/backends/host/fft/lines.inc src/backends/host/fft/transform.c
device_sources += \
	src/backends/device/fft/fft.h src/backends/device/fft/lines.c src/backends/device/fft/tables.c \
	src/backends/device/fft/transform.c
EXTRA_DIST += src/backends/host/fft/README.md src/backends/device/fft/README.md
