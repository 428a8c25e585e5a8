src_libgpulinalg_la_SOURCES += src/contract/random.h src/random/random.h src/random/generator.c src/random/draw.c src/random/integers.c \
	src/random/distributions.c
EXTRA_DIST += src/random/README.md
