src_libgpulinalg_la_SOURCES += \
	src/stats/stats.h src/stats/stats.c src/stats/normal.c src/stats/continuous.c src/stats/discrete.c
EXTRA_DIST += src/stats/README.md
