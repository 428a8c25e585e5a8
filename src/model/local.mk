src_libgpulinalg_la_SOURCES += \
	src/model/arrays.c src/model/bases.c src/model/build.h src/model/calls.c src/model/encode.c src/model/exact.c \
	src/model/expression.c src/model/factors.c src/model/frame.c src/model/functions.c src/model/groups.c src/model/lags.c \
	src/model/matrix.c src/model/column.c src/model/messages.c src/model/model.h \
	src/model/new_data.c src/model/pack.c src/model/parse.c \
	src/model/points.c src/model/raws.c src/model/read.c src/model/recipe.c src/model/rows.c src/model/run.c src/model/scan.c \
	src/model/steps.c src/model/strings.c src/model/syntax.h src/model/terms.c src/model/trees.c src/model/values.c \
	src/model/uses.c src/model/variables.c
EXTRA_DIST += src/model/README.md
