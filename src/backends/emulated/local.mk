# A module for the tests only: -rpath makes libtool build a shared one although it is never installed.
check_LTLIBRARIES += src/backends/emulated/libgpulinalg-emulated.la src/backends/emulated/libbackend.la
src_backends_emulated_libgpulinalg_emulated_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared -rpath /nowhere
src_backends_emulated_libgpulinalg_emulated_la_LIBADD = src/backends/emulated/libbackend.la src/libgpulinalg.la \
	-ldl -lpthread -lm
src_backends_emulated_libgpulinalg_emulated_la_SOURCES =
# The backend itself is a separate library, so that tests can link it and call functions that are not exported.
src_backends_emulated_libbackend_la_CPPFLAGS = $(AM_CPPFLAGS) -DEMULATED_CC='"$(CC)"'
src_backends_emulated_libbackend_la_SOURCES = src/backends/emulated/emulated.h $(device_sources) \
	src/backends/emulated/backend.c src/backends/emulated/compile.c src/backends/emulated/fiber.c \
	src/backends/emulated/group.c src/backends/emulated/place.c src/backends/emulated/program.c \
	src/backends/emulated/race.c src/backends/emulated/source.c
EXTRA_DIST += src/backends/emulated/README.md
