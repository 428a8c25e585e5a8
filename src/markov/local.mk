src_libgpulinalg_la_SOURCES += src/markov/markov.h src/markov/chain.c src/markov/classes.c src/markov/direct.c \
	src/markov/discretize.c src/markov/eliminate.c src/markov/functions.c src/markov/simulate.c src/markov/solve.c
EXTRA_DIST += src/markov/README.md
