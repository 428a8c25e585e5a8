src_libgpulinalg_la_SOURCES += src/io/checksum.c src/io/inflate.c src/io/inflate.h src/io/npy.h src/io/zip.c src/io/zip.h \
	src/sparse_files/files.h \
	src/sparse_files/lines.c src/sparse_files/mm_header.c src/sparse_files/mm_read.c src/sparse_files/mm_write.c \
	src/sparse_files/npz.c src/sparse_files/triplets.c
EXTRA_DIST += src/sparse_files/README.md
if HAVE_ZLIB
src_libgpulinalg_la_CPPFLAGS += -DGLA_ZLIB
src_libgpulinalg_la_LIBADD += $(ZLIB_LIBS)
endif
