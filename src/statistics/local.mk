src_libgpulinalg_la_SOURCES += \
	src/statistics/average.c src/statistics/cov.c src/statistics/nan.c src/statistics/quantile.c src/statistics/quantile.h \
	src/statistics/quantile_position.c src/statistics/quantile_rows.c src/statistics/quantile_weights.c src/statistics/statistics.h
EXTRA_DIST += src/statistics/README.md
