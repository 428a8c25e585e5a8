# The runtime: code that does not depend on arrays.
runtime_sources = \
	src/runtime/budget.c src/runtime/budget.h src/runtime/buffer.c src/runtime/buffer.h src/runtime/cache_folder.c \
	src/runtime/cache_folder.h src/runtime/device.c \
	src/runtime/dtype.c src/runtime/error.c src/runtime/event.c src/runtime/fork.c \
	src/runtime/group.c src/runtime/level.c src/runtime/library.c src/runtime/memory.c src/runtime/numerals.c \
	src/runtime/nearest.c src/runtime/nearest.h src/runtime/object.c src/runtime/placing.c src/runtime/placing.h \
	src/runtime/object.h src/runtime/roots.c src/runtime/pending.c src/runtime/pending.h src/runtime/record.c \
	src/runtime/registry.c src/runtime/registry.h src/runtime/runtime.h src/runtime/sharing.c src/runtime/sharing.h \
	src/runtime/spelling.c \
	src/runtime/stream.c src/runtime/stream.h src/runtime/trust.c src/runtime/warning.c src/runtime/work.c src/runtime/writer.c \
	src/runtime/writer.h \
	src/runtime/allocation.h src/runtime/devices.h src/runtime/error.h src/runtime/group.h src/runtime/interrupt.h \
	src/runtime/library.h src/runtime/lock.h src/runtime/record.h src/runtime/roots.h src/runtime/trust.h
src_libgpulinalg_la_SOURCES += $(runtime_sources)
EXTRA_DIST += src/runtime/README.md
