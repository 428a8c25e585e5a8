src_libgpulinalg_la_SOURCES += src/contract/random.h src/random/random.h src/random/generator.c src/random/draw.c \
	src/random/integers.c src/random/distributions.c src/random/permutation.c
EXTRA_DIST += src/random/README.md
# Quasi-random points.
src_libgpulinalg_la_SOURCES += src/contract/quasi.h src/random/quasi.h src/random/quasi.c src/random/joe_kuo.c \
	src/random/sobol.c src/random/halton.c
