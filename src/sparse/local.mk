src_libgpulinalg_la_SOURCES += src/contract/sparse.h \
	src/sparse/sparse.h src/sparse/await.c src/sparse/object.c \
	src/sparse/build.c src/sparse/construct.c src/sparse/arithmetic.c src/sparse/convert.c src/sparse/product.c \
	src/sparse/slices.c src/sparse/structure.c src/sparse/summaries.c
src_libgpulinalg_la_SOURCES += src/sparse/triangular.c src/sparse/matmul.c src/sparse/sampled.c src/sparse/codes.c
EXTRA_DIST += src/sparse/README.md
src_libgpulinalg_la_SOURCES += src/sparse/blocks.c src/sparse/extremes.c src/sparse/formats.c src/sparse/to_formats.c \
	src/sparse/maps.c src/sparse/parts.c \
	src/sparse/random.c
