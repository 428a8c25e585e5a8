# The same sources are built for each level of x86-64; src/runtime/level.c chooses.  Each area has its own local.mk.
plugin_LTLIBRARIES += src/backends/host/libgpulinalg-host.la
src_backends_host_libgpulinalg_host_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared
src_backends_host_libgpulinalg_host_la_LIBADD = src/libgpulinalg.la $(HOST_LIBS)
src_backends_host_libgpulinalg_host_la_SOURCES = $(host_sources)
if HOST_LEVELS
plugin_LTLIBRARIES += src/backends/host/libgpulinalg-host-v3.la src/backends/host/libgpulinalg-host-v4.la
src_backends_host_libgpulinalg_host_v3_la_CPPFLAGS = $(AM_CPPFLAGS) -DLEVEL='"; level v3"'
src_backends_host_libgpulinalg_host_v3_la_CFLAGS = $(AM_CFLAGS) -march=x86-64-v3
src_backends_host_libgpulinalg_host_v3_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared
src_backends_host_libgpulinalg_host_v3_la_LIBADD = src/libgpulinalg.la $(HOST_LIBS)
src_backends_host_libgpulinalg_host_v3_la_SOURCES = $(host_sources)
src_backends_host_libgpulinalg_host_v4_la_CPPFLAGS = $(AM_CPPFLAGS) -DLEVEL='"; level v4"'
src_backends_host_libgpulinalg_host_v4_la_CFLAGS = $(AM_CFLAGS) -march=x86-64-v4
src_backends_host_libgpulinalg_host_v4_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared
src_backends_host_libgpulinalg_host_v4_la_LIBADD = src/libgpulinalg.la $(HOST_LIBS)
src_backends_host_libgpulinalg_host_v4_la_SOURCES = $(host_sources)
endif
host_sources += \
	src/backends/host/backend.c src/backends/host/blocks.c src/backends/host/host.h src/backends/host/memory.c \
	src/backends/host/memory.h src/backends/host/pages.c src/backends/host/threads.c src/backends/host/tuned/first.c \
	src/backends/host/tuned/first.inc src/backends/host/tuned/random_words.c src/backends/host/tuned/tables.c \
	src/backends/host/tuned/tables.h src/backends/host/tuned/tables.inc src/backends/host/unroll.h
EXTRA_DIST += src/backends/fftw/README.md

# FFTW is linked to a separate module, which the backend loads.
if HAVE_FFTW
plugin_LTLIBRARIES += src/backends/host/libgpulinalg-fftw.la
src_backends_host_libgpulinalg_fftw_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared
src_backends_host_libgpulinalg_fftw_la_LIBADD = src/libgpulinalg.la $(FFTW_LIBS) -lpthread
src_backends_host_libgpulinalg_fftw_la_SOURCES = src/backends/fftw/plans.c
endif
EXTRA_DIST += src/backends/host/tuned/README.md
