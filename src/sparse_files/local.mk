src_libgpulinalg_la_SOURCES += src/io/inflate.c src/io/inflate.h src/io/npy.h src/io/zip.c src/io/zip.h src/contract/zip.h \
	src/sparse_files/files.h \
	src/sparse_files/lines.c src/sparse_files/mm_header.c src/sparse_files/mm_read.c src/sparse_files/mm_write.c \
	src/sparse_files/npz.c src/sparse_files/triplets.c
EXTRA_DIST += src/sparse_files/README.md
if HAVE_ZLIB
src_libgpulinalg_la_CPPFLAGS += -DGLA_ZLIB
src_libgpulinalg_la_LIBADD += $(ZLIB_LIBS)
endif

# libzip in a separate module, in the folder of the host backend, where the library searches for it.
if HAVE_LIBZIP
plugin_LTLIBRARIES += src/backends/host/libgpulinalg-zip.la
src_backends_host_libgpulinalg_zip_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared
src_backends_host_libgpulinalg_zip_la_LIBADD = src/libgpulinalg.la $(LIBZIP_LIBS)
src_backends_host_libgpulinalg_zip_la_SOURCES = src/backends/libzip/archive.c
endif
EXTRA_DIST += src/backends/libzip/README.md
