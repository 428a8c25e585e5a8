src_libgpulinalg_la_SOURCES += src/table/table.h src/table/cells.c src/table/change.c src/table/columns.c \
	src/table/contents.c src/table/csv.c src/table/describe.c src/table/evaluate.c src/table/format.c \
	src/table/from_columns.c src/table/keys.c src/table/lag.c src/table/lags.c src/table/merge.c \
	src/table/sort.c src/table/table.c src/table/take.c src/table/text.c src/table/values.c src/table/where.c \
	src/table/width.c
EXTRA_DIST += src/table/README.md
