src_libgpulinalg_la_SOURCES += src/contract/random.h src/random/random.h src/random/generator.c src/random/draw.c \
	src/random/integers.c src/random/distributions.c src/random/permutation.c
# Draws that are made of others.
src_libgpulinalg_la_SOURCES += src/random/composed.h src/random/composed.c src/random/choice.c src/random/distinct.c \
	src/random/multinomial.c src/random/multivariate.c src/random/transformed.c
EXTRA_DIST += src/random/README.md
# Quasi-random points.
src_libgpulinalg_la_SOURCES += src/contract/quasi.h src/random/quasi.h src/random/quasi.c src/random/joe_kuo.c \
	src/random/sobol.c src/random/halton.c
