src_libgpulinalg_la_SOURCES += src/econ/vcov/vcov.h src/econ/vcov/cluster.c src/econ/vcov/conley.c \
	src/econ/vcov/covariance.c src/econ/vcov/groups.c src/econ/vcov/jackknife.c src/econ/vcov/parse.c \
	src/econ/vcov/robust.c src/econ/vcov/scores.c src/econ/vcov/serial.c src/econ/vcov/small_sample.c \
	src/econ/vcov/stack.c
EXTRA_DIST += src/econ/vcov/README.md
