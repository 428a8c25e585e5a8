src_libgpulinalg_la_SOURCES += src/econ/output/output.h src/econ/output/blanks.c src/econ/output/coefplot.c \
	src/econ/output/etable.c src/econ/output/etable.h src/econ/output/etable_rows.c src/econ/output/grid.c \
	src/econ/output/html.c src/econ/output/latex.c src/econ/output/markdown.c src/econ/output/names.c \
	src/econ/output/number.c src/econ/output/statistics.c src/econ/output/summary.c src/econ/output/text.c
EXTRA_DIST += src/econ/output/README.md
