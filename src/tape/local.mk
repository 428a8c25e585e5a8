src_libgpulinalg_la_SOURCES += src/tape/back.c src/tape/log.c src/tape/log.h src/tape/record.c src/tape/rule.c \
	src/tape/rule.h src/tape/share.c src/tape/tape.h src/tape/tapes.c \
	src/tape/rules/array.c \
	src/tape/rules/elementwise.c \
	src/tape/rules/index.c \
	src/tape/rules/products.c \
	src/tape/rules/reduce.c \
	src/tape/rules/scan.c \
	src/tape/rules/shape.c \
	src/tape/rules/sorting.c \
	src/tape/rules/special.c \
	src/tape/rules/statistics.c \
	src/tape/rules/stats.c
EXTRA_DIST += src/tape/README.md
