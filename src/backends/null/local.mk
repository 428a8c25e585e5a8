# A module for tests only: -rpath makes libtool build a shared library although it is never installed.
check_LTLIBRARIES += src/backends/null/libgpulinalg-null.la
src_backends_null_libgpulinalg_null_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared -rpath /nowhere
src_backends_null_libgpulinalg_null_la_LIBADD = src/libgpulinalg.la -ldl
src_backends_null_libgpulinalg_null_la_SOURCES = src/backends/null/null.h src/backends/null/backend.c \
	src/backends/null/memory.c src/backends/null/slots.c src/backends/null/stream.c src/needs.c
EXTRA_DIST += src/backends/null/README.md
