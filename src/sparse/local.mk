src_libgpulinalg_la_SOURCES += src/contract/sparse.h \
	src/sparse/sparse.h src/sparse/object.c \
	src/sparse/build.c src/sparse/construct.c src/sparse/arithmetic.c src/sparse/convert.c src/sparse/product.c \
	src/sparse/structure.c src/sparse/summaries.c
EXTRA_DIST += src/sparse/README.md
