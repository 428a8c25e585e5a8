src_libgpulinalg_la_SOURCES += src/tape/back.c src/tape/log.c src/tape/log.h src/tape/record.c src/tape/rule.c \
	src/tape/rule.h src/tape/share.c src/tape/tape.h src/tape/tapes.c \
	src/tape/rules/array.c \
	src/tape/rules/elementwise.c \
	src/tape/rules/fft.c \
	src/tape/rules/groups.c \
	src/tape/rules/index.c \
	src/tape/rules/interpolation.c \
	src/tape/rules/matrices.c \
	src/tape/rules/parts.c \
	src/tape/rules/polynomials.c \
	src/tape/rules/products.c \
	src/tape/rules/rearrange.c \
	src/tape/rules/recurrence.c \
	src/tape/rules/reduce.c \
	src/tape/rules/series.c \
	src/tape/rules/shape.c
EXTRA_DIST += src/tape/README.md
