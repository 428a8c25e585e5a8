src_libgpulinalg_la_SOURCES += src/table/table.h src/table/columns.c src/table/contents.c src/table/table.c src/table/values.c
EXTRA_DIST += src/table/README.md
