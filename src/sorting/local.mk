src_libgpulinalg_la_SOURCES += \
	src/sorting/search.c src/sorting/select.c src/sorting/sort.c src/sorting/sorting.h src/sorting/unique.c
EXTRA_DIST += src/sorting/README.md
host_sources += \
	src/backends/host/sorting/argsort.c src/backends/host/sorting/counts.c src/backends/host/sorting/digits.c \
	src/backends/host/sorting/digits.inc src/backends/host/sorting/keys.c \
	src/backends/host/sorting/order_statistics.c src/backends/host/sorting/rows.c src/backends/host/sorting/runs.c \
	src/backends/host/sorting/search.c src/backends/host/sorting/search_uniform.c \
	src/backends/host/sorting/search_bitmap.c src/backends/host/sorting/select.inc src/backends/host/sorting/sort.c \
	src/backends/host/sorting/sorting.h src/backends/host/sorting/spread.inc
device_sources += \
	src/backends/device/sorting/distinct.c src/backends/device/sorting/ops.c src/backends/device/sorting/order_statistics.c \
	src/backends/device/sorting/programs.c src/backends/device/sorting/search.c src/backends/device/sorting/sort_short.c \
	src/backends/device/sorting/sort.c src/backends/device/sorting/sorting.h src/backends/device/sorting/sort_sweep.c \
	src/backends/device/sorting/unique.c
EXTRA_DIST += src/backends/host/sorting/README.md src/backends/device/sorting/README.md
