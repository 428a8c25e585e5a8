src_libgpulinalg_la_SOURCES += src/model/model.h src/model/recipe.c src/model/run.c src/model/variables.c
EXTRA_DIST += src/model/README.md
