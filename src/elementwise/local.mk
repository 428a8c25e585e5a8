src_libgpulinalg_la_SOURCES += \
	src/elementwise/around.c src/elementwise/clip.c src/elementwise/compare.c src/elementwise/functions.c \
	src/elementwise/info.c src/elementwise/info.h src/elementwise/inplace.c src/elementwise/isclose.c \
	src/elementwise/map.c src/elementwise/map.h src/elementwise/nan_to_num.c src/elementwise/op.h \
	src/elementwise/ops.h \
	src/elementwise/parts.c src/elementwise/pow.c src/elementwise/special.h src/elementwise/table.h \
	src/elementwise/where.c src/elementwise/where.h
EXTRA_DIST += src/elementwise/README.md
host_sources += \
	src/backends/host/elementwise/inverse_trigonometric.c src/backends/host/elementwise/bool.c \
	src/backends/host/elementwise/clip.c \
	src/backends/host/elementwise/complex.h src/backends/host/elementwise/complex128.c \
	src/backends/host/elementwise/complex64.c src/backends/host/elementwise/elementwise.h \
	src/backends/host/elementwise/float32.c src/backends/host/elementwise/float64.c \
	src/backends/host/elementwise/hyperbolic.c src/backends/host/elementwise/hypot.c \
	src/backends/host/elementwise/hypot.h src/backends/host/elementwise/hypot.inc src/backends/host/elementwise/int.c \
	src/backends/host/elementwise/int_powers.c src/backends/host/elementwise/integer.h \
	src/backends/host/elementwise/loop_table.h \
	src/backends/host/elementwise/loops.h src/backends/host/elementwise/map.c src/backends/host/elementwise/powers.c \
	src/backends/host/elementwise/quotients.c src/backends/host/elementwise/real.h \
	src/backends/host/elementwise/remainder.h src/backends/host/elementwise/remainder32.c \
	src/backends/host/elementwise/remainder64.c src/backends/host/elementwise/floor_division.h \
	src/backends/host/elementwise/short.h src/backends/host/elementwise/trigonometric32.h \
	src/backends/host/elementwise/single.c src/backends/host/elementwise/single.h \
	src/backends/host/elementwise/complex_abs.c src/backends/host/elementwise/trigonometric.c \
	src/backends/host/elementwise/wide.c \
	src/backends/host/elementwise/wide.h
device_sources += \
	src/backends/device/elementwise/map.c
EXTRA_DIST += src/backends/host/elementwise/README.md src/backends/device/elementwise/README.md
