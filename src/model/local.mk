src_libgpulinalg_la_SOURCES += src/model/expression.c src/model/functions.c src/model/messages.c src/model/model.h src/model/parse.c src/model/recipe.c src/model/run.c src/model/variables.c src/model/scan.c src/model/strings.c src/model/syntax.h src/model/trees.c
EXTRA_DIST += src/model/README.md
