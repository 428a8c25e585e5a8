src_libgpulinalg_la_SOURCES += src/panel/panel.h src/panel/elimination.h src/panel/absorb.c src/panel/cells.c \
	src/panel/complement.c src/panel/components.c src/panel/conjugate.c src/panel/crossed.c src/panel/effects.c \
	src/panel/elimination.c src/panel/given.c src/panel/levels.c src/panel/lsmr.c src/panel/product.c src/panel/projections.c \
	src/panel/slopes.c src/panel/spanned.c src/panel/values.c
EXTRA_DIST += src/panel/README.md
