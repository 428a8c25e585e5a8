src_libgpulinalg_la_SOURCES += src/markov/markov.h src/markov/chain.c src/markov/classes.c \
	src/markov/discretize.c src/markov/eliminate.c src/markov/functions.c src/markov/groups.c \
	src/markov/reduce.c src/markov/reverse.c src/markov/shares.c \
	src/markov/simulate.c src/markov/solve.c src/markov/sweeps.c
EXTRA_DIST += src/markov/README.md
