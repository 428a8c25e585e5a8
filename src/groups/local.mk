src_libgpulinalg_la_SOURCES += \
	src/groups/add_at.c src/groups/digitize.c src/groups/factorize.c src/groups/factorize.h src/groups/factorize_hash.c \
	src/groups/factorize_texts.c src/groups/histogram.c \
	src/groups/lexsort.c src/groups/quantiles.c src/groups/rankdata.c src/groups/bins.h src/groups/bins.c src/groups/bin_rules.c
