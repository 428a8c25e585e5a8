src_libgpulinalg_la_SOURCES += \
	src/reduce/centre.c src/reduce/centre.h src/reduce/common.c src/reduce/common.h src/reduce/extremes.c \
	src/reduce/logic.c src/reduce/moments.c src/reduce/overflow.c src/reduce/overflow.h src/reduce/sums.c
EXTRA_DIST += src/reduce/README.md
host_sources += \
	src/backends/host/reduce/counts.c src/backends/host/reduce/extremes.c src/backends/host/reduce/extremes.inc \
	src/backends/host/reduce/integers.c src/backends/host/reduce/layout.c src/backends/host/reduce/load.c \
	src/backends/host/reduce/logic.c src/backends/host/reduce/products.c src/backends/host/reduce/products.inc \
	src/backends/host/reduce/reduce.c src/backends/host/reduce/reduce.h src/backends/host/reduce/run.c \
	src/backends/host/reduce/store.c src/backends/host/reduce/sums.c src/backends/host/reduce/sums.inc \
	src/backends/host/reduce/var.inc
device_sources += \
	src/backends/device/reduce/reduce.c
EXTRA_DIST += src/backends/host/reduce/README.md src/backends/device/reduce/README.md
