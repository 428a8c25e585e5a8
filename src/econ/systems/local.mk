src_libgpulinalg_la_SOURCES += src/econ/systems/systems.h \
	src/econ/systems/equation.c \
	src/econ/systems/finish.c \
	src/econ/systems/frames.c \
	src/econ/systems/solve.c
EXTRA_DIST += src/econ/systems/README.md
