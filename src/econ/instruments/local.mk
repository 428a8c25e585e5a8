src_libgpulinalg_la_SOURCES += src/econ/instruments/instruments.h \
	src/econ/instruments/algebra.c \
	src/econ/instruments/anderson_rubin.c \
	src/econ/instruments/auxiliary.c \
	src/econ/instruments/blocks.c \
	src/econ/instruments/design.c \
	src/econ/instruments/endogeneity.c \
	src/econ/instruments/extra.c \
	src/econ/instruments/factor.c \
	src/econ/instruments/finish.c \
	src/econ/instruments/first_stage.c \
	src/econ/instruments/gmm.c \
	src/econ/instruments/kclass.c \
	src/econ/instruments/lines.c \
	src/econ/instruments/meat.c \
	src/econ/instruments/overidentification.c \
	src/econ/instruments/tsls.c \
	src/econ/instruments/weak.c
EXTRA_DIST += src/econ/instruments/README.md
