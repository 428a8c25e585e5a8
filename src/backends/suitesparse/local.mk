# SuiteSparse is linked to a separate module, which the host backend loads.
if HAVE_SUITESPARSE
plugin_LTLIBRARIES += src/backends/host/libgpulinalg-suitesparse.la
src_backends_host_libgpulinalg_suitesparse_la_CPPFLAGS = $(AM_CPPFLAGS) $(SUITESPARSE_CPPFLAGS)
src_backends_host_libgpulinalg_suitesparse_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared
src_backends_host_libgpulinalg_suitesparse_la_LIBADD = src/libgpulinalg.la $(SUITESPARSE_LIBS) -lm
src_backends_host_libgpulinalg_suitesparse_la_SOURCES = src/backends/suitesparse/suitesparse.h \
	src/backends/suitesparse/common.c src/backends/suitesparse/module.c \
	src/backends/suitesparse/umfpack.c src/backends/suitesparse/klu.c \
	src/backends/suitesparse/cholmod.c src/backends/suitesparse/spqr.c
endif
EXTRA_DIST += src/backends/suitesparse/README.md
