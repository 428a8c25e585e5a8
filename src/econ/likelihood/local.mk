src_libgpulinalg_la_SOURCES += src/econ/likelihood/calls.c src/econ/likelihood/columns.c \
	src/econ/likelihood/effects.c src/econ/likelihood/families.c src/econ/likelihood/formula.c \
	src/econ/likelihood/glm.c src/econ/likelihood/indices.c src/econ/likelihood/likelihood.h \
	src/econ/likelihood/margins.c src/econ/likelihood/margins.h src/econ/likelihood/margins_index.c \
	src/econ/likelihood/margins_mlogit.c src/econ/likelihood/margins_parts.c src/econ/likelihood/margins_variables.c \
	src/econ/likelihood/mlogit.c \
	src/econ/likelihood/negbin.c src/econ/likelihood/newton.c src/econ/likelihood/rectifier.c \
	src/econ/likelihood/rows.c src/econ/likelihood/search.c src/econ/likelihood/search.h \
	src/econ/likelihood/separation.c src/econ/likelihood/small.c src/econ/likelihood/tobit.c
EXTRA_DIST += src/econ/likelihood/README.md
