src_libgpulinalg_la_SOURCES += src/tape/back.c src/tape/check.c src/tape/entries.c src/tape/inplace.c \
	src/tape/lens.c src/tape/log.c src/tape/log.h src/tape/memories.c src/tape/node.c src/tape/record.c \
	src/tape/rule.c src/tape/rule.h src/tape/share.c \
	src/tape/tape.h src/tape/tapes.c src/tape/variables.c \
	src/tape/rules/array.c \
	src/tape/rules/distributions.c \
	src/tape/rules/distributions.h \
	src/tape/rules/eigen.c \
	src/tape/rules/elementwise.c \
	src/tape/rules/factors.c \
	src/tape/rules/fft.c \
	src/tape/rules/grids.c \
	src/tape/rules/groups.c \
	src/tape/rules/index.c \
	src/tape/rules/interpolation.c \
	src/tape/rules/linalg.c \
	src/tape/rules/lstsq.c \
	src/tape/rules/markov.c \
	src/tape/rules/matrices.c \
	src/tape/rules/matrix.c \
	src/tape/rules/matrix.h \
	src/tape/rules/matrix_functions.c \
	src/tape/rules/nodes.h \
	src/tape/rules/parts.c \
	src/tape/rules/polynomials.c \
	src/tape/rules/products.c \
	src/tape/rules/quantiles.c \
	src/tape/rules/random.c \
	src/tape/rules/rearrange.c \
	src/tape/rules/recurrence.c \
	src/tape/rules/reduce.c \
	src/tape/rules/scan.c \
	src/tape/rules/series.c \
	src/tape/rules/shape.c \
	src/tape/rules/sorting.c \
	src/tape/rules/sparse.c \
	src/tape/rules/special.c \
	src/tape/rules/statistics.c \
	src/tape/rules/stats.c
EXTRA_DIST += src/tape/README.md src/tape/rules/README.md
