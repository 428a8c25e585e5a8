# The facade: one library, no vendor library behind it.
lib_LTLIBRARIES += src/libgpulinalg.la
src_libgpulinalg_la_CPPFLAGS = $(AM_CPPFLAGS) -DGLA_PLUGIN_DIR='"$(plugindir)"'
src_libgpulinalg_la_LDFLAGS = $(AM_LDFLAGS) -version-info 0:0:0 -no-undefined
src_libgpulinalg_la_LIBADD = -lm
src_libgpulinalg_la_SOURCES = \
	src/array.h src/backend.h \
	src/core/capabilities.h src/core/core.h src/core/registry.h \
	src/core/array.c src/core/assign.c src/core/axes.c src/core/capabilities.c src/core/device.c src/core/dtype.c \
	src/core/error.c src/core/info.c src/core/memory.c src/core/operands.c src/core/record.c src/core/registry.c src/core/work.c \
	src/elementwise/ops.h src/elementwise/table.h \
	src/pending.c
