src_libgpulinalg_la_SOURCES += \
	src/array/arange.c src/array/convert.c src/array/create.c src/array/digits.c src/array/digits.h src/array/eye.c \
	src/array/format.c src/array/linspace.c src/array/number.c src/array/number.h src/array/number_text.c \
	src/array/number_text.h src/array/range.h
EXTRA_DIST += src/array/README.md
host_sources += \
	src/backends/host/array/all_finite.c src/backends/host/array/convert.c src/backends/host/array/copy.c \
	src/backends/host/array/copy.h src/backends/host/array/gather.c src/backends/host/array/group.c \
	src/backends/host/array/group.h src/backends/host/array/group_pairs.c src/backends/host/array/group_sums.c \
	src/backends/host/array/group_sums.inc src/backends/host/array/nonzero.c src/backends/host/array/ops.c \
	src/backends/host/array/places.c src/backends/host/array/places.h src/backends/host/array/range.c \
	src/backends/host/array/scan.c src/backends/host/array/scan.h src/backends/host/array/scan_loops.c \
	src/backends/host/array/scan_loops.inc src/backends/host/array/triangle.c src/backends/host/array/transpose_blocks.c \
	src/backends/host/array/slots.h src/backends/host/array/transpose_blocks.h src/backends/host/array/walk.c
device_sources += \
	src/backends/device/array/array_kernels.c src/backends/device/array/array_kernels.h src/backends/device/array/slots.h \
	src/backends/device/array/gather.c src/backends/device/array/group.c src/backends/device/array/range.c \
	src/backends/device/array/scan.c src/backends/device/array/scan.h src/backends/device/array/select.c \
	src/backends/device/array/triangle.c
EXTRA_DIST += src/backends/host/array/README.md src/backends/device/array/README.md
