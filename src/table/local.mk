src_libgpulinalg_la_SOURCES += src/table/table.h src/table/cells.c src/table/change.c src/table/columns.c src/table/contents.c \
	src/table/from_columns.c src/table/table.c src/table/text.c src/table/values.c src/table/where.c
EXTRA_DIST += src/table/README.md
