src_libgpulinalg_la_SOURCES += src/search/search.c src/search/search.h src/search/methods.c
EXTRA_DIST += src/search/README.md
