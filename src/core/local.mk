# Arrays, and what every operation on them needs.  array_sources: what unit tests compile without the rooms.
array_sources = \
	src/core/across.c src/core/across.h src/core/array.c src/core/assign.c src/core/axes.c src/core/callers.c \
	src/core/core.h src/core/dtype.c src/core/operands.c src/core/pack.c
src_libgpulinalg_la_SOURCES += $(array_sources) \
	src/core/capabilities.c src/core/capabilities.h src/core/entry.c src/core/entry.h src/core/info.c
EXTRA_DIST += src/core/README.md
