# Arrays, and functions for every operation on them. array_sources: sources that unit tests compile without the areas.
array_sources = \
	src/core/array.c src/core/axes.c src/core/broadcast.c src/core/callers.c src/core/copy.c src/core/core.h \
	src/core/warn_rank_deficient.c \
	src/core/foreign.c src/core/literals.c src/core/move.c src/core/move.h src/core/pack.c src/core/pack.h src/core/place.c \
	src/core/operands.c src/core/placement.h src/core/replica.c \
	src/core/promote.c src/core/scope.c src/core/scope.h src/core/transfer.c
src_libgpulinalg_la_SOURCES += $(array_sources) \
	src/core/dispatch.c src/core/dispatch.h src/core/entry.c src/core/entry.h src/core/machine.c src/core/machine.h \
	src/core/hardware.c src/core/hardware.h src/core/rates.c src/core/rates.h src/core/rates_file.c src/core/rates_file.h \
	src/core/placement.c src/core/costs.c src/core/planner.c src/core/policy.c
EXTRA_DIST += src/core/README.md
